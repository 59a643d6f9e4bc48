// Arms from URDF, the format in which robots are described.
#pragma once

#include <string>
#include <vector>

#include "taut/arm.hpp"

namespace taut::io {

struct UrdfArm {
  std::vector<JointSpec> joints;  // the first one is fixed and carries the first link, the base
  std::vector<LimbSpec> limbs;    // from each joint to those behind it, and points that sliders carry; of mass 1
                                  // each where no link has a mass
  std::vector<BodySpec> bodies;   // of links with <inertial>, but those that nothing moves
  bool has_masses = false;
  std::vector<std::string> rubbing;   // joints with dry friction, which is left out
  std::vector<std::string> floating;  // joints that move in more ways than arms can; they are fixed here
  std::vector<std::string> mended;    // links whose moments no masses have; the nearest that some have are taken
  struct Mimic {
    int joint, leader;
    double multiplier, offset;  // its value is that of the leader, times and plus these
    std::string where;          // file and line
  };
  std::vector<Mimic> mimics;
  struct Link {
    std::string name;
    int joint;    // that moves it
    bool is_tip;  // nothing is behind it
  };
  std::vector<Link> links;  // but the first, which is the base

  // Whether it, or a joint before it, can move.
  bool is_moved(int joint) const {
    for (; joint >= 0; joint = joints[static_cast<std::size_t>(joint)].parent)
      if (value_count(joints[static_cast<std::size_t>(joint)].kind) > 0) return true;
    return false;
  }
};

// Both throw InputError with file and line.
UrdfArm read_urdf(const std::string& file);
UrdfArm parse_urdf(std::string text, const std::string& file);

}  // namespace taut::io
