// `taut reach`: brings the hand of an arm to a target or along a path, with files and figures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "taut/arm_problem.hpp"
#include "taut/stop.hpp"

namespace taut {

struct ReachRunOptions {
  std::filesystem::path out = {};  // empty: out/<name of the file>-reach
  bool force = false;              // replace what is already there
  bool quiet = false;
  const StopRequest* stop = nullptr;
};

enum class ReachOutcome {
  done,
  failed,  // out of reach, or a goal is missed
  interrupted
};

// The way from the start to the posture of a target; looked for where there is something to keep away from.
struct ReachWay {
  bool found = false;
  int points = 0;
  std::string reason;  // why there is none, in words
};

struct ReachSummary {
  ReachOutcome outcome = ReachOutcome::done;
  std::string message;  // why it is not done

  std::string title, length_unit;
  int dimension = 3;
  int joints = 0;  // that can move
  int values = 0;  // that they have together
  ArmTask task = ArmTask::target;
  int points = 0;  // of the path, or of the way to a target
  std::string method;

  ReachReport reach;                         // of the target, or of the first point of the path that was not reached
  std::optional<int> unreachable;            // that point
  std::optional<TautString> impossible;      // a proof that no motion meets the goals
  std::optional<FollowReport::Stuck> stuck;  // where points and constraints could not go on
  std::optional<ReachWay> way;               // to a target
  MotionCheck check;                         // of what was found, by the independent judge
  double loop_error = 0.0;                   // the widest gap of a loop
  std::vector<std::string> violations;       // in words, the worst first
  std::vector<std::string> value_names;
  std::vector<double> value_units;  // of each: a degree in radians, or 1 for a length
  std::vector<double> motion;       // values of all joints, point after point; empty where there is none
  std::vector<double> torques;      // as the motion: what the joints need; empty with loops, which share them freely
  std::vector<double> peaks;        // of each value, the largest torque or force in size
  std::vector<std::string> notes;   // what a user may want to know
  std::vector<std::string> hand_names;   // of those that have something to do
  std::vector<std::vector<Vec3>> hands;  // where each of them is, at every point
  int rounds = 0;                        // of the search
  double seconds = 0.0;
  std::filesystem::path directory;
  std::vector<std::string> files;
};

// Throws InputError for what the user can mend, OutputError when files cannot be written.
ReachSummary run_reach(const ArmProblem& problem, const ReachRunOptions& options = {});
std::string to_text(const ReachSummary& summary);
std::string to_json(const ReachSummary& summary, const ArmProblem& problem);

// `taut reach judge`: what the independent judge says of a motion from anywhere. The file is a CSV with a row for every
// point of the path and a column for every joint, in degrees and lengths, as joints.csv has them. A path that begins
// where the hand is must begin in the posture of the arm, too. For a target there is one row, or a way to it. Throws
// InputError.
struct Judgement {
  ReachSummary summary;
  bool feasible = false;
};
Judgement judge_motion(const ArmProblem& problem, const std::filesystem::path& joints);
std::string to_text(const Judgement& judgement);
std::string to_json(const Judgement& judgement);

}  // namespace taut
