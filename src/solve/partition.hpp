// How a system falls into blocks that do not concern each other between two evaluations of the forces: for the cache,
// and for threads.
#pragma once

#include "taut/solve.hpp"

namespace taut {

// Particles that follow one another in memory, and all parts of the plan that touch one of them and no others. A part
// is a bundle of components, or one alone.
struct Partition {
  std::size_t begin, end;  // particles
  std::vector<std::vector<std::int32_t>> parts;
};

// Blocks cover all particles, in order. None is much larger than it must be for its components, or than the cache.
std::vector<Partition> partition(const Model& model, const Plan& plan);

}  // namespace taut
