// A plane arm of two rigid limbs with torques at shoulder and elbow: as points and rods for the engine, and by its two
// angles for comparison. A limb is a triangle of its joint, its end and a point that has its mass beside the line
// between them; joints and ends may be light. With r_k = sum_i R(theta_i) d_ki, R the rotation, Lagrange's equations
// are
//   sum_j M_ij theta_j'' = Q_i + sum_k J_ki.(F_k + m_k sum_j theta_j'^2 R(theta_j) d_kj),   J_ki = R(theta_i) d_ki
//   turned by 90 degrees, M_ij = sum_k m_k J_ki.J_kj
// and torques enter as what they are, Q: the shoulder's on theta_1, the elbow's on theta_2 and its opposite on theta_1.
#pragma once

#include <array>
#include <functional>

#include "support/pendulum_reference.hpp"
#include "support/systems.hpp"

namespace taut::test {

struct JointedArm {
  // Torques of shoulder and elbow of their angles and rates and t.
  using Torques = std::function<std::array<Real, 2>(std::array<Real, 2> q, std::array<Real, 2> w, Real t)>;

  double light = 1e-3;  // mass of joints and ends
  std::array<double, 2> angle = {0.4, 1.1}, rate = {0.0, 0.0};
  double gravity = 2.0, drag = 0.0;  // of the points that have the mass

  static constexpr int ground = 0, shoulder = 1, elbow = 2, hand = 4;
  static constexpr double upper = 1.0, lower = 0.8;

  static std::array<std::array<Plane, 2>, 4> arms() {  // d of elbow, first mass, hand, second mass
    const Plane along{Real(upper), 0};
    return {{{along, {}},
             {Plane{Real(0.4), Real(0.3)}, {}},
             {along, Plane{Real(lower), 0}},
             {along, Plane{Real(0.5), Real(-0.2)}}}};
  }
  std::array<Real, 4> masses() const { return {Real(light), 1.0L, Real(light), 0.7L}; }

  static Plane turned(Plane d, Real angle) {
    return {std::cos(angle) * d.x - std::sin(angle) * d.y, std::sin(angle) * d.x + std::cos(angle) * d.y};
  }
  static Plane across(Plane d) { return {-d.y, d.x}; }

  // Of the four points that move.
  struct Points {
    std::array<Plane, 4> r = {}, v = {};
  };
  static Points points(const Reals& y) {
    Points points;
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t i = 0; i < 2; ++i) {
        const Plane d = turned(arms()[k][i], y[i]);
        points.r[k] = points.r[k] + d;
        points.v[k] = points.v[k] + y[2 + i] * across(d);
      }
    return points;
  }

  Reals derivative(const Reals& y, Real t, const Torques& torques) const {
    const std::array<Real, 2> torque = torques({y[0], y[1] - y[0]}, {y[2], y[3] - y[2]}, t);
    Matrix mass(2, Reals(2, 0));
    Reals q = {torque[0] - torque[1], torque[1]};
    for (std::size_t k = 0; k < 4; ++k) {
      const std::array<Plane, 2> d = {turned(arms()[k][0], y[0]), turned(arms()[k][1], y[1])};
      const Real m = masses()[k];
      const Plane slowed = drag > 0.0 && k % 2 == 1 ? -Real(drag) * points(y).v[k] : Plane{};
      const Plane force = slowed + Plane{0, -m * Real(gravity)} + m * (y[2] * y[2] * d[0] + y[3] * y[3] * d[1]);
      for (std::size_t i = 0; i < 2; ++i) {
        q[i] += dot(across(d[i]), force);
        for (std::size_t j = 0; j < 2; ++j) mass[i][j] += m * dot(d[i], d[j]);
      }
    }
    const Reals acceleration = solve(mass, q);
    return {y[2], y[3], acceleration[0], acceleration[1]};
  }

  Reals start() const { return {Real(angle[0]), Real(angle[1]), Real(rate[0]), Real(rate[1])}; }

  // Angles and rates at the end.
  Reals after(Real end, const Torques& torques, Real step = 0.01L) const {
    return integrate([&](Real t, const Reals& y) { return derivative(y, t, torques); }, start(), end, step);
  }

  // Positions and velocities of all particles of system().
  static std::vector<Vec3> positions(const Reals& y) { return with_fixed({1.0, 0.0, 0.0}, points(y).r); }
  static std::vector<Vec3> velocities(const Reals& y) { return with_fixed({}, points(y).v); }

  System system() const {
    System system{ModelBuilder(2), {.gravity = {0.0, -gravity, 0.0}}};
    const std::vector<Vec3> r = positions(start()), v = velocities(start());
    for (std::size_t k = 0; k < r.size(); ++k)
      system.model.add(
          k < 2 ? ParticleSpec{.position = r[k], .fixed = true}
                : ParticleSpec{.position = r[k], .velocity = v[k], .mass = static_cast<double>(masses()[k - 2])});
    for (const auto& [i, j] : {std::pair{1, 2}, {1, 3}, {2, 3}, {2, 4}, {2, 5}, {4, 5}})
      system.model.add(DistanceSpec{.i = i, .j = j});
    if (drag > 0.0) system.forces.drags = {{.on = {3, 5}, .coefficient = drag}};
    return system;
  }

  // What acts at a joint; the rest of a torque is up to the test.
  static TorqueSpec at_shoulder() { return {.between = {ground, shoulder, elbow}}; }
  static TorqueSpec at_elbow() { return {.between = {shoulder, elbow, hand}, .zero = 180.0}; }

 private:
  static std::vector<Vec3> with_fixed(const Vec3& first, const std::array<Plane, 4>& points) {
    std::vector<Vec3> all = {first, {}};
    for (const Plane& point : points) all.push_back(rounded(point));
    return all;
  }
};

}  // namespace taut::test
