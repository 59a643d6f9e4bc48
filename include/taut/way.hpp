// A way of an arm from one posture to another: within limits, clear of obstacles and, on request, of itself, at its
// points and between them. The hand may go anywhere.
//
// (a) All joints turn at constant rates. (b) Where that touches something, two trees of random postures grow, one from
// either end, until they meet [kuffner2000]. (c) The way through them is straightened, and relaxed as a whole, as paths
// are (follow.hpp). (d) Trees start again until the budget is spent.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "taut/follow.hpp"

namespace taut {

// Why there is none: to get there, a joint on the base has to take this value, at which its limb is inside an obstacle.
struct BlockedJoint {
  int joint, limb, obstacle;
  double value;
};

struct WayReport {
  bool found = false;
  std::vector<double> values;  // of all joints, point after point; empty when none was found
  MotionCheck check = {};      // of the way; when none was found, of that with constant rates
  std::optional<BlockedJoint> impossible = {};
  int rounds = 0;  // trees that were tried
  double seconds = 0.0;
};

// Between postures within limits whose loops, if there are any, are closed. Hinges without limits take the shorter way
// round. Preferences of the goals are left out.
WayReport find_way(const Arm& arm, std::span<const double> from, std::span<const double> to, const Goals& goals,
                   const FollowOptions& options = {});

// The path that a way has taken: where the hand is at each of its points.
std::vector<Target> path_of_way(const Arm& arm, std::span<const double> values, int hand = 0);
// The independent judge of a way: all that check_motion() looks at but the hand.
MotionCheck check_way(const Arm& arm, std::span<const double> values, const Goals& goals, double tolerance = 1e-9);

}  // namespace taut
