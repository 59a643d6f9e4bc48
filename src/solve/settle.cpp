// [miyamoto1992], in the frame of its figures: origin at the centre of mass, which the rods cannot move; Z normal to
// the plane of the old triangle, Y such that the trial's apex lies in the plane of Y and Z. The new triangle is the
// rigid one, first turned by psi about Y and phi about X so that the heights over the old plane are the trial's, which
// forces within that plane cannot change, then by theta about Z so that the angular momentum about Z is the trial's.
// Indices: 0 old triangle (from the apex), 1 trial, 2 after psi and phi, 3 result; a apex, b left, c right.
#include "solve/settle.hpp"

#include <cmath>

namespace taut {
namespace {

struct Frame {
  Vec3 x, y, z;
  Vec3 to(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  Vec3 from(const Vec3& v) const { return v.x * x + v.y * y + v.z * z; }
};

Vec3 unit(const Vec3& v) { return (1.0 / norm(v)) * v; }

Frame frame_of(const Vec3& normal, const Vec3& apex) {
  const Vec3 z = unit(normal), x = unit(cross(apex, normal));
  return {x, cross(z, x), z};
}

struct Rotation {
  double sine, cosine;
  Vec3 operator()(const Vec3& v) const { return {v.x * cosine - v.y * sine, v.x * sine + v.y * cosine, v.z}; }
};

// theta with alpha sin theta + beta cos theta = gamma, the smaller of two.
Rotation last_rotation(double alpha, double beta, double gamma) {
  const double square = alpha * alpha + beta * beta, root = std::sqrt(square - gamma * gamma);
  const double inverse = 1.0 / square;
  return {(alpha * gamma - beta * root) * inverse, (beta * gamma + alpha * root) * inverse};
}

}  // namespace

Settle::Settle(double leg, double base, double apex_mass, double base_mass)
    : base_part_(base_mass / (apex_mass + 2.0 * base_mass)), half_base_(0.5 * base) {
  const double height = std::sqrt(leg * leg - half_base_ * half_base_);
  apex_height_ = 2.0 * base_part_ * height;
  base_height_ = height - apex_height_;
  inverse_apex_height_ = 1.0 / apex_height_;
}

Settle::Triangle Settle::displacement(const Sides& old, const Sides& trial) const {
  const Vec3 centre = base_part_ * (trial.left + trial.right);  // from the trial's apex
  const Frame frame = frame_of(cross(old.left, old.right), -centre);
  const Vec3 b0 = frame.to(old.left), c0 = frame.to(old.right);
  const Vec3 a1 = frame.to(-centre), b1 = frame.to(trial.left - centre), c1 = frame.to(trial.right - centre);

  const double sin_phi = a1.z * inverse_apex_height_, cos_phi = std::sqrt(1.0 - sin_phi * sin_phi);
  const double tilt = 0.5 * (b1.z - c1.z) / cos_phi;  // half the base times sin psi
  const double x = std::sqrt(half_base_ * half_base_ - tilt * tilt), y = tilt * sin_phi;
  const Vec3 a2 = {0.0, apex_height_ * cos_phi, a1.z};
  const Vec3 b2 = {-x, -base_height_ * cos_phi - y, b1.z}, c2 = {x, -base_height_ * cos_phi + y, c1.z};

  const double alpha = b2.x * (b0.x - c0.x) + b0.y * b2.y + c0.y * c2.y;
  const double beta = b2.x * (c0.y - b0.y) + b0.x * b2.y + c0.x * c2.y;
  const double gamma = b0.x * b1.y - b1.x * b0.y + c0.x * c1.y - c1.x * c0.y;
  const Rotation theta = last_rotation(alpha, beta, gamma);
  return {frame.from(theta(a2) - a1), frame.from(theta(b2) - b1), frame.from(theta(c2) - c1)};
}

}  // namespace taut
