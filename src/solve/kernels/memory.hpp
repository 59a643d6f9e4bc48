// Between plain (N,3) arrays and packs: lane j of a pack belongs to the address at[j].
#pragma once

#include "solve/kernels/lanes.hpp"
#include "solve/kernels/pack.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

// x[q], lane j = at[j][offset + q] for q < width
TAUT_INLINE void load_transposed(const double* const* at, int offset, Real* x) {
  for (int j = 0; j < width; ++j) x[j] = load(at[j] + offset);
  transpose(x);
}
// at[j][offset + q] += x[q], lane j; x is lost
TAUT_INLINE void add_transposed(double* const* at, int offset, Real* x) {
  transpose(x);
  for (int j = 0; j < width; ++j) store(at[j] + offset, load(at[j] + offset) + x[j]);
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
