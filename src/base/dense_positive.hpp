// Symmetric positive matrices of a few dozen rows, in place, row after row; only the lower half is read.
#pragma once

#include <cmath>
#include <cstddef>

namespace taut {

// A = L L^T; the diagonal of L is left inverted. False when A is not positive.
inline bool factor_positive(double* a, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double* x = a + i * n;
    for (std::ptrdiff_t j = 0; j <= i; ++j) {
      const double* y = a + j * n;
      double s = x[j];
      for (std::ptrdiff_t k = 0; k < j; ++k) s -= x[k] * y[k];
      if (i == j) {
        if (!(s > 0.0)) return false;
        x[i] = 1.0 / std::sqrt(s);
      } else {
        x[j] = s * y[j];
      }
    }
  }
  return true;
}

// Solves A x = b in place with the factor.
inline void solve_factored(const double* a, double* b, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] *= a[i * n + i];
  }
  for (std::ptrdiff_t i = n; i-- > 0;) {
    b[i] *= a[i * n + i];
    for (std::ptrdiff_t k = 0; k < i; ++k) b[k] -= a[i * n + k] * b[i];
  }
}

// The inverse of A in `inverse`, both halves, from the factor, which becomes the inverse of L.
inline void invert_factored(double* a, double* inverse, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {  // rows of L^-1
    double* x = a + i * n;
    for (std::ptrdiff_t j = 0; j < i; ++j) inverse[j] = 0.0;
    for (std::ptrdiff_t k = 0; k < i; ++k)
      for (std::ptrdiff_t j = 0; j <= k; ++j) inverse[j] -= x[k] * a[k * n + j];
    for (std::ptrdiff_t j = 0; j < i; ++j) x[j] = inverse[j] * x[i];
  }
  for (std::ptrdiff_t i = 0; i < n * n; ++i) inverse[i] = 0.0;
  for (std::ptrdiff_t k = 0; k < n; ++k) {  // sum over rows of L^-1
    const double* x = a + k * n;
    for (std::ptrdiff_t i = 0; i <= k; ++i)
      for (std::ptrdiff_t j = 0; j <= i; ++j) inverse[i * n + j] += x[i] * x[j];
  }
  for (std::ptrdiff_t i = 0; i < n; ++i)
    for (std::ptrdiff_t j = 0; j < i; ++j) inverse[j * n + i] = inverse[i * n + j];
}

}  // namespace taut
