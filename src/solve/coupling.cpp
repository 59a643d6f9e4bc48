#include "solve/coupling.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace taut {

Coupling::Coupling(const RowBlock& rows) : rows_(rows), first_(1, 0), scale_(rows.size(), 0.0) {
  struct Touch {
    std::int32_t row, entry;
  };
  std::unordered_map<std::int32_t, std::vector<Touch>> touching;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      if (rows.weight(e) > 0.0)
        touching[rows.particle(e)].push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(e)});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      for (const Touch& other : touching[rows.particle(e)])
        if (other.row != static_cast<std::int32_t>(k))
          terms_.push_back({other.row, static_cast<std::int32_t>(e), other.entry});
    first_.push_back(static_cast<std::int32_t>(terms_.size()));
  }
  values_.resize(terms_.size());
}

std::int32_t Coupling::take() {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    double diagonal = 0.0;
    for (std::size_t e = rows_.particles_begin(k); e < rows_.particles_end(k); ++e)
      diagonal += rows_.weight(e) * dot(rows_.gradient(e), rows_.gradient(e));
    if (!(diagonal > 0.0)) return static_cast<std::int32_t>(k);
    scale_[k] = 1.0 / std::sqrt(diagonal);
  }
  for (std::size_t k = 0; k < rows_.size(); ++k)
    for (auto t = static_cast<std::size_t>(first_[k]); t < static_cast<std::size_t>(first_[k + 1]); ++t) {
      const auto a = static_cast<std::size_t>(terms_[t].a), b = static_cast<std::size_t>(terms_[t].b);
      const double product = rows_.weight(a) * dot(rows_.gradient(a), rows_.gradient(b));
      values_[t] = -scale_[k] * scale_[static_cast<std::size_t>(terms_[t].row)] * product;
    }
  return -1;
}

void Coupling::multiply(const double* x, double* out) const {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    double sum = 0.0;
    for (auto t = static_cast<std::size_t>(first_[k]); t < static_cast<std::size_t>(first_[k + 1]); ++t)
      sum += values_[t] * x[terms_[t].row];
    out[k] = sum;
  }
}

// By powers of S A S: Rayleigh's quotient approaches the largest eigenvalue from below.
Coupling::Eigenvalue Coupling::largest_eigenvalue() const {
  constexpr int powers = 100;
  std::vector<double> x(rows_.size()), product(rows_.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = 1.0 + std::sin(static_cast<double>(k * k));  // no symmetry
  double quotient = 0.0;
  for (int power = 0; power < powers; ++power) {
    double square = 0.0, along = 0.0, largest = 0.0;
    multiply(x.data(), product.data());
    for (std::size_t k = 0; k < x.size(); ++k) {
      product[k] = x[k] - product[k];
      square += x[k] * x[k];
      along += x[k] * product[k];
      largest = std::max(largest, std::abs(product[k]));
    }
    quotient = along / square;
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = product[k] / largest;
  }
  const auto most = std::max_element(x.begin(), x.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return {quotient, static_cast<std::size_t>(most - x.begin())};
}

}  // namespace taut
