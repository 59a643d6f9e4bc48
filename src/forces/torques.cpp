// Torques on joints: with the coordinate q of a joint and its rate w, forces torque dq/dr on its particles.
//   stiffness    -(d torque/dq) (dq/dr)(dq/dr)^T - torque d2q/dr2, at rest
//   resistance   -(d torque/dw) (dq/dr)(dq/dr)^T, at rest
// Scratch holds the variables of a formula, then its gradient, then what the formula itself needs.
#include <cmath>
#include <numbers>

#include "forces/joint_coordinate.hpp"
#include "taut/forces.hpp"

namespace taut {
namespace {

constexpr std::size_t variables = 3;  // the most a formula has: q, w, t

// The angle within half a turn of zero.
double wrapped(double angle) { return std::remainder(angle, 2.0 * std::numbers::pi); }

}  // namespace

JointAt ForceField::joint_of(const Torque& torque, const Vec3* position) noexcept {
  JointAt at = joint_at(torque.kind, torque.particles(), position);
  at.q -= torque.zero;
  if (torque.kind == JointMotion::turn) at.q = wrapped(at.q);
  return at;
}

double ForceField::torque_at_rest(const Torque& torque, double q, double time, double* scratch) noexcept {
  double sum = -torque.stiffness * (q - torque.rest);
  if (torque.energy) {
    scratch[0] = q, scratch[1] = time;
    torque.energy->gradient(scratch, scratch + variables, scratch + 2 * variables);
    sum -= scratch[variables];
  }
  if (torque.torque) {
    scratch[0] = q, scratch[1] = 0.0, scratch[2] = time;
    sum += torque.torque->value(scratch, scratch + variables);
  }
  return sum;
}

void ForceField::add_torques(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept {
  for (const Torque& torque : torques_) {
    const JointAt at = joint_of(torque, position);
    const double strength = torque_at_rest(torque, at.q, time, scratch);
    for (std::size_t k = 0; k < torque.count; ++k) force[torque.particle[k]] += strength * at.slope[k];
  }
}

double ForceField::energy_of(const Torque& torque, const Vec3* position, double time, double* scratch) noexcept {
  const double q = joint_of(torque, position).q, bent = q - torque.rest;
  double energy = 0.5 * torque.stiffness * bent * bent;
  if (!torque.energy) return energy;
  scratch[0] = q, scratch[1] = time;
  return energy + torque.energy->value(scratch, scratch + variables);
}

double ForceField::torque_energy(const Vec3* position, double time, double* scratch) const noexcept {
  double energy = 0.0;
  for (const Torque& torque : torques_) energy += energy_of(torque, position, time, scratch);
  return energy;
}

JointAt ForceField::joint(std::size_t k, const Vec3* position) const noexcept {
  return joint_of(torques_[rated_[k]], position);
}

RateTorque ForceField::rate_torque(std::size_t k, double q, double w, double time,
                                   ForceWorkspace& work) const noexcept {
  return rate_torque(k, q, w, time, work.scratch_.data());
}

RateTorque ForceField::rate_torque(std::size_t k, double q, double w, double time, double* scratch) const noexcept {
  const Torque& torque = torques_[rated_[k]];
  RateTorque rate{-torque.damping * w, -torque.damping, 0.0};
  if (!torque.torque) return rate;
  scratch[0] = q, scratch[1] = 0.0, scratch[2] = time;
  const double at_rest = torque.torque->value(scratch, scratch + variables);
  scratch[1] = w;
  const double moving = torque.torque->gradient(scratch, scratch + variables, scratch + 2 * variables);
  const double* slope = scratch + variables;
  rate.torque += moving - at_rest;
  rate.slope += slope[1];
  // Besides the values themselves, what they lose where q and t are rounded: that of kp (q0 - q) near q0.
  rate.size = std::abs(at_rest) + std::abs(moving) + std::abs(slope[0] * q) + std::abs(slope[2] * time);
  return rate;
}

void ForceField::add_rate_torque(std::size_t k, const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                                 double* scratch) const noexcept {
  const JointAt at = joint(k, position);
  const std::span<const std::int32_t> particles = joint_particles(k);
  double w = 0.0;
  for (std::size_t n = 0; n < particles.size(); ++n) w += dot(at.slope[n], velocity[particles[n]]);
  const double torque = rate_torque(k, at.q, w, time, scratch).torque;
  for (std::size_t n = 0; n < particles.size(); ++n)
    if (moves(particles[n])) force[particles[n]] += torque * at.slope[n];
}

void ForceField::add_torque_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const {
  std::vector<double> scratch(scratch_size_);
  std::array<double, variables* variables> hessian = {};
  for (const Torque& torque : torques_) {
    const JointAt at = joint_of(torque, position);
    double slope = -torque.stiffness;  // d torque / dq
    if (torque.energy) {
      scratch[0] = at.q, scratch[1] = time;
      torque.energy->hessian(scratch.data(), hessian.data(), scratch.data() + variables);
      slope -= hessian[0];
    }
    if (torque.torque) {
      scratch[0] = at.q, scratch[1] = 0.0, scratch[2] = time;
      torque.torque->gradient(scratch.data(), scratch.data() + variables, scratch.data() + 2 * variables);
      slope += scratch[variables];
    }
    const double strength = torque_at_rest(torque, at.q, time, scratch.data());
    const JointCurvature bent = joint_curvature(torque.kind, torque.particles(), position);
    for (std::size_t i = 0; i < torque.count; ++i)
      for (std::size_t j = 0; j < torque.count; ++j) {
        add_block(torque.particle[i], torque.particle[j], -slope, outer(at.slope[i], at.slope[j]), to);
        add_block(torque.particle[i], torque.particle[j], -strength, bent[i][j], to);
      }
  }
}

void ForceField::add_torque_resistance(const Vec3* position, double time, std::vector<MatrixEntry>& to) const {
  std::vector<double> scratch(scratch_size_);
  for (std::size_t k = 0; k < rated_.size(); ++k) {
    const JointAt at = joint(k, position);
    const std::span<const std::int32_t> particles = joint_particles(k);
    const double slope = rate_torque(k, at.q, 0.0, time, scratch.data()).slope;
    for (std::size_t i = 0; i < particles.size(); ++i)
      for (std::size_t j = 0; j < particles.size(); ++j)
        add_block(particles[i], particles[j], -slope, outer(at.slope[i], at.slope[j]), to);
  }
}

}  // namespace taut
