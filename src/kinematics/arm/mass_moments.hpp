// What the motion of a rigid body knows of its masses, and a few point masses that have the same. With h = (r, 1),
//   J = sum m h h^T      mass, centre and second moments in one matrix; sums of bodies are sums of J
// The tensor of inertia about the centre is tr(S) 1 - S, with S the second moments about the centre, so S = tr(I)/2 1 -
// I: only an I whose S is not negative belongs to masses that are not.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "taut/arm.hpp"

namespace taut {

using MassMoments = Eigen::Matrix4d;

struct PointMass {
  Vec3 at;
  double mass;
};

MassMoments moments_of(const PointMass& point);
MassMoments moments_of(const BodySpec& body);
// A uniform cylinder: a rod when its radius is zero.
MassMoments moments_of_rod(const LimbSpec& limb, double radius);
// In the frame that the placement leads to.
MassMoments moved(const Placement& frame, const MassMoments& moments);
// Motion in the plane knows the sum of both second moments only; here each has half of it.
MassMoments made_round(const MassMoments& moments);

// h^T J^+ h: a mass of less than its inverse can be taken off at this point and leaves masses that are not negative.
// Infinite where none can. Lengths are measured by `size`.
double burden(const MassMoments& moments, const Vec3& at, double size);

// As few points as have these moments: one, and one more for each direction in which the masses are spread.
std::vector<PointMass> point_masses(const MassMoments& moments, double size);
// The same in the plane, where two do; the line through them is not along `avoided`.
std::vector<PointMass> point_masses_in_plane(const MassMoments& moments, double size, const Vec3& avoided);

}  // namespace taut
