// The double pendulum, 30 and 45 degrees from rest, by its angles in long double.
#pragma once

#include "support/order_check.hpp"
#include "support/pendulum_reference.hpp"

namespace taut::test {

inline System make_regular_double_pendulum() { return make_pendulum({.degrees = {30.0, 45.0}}); }

inline Truth double_pendulum_truth(double end) {
  const Motion motion = PendulumReference::unit(2, g).released({30.0 * degree, 45.0 * degree}, end);
  return {end,
          {{}, rounded(motion.r[0]), rounded(motion.r[1])},
          {{}, rounded(motion.v[0]), rounded(motion.v[1])},
          tensions(motion, {1, 1}, {{0, -Real(g)}, {0, -Real(g)}})};
}

}  // namespace taut::test
