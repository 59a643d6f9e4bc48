// Integrates y' = f(t, y) in long double by extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer): it
// shares neither formulation nor arithmetic with the engine, and its error is below 1e-16 where steps are small enough
// (the order is 2 x columns = 16).
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace taut::test {

using Real = long double;
using Reals = std::vector<Real>;

inline Reals axpy(const Reals& y, Real a, const Reals& x) {
  Reals sum = y;
  for (std::size_t k = 0; k < y.size(); ++k) sum[k] += a * x[k];
  return sum;
}

// What n steps of the midpoint rule over `step` add to y, with Gragg's smoothing: the error has even powers of step/n
// only. Extrapolation magnifies round-off, so it works on these increments, which are small.
template <class Derivative>
Reals modified_midpoint(Derivative&& f, Real t, const Reals& y, Real step, int n) {
  const Real h = step / n;
  Reals before(y.size(), 0), now = axpy(before, h, f(t, y));
  for (int k = 1; k < n; ++k) {
    Reals next = axpy(before, 2 * h, f(t + k * h, axpy(y, 1, now)));
    before = std::move(now);
    now = std::move(next);
  }
  const Reals last = f(t + step, axpy(y, 1, now));
  for (std::size_t k = 0; k < y.size(); ++k) now[k] = (now[k] + before[k] + h * last[k]) / 2;
  return now;
}

template <class Derivative>
Reals extrapolated_step(Derivative&& f, Real t, const Reals& y, Real step) {
  constexpr int columns = 8;
  std::array<Reals, columns> table;
  for (int k = 0; k < columns; ++k) {
    table[static_cast<std::size_t>(k)] = modified_midpoint(f, t, y, step, 2 * (k + 1));
    for (int j = k; j-- > 0;) {  // Aitken and Neville, in (step/n)^2
      const Real ratio = static_cast<Real>(k + 1) / static_cast<Real>(j + 1);
      Reals &coarse = table[static_cast<std::size_t>(j)], &fine = table[static_cast<std::size_t>(j) + 1];
      for (std::size_t i = 0; i < y.size(); ++i) coarse[i] = fine[i] + (fine[i] - coarse[i]) / (ratio * ratio - 1);
    }
  }
  return axpy(y, 1, table[0]);
}

template <class Derivative>
Reals integrate(Derivative&& f, Reals y, Real end, Real step) {
  const int steps = static_cast<int>(end / step + Real(0.5));
  for (int k = 0; k < steps; ++k) y = extrapolated_step(f, k * end / steps, y, end / steps);
  return y;
}

}  // namespace taut::test
