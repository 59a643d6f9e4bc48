// What the triangle kernel works on: rigid triangles of one kind. Particles 0, 1 and 2 of a triangle
// follow one another in memory.
#pragma once

#include <array>
#include <cstdint>

#include "solve/kernels/lanes.hpp"

namespace taut {

// Of an isosceles triangle with equal masses at its base, in units of length.
struct SettleShape {
  double share;                     // mass of one base corner over all
  double height, depth, half_base;  // apex over the centre of mass, base under it
};

struct TriangleKind {
  double weight[3];          // inverse masses
  double square[3];          // l^2 of the rods 0-1, 0-2, 1-2
  double inverse_square[3];  // and 1 / l^2
  SettleShape settle;        // half_base is zero where there is no closed form
};

// Enough of them that a processor can work on several while one waits for a root.
constexpr int triangle_lanes = 32;

// A triangle that failed is left as it was.
struct TriangleOutcome {
  std::array<bool, triangle_lanes> failed = {};
  bool any_failed = false;
  int iterations = 0;      // the most that a lane took
  double violation = 0.0;  // the largest of all that did not fail, in the measure of the tolerance
};

struct TriangleUnit {
  std::array<std::ptrdiff_t, triangle_lanes> first_coordinate = {};
  int used = 0;  // lanes; the others repeat the first
};

}  // namespace taut
