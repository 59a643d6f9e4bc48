// The random walk of planar trimers with unit masses and bonds, written down once more with three projections: along
// the bonds before the kick, which is right; along those after it; and bond by bond along what the bond is now.
#pragma once

#include <array>
#include <random>

#include "support/heat.hpp"

namespace taut::test {

enum class Projection { before, trial, bond_by_bond };

// <cos 2 phi> for p ~ 1 / sqrt(1 - cos^2(phi)/4), by a sum over a full turn.
inline const double inverse_root = [] {
  double sum = 0.0, weights = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const double phi = 2.0 * std::numbers::pi * k / 1000.0,
                 weight = 1.0 / std::sqrt(1.0 - 0.25 * std::pow(std::cos(phi), 2));
    sum += weight * std::cos(2.0 * phi);
    weights += weight;
  }
  return sum / weights;
}();

using Trimer = std::array<Vec3, 3>;

// Newton's method for both multipliers at once, along fixed directions. False without a solution.
inline bool put_on_bonds(Trimer& r, const Vec3& p, const Vec3& q) {
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Vec3 a = r[1] - r[0], b = r[2] - r[1];
    const double f = 0.5 * (dot(a, a) - 1.0), g = 0.5 * (dot(b, b) - 1.0);
    if (std::abs(f) + std::abs(g) < 1e-10) return dot(a, p) > 0.5 && dot(b, q) > 0.5;
    const double m00 = 2.0 * dot(a, p), m01 = -dot(a, q), m10 = -dot(b, p), m11 = 2.0 * dot(b, q);
    const double det = m00 * m11 - m01 * m10, x = (m11 * f - m01 * g) / det, y = (m00 * g - m10 * f) / det;
    r[0] += x * p;
    r[1] += y * q - x * p;
    r[2] -= y * q;
  }
  return false;
}

inline bool put_on_each(Trimer& r) {
  for (int sweep = 0; sweep < 200; ++sweep) {
    double worst = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec3 b = r[k + 1] - r[k];
      const double length = norm(b);
      const Vec3 half = (0.5 * (length - 1.0) / length) * b;
      worst = std::max(worst, std::abs(length - 1.0));
      r[k] += half;
      r[k + 1] -= half;
    }
    if (worst < 1e-9) return true;
  }
  return false;
}

inline Estimate walk_by_hand(Projection projection, double kick) {
  constexpr int copies = 256, samples = 150;
  const int between = static_cast<int>(0.3 / (kick * kick));
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal(0.0, kick);
  std::vector<double> means;
  for (int copy = 0; copy < copies; ++copy) {
    const double angle = 0.7 * copy;
    Trimer r = {Vec3{}, Vec3{1.0, 0.0, 0.0}, Vec3{1.0 + std::cos(angle), std::sin(angle), 0.0}};
    double sum = 0.0;
    for (int step = 0; step < (samples + 5) * between; ++step) {
      const Vec3 p = r[1] - r[0], q = r[2] - r[1];
      Trimer trial = r;
      for (Vec3& x : trial) x += Vec3{normal(generator), normal(generator), 0.0};
      const Vec3 a = trial[1] - trial[0], b = trial[2] - trial[1];
      const bool solved = projection == Projection::before ? put_on_bonds(trial, p, q)
                          : projection == Projection::trial
                              ? put_on_bonds(trial, (1.0 / norm(a)) * a, (1.0 / norm(b)) * b)
                              : put_on_each(trial);
      if (solved) r = trial;
      if (step % between == 0 && step >= 5 * between) sum += cosine_of_double(dot(r[1] - r[0], r[2] - r[1])) / samples;
    }
    means.push_back(sum);
  }
  return estimate(means);
}

}  // namespace taut::test
