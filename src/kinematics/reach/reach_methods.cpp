#include "kinematics/reach/classic.hpp"
#include "taut/reach.hpp"

namespace taut {

const std::vector<ReachMethodInfo>& reach_methods() {
  static const std::vector<ReachMethodInfo> methods = {
      {ReachMethod::automatic, "auto",
       "damped Gauss-Newton within limits, Newton where that is slow, and new attempts"},
      {ReachMethod::constraints, "constraints",
       "the hand is drawn along and the lengths of the limbs restored, as points and constraints; no limits; also for "
       "paths"},
      {ReachMethod::damped_least_squares, "dls", "damped least squares on joint values, one damping for all"},
      {ReachMethod::fabrik, "fabrik",
       "limbs laid straight, back from the target and out again; a row of limbs, no limits"},
      {ReachMethod::ccd, "ccd", "each joint in turn points the hand at the target"},
  };
  return methods;
}

bool takes_several_hands(ReachMethod method) { return method != ReachMethod::fabrik && method != ReachMethod::ccd; }

std::string reach_refusal(const Arm& arm, ReachMethod method, const Target& target) {
  if (method != ReachMethod::fabrik && method != ReachMethod::ccd) return {};
  const char* name = method == ReachMethod::ccd ? "ccd" : "fabrik";
  if (target.direction || target.rotation) return std::string(name) + " brings a hand to a point, not to a direction";
  if (!arm.closures().empty()) return std::string(name) + " does not keep loops closed";
  if (method == ReachMethod::fabrik && !is_row_of_limbs(arm))
    return "fabrik needs limbs in a row, on hinges in the plane or on balls, each along x of its joint";
  return {};
}

}  // namespace taut
