// Random problems for plane arms, to try a search of motions on, and what a trial of this one comes to.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/follow.hpp"

namespace taut {

struct MotionProblem {
  Arm arm;
  std::vector<double> start;
  std::vector<Target> path;
  Goals goals;
};

// A plane arm of n unit limbs whose joints turn by up to 150 degrees starts as an arc, at 1.2 rad and then -2.4/n a
// limb. Its hand is to go straight to radius n (0.3 + 0.6 U) and angle -1.5 + 3 U, in steps of 0.1 at most, U uniform
// in (0, 1). Three discs of radius 0.05 n at x = n (0.2 + 0.7 U), y = n (U - 0.5) are clear of the arm at the start by
// 0.05 n and of the path by 0.03 n. At least two limbs.
MotionProblem random_motion_problem(int limbs, std::uint64_t seed);

enum class TrialVerdict {
  solved,      // and the judge agrees
  impossible,  // by proof
  undecided,   // within the budget
  mistaken     // claimed to be solved, and the judge does not agree
};

struct MotionTrial {
  TrialVerdict verdict = TrialVerdict::undecided;
  double seconds = 0.0;
  MotionCheck check = {};  // of what was found
};

// Looks for a motion and has it judged.
MotionTrial try_motion(const MotionProblem& problem, const FollowOptions& options);

}  // namespace taut
