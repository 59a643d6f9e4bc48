// The columns of observables.csv that figures of finished runs need.
#pragma once

#include <filesystem>
#include <vector>

namespace taut::io {

struct Observables {
  std::vector<double> time, kinetic, total, position_error;
};

// Throws InputError when it is not there, or not what ObservablesWriter wrote.
Observables read_observables(const std::filesystem::path& file);

}  // namespace taut::io
