// Unit attributes of H5MD: labels in its notation ("Angstrom ps-1"), spelt as MDAnalysis knows them where it does.
#pragma once

#include <optional>
#include <string>

namespace taut::io {

struct Units {
  std::optional<std::string> length = {}, time = {}, mass = {};
};

// Each is absent when a unit it is made of is absent.
std::optional<std::string> length_unit(const Units& units);
std::optional<std::string> time_unit(const Units& units);
std::optional<std::string> mass_unit(const Units& units);
std::optional<std::string> velocity_unit(const Units& units);
std::optional<std::string> energy_unit(const Units& units);
std::optional<std::string> force_unit(const Units& units);

// Where a reader looks for them. MDAnalysis refuses a file whose "unit" is not in its short list (no metres), even when
// told not to convert; such labels are kept as "unit_label", so that every trajectory opens.
const char* unit_attribute(const Units& units);

}  // namespace taut::io
