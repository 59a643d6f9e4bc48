#include "textbook_chain.hpp"

#include <algorithm>
#include <cmath>

namespace taut::bench {
namespace {

constexpr Vec3 gravity{0.0, -9.81, 0.0};
constexpr int most_iterations = 50;

}  // namespace

TextbookChain::TextbookChain(std::size_t links, double step, double tolerance)
    : n_(links),
      h_(step),
      tolerance_(tolerance),
      r_(n_ + 1),
      v_(n_ + 1),
      bond_(n_),
      w_(n_ + 1, 1.0),
      upper_(n_),
      x_(n_) {
  for (std::size_t i = 0; i <= n_; ++i) r_[i].x = static_cast<double>(i);
  w_[0] = 0.0;
}

void TextbookChain::step() {
  for (std::size_t k = 0; k < n_; ++k) bond_[k] = r_[k + 1] - r_[k];
  for (std::size_t i = 1; i <= n_; ++i) {
    v_[i] += 0.5 * h_ * gravity;
    r_[i] += h_ * v_[i];
  }
  solve_positions();
  for (std::size_t i = 1; i <= n_; ++i) v_[i] += 0.5 * h_ * gravity;
  solve_velocities();
}

// Newton: sum_l (s_k . W bond_l) x_l = (|s_k|^2 - 1)/2 with s the bonds now and bond those at the start of the step.
void TextbookChain::solve_positions() {
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    double worst = 0.0, upper = 0.0, y = 0.0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 s = r_[k + 1] - r_[k];
      const double sigma = 0.5 * (dot(s, s) - 1.0);
      worst = std::max(worst, std::abs(sigma));
      const double lower = k > 0 ? -w_[k] * dot(s, bond_[k - 1]) : 0.0;
      const double inverse = 1.0 / ((w_[k] + w_[k + 1]) * dot(s, bond_[k]) - lower * upper);
      y = (sigma - lower * y) * inverse;
      upper = k + 1 < n_ ? -w_[k + 1] * dot(s, bond_[k + 1]) * inverse : 0.0;
      x_[k] = y;
      upper_[k] = upper;
    }
    if (worst <= tolerance_) return;
    for (std::size_t k = n_ - 1; k-- > 0;) x_[k] -= upper_[k] * x_[k + 1];
    for (std::size_t k = 0; k < n_; ++k) {
      const Vec3 impulse = x_[k] * bond_[k];
      r_[k] += w_[k] * impulse;
      r_[k + 1] -= w_[k + 1] * impulse;
      v_[k] += (w_[k] / h_) * impulse;
      v_[k + 1] -= (w_[k + 1] / h_) * impulse;
    }
  }
}

void TextbookChain::solve_velocities() {
  double upper = 0.0, y = 0.0;
  Vec3 before{};
  for (std::size_t k = 0; k < n_; ++k) {
    const Vec3 s = r_[k + 1] - r_[k];
    const double lower = -w_[k] * dot(s, before);
    const double inverse = 1.0 / ((w_[k] + w_[k + 1]) * dot(s, s) - lower * upper);
    y = (dot(s, v_[k + 1] - v_[k]) - lower * y) * inverse;
    before = s;
    upper = k + 1 < n_ ? -w_[k + 1] * dot(s, r_[k + 2] - r_[k + 1]) * inverse : 0.0;
    x_[k] = y;
    upper_[k] = upper;
  }
  for (std::size_t k = n_ - 1; k-- > 0;) x_[k] -= upper_[k] * x_[k + 1];
  for (std::size_t k = 0; k < n_; ++k) {
    const Vec3 impulse = x_[k] * (r_[k + 1] - r_[k]);
    v_[k] += w_[k] * impulse;
    v_[k + 1] -= w_[k + 1] * impulse;
  }
}

}  // namespace taut::bench
