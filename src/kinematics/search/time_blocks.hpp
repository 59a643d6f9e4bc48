// Linear equations for all points of a motion, block tridiagonal with -1 beside the diagonal:
//   -x_(t-1) + D_t x_t - x_(t+1) = b_t,    t = 1 ... last,   x_0 = 0
// by elimination from the first point to the last, and substitution back:
//   S_t = D_t - S_(t-1)^-1,   b_t += S_(t-1)^-1 b_(t-1);      x_t = S_t^-1 (b_t + x_(t+1))
#pragma once

#include <span>
#include <vector>

namespace taut {

class TimeBlocks {
 public:
  TimeBlocks(std::size_t rows, std::size_t points)
      : rows_(rows), inverses_(points), right_(rows * points), sum_(rows) {}

  // b_t to be filled in before eliminate(); x_t after substitute().
  std::span<double> at(int t) { return std::span(right_).subspan(static_cast<std::size_t>(t) * rows_, rows_); }
  // Takes the lower half of D_t, which is used up; points in order. False when S_t is not positive.
  bool eliminate(int t, double* matrix);
  void substitute(int last);

 private:
  double* inverse(int t) {
    std::vector<double>& inverse = inverses_[static_cast<std::size_t>(t)];
    inverse.resize(rows_ * rows_);
    return inverse.data();
  }
  void multiply(const double* matrix, std::span<const double> by);  // into sum_

  std::size_t rows_;
  std::vector<std::vector<double>> inverses_;  // made as they are needed: those of long arms are large
  std::vector<double> right_, sum_;
};

}  // namespace taut
