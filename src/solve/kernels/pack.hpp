// A pack of doubles, one lane a molecule or a segment of a long chain; for every instruction set (base/register.hpp).
//
// A kernel works on eight lanes whatever the width: eight registers of one, or one of eight. Each lane sees the same
// operations in the same order, and no operation is contracted, so every instruction set gives the same bits.
#pragma once

#include <utility>

#include "base/register.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

constexpr int lanes = 8;
constexpr int groups = lanes / width;

TAUT_INLINE Real larger(Real a, Real b) { return a > b ? a : b; }
TAUT_INLINE Real smaller(Real a, Real b) { return a < b ? a : b; }
TAUT_INLINE Real magnitude(Real a) { return larger(a, -a); }

// Parts of a register: n doubles.
template <int n>
struct PartOf {
  typedef double Type __attribute__((vector_size(8 * n)));  // g++ 12 forgets the attribute in a using
  typedef double InMemory __attribute__((vector_size(8 * n), aligned(8)));
};
template <int n>
using Some = typename PartOf<n>::Type;
template <int n>
TAUT_INLINE Some<n> load_some(const double* from) {
  return *reinterpret_cast<const typename PartOf<n>::InMemory*>(from);
}
template <int n>
TAUT_INLINE void store_some(double* to, Some<n> x) {
  *reinterpret_cast<typename PartOf<n>::InMemory*>(to) = x;
}
template <int n, int... k>
TAUT_INLINE Some<2 * n> join(Some<n> a, Some<n> b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, b, k...);
}
template <int n>
TAUT_INLINE Some<2 * n> join(Some<n> a, Some<n> b) {
  return join<n>(a, b, std::make_integer_sequence<int, 2 * n>());
}
template <int which, int n, int... k>
TAUT_INLINE Some<n> half(Some<2 * n> a, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, a, (which * n + k)...);
}
template <int which, int n>
TAUT_INLINE Some<n> half(Some<2 * n> a) {
  return half<which, n>(a, std::make_integer_sequence<int, n>());
}
// All lanes in one number, half with half: with(with(0, 4), with(2, 6)) ...
template <class With, int n = width>
TAUT_INLINE double combine(Some<n> a, const With& with) {
  if constexpr (n == 2)
    return with(a[0], a[1]);
  else
    return combine<With, n / 2>(with(half<0, n / 2>(a), half<1, n / 2>(a)), with);
}
#if TAUT_LANES == 1
TAUT_INLINE double sum_of_lanes(Real a) { return a; }
TAUT_INLINE double largest_lane(Real a) { return a; }
#else
TAUT_INLINE double sum_of_lanes(Real a) {
  return combine(
      a, [](auto b, auto c) __attribute__((always_inline)) { return b + c; });
}
TAUT_INLINE double largest_lane(Real a) {
  return combine(
      a, [](auto b, auto c) __attribute__((always_inline)) { return b > c ? b : c; });
}
#endif

#if TAUT_LANES == 1
using Truth = bool;
TAUT_INLINE bool every(Truth yes) { return yes; }
#else
using Truth = decltype(Real{} < Real{});
TAUT_INLINE bool every(Truth yes) { return sum_of_lanes(yes ? Real{} : all(1.0)) == 0.0; }
#endif

// One number of each of the eight lanes. Kernels take all registers of a line through each step: one goes on while
// another waits.
struct Pack {
  Real part[groups];
};
template <class Do, int... g>
TAUT_INLINE void each_register(Do&& what, std::integer_sequence<int, g...>) {
  (what(g), ...);
}
template <class Do>
TAUT_INLINE void each_register(Do&& what) {
  each_register(what, std::make_integer_sequence<int, groups>());
}
TAUT_INLINE Pack pack(double x) {
  Pack result;
  for (Real& part : result.part) part = all(x);
  return result;
}
TAUT_INLINE void put(double* to, const Pack& x) {
  for (int g = 0; g < groups; ++g) store(to + g * width, x.part[g]);
}
TAUT_INLINE double sum_of(const Pack& a) {
  Real sum = a.part[0];
  for (int g = 1; g < groups; ++g) sum += a.part[g];
  return sum_of_lanes(sum);
}
TAUT_INLINE bool any(const Pack& flags) { return sum_of(flags) > 0.0; }

struct Vector {
  static constexpr int dimension = 3;
  Real x, y, z;
};
// By components: g++ 12 copies the whole in pieces, through other registers.
TAUT_INLINE void assign(Vector& to, const Vector& a) { to.x = a.x, to.y = a.y, to.z = a.z; }
TAUT_INLINE Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TAUT_INLINE Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TAUT_INLINE Vector operator*(Real s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
TAUT_INLINE Real dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// One in the plane, whose z is zero and left out. What is calculated with it are the numbers that Vector gives.
struct PlaneVector {
  static constexpr int dimension = 2;
  Real x, y;
};
TAUT_INLINE PlaneVector operator+(const PlaneVector& a, const PlaneVector& b) { return {a.x + b.x, a.y + b.y}; }
TAUT_INLINE PlaneVector operator-(const PlaneVector& a, const PlaneVector& b) { return {a.x - b.x, a.y - b.y}; }
TAUT_INLINE PlaneVector operator*(Real s, const PlaneVector& a) { return {s * a.x, s * a.y}; }
TAUT_INLINE Real dot(const PlaneVector& a, const PlaneVector& b) { return a.x * b.x + a.y * b.y; }

// Components apart, eight lanes each: double[3][8].
template <class V = Vector>
TAUT_INLINE V load_vector(const double (*from)[lanes], int lane) {
  if constexpr (V::dimension == 3)
    return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
  else
    return {load(from[0] + lane), load(from[1] + lane)};
}
TAUT_INLINE void store_vector(double (*to)[lanes], int lane, const PlaneVector& a) {
  store(to[0] + lane, a.x);
  store(to[1] + lane, a.y);
}
TAUT_INLINE void store_vector(double (*to)[lanes], int lane, const Vector& a) {
  store(to[0] + lane, a.x);
  store(to[1] + lane, a.y);
  store(to[2] + lane, a.z);
}

// Swaps the off-diagonal blocks of size s in two rows.
#if TAUT_LANES > 1
template <int s, int... lane>
TAUT_INLINE void swap_blocks(Real& a, Real& b, std::integer_sequence<int, lane...>) {
  const Real low = __builtin_shufflevector(a, b, ((lane & s) ? width + lane - s : lane)...);
  b = __builtin_shufflevector(a, b, ((lane & s) ? width + lane : lane + s)...);
  a = low;
}
#endif
// The squares of size c along c rows.
template <int c = width, int s = 1>
TAUT_INLINE void transpose(Real* x) {
  if constexpr (s < c) {
    for (int i = 0; i < c; ++i)
      if ((i & s) == 0) swap_blocks<s>(x[i], x[i + s], std::make_integer_sequence<int, width>());
    transpose<c, 2 * s>(x);
  }
}

}  // namespace taut::TAUT_INSTRUCTION_SET
