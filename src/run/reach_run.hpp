// What the parts of `taut reach` share.
#pragma once

#include "run/output_directory.hpp"
#include "taut/reach_run.hpp"

namespace taut {

// limb 2 is too near to obstacle "post" by 0.012, at point 14 of 31
std::string violation_text(const Violation& violation, const ArmProblem& problem, const ReachSummary& summary);
std::string place_text(const Vec3& place, int dimension);  // [1, 0.5]

// The posture of a target, into the summary.
void reach_target(const ArmProblem& problem, const FollowOptions& options, ReachSummary& summary);

// joints.csv, points.csv, swing.toml, arm.svg, animation.svg.
void write_motion(const ReachSummary& summary, const ArmProblem& problem, const OutputDirectory& directory);

// The arm in its last posture as a scenario under gravity.
std::string swinging_arm(const ArmProblem& problem, const ReachSummary& summary);

}  // namespace taut
