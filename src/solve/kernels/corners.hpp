// The corners of triangles between plain (N,3) arrays and packs: nine coordinates that follow one another.
#pragma once

#include "solve/kernels/memory.hpp"
#include "solve/kernels/triangle_unit.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

struct Corners {
  Vector at0, at1, at2;
};
constexpr int corner_coordinates = 9;
constexpr int last_coordinate = corner_coordinates - 1;  // left over by registers of two, four and eight

TAUT_INLINE Vector rod(const Vector& from, const Vector& to, const Periods& box) {
  return box.any() ? nearest_image(to - from, box) : to - from;
}

// Of the rods 0-1, 0-2, 1-2.
struct Multipliers {
  Real x1, x2, x3;
};

TAUT_INLINE void put_multipliers(const Multipliers& x, int lane, double (*to)[3]) {
  double values[3][width];
  store(values[0], x.x1), store(values[1], x.x2), store(values[2], x.x3);
  for (int j = 0; j < width; ++j)
    for (int k = 0; k < 3; ++k) to[lane + j][k] = values[k][j];
}

TAUT_INLINE Corners load_corners(const double* from, const TriangleUnit& unit, int lane) {
  const double* at[width];
  for (int j = 0; j < width; ++j) at[j] = from + 3 * unit.first_particle[static_cast<std::size_t>(lane + j)];
  Real x[corner_coordinates];
  for (int q = 0; q + width <= corner_coordinates; q += width) load_transposed(at, q, x + q);
  x[last_coordinate] = each([&](int j) __attribute__((always_inline)) { return at[j][last_coordinate]; });
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
}

TAUT_INLINE void add_to_triangle(double* to, const Real* row, double factor, double last) {
  for (int q = 0; q + width < corner_coordinates; q += width) store(to + q, load(to + q) + row[q] * factor);
  to[last_coordinate] += last * factor;
}

// Adds the displacements to what moved, and to the velocities if there are any, where the solve converged.
TAUT_INLINE void add_to_corners(const KernelArrays& arrays, const TriangleUnit& unit, int lane,
                                const TriangleOutcome& outcome, const Corners& e) {
  Real x[corner_coordinates] = {e.at0.x, e.at0.y, e.at0.z, e.at1.x, e.at1.y, e.at1.z, e.at2.x, e.at2.y, e.at2.z};
  double last[width];
  store(last, x[last_coordinate]);
  for (int q = 0; q + width <= corner_coordinates; q += width) transpose(x + q);
  for (int j = 0; j < width; ++j) {
    const auto s = static_cast<std::size_t>(lane + j);
    if (lane + j >= unit.used || !outcome.converged[s]) continue;
    const auto first = 3 * static_cast<std::ptrdiff_t>(unit.first_particle[s]);
    add_to_triangle(arrays.moved + first, x + j, 1.0, last[j]);
    if (arrays.velocity) add_to_triangle(arrays.velocity + first, x + j, arrays.inverse_step, last[j]);
  }
}

}  // namespace taut::TAUT_INSTRUCTION_SET
