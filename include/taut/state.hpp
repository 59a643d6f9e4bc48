// The moving part: positions and velocities at one time. Each is kept as a double and the small part that
// the double could not hold (position = position + position_low to twice the precision), so that millions of
// small steps add up without loss; read `position` and `velocity`, they are correctly rounded.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

struct State {
  double time = 0.0;
  std::int64_t step = 0;
  std::vector<Vec3> position, velocity;
  std::vector<Vec3> position_low, velocity_low;
  Vec3 box = {};  // edges, where it is periodic; a barostat changes them
};

// The model's start, before any projection.
State initial_state(const Model& model);

}  // namespace taut
