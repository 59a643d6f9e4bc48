// The loops over coordinates, as flat arrays that do not overlap: n is three times the number of particles. They are
// compiled where they are called, also for wider instruction sets, and must not be shared between those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/exact.hpp"
#include "taut/vec.hpp"

namespace taut {

inline const double* flat(const std::vector<Vec3>& v) { return &v.data()->x; }
inline double* flat(std::vector<Vec3>& v) { return &v.data()->x; }

// dv = h a, u = v + dv
[[gnu::always_inline]] inline void first_kick(std::size_t n, double h, const double* __restrict a,
                                              const double* __restrict v, double* __restrict dv, double* __restrict u) {
  for (std::size_t k = 0; k < n; ++k) {
    dv[k] = h * a[k];
    u[k] = v[k] + dv[k];
  }
}

// dv += h a, u = v + dv
[[gnu::always_inline]] inline void further_kick(std::size_t n, double h, const double* __restrict a,
                                                const double* __restrict v, double* __restrict dv,
                                                double* __restrict u) {
  for (std::size_t k = 0; k < n; ++k) {
    dv[k] += h * a[k];
    u[k] = v[k] + dv[k];
  }
}

// to = from + h u, both kept to twice the precision
[[gnu::always_inline]] inline void compensated_step(std::size_t n, double h, const double* __restrict u,
                                                    const double* __restrict from, const double* __restrict from_low,
                                                    double* __restrict to, double* __restrict to_low) {
  for (std::size_t k = 0; k < n; ++k) {
    const Exact sum = two_sum(from[k], from_low[k] + h * u[k]);
    to[k] = sum.high;
    to_low[k] = sum.low;
  }
}

// v += dv, kept to twice the precision
[[gnu::always_inline]] inline void compensated_add(std::size_t n, const double* __restrict dv, double* __restrict v,
                                                   double* __restrict v_low) {
  for (std::size_t k = 0; k < n; ++k) {
    const Exact sum = two_sum(v[k], v_low[k] + dv[k]);
    v[k] = sum.high;
    v_low[k] = sum.low;
  }
}

// The first particle with a component that is not finite, or -1.
inline std::int32_t first_not_finite(const std::vector<Vec3>& v) {
  double sum = 0.0;  // of zeros, or not a number as soon as one of them is not finite
  for (const Vec3& a : v) sum += 0.0 * a.x + 0.0 * a.y + 0.0 * a.z;
  if (sum == 0.0) return -1;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!is_finite(v[i])) return static_cast<std::int32_t>(i);
  return -1;
}

}  // namespace taut
