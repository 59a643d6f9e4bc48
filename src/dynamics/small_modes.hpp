// Eigenvalues and orthonormal eigenvectors of small symmetric matrices by Jacobi's rotations: each takes an entry off
// the diagonal to zero, and a few rounds through all of them leave nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace taut {

class SmallModes {
 public:
  void reserve(std::size_t largest) {
    matrix_.resize(largest * largest);
    vectors_.resize(largest * largest);
  }
  // Of at most that size; allocates nothing.
  void find(std::size_t size, const double* matrix);
  double value(std::size_t k) const { return matrix_[k * size_ + k]; }
  const double* vector(std::size_t k) const { return vectors_.data() + k * size_; }

 private:
  double off_diagonal() const;  // sum of squares
  void rotate(std::size_t p, std::size_t q);

  std::size_t size_ = 0;
  std::vector<double> matrix_, vectors_;  // of these each row is one
};

}  // namespace taut
