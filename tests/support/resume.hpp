// A run that stops and goes on, beside one that does not stop.
#pragma once

#include "support/simulation.hpp"

namespace taut::test {

// The bits of everything that a step changes.
inline void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_TRUE(a.position == b.position && a.position_low == b.position_low) << "positions differ";
  EXPECT_EQ(a.box, b.box);
  EXPECT_TRUE(a.velocity == b.velocity && a.velocity_low == b.velocity_low) << "velocities differ";
}

// So many steps more of this run, and of another that takes over from here.
inline void expect_continues(Simulation& s, int steps) {
  State continued = s.state;
  Integrator other = s.another_integrator();
  ASSERT_TRUE(other.resume(continued, s.integrator->memory()).converged);
  s.step(steps);
  for (int k = 0; k < steps; ++k) ASSERT_TRUE(other.step(continued).ok());
  expect_same(s.state, continued);
}

}  // namespace taut::test
