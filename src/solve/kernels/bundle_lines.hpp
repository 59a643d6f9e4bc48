// Eight lanes of a bundle as registers, and their way between the caller's (N,3) arrays and bundles of lanes.
#pragma once

#include "solve/kernels/bundle_unit.hpp"
#include "solve/kernels/memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

TAUT_INLINE double lane_of(const Pack& a, int lane) {
  double values[width];
  store(values, a.part[lane / width]);
  return values[lane % width];
}
TAUT_INLINE double largest_of(const Pack& a) {
  Real largest = a.part[0];
  for (int g = 1; g < groups; ++g) largest = larger(largest, a.part[g]);
  return largest_lane(largest);
}

TAUT_INLINE Real get(const BundleLane& from, int g) { return load(from.value + g * width); }
TAUT_INLINE void put(BundleLane& to, int g, Real x) { store(to.value + g * width, x); }
TAUT_INLINE void put(BundleLane& to, const Pack& x) {
  for (int g = 0; g < groups; ++g) put(to, g, x.part[g]);
}
// The k-th vector of an array with three lines a vector; in the plane the third is left alone.
template <class V>
TAUT_INLINE V get_vector(const BundleLane* from, int k, int g) {
  if constexpr (V::dimension == 3)
    return {get(from[3 * k], g), get(from[3 * k + 1], g), get(from[3 * k + 2], g)};
  else
    return {get(from[3 * k], g), get(from[3 * k + 1], g)};
}
template <class V>
TAUT_INLINE void put_vector(BundleLane* to, int k, int g, const V& a) {
  put(to[3 * k], g, a.x), put(to[3 * k + 1], g, a.y);
  if constexpr (V::dimension == 3) put(to[3 * k + 2], g, a.z);
}
template <class V>
TAUT_INLINE V zero_vector() {
  if constexpr (V::dimension == 3)
    return {Real{}, Real{}, Real{}};
  else
    return {Real{}, Real{}};
}

// Lanes that are not used repeat the first, in what they write as well.
template <class V>
class BundleMemory {
 public:
  BundleMemory(const BundleShape& shape, const Bundle& bundle) : bundle_(bundle), particles_(shape.particles) {}

  TAUT_INLINE void take(const double* from, BundleLane* to) const { take(from, to, 0, particles_); }
  TAUT_INLINE void put(double* to, const BundleLane* from) const { put(to, from, 0, particles_); }
  // Some of the particles.
  TAUT_INLINE void take(const double* from, BundleLane* to, int begin, int end) const {
    if (bundle_.consecutive)
      each_register([&](int g) __attribute__((always_inline)) { take_consecutive(from, to, begin, end, g); });
    else
      take_listed(from, to, begin, end);
  }
  TAUT_INLINE void put(double* to, const BundleLane* from, int begin, int end) const {
    if (bundle_.consecutive)
      each_register([&](int g) __attribute__((always_inline)) { put_consecutive(to, from, begin, end, g); });
    else
      put_listed(to, from, begin, end);
  }

 private:
  TAUT_INLINE std::ptrdiff_t offset(int p, int lane) const {
    return 3 * static_cast<std::ptrdiff_t>(bundle_.particle.data()[p].data()[lane]);
  }
  // what(c, q) for columns q to q + c of the particles; there are three a particle.
  template <class Do>
  TAUT_INLINE static void each_columns_of(int begin, int end, Do&& what) {
    if constexpr (V::dimension == 3)
      each_columns(3 * begin, 3 * end, what);
    else
      for (int p = begin; p < end; ++p) each_columns(3 * p, 3 * p + V::dimension, what);
  }
  TAUT_INLINE void take_consecutive(const double* from, BundleLane* to, int begin, int end, int g) const {
    const Places<const double> at = {from, bundle_.first_coordinate.data() + g * width};
    each_columns_of(
        begin, end, [&](auto columns, int q) __attribute__((always_inline)) {
          Real x[columns];
          load_columns<columns>(at, q, x);
          for (int r = 0; r < columns; ++r) TAUT_INSTRUCTION_SET::put(to[q + r], g, x[r]);
        });
  }
  TAUT_INLINE void put_consecutive(double* to, const BundleLane* from, int begin, int end, int g) const {
    const Places<double> at = {to, bundle_.first_coordinate.data() + g * width};
    each_columns_of(
        begin, end, [&](auto columns, int q) __attribute__((always_inline)) {
          Real x[columns];
          for (int r = 0; r < columns; ++r) x[r] = get(from[q + r], g);
          store_columns<columns>(at, q, x);
        });
  }
  void take_listed(const double* from, BundleLane* to, int begin, int end) const {
    for (int p = begin; p < end; ++p)
      for (int c = 0; c < V::dimension; ++c)
        for (int lane = 0; lane < lanes; ++lane) to[3 * p + c].value[lane] = from[offset(p, lane) + c];
  }
  void put_listed(double* to, const BundleLane* from, int begin, int end) const {
    for (int lane = 0; lane < lanes; ++lane)
      for (int p = begin; p < end; ++p)
        for (int c = 0; c < V::dimension; ++c) to[offset(p, lane) + c] = from[3 * p + c].value[lane];
  }

  const Bundle& bundle_;
  int particles_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
