// What the parts of `taut reach` share.
#pragma once

#include "run/output_directory.hpp"
#include "taut/reach_run.hpp"

namespace taut {

// limb 2 is too near to obstacle "post" by 0.012, at point 14 of 31
std::string violation_text(const Violation& violation, const ArmProblem& problem, const ReachSummary& summary);
std::string place_text(const Vec3& place, int dimension);  // [1, 0.5]

// Notes on what can touch but has no shape, and on a tolerance that says little.
std::vector<std::string> unseen(const ArmProblem& problem);
// What is known before anything was looked for.
ReachSummary begin_summary(const ArmProblem& problem);
// The violations of the motion in the summary, in words, and where the hand is.
void judge(const ArmProblem& problem, ReachSummary& summary);

// The posture of a target, into the summary.
void reach_target(const ArmProblem& problem, const FollowOptions& options, ReachSummary& summary);

// Whether there is something that a way to a target has to keep away from.
bool needs_way(const Goals& goals);
// Ways from the start to postures that reach a target.
class WaySearch {
 public:
  WaySearch(const ArmProblem& problem, const FollowOptions& options);
  // Puts the way into the summary, or why there is none; says whether there is one.
  bool attempt(std::span<const double> to, double seconds, ReachSummary& summary);
  bool is_start_blocked() const { return blocked_start_.has_value(); }

 private:
  const ArmProblem& problem_;
  FollowOptions options_;
  std::vector<double> start_;
  std::optional<Violation> blocked_start_;
};
inline bool is_on_way(const ReachSummary& summary) { return summary.way && summary.way->found; }
// The problem with the way of the hand for its path; only the end of it was asked for.
ArmProblem along_way(const ArmProblem& problem, std::span<const double> motion);
struct Pace {
  std::vector<Target> targets;
  int hands = 1;
  HandPath path() const { return {targets, hands}; }
};
// The path by whose length time is shared out. On a way, where the hand may stand still, it is one whose steps are the
// largest turns of the joints.
Pace pace_of(const ArmProblem& problem, const ReachSummary& summary);

// joints.csv, points.csv, swing.toml, arm.svg, animation.svg.
void write_motion(ReachSummary& summary, const ArmProblem& problem, const OutputDirectory& directory);

// The arm in its last posture as a scenario under gravity.
std::string swinging_arm(const ArmProblem& problem, const ReachSummary& summary);

}  // namespace taut
