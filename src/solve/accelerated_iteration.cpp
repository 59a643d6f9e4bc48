#include "solve/accelerated_iteration.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

using Values = std::vector<double>;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void add(double factor, std::span<const double> a, std::span<double> to) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += factor * a[k];
}

void scale(double factor, std::span<double> a) {
  for (double& value : a) value *= factor;
}

}  // namespace

AcceleratedIteration::AcceleratedIteration(std::size_t size) : last_x_(size), last_g_(size) {
  for (auto* ring : {&dx_, &dg_, &basis_, &moved_})
    for (Values& values : *ring) values.assign(size, 0.0);
}

void AcceleratedIteration::observe(std::span<const double> x, std::span<const double> g) {
  if (started_) keep_differences(x, g);
  std::copy(x.begin(), x.end(), last_x_.begin());
  std::copy(g.begin(), g.end(), last_g_.begin());
  started_ = true;
}

void AcceleratedIteration::accelerate(std::span<double> g) {
  orthogonalise();
  for (std::size_t j = 0; j < rank_; ++j) add(-dot(basis_[j], last_g_), moved_[j], g);
}

void AcceleratedIteration::keep_differences(std::span<const double> x, std::span<const double> g) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    dx_[next_][k] = x[k] - last_x_[k];
    dg_[next_][k] = g[k] - last_g_[k];
  }
  next_ = (next_ + 1) % depth;
  count_ = std::min(count_ + 1, depth);
}

// Gram and Schmidt from the latest difference on; those that add nothing new are left out.
void AcceleratedIteration::orthogonalise() {
  constexpr double something_new = 1e-8;
  rank_ = 0;
  for (std::size_t ago = 1; ago <= count_; ++ago) {
    const std::size_t from = (next_ + depth - ago) % depth;
    Values &b = basis_[rank_], &m = moved_[rank_];
    b = dg_[from];
    m = dx_[from];
    add(1.0, dg_[from], m);
    const double before = std::sqrt(dot(b, b));
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t j = 0; j < rank_; ++j) {
        const double share = dot(basis_[j], b);
        add(-share, basis_[j], b);
        add(-share, moved_[j], m);
      }
    const double length = std::sqrt(dot(b, b));
    if (!(length > something_new * before)) continue;
    scale(1.0 / length, b);
    scale(1.0 / length, m);
    ++rank_;
  }
}

}  // namespace taut
