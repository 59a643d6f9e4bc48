// A component that is one closed ring of rods between particles that all move.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "taut/model.hpp"
#include "taut/solve.hpp"

namespace taut {

struct Ring {
  std::vector<std::int32_t> corners;  // particles, one after the other
  std::vector<double> lengths;        // from corner i to corner i + 1
};

// Of four corners at least; nothing where the component is something else.
std::optional<Ring> ring_of(const Model& model, const Component& component);

}  // namespace taut
