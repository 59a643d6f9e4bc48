// The table of built-in shapes [Vesely, Tables I and II, with the circle and the stadium's cap corrected].
#pragma once

#include <string_view>
#include <vector>

#include "taut/model.hpp"

namespace taut {

// sigma = sum_a q_a x_a^2 + p.x + c, with x measured from the center.
struct Quadric {
  Vec3 q = {};
  Vec3 p = {};
  double c = 0.0;
};

struct Shape {
  ShapeInfo info;
  Quadric (*quadric)(const double* parameters);  // null: the shape is a formula
  const char* formula;                           // in x, y, z, the parameters and the center cx, cy, cz
  double (*size)(const double* parameters);      // a characteristic length
};

const std::vector<Shape>& shape_table();
const Shape* find_shape(std::string_view name);

}  // namespace taut
