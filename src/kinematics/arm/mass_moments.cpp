#include "kinematics/arm/mass_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solve/dense_algebra.hpp"

namespace taut {
namespace {

constexpr double flat = 1e-13;  // part of the largest moment that counts as none

Eigen::Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 to_vec(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

Eigen::Matrix3d inertia_of(const BodySpec& body) {
  const auto& [xx, xy, xz, yy, yz, zz] = body.inertia;
  Eigen::Matrix3d inertia;
  inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return inertia;
}

Eigen::Matrix3d spread_of(const BodySpec& body) {
  const Eigen::Matrix3d inertia = inertia_of(body);
  return 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
}

MassMoments moments(double mass, const Eigen::Vector3d& center, const Eigen::Matrix3d& spread) {
  MassMoments all;
  all.topLeftCorner<3, 3>() = spread + mass * center * center.transpose();
  all.topRightCorner<3, 1>() = mass * center;
  all.bottomLeftCorner<1, 3>() = mass * center.transpose();
  all(3, 3) = mass;
  return all;
}

struct Lump {  // mass, centre, and second moments about it
  double mass;
  Eigen::Vector3d center;
  Eigen::Matrix3d spread;
};
Lump lump_of(const MassMoments& all) {
  const double mass = all(3, 3);
  const Eigen::Vector3d center = all.topRightCorner<3, 1>() / mass;
  return {mass, center, all.topLeftCorner<3, 3>() - mass * center * center.transpose()};
}

// Corners of the simplex with as many axes, whose second moments are one and whose centre is the origin.
Eigen::MatrixXd simplex(int axes) {
  Eigen::MatrixXd corners(axes, axes + 1);
  constexpr double r = std::numbers::sqrt2, h = std::numbers::sqrt3 / std::numbers::sqrt2;
  if (axes == 1) corners << 1.0, -1.0;
  if (axes == 2) corners << r, -r / 2.0, -r / 2.0, 0.0, h, -h;
  if (axes == 3) corners << 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0;
  return corners;
}

}  // namespace

std::string inertia_refusal(const BodySpec& body) {
  if (!(body.mass >= 0.0) || !std::isfinite(body.mass)) return "expected a mass that is not negative";
  if (!is_finite(body.center)) return "expected a finite centre of mass";
  const Eigen::Matrix3d inertia = inertia_of(body);
  if (!inertia.allFinite()) return "expected finite moments of inertia";
  const Eigen::VectorXd values = symmetric_modes(inertia).values;  // ascending
  const double room = 1e-9 * std::max(values[2], 0.0);             // what rounding in a file may be
  if (values[0] < -room) return "found a negative moment of inertia, expected none";
  if (body.mass == 0.0 && values[2] > 0.0) return "found moments of inertia without a mass, expected a mass";
  if (values[0] + values[1] < values[2] - room)
    return "found principal moments of inertia of which one is larger than the two others together; no masses have "
           "such";
  return {};
}

double mend_inertia(BodySpec& body) {
  if (inertia_refusal(body).empty()) return 0.0;
  const Eigen::Matrix3d typed = inertia_of(body);
  const SymmetricModes modes = symmetric_modes(spread_of(body));
  const Eigen::Vector3d kept = (body.mass > 0.0 ? 1.0 : 0.0) * modes.values.cwiseMax(0.0);
  const Eigen::Matrix3d spread = modes.vectors * kept.asDiagonal() * modes.vectors.transpose();
  const Eigen::Matrix3d mended = spread.trace() * Eigen::Matrix3d::Identity() - spread;
  body.inertia = {mended(0, 0), mended(0, 1), mended(0, 2), mended(1, 1), mended(1, 2), mended(2, 2)};
  return (mended - typed).norm() / typed.norm();
}

MassMoments moments_of(const PointMass& point) {
  return moments(point.mass, to_eigen(point.at), Eigen::Matrix3d::Zero());
}

MassMoments moments_of(const BodySpec& body) { return moments(body.mass, to_eigen(body.center), spread_of(body)); }

MassMoments moments_of_rod(const LimbSpec& limb, double radius) {
  const Eigen::Vector3d along = to_eigen(limb.to - limb.from), middle = to_eigen(0.5 * (limb.from + limb.to));
  if (along.isZero(0.0))  // a ball
    return moments(limb.mass, middle, 0.2 * limb.mass * radius * radius * Eigen::Matrix3d::Identity());
  const Eigen::Matrix3d axis = along * along.transpose(), across = Eigen::Matrix3d::Identity() - axis / axis.trace();
  return moments(limb.mass, middle, limb.mass * (axis / 12.0 + 0.25 * radius * radius * across));
}

MassMoments moved(const Placement& frame, const MassMoments& all) {
  Eigen::Matrix4d motion = Eigen::Matrix4d::Identity();
  motion.topLeftCorner<3, 3>() << to_eigen(frame.turn.x), to_eigen(frame.turn.y), to_eigen(frame.turn.z);
  motion.topRightCorner<3, 1>() = to_eigen(frame.place);
  return motion * all * motion.transpose();
}

MassMoments made_round(const MassMoments& all) {
  if (all(3, 3) == 0.0) return all;
  Lump lump = lump_of(all);
  const double half = 0.5 * (lump.spread(0, 0) + lump.spread(1, 1));
  lump.spread = Eigen::Vector3d(half, half, 0.0).asDiagonal();
  return moments(lump.mass, lump.center, lump.spread);
}

double burden(const MassMoments& all, const Vec3& at, double size) {
  const Eigen::Vector4d unit(1.0 / size, 1.0 / size, 1.0 / size, 1.0);
  const SymmetricModes modes = symmetric_modes(unit.asDiagonal() * all * unit.asDiagonal());
  Eigen::Vector4d point = unit;
  point.head<3>() = to_eigen(at) / size;
  double sum = 0.0;
  for (Eigen::Index k = 0; k < 4; ++k) {
    const double part = modes.vectors.col(k).dot(point), value = modes.values[k];
    if (value > flat * modes.values[3])
      sum += part * part / value;
    else if (std::abs(part) > 1e-9)
      return std::numeric_limits<double>::infinity();
  }
  return sum;
}

std::vector<PointMass> point_masses(const MassMoments& all, double size) {
  if (!(all(3, 3) > 0.0)) return {};
  const Lump lump = lump_of(all);
  const SymmetricModes modes = symmetric_modes(lump.spread);
  int axes = 0;
  while (axes < 3 && modes.values[2 - axes] > flat * lump.mass * size * size) ++axes;
  const Eigen::MatrixXd corners = simplex(axes);
  std::vector<PointMass> points;
  for (int k = 0; k <= axes; ++k) {
    Eigen::Vector3d at = lump.center;
    for (int a = 0; a < axes; ++a)
      at += corners(a, k) * std::sqrt(modes.values[2 - a] / lump.mass) * modes.vectors.col(2 - a);
    points.push_back({to_vec(at), lump.mass / (axes + 1)});
  }
  return points;
}

std::vector<PointMass> point_masses_in_plane(const MassMoments& all, double size, const Vec3& avoided) {
  if (!(all(3, 3) > 0.0)) return {};
  const Lump lump = lump_of(all);
  const Vec3 center = to_vec(lump.center);
  const double spread = (lump.spread(0, 0) + lump.spread(1, 1)) / lump.mass, length = norm(avoided);
  if (!(spread > flat * size * size)) return {{center, lump.mass}};
  const Vec3 across = length > 0.0 ? (1.0 / length) * Vec3{-avoided.y, avoided.x, 0.0} : Vec3{1.0, 0.0, 0.0};
  const Vec3 out = std::sqrt(spread) * across;
  return {{center + out, 0.5 * lump.mass}, {center - out, 0.5 * lump.mass}};
}

}  // namespace taut
