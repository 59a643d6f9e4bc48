// The rotation that brings two sets of points closest, sum m |R r - s|^2, both about their centres of mass. In space it
// is the unit quaternion that belongs to the largest eigenvalue of a symmetric matrix of the sums S_ab = sum m r_a s_b
// [horn1987, section 4]; in the plane its angle is that of (sum m r.s, sum m r x s). The fitted points then have no
// angular moment about the reference, sum m s x R r = 0.
#include <algorithm>
#include <cmath>

#include "response/frame_coordinates.hpp"
#include "solve/dense_algebra.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

constexpr int most_rounds = 100;
constexpr double settled = 1e-14;  // change of the mean over its size

using Rotation = std::array<Vec3, 3>;  // rows

Vec3 turned(const Rotation& rotation, const Vec3& r) {
  return {dot(rotation[0], r), dot(rotation[1], r), dot(rotation[2], r)};
}

std::vector<double> part_masses(std::size_t size, const FrameWeights& weights) {
  std::vector<double> masses(size, 1.0);
  for (std::size_t i = 0; i < weights.masses.size(); ++i)
    masses[i] = std::isfinite(weights.masses[i]) ? weights.masses[i] : 0.0;
  return masses;
}

Vec3 centre_of(std::span<const Vec3> r, std::span<const double> masses) {
  Vec3 sum{};
  double total = 0.0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    sum += masses[i] * r[i];
    total += masses[i];
  }
  return (1.0 / total) * sum;
}

Rotation plane_rotation(const std::array<Vec3, 3>& s) {
  const double along = s[0].x + s[1].y, across = s[0].y - s[1].x, length = std::hypot(along, across);
  const double c = length > 0.0 ? along / length : 1.0, d = length > 0.0 ? across / length : 0.0;
  return {Vec3{c, -d, 0.0}, Vec3{d, c, 0.0}, Vec3{0.0, 0.0, 1.0}};
}

Rotation space_rotation(const std::array<Vec3, 3>& s) {
  Eigen::MatrixXd n(4, 4);
  n << s[0].x + s[1].y + s[2].z, s[1].z - s[2].y, s[2].x - s[0].z, s[0].y - s[1].x,  //
      s[1].z - s[2].y, s[0].x - s[1].y - s[2].z, s[0].y + s[1].x, s[2].x + s[0].z,   //
      s[2].x - s[0].z, s[0].y + s[1].x, s[1].y - s[0].x - s[2].z, s[1].z + s[2].y,   //
      s[0].y - s[1].x, s[2].x + s[0].z, s[1].z + s[2].y, s[2].z - s[0].x - s[1].y;
  const Eigen::VectorXd q = symmetric_modes(n).vectors.col(3);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {Vec3{w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
          Vec3{2.0 * (y * x + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)},
          Vec3{2.0 * (z * x - w * y), 2.0 * (z * y + w * x), w * w - x * x - y * y + z * z}};
}

std::vector<Vec3> mean_of(std::span<const std::vector<Vec3>> frames) { return FrameCoordinates(frames, {}).mean(); }

double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

}  // namespace

std::vector<Vec3> fitted(std::span<const Vec3> frame, std::span<const Vec3> reference, const FrameWeights& weights) {
  const std::vector<double> masses = part_masses(frame.size(), weights);
  const Vec3 from = centre_of(frame, masses), to = centre_of(reference, masses);
  std::array<Vec3, 3> s = {};
  for (std::size_t i = 0; i < frame.size(); ++i)
    for (int a = 0; a < 3; ++a)
      s[static_cast<std::size_t>(a)] += (masses[i] * (frame[i] - from)[a]) * (reference[i] - to);
  const Rotation rotation = weights.dimension == 2 ? plane_rotation(s) : space_rotation(s);
  std::vector<Vec3> result;
  for (const Vec3& r : frame) result.push_back(to + turned(rotation, r - from));
  return result;
}

void fit_to_mean(std::span<std::vector<Vec3>> frames, const FrameWeights& weights) {
  std::vector<Vec3> reference = frames[0];
  const double size = largest_difference(reference, std::vector<Vec3>(reference.size(), reference[0]));
  for (int round = 0; round < most_rounds; ++round) {
    for (std::vector<Vec3>& frame : frames) frame = fitted(frame, reference, weights);
    std::vector<Vec3> mean = mean_of(frames);
    const double change = largest_difference(mean, reference);
    reference = std::move(mean);
    if (change <= settled * size) return;
  }
}

}  // namespace taut
