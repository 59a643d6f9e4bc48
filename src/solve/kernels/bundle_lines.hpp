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
  double values[width];
  store(values, largest);
  double result = values[0];
  for (double value : values) result = value > result ? value : result;
  return result;
}

TAUT_INLINE Real get(const BundleLane& from, int g) { return load(from.value + g * width); }
TAUT_INLINE void put(BundleLane& to, int g, Real x) { store(to.value + g * width, x); }
TAUT_INLINE void put(BundleLane& to, const Pack& x) {
  for (int g = 0; g < groups; ++g) put(to, g, x.part[g]);
}
// The k-th vector of an array with three lines a vector.
TAUT_INLINE Vector vector(const BundleLane* from, int k, int g) {
  return {get(from[3 * k], g), get(from[3 * k + 1], g), get(from[3 * k + 2], g)};
}
TAUT_INLINE void put_vector(BundleLane* to, int k, int g, const Vector& a) {
  put(to[3 * k], g, a.x), put(to[3 * k + 1], g, a.y), put(to[3 * k + 2], g, a.z);
}

class BundleMemory {
 public:
  BundleMemory(const BundleShape& shape, const Bundle& bundle, double* idle)
      : bundle_(bundle), particles_(shape.particles), idle_(idle) {}

  TAUT_INLINE void take(const double* from, BundleLane* to) const {
    if (bundle_.consecutive)
      each_register([&](int g) __attribute__((always_inline)) { take_consecutive(from, to, g); });
    else
      take_listed(from, to);
  }
  TAUT_INLINE void put(double* to, const BundleLane* from) const {
    if (bundle_.consecutive)
      each_register([&](int g) __attribute__((always_inline)) { put_consecutive(to, from, g); });
    else
      put_listed(to, from);
  }

 private:
  TAUT_INLINE std::ptrdiff_t offset(int p, int lane) const {
    return 3 * static_cast<std::ptrdiff_t>(bundle_.particle.data()[p].data()[lane]);
  }
  TAUT_INLINE void take_consecutive(const double* from, BundleLane* to, int g) const {
    const double* at[width];
    for (int s = 0; s < width; ++s) at[s] = from + offset(0, g * width + s);
    int q = 0;
    for (; q + width <= 3 * particles_; q += width) {
      Real x[width];
      load_transposed(at, q, x);
      for (int r = 0; r < width; ++r) TAUT_INSTRUCTION_SET::put(to[q + r], g, x[r]);
    }
    for (; q < 3 * particles_; ++q)
      TAUT_INSTRUCTION_SET::put(to[q], g, each([&](int s) __attribute__((always_inline)) { return at[s][q]; }));
  }
  TAUT_INLINE void put_consecutive(double* to, const BundleLane* from, int g) const {
    double* at[width];
    for (int s = 0; s < width; ++s) at[s] = g * width + s < bundle_.used ? to + offset(0, g * width + s) : idle_;
    int q = 0;
    for (; q + width <= 3 * particles_; q += width) {
      Real x[width];
      for (int r = 0; r < width; ++r) x[r] = get(from[q + r], g);
      transpose(x);
      for (int s = 0; s < width; ++s) store(at[s] + q, x[s]);
    }
    for (; q < 3 * particles_; ++q)
      for (int s = 0; s < width; ++s) at[s][q] = from[q].value[g * width + s];
  }
  void take_listed(const double* from, BundleLane* to) const {
    for (int p = 0; p < particles_; ++p)
      for (int lane = 0; lane < lanes; ++lane)
        for (int c = 0; c < 3; ++c) to[3 * p + c].value[lane] = from[offset(p, lane) + c];
  }
  void put_listed(double* to, const BundleLane* from) const {
    for (int lane = 0; lane < bundle_.used; ++lane)
      for (int p = 0; p < particles_; ++p)
        for (int c = 0; c < 3; ++c) to[offset(p, lane) + c] = from[3 * p + c].value[lane];
  }

  const Bundle& bundle_;
  int particles_;
  double* idle_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
