#include "kinematics/search/time_blocks.hpp"

#include <algorithm>

#include "base/dense_positive.hpp"

namespace taut {

void TimeBlocks::multiply(const double* matrix, std::span<const double> by) {
  for (std::size_t i = 0; i < rows_; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rows_; ++j) sum += matrix[i * rows_ + j] * by[j];
    sum_[i] = sum;
  }
}

bool TimeBlocks::eliminate(int t, double* matrix) {
  if (t > 1) {
    const double* before = inverse(t - 1);
    multiply(before, at(t - 1));
    for (std::size_t i = 0; i < rows_; ++i) {
      at(t)[i] += sum_[i];
      for (std::size_t j = 0; j <= i; ++j) matrix[i * rows_ + j] -= before[i * rows_ + j];
    }
  }
  const auto n = static_cast<int>(rows_);
  if (!factor_positive(matrix, n)) return false;
  invert_factored(matrix, inverse(t), n);
  return true;
}

void TimeBlocks::substitute(int last) {
  for (int t = last; t >= 1; --t) {
    const std::span<double> b = at(t);
    if (t < last)
      for (std::size_t i = 0; i < rows_; ++i) b[i] += at(t + 1)[i];
    multiply(inverse(t), b);
    std::copy(sum_.begin(), sum_.end(), b.begin());
  }
}

}  // namespace taut
