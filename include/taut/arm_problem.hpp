// What a user typed about an arm: its limbs, where its hand is to go, what is in the way. Every key is in
// docs/guide/arms.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "taut/arm.hpp"
#include "taut/error.hpp"
#include "taut/follow.hpp"
#include "taut/reach.hpp"

namespace taut {

namespace io {
struct Document;
}

enum class ArmTask {
  none,    // neither in the file nor on the command line
  target,  // one posture
  path     // a motion
};

struct ArmProblem {
  std::string title;
  std::uint64_t seed = 1;
  std::string length_unit, time_unit;  // labels; empty: none

  Arm arm;
  std::vector<double> start;  // values of the joints
  Vec3 gravity;               // for the torques that a motion needs

  ArmTask task = ArmTask::none;
  std::vector<Target> path;  // of a target: itself alone; of several hands one after another, point by point
  int hands = 1;             // that have something to do
  double duration = 1.0;     // of the motion along the path
  Goals goals;
  ReachOptions reach;
  FollowOptions follow;

  std::vector<std::string> notes;                // what a user may want to know
  std::string urdf;                              // the text of the URDF file; empty: none
  std::string name;                              // of the file, without folder and ending
  std::string text;                              // the file, with what was set on the command line in it; the URDF
                                                 // file is expected beside it as arm.urdf
  std::shared_ptr<const io::Document> document;  // as understood: defaults filled in

  HandPath hand_path() const { return {path, hands}; }
  // The error with file and line before it, for keys such as limbs[2].length.
  InputError located(const Error& error) const;
};

// What the command line changes. Points are typed as x,y or x,y,z.
struct ArmSettings {
  std::vector<std::string> overrides = {};  // key=value
  std::string to = {};                      // a target in place of what the file asks for
  std::string line_to = {};                 // a straight path from where the hand is
  std::string path = {};                    // a path through points, "1,0 1,1", or what SVG calls d, "M 0 0 L 1 1"
  std::string hand = {};                    // which of several it is for
  std::string direction = {};               // of the hand, at the target or along the path
  std::string method = {};
  std::string seconds = {};
};

// Both throw InputError.
ArmProblem read_arm_problem(const std::filesystem::path& file, const ArmSettings& settings = {});
ArmProblem parse_arm_problem(std::string_view text, const std::string& file, const ArmSettings& settings = {});

}  // namespace taut
