#include "textbook_shake.hpp"

#include <algorithm>
#include <cmath>

#include "taut/vec.hpp"

namespace taut::bench {
namespace {

Vec3 difference(const double* array, std::size_t i, std::size_t j) {
  return {array[3 * j] - array[3 * i], array[3 * j + 1] - array[3 * i + 1], array[3 * j + 2] - array[3 * i + 2]};
}

void add(double* array, std::size_t i, const Vec3& shift) {
  array[3 * i] += shift.x;
  array[3 * i + 1] += shift.y;
  array[3 * i + 2] += shift.z;
}

}  // namespace

TextbookShake::TextbookShake(std::vector<double> inverse_masses, std::vector<Distance> distances, double tolerance)
    : w_(std::move(inverse_masses)), distances_(std::move(distances)), tolerance_(tolerance) {}

int TextbookShake::positions(const double* reference, double* r, int most) const {
  for (int sweep = 0; sweep <= most; ++sweep) {
    double worst = 0.0;
    for (const Distance& d : distances_) {
      const auto i = static_cast<std::size_t>(d.i), j = static_cast<std::size_t>(d.j);
      const Vec3 now = difference(r, i, j);
      const double sigma = 0.5 * (dot(now, now) - d.length * d.length);
      const double violation = std::abs(sigma) / (d.length * d.length);
      worst = std::max(worst, violation);
      if (violation <= tolerance_) continue;
      const Vec3 then = difference(reference, i, j);
      const double x = sigma / ((w_[i] + w_[j]) * dot(now, then));
      add(r, i, (w_[i] * x) * then);
      add(r, j, (-w_[j] * x) * then);
    }
    if (worst <= tolerance_) return sweep;
  }
  return -1;
}

TextbookNewton::TextbookNewton(std::vector<double> inverse_masses, std::size_t rods, double length, double tolerance)
    : w_(std::move(inverse_masses)),
      bond_(3 * rods + 3),
      x_(rods),
      upper_(rods),
      rods_(rods),
      length_(length),
      tolerance_(tolerance) {}

int TextbookNewton::positions(const double* reference, double* r) {
  int most = 0;
  for (std::size_t first = 0; first + rods_ < w_.size(); first += rods_ + 1)
    most = std::max(most, solve_chain(reference + 3 * first, r + 3 * first, w_.data() + first));
  return most;
}

int TextbookNewton::solve_chain(const double* reference, double* r, const double* w) {
  const auto bond = [&](std::size_t k) { return Vec3{bond_[3 * k], bond_[3 * k + 1], bond_[3 * k + 2]}; };
  for (std::size_t k = 0; k < 3 * rods_; ++k) bond_[k] = reference[k + 3] - reference[k];
  for (int iteration = 0; iteration < 50; ++iteration) {
    double worst = 0.0, upper = 0.0, y = 0.0;
    for (std::size_t k = 0; k < rods_; ++k) {
      const Vec3 s = difference(r, k, k + 1);
      const double sigma = 0.5 * (dot(s, s) - length_ * length_);
      worst = std::max(worst, std::abs(sigma));
      const double lower = k > 0 ? -w[k] * dot(s, bond(k - 1)) : 0.0;
      const double inverse = 1.0 / ((w[k] + w[k + 1]) * dot(s, bond(k)) - lower * upper);
      y = (sigma - lower * y) * inverse;
      upper = k + 1 < rods_ ? -w[k + 1] * dot(s, bond(k + 1)) * inverse : 0.0;
      x_[k] = y;
      upper_[k] = upper;
    }
    if (worst <= tolerance_ * length_ * length_) return iteration;
    for (std::size_t k = rods_ - 1; k-- > 0;) x_[k] -= upper_[k] * x_[k + 1];
    for (std::size_t k = 0; k < rods_; ++k) {
      add(r, k, (w[k] * x_[k]) * bond(k));
      add(r, k + 1, (-w[k + 1] * x_[k]) * bond(k));
    }
  }
  return 50;
}

}  // namespace taut::bench
