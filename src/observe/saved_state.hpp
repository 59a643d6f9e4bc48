// A state as numbers in a row, for what is to be continued.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/whole.hpp"
#include "taut/state.hpp"

namespace taut {

inline void save(const State& state, std::vector<double>& to) {
  to.insert(to.end(), {state.time, static_cast<double>(state.step)});
  for (const std::vector<Vec3>* part : {&state.position, &state.velocity, &state.position_low, &state.velocity_low})
    for (const Vec3& v : *part) to.insert(to.end(), {v.x, v.y, v.z});
}

// Taken off the front; false where there are too few numbers.
inline bool restore(std::size_t particles, std::span<const double>& from, State& state) {
  if (from.size() < 2 + 12 * particles) return false;
  state.time = from[0];
  state.step = count_of(from[1]);
  from = from.subspan(2);
  for (std::vector<Vec3>* part : {&state.position, &state.velocity, &state.position_low, &state.velocity_low}) {
    part->resize(particles);
    for (Vec3& v : *part) {
      v = {from[0], from[1], from[2]};
      from = from.subspan(3);
    }
  }
  return true;
}

}  // namespace taut
