// On which side of an obstacle a plane arm passes. It cannot change: an arm that starts on one side and never touches
// the obstacle stays there, however its hand moves. So the loop along the arm at the start, along the path to the hand
// of now, and back along the arm of now never winds around a point of the obstacle. That says how long a string from
// the base to the hand has to be that passes the obstacle on that side: two tangents of a disc within it, and the arc
// between. Windings are counted by signed crossings of a ray that leaves the point along x.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kinematics/arm/posture.hpp"
#include "taut/follow.hpp"

namespace taut {

class Sides {
 public:
  // Whether limbs join the base and the hand without a gap: then the arm is a curve that nothing passes.
  static bool apply_to(const Arm& arm, int hand);
  Sides(const Arm& arm, const Goals& goals, const Posture& start, std::span<const Target> path);

  const Vec3& center(int obstacle) const { return centers_[static_cast<std::size_t>(obstacle)]; }
  // The point of the path whose taut string around one of the obstacles is the longest against the arm, if it is
  // longer.
  std::optional<TautString> impossible(const Arm& arm, const Goals& goals, std::span<const Target> path) const;
  double radius(int obstacle) const { return radii_[static_cast<std::size_t>(obstacle)]; }  // of a disc within it

 private:
  int crossings(const Vec3& center, const Posture& posture) const;

  std::vector<int> joints_;  // from the base to the hand
  Vec3 base_;                // of the first joint
  int hand_ = 0;
  std::vector<Vec3> centers_;
  std::vector<double> radii_;
  std::vector<int> expected_;  // crossings of the arm at each point of the path, obstacle after obstacle
  std::size_t points_;
};

}  // namespace taut
