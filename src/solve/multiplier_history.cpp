#include <algorithm>
#include <cmath>

#include "solve/solver.hpp"

namespace taut {
namespace {

using Weights = std::array<double, 4>;

// Lagrange's weights of the latest `count` times for the value at `time`.
Weights extrapolation(double time, const Weights& times, std::size_t count) {
  Weights weights{};
  for (std::size_t i = 0; i < count; ++i) {
    weights[i] = 1.0;
    for (std::size_t j = 0; j < count; ++j)
      if (j != i) weights[i] *= (time - times[j]) / (times[i] - times[j]);
  }
  return weights;
}

double magnification(const Weights& w) { return std::abs(w[0]) + std::abs(w[1]) + std::abs(w[2]) + std::abs(w[3]); }

// The highest order that does not magnify errors much: stages of unequal length may ask for wild extrapolation.
Weights prediction(double time, const Weights& times, std::size_t count) {
  constexpr double most = 16.0;
  for (std::size_t order = count; order > 1; --order) {
    const Weights weights = extrapolation(time, times, order);
    if (magnification(weights) <= most) return weights;
  }
  return {1.0, 0.0, 0.0, 0.0};
}

}  // namespace

void MultiplierHistory::resize(std::size_t rows) {
  for (std::vector<double>& slot : slots_) slot.assign(rows, 0.0);
}

double* MultiplierHistory::predict(double time, double h) {
  stages_[now_] = {time, h};
  double* lambda = current();
  const std::size_t rows = slots_[0].size();
  if (count_ == 0) {
    std::fill_n(lambda, rows, 0.0);
    return lambda;
  }
  Weights w = {4.0, -6.0, 4.0, -1.0};  // equal steps, the common case
  if (equal_ + 1 < depth || !stages_[now_].follows(stages_[slot(1)])) {
    const Stage &s1 = stages_[slot(1)], &s2 = stages_[slot(2)], &s3 = stages_[slot(3)], &s4 = stages_[slot(4)];
    w = prediction(time, {s1.time, s2.time, s3.time, s4.time}, count_);
    w = {w[0] * h / s1.step, w[1] * h / s2.step, w[2] * h / s3.step, w[3] * h / s4.step};
  }
  const double *a = slots_[slot(1)].data(), *b = slots_[slot(2)].data(), *c = slots_[slot(3)].data(),
               *d = slots_[slot(4)].data();
  for (std::size_t k = 0; k < rows; ++k) lambda[k] = w[0] * a[k] + w[1] * b[k] + w[2] * c[k] + w[3] * d[k];
  return lambda;
}

void MultiplierHistory::keep() {
  equal_ = count_ > 0 && stages_[now_].follows(stages_[slot(1)]) ? equal_ + 1 : 0;
  now_ = slot(depth);
  count_ = std::min(count_ + 1, depth);
}

void MultiplierHistory::save(std::vector<double>& memory) const {
  memory.insert(memory.end(), {static_cast<double>(count_), static_cast<double>(equal_)});
  for (std::size_t ago = 1; ago <= depth; ++ago) {
    const Stage& stage = stages_[slot(ago)];
    memory.insert(memory.end(), {stage.time, stage.step});
    memory.insert(memory.end(), slots_[slot(ago)].begin(), slots_[slot(ago)].end());
  }
}

void MultiplierHistory::restore(std::span<const double> memory) {
  const double* from = memory.data();
  count_ = static_cast<std::size_t>(*from++);
  equal_ = static_cast<std::size_t>(*from++);
  for (std::size_t ago = 1; ago <= depth; ++ago) {
    stages_[slot(ago)] = {from[0], from[1]};
    std::copy_n(from + 2, slots_[0].size(), slots_[slot(ago)].begin());
    from += 2 + slots_[0].size();
  }
}

}  // namespace taut
