// Between plain (N,3) arrays and packs: lane j of a pack belongs to the address at[j].
#pragma once

#include <type_traits>

#include "solve/kernels/lanes.hpp"
#include "solve/kernels/pack.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

// at[j] as a place in an array: an address is made where it is needed, not eight of them in a register.
template <class Number>
struct Places {
  Number* array;
  const std::ptrdiff_t* first;  // coordinate of each lane
  TAUT_INLINE Number* operator[](int j) const { return array + first[j]; }
  TAUT_INLINE Places operator+(int lane) const { return {array, first + lane}; }
};

// The same without the array.
struct PlacesInAny {
  const std::ptrdiff_t* first;
  TAUT_INLINE std::ptrdiff_t operator[](int j) const { return first[j]; }
  TAUT_INLINE PlacesInAny operator+(int lane) const { return {first + lane}; }
};

// A register as blocks of c doubles that follow one another, of the lanes 0, c, 2c, ...
template <int c, int n, class At>
TAUT_INLINE Some<n> load_blocks(const At& at, int offset) {
  if constexpr (n == c)
    return load_some<n>(at[0] + offset);
  else
    return join<n / 2>(load_blocks<c, n / 2>(at, offset), load_blocks<c, n / 2>(at + n / 2, offset));
}
template <int c, int n, class At, class Put>
TAUT_INLINE void put_blocks(const At& at, int offset, Some<n> x, const Put& put) {
  if constexpr (n == c) {
    put(at[0] + offset, x);
  } else {
    put_blocks<c, n / 2>(at, offset, half<0, n / 2>(x), put);
    put_blocks<c, n / 2>(at + n / 2, offset, half<1, n / 2>(x), put);
  }
}
// x[q], lane j = at[j][offset + q] for q < c: fewer shuffles the smaller the blocks, and more loads
template <int c, class At>
TAUT_INLINE void load_columns(const At& at, int offset, Real* x) {
  if constexpr (c == 1)
    x[0] = each([&](int j) __attribute__((always_inline)) { return at[j][offset]; });
  else
    for (int r = 0; r < c; ++r) x[r] = load_blocks<c, width>(at + r, offset);
  transpose<c>(x);
}
// put(at[j] + offset, part) for lane j and a block of c doubles or one of them; x is lost
template <int c, class At, class Put>
TAUT_INLINE void put_columns(const At& at, int offset, Real* x, const Put& put) {
  transpose<c>(x);
  if constexpr (c == 1) {
    double values[width];
    store(values, x[0]);
    for (int j = 0; j < width; ++j) put(at[j] + offset, values[j]);
  } else {
    for (int r = 0; r < c; ++r) put_blocks<c, width>(at + r, offset, x[r], put);
  }
}
template <class Part>
TAUT_INLINE void store_part(double* to, Part x) {
  if constexpr (sizeof(Part) == sizeof(double))
    *to = x;
  else
    store_some<sizeof(Part) / sizeof(double)>(to, x);
}
template <class Part>
TAUT_INLINE void add_part(double* to, Part x) {
  if constexpr (sizeof(Part) == sizeof(double))
    *to += x;
  else
    store_part(to, load_some<sizeof(Part) / sizeof(double)>(to) + x);
}
// at[j][offset + q] = x[q], lane j; x is lost
template <int c, class At>
TAUT_INLINE void store_columns(const At& at, int offset, Real* x) {
  put_columns<c>(
      at, offset, x, [](double* to, auto part) __attribute__((always_inline)) { store_part(to, part); });
}
// at[j][offset + q] += x[q], lane j, for q < width; x is lost
TAUT_INLINE void add_transposed(double* const* at, int offset, Real* x) {
  transpose(x);
  for (int j = 0; j < width; ++j) store(at[j] + offset, load(at[j] + offset) + x[j]);
}
// what(c, q) for columns q to q + c, from begin to end, as many at a time as pay; c is a constant.
template <class Do>
TAUT_INLINE void each_columns(int begin, int end, Do&& what) {
  constexpr int most = width < 4 ? width : 4;
  for (; begin + most <= end; begin += most) what(std::integral_constant<int, most>(), begin);
  if constexpr (most > 2)
    if (begin + 2 <= end) what(std::integral_constant<int, 2>(), begin), begin += 2;
  for (; begin < end; ++begin) what(std::integral_constant<int, 1>(), begin);
}

TAUT_INLINE Vector gather(const double* const* at, int offset) {
  const auto component = [&](int c) __attribute__((always_inline)) {
    return each([&](int j) __attribute__((always_inline)) { return at[j][offset + c]; });
  };
  return {component(0), component(1), component(2)};
}
TAUT_INLINE void scatter_add(double* const* at, int offset, const Vector& a) {
  double x[3][width];
  store(x[0], a.x), store(x[1], a.y), store(x[2], a.z);
  for (int j = 0; j < width; ++j)
    for (int c = 0; c < 3; ++c) at[j][offset + c] += x[c][j];
}

TAUT_INLINE Real nearest_image(Real x, double period) {
  constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52: adding and taking it away rounds
  const Real turns = (x * (1.0 / period) + to_integer) - to_integer;
  return x - turns * period;
}
TAUT_INLINE Vector nearest_image(Vector a, const Periods& box) {
  if (box.length[0] > 0.0) a.x = nearest_image(a.x, box.length[0]);
  if (box.length[1] > 0.0) a.y = nearest_image(a.y, box.length[1]);
  if (box.length[2] > 0.0) a.z = nearest_image(a.z, box.length[2]);
  return a;
}

}  // namespace taut::TAUT_INSTRUCTION_SET
