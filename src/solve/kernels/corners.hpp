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
  for (int j = 0; j < width; ++j) at[j] = from + unit.first_coordinate[static_cast<std::size_t>(lane + j)];
  Real x[corner_coordinates];
  each_columns(
      0, corner_coordinates, [&](auto columns, int q) __attribute__((always_inline)) {
        load_columns<columns>(at, q, x + q);
      });
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
}

// The rods 0-1 and 0-2.
struct Sides {
  Vector first, second;
};
TAUT_INLINE const Periods* if_any(const Periods& box) { return box.any() ? &box : nullptr; }
TAUT_INLINE Sides load_sides(const double* from, const Periods* box, const TriangleUnit& unit, int lane) {
  const Corners at = load_corners(from, unit, lane);
  const Sides sides = {at.at1 - at.at0, at.at2 - at.at0};
  if (!box) return sides;
  return {nearest_image(sides.first, *box), nearest_image(sides.second, *box)};
}

// Which triangles are solved, and on the branch that the reference lies on. Keeps the largest violation of these.
TAUT_INLINE Truth accept(Real found, Real turned, double tolerance, Real& violation) {
  const Truth accepted = (found <= tolerance) & (turned > smallest_along);
  violation = larger(violation, accepted ? found : Real{});
  return accepted;
}

TAUT_INLINE void add_to_triangle(double* to, const Real* row, double factor, double last) {
  for (int q = 0; q + width < corner_coordinates; q += width) store(to + q, load(to + q) + row[q] * factor);
  to[last_coordinate] += last * factor;
}

// Adds the displacements to what moved, and to the velocities if there are any, where they are accepted.
TAUT_INLINE void add_to_corners(const KernelArrays& arrays, const TriangleUnit& unit, int lane, Truth accepted,
                                const Corners& e, TriangleOutcome& outcome) {
  Real x[corner_coordinates] = {e.at0.x, e.at0.y, e.at0.z, e.at1.x, e.at1.y, e.at1.z, e.at2.x, e.at2.y, e.at2.z};
  double last[width];
  store(last, x[last_coordinate]);
  for (int q = 0; q + width <= corner_coordinates; q += width) transpose(x + q);
  const std::ptrdiff_t* first = unit.first_coordinate.data() + lane;
  const auto add = [&](double* array, double factor, int j) __attribute__((always_inline)) {
    add_to_triangle(array + first[j], x + j, factor, last[j]);
  };
  if (lane + width <= unit.used && every(accepted)) {  // as a rule
    for (int j = 0; j < width; ++j) add(arrays.moved, 1.0, j);
    for (int j = 0; j < width && arrays.velocity; ++j) add(arrays.velocity, arrays.inverse_step, j);
    return;
  }
  double flags[width];
  store(flags, accepted ? all(1.0) : Real{});
  for (int j = 0; j < width && lane + j < unit.used; ++j) {
    const bool failed = flags[j] == 0.0;
    outcome.failed[static_cast<std::size_t>(lane + j)] = failed;
    outcome.any_failed = outcome.any_failed || failed;
    if (failed) continue;
    add(arrays.moved, 1.0, j);
    if (arrays.velocity) add(arrays.velocity, arrays.inverse_step, j);
  }
}

}  // namespace taut::TAUT_INSTRUCTION_SET
