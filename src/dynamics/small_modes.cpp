#include "dynamics/small_modes.hpp"

#include <algorithm>
#include <cmath>

namespace taut {

void SmallModes::find(std::size_t size, const double* matrix) {
  constexpr int most_rounds = 50;  // about six are enough
  size_ = size;
  std::copy_n(matrix, size * size, matrix_.begin());
  std::fill_n(vectors_.begin(), size * size, 0.0);
  for (std::size_t k = 0; k < size; ++k) vectors_[k * size + k] = 1.0;
  for (int round = 0; round < most_rounds && off_diagonal() > 0.0; ++round)
    for (std::size_t p = 0; p < size; ++p)
      for (std::size_t q = p + 1; q < size; ++q) rotate(p, q);
}

double SmallModes::off_diagonal() const {
  double sum = 0.0;
  for (std::size_t p = 0; p < size_; ++p)
    for (std::size_t q = p + 1; q < size_; ++q) sum += matrix_[p * size_ + q] * matrix_[p * size_ + q];
  return sum;
}

// By the angle, at most an eighth of a turn, that takes entry p, q to zero.
void SmallModes::rotate(std::size_t p, std::size_t q) {
  const auto at = [this](std::size_t i, std::size_t j) -> double& { return matrix_[i * size_ + j]; };
  const double entry = at(p, q), difference = at(q, q) - at(p, p);
  if (std::abs(entry) <= 1e-17 * (std::abs(at(p, p)) + std::abs(at(q, q)))) {
    at(p, q) = at(q, p) = 0.0;
    return;
  }
  const double half = 0.5 * difference / entry;
  const double tangent = std::copysign(1.0, half) / (std::abs(half) + std::hypot(1.0, half));
  const double cosine = 1.0 / std::hypot(1.0, tangent), sine = tangent * cosine;
  const auto turn = [&](double& a, double& b) {
    const double old = a;
    a = cosine * old - sine * b;
    b = sine * old + cosine * b;
  };
  for (std::size_t k = 0; k < size_; ++k) turn(at(p, k), at(q, k));
  for (std::size_t k = 0; k < size_; ++k) turn(at(k, p), at(k, q));
  for (std::size_t k = 0; k < size_; ++k) turn(vectors_[p * size_ + k], vectors_[q * size_ + k]);
  at(p, q) = at(q, p) = 0.0;
}

}  // namespace taut
