// Plane linkages in generalised coordinates, for comparison: points that hang from a pivot by rods at angles theta_i,
//   r_k = sum_i c_ki e(theta_i),   e = (sin, -cos),  e' = (cos, sin)
// An n-fold pendulum has c_ki = l_i for i <= k. Lagrange's equations, with forces F_k on the points:
//   sum_j M_ij theta_j'' = sum_k c_ki e'_i.(F_k + m_k sum_j c_kj theta_j'^2 e_j),
//   M_ij = sum_k m_k c_ki c_kj e'_i.e'_j
#pragma once

#include <cmath>
#include <functional>
#include <utility>

#include "support/extrapolation.hpp"
#include "taut/vec.hpp"

namespace taut::test {

struct Plane {
  Real x = 0, y = 0;
};
inline Plane operator+(Plane a, Plane b) { return {a.x + b.x, a.y + b.y}; }
inline Plane operator-(Plane a, Plane b) { return {a.x - b.x, a.y - b.y}; }
inline Plane operator*(Real s, Plane a) { return {s * a.x, s * a.y}; }
inline Real dot(Plane a, Plane b) { return a.x * b.x + a.y * b.y; }
inline Vec3 rounded(Plane a) { return {static_cast<double>(a.x), static_cast<double>(a.y), 0.0}; }

using Matrix = std::vector<Reals>;

// Gaussian elimination; M is symmetric and positive definite and needs no pivoting.
inline Reals solve(Matrix m, Reals b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
      b[i] -= factor * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= m[k][j] * b[j];
    b[k] /= m[k][k];
  }
  return b;
}

// Positions, velocities and accelerations of the points at one time.
struct Motion {
  std::vector<Plane> r, v, a;
  std::vector<Plane> e;  // direction of each rod
};

class PendulumReference {
 public:
  using Forces = std::function<std::vector<Plane>(Real t, const std::vector<Plane>& r, const std::vector<Plane>& v)>;

  PendulumReference(Matrix coefficients, Reals masses, Forces forces)
      : c_(std::move(coefficients)), m_(std::move(masses)), forces_(std::move(forces)) {}

  // n unit rods and unit masses in gravity.
  static PendulumReference unit(std::size_t n, Real gravity) {
    Matrix c(n, Reals(n, 0));
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i <= k; ++i) c[k][i] = 1;
    return {std::move(c), Reals(n, 1), [n, gravity](Real, const auto&, const auto&) {
              return std::vector<Plane>(n, Plane{0, -gravity});
            }};
  }

  // The motion at `end` of a start from rest at these angles.
  Motion released(const Reals& angles, Real end, Real step = 0.0125L) const {
    Reals y = angles;
    y.resize(2 * angles.size(), 0);
    return motion(end, integrate([this](Real t, const Reals& x) { return derivative(t, x); }, y, end, step));
  }

 private:
  std::size_t angles() const { return c_.front().size(); }

  // Positions, velocities, and accelerations for theta'' = 0.
  Motion kinematics(const Reals& y) const {
    const std::size_t n = angles();
    Motion motion{std::vector<Plane>(c_.size()), std::vector<Plane>(c_.size()), std::vector<Plane>(c_.size()), {}};
    for (std::size_t i = 0; i < n; ++i) {
      const Plane e = {std::sin(y[i]), -std::cos(y[i])}, tangent = {std::cos(y[i]), std::sin(y[i])};
      const Real rate = y[n + i];
      motion.e.push_back(e);
      for (std::size_t k = 0; k < c_.size(); ++k) {
        motion.r[k] = motion.r[k] + c_[k][i] * e;
        motion.v[k] = motion.v[k] + (c_[k][i] * rate) * tangent;
        motion.a[k] = motion.a[k] - (c_[k][i] * rate * rate) * e;
      }
    }
    return motion;
  }

  Reals derivative(Real t, const Reals& y) const {
    const std::size_t n = angles();
    const Motion motion = kinematics(y);
    const std::vector<Plane> force = forces_(t, motion.r, motion.v);
    Matrix mass(n, Reals(n, 0));
    Reals generalised(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < c_.size(); ++k) {
        const Plane tangent = {std::cos(y[i]), std::sin(y[i])};
        generalised[i] += c_[k][i] * dot(tangent, force[k] - m_[k] * motion.a[k]);
        for (std::size_t j = 0; j < n; ++j) mass[i][j] += m_[k] * c_[k][i] * c_[k][j] * std::cos(y[i] - y[j]);
      }
    Reals result(y.begin() + static_cast<std::ptrdiff_t>(n), y.end());
    const Reals acceleration = solve(std::move(mass), std::move(generalised));
    result.insert(result.end(), acceleration.begin(), acceleration.end());
    return result;
  }

  Motion motion(Real t, const Reals& y) const {
    const std::size_t n = angles();
    Motion full = kinematics(y);
    const Reals rate = derivative(t, y);
    for (std::size_t k = 0; k < c_.size(); ++k)
      for (std::size_t i = 0; i < n; ++i)
        full.a[k] = full.a[k] + (c_[k][i] * rate[n + i]) * Plane{std::cos(y[i]), std::sin(y[i])};
    return full;
  }

  Matrix c_;
  Reals m_;
  Forces forces_;
};

// Tensions of an n-fold pendulum from its motion and the forces on its bobs, from the last rod up:
//   m_k a_k = F_k + T_{k+1} e_{k+1} - T_k e_k
inline std::vector<double> tensions(const Motion& motion, const Reals& masses, const std::vector<Plane>& forces) {
  std::vector<double> all(masses.size());
  Plane below{};
  for (std::size_t k = masses.size(); k-- > 0;) {
    const Plane pull = forces[k] - masses[k] * motion.a[k] + below;
    const Real tension = dot(pull, motion.e[k]);
    all[k] = static_cast<double>(tension);
    below = tension * motion.e[k];
  }
  return all;
}

}  // namespace taut::test
