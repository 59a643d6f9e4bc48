// Random ways past three discs: from the start of a random problem to any posture that touches nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "kinematics/arm/random_values.hpp"
#include "taut/motion_trial.hpp"
#include "taut/way.hpp"

namespace taut::support {

// A posture that touches nothing, by the judge.
inline std::vector<double> random_free_posture(const Arm& arm, const Goals& goals, std::uint64_t seed) {
  std::vector<double> values(static_cast<std::size_t>(arm.value_count()));
  RandomStream random(seed, 9, static_cast<std::uint64_t>(arm.value_count()));
  do random_values(arm, random, values);
  while (!check_way(arm, values, goals).is_feasible());
  return values;
}

struct WayProblem {
  Arm arm;
  std::vector<double> from, to;
  Goals goals;
};
inline WayProblem random_way_problem(int links, std::uint64_t seed, SelfContact contact = SelfContact::allowed) {
  const MotionProblem motion = random_motion_problem(links, seed);
  WayProblem problem{motion.arm, motion.start, {}, motion.goals};
  problem.goals.self_contact = contact;
  problem.to = random_free_posture(problem.arm, problem.goals, seed);
  return problem;
}

}  // namespace taut::support
