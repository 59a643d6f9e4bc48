// Motion of an arm whose hand follows a path: joint values for every point of the path, on one branch, within limits
// and clear of obstacles; the best motion found and an honest verdict.
//
// (a) The hand goes from point to point and the joints follow it with the least motion. (b) What redundancy leaves free
// is used for the goals: at every point moves that leave the hand where it is, down the gradient of what the goals
// cost. (c) The motion as a whole is relaxed the same way, so that the arm gives way before it must. (d) Where that
// fails, it starts again with random changes, until the budget is spent. After Kastenmeier and Vesely [vesely2013,
// section VIII], with gradients and the whole path in place of random trials.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/arm.hpp"
#include "taut/obstacle.hpp"
#include "taut/reach.hpp"

namespace taut {

enum class SelfContact { allowed, avoided };

struct Goals {
  std::vector<Obstacle> obstacles = {};
  double clearance = 0.0;  // to be kept from obstacles and between limbs, beyond their thickness
  SelfContact self_contact = SelfContact::allowed;
  // From one point of the path to the next, radians; of a slider, times the size of the arm. More is a jump.
  double longest_turn = 0.35;
  // Preferences, which give way to all of the above.
  std::vector<double> posture = {};  // preferred values; empty: none
  double posture_weight = 0.0;
  double manipulability_weight = 0.0;
};

// By what the arm is taken along the path at first: the smallest motion of its joints, or of its points, whose
// distances are restored at every step [vesely2013]; that of points does not look at limits.
enum class FirstMotion { joints, points };

struct FollowOptions {
  FirstMotion first_motion = FirstMotion::joints;
  double seconds = 1.0;     // to search for a feasible motion; with 0 only the first pass
  int rounds = 0;           // to search by count instead, which gives the same result on every machine; 0: by time
  double tolerance = 1e-9;  // of the hand, relative to the size of the arm
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
};

enum class ViolationKind { hand, limit, obstacle, self_contact, jump, loop };
const char* violation_kind_name(ViolationKind kind);

// Where a goal is missed, and by how much: a length, or radians.
struct Violation {
  ViolationKind kind;
  int step;  // at this point of the path, or on the way from it to the next
  double amount;
  int first = -1;   // the joint (limit, jump), the hand, or the limb
  int second = -1;  // the obstacle, or the other limb
};

// Why no motion exists: an arm in the plane keeps to its side of an obstacle, and a string that passes the obstacle
// there, from the base to this point of the path, would have to be longer than the arm even when taut.
struct TautString {
  int obstacle, step;
  double length, arm_length;
};

struct FollowReport {
  bool feasible = false;
  std::optional<TautString> impossible = {};
  std::vector<double> values;         // of all joints, point after point
  std::vector<Violation> violations;  // the worst of each kind, the largest first
  double max_hand_error = 0.0;        // at the points of the path
  double max_limb_error = 0.0;        // of a limb's length, relative
  // From obstacles, beyond the limbs' thickness, where it was looked at; infinite without any. See check_motion().
  double least_clearance = 0.0;
  int rounds = 0;  // of the search
  double seconds = 0.0;
  // Where the points of the first motion could not go on, and what kept them.
  struct Stuck {
    int step;
    std::string obstruction;
  };
  std::optional<Stuck> stuck = {};
  // The first point of the path that no posture reaches, if there is one: by proof, or as far as was found.
  std::optional<int> unreachable = {};
  ReachReport unreachable_report = {};
};

// From `start`, whose hand is brought to the first point of the path.
FollowReport follow(const Arm& arm, std::span<const double> start, const HandPath& path, const Goals& goals,
                    const FollowOptions& options = {});

// The independent judge: limb lengths, loops and the hand at every point; limits, cones of balls and clearances there
// and on the way between them, where joint values change at constant rates (of a ball its rotation vector). What passes
// misses none of them by more than the tolerance, anywhere. Takes nothing from the search but the values.
struct MotionCheck {
  std::vector<Violation> violations;  // the worst of each kind
  double max_hand_error = 0.0, max_limb_error = 0.0;
  // Between points, to a hundredth: distance of the hand from the path, and gaps of loops.
  double max_hand_error_between = 0.0, max_loop_error_between = 0.0;
  double least_clearance = 0.0;  // anywhere, to 1e-4 of the arm's size
  bool is_feasible() const { return violations.empty(); }
};
MotionCheck check_motion(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals,
                         double tolerance = 1e-9);

// Rates by central differences, for a hand that takes `duration` from the first point of the path to the last at
// constant speed along it; of several, between any two points, the one that goes farthest.
struct JointRates {
  std::vector<double> times, velocities, accelerations;  // as values
};
JointRates joint_rates(const Arm& arm, std::span<const double> values, const HandPath& path, double duration);

// Points along paths, no farther than `step` apart, the ends included.
std::vector<Vec3> line_points(const Vec3& from, const Vec3& to, double step);
std::vector<Vec3> polyline_points(std::span<const Vec3> corners, double step);
std::vector<Vec3> circle_points(const Vec3& center, const Vec3& start, const Vec3& normal, double turn, double step);
std::vector<Vec3> spline_points(std::span<const Vec3> knots, double step);  // centripetal Catmull-Rom
// Points with the direction in which a path goes there. At a corner, where the way turns by more than 15 degrees at
// once, the point is repeated while the direction turns, by 5 degrees at most.
struct PointedPoint {
  Vec3 place, direction;
};
std::vector<PointedPoint> pointed_along(std::span<const Vec3> points);
// Of any curve whose parameter runs from 0 to 1; evenly along it.
std::vector<Vec3> curve_points(const std::function<Vec3(double)>& curve, double step);

}  // namespace taut
