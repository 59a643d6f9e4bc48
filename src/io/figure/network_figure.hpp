// A network of rods and springs at rest (grey) and deformed (in colour), with the forces that deform it. Displacements
// are magnified so that they are seen, by a factor that the figure states. Spatial networks are drawn from the side
// (x-z) and from above (x-y).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "taut/vec.hpp"

namespace taut::io {

struct NetworkFigure {
  std::string title;
  std::string description = {};  // what loads it, for screen readers
  int dimension = 2;
  std::string length_unit = {};
  std::vector<Vec3> rest = {}, displacement = {};            // one a particle
  std::vector<std::pair<int, int>> rods = {}, springs = {};  // by particle
  std::vector<int> fixed = {};
  std::vector<Vec3> force = {};  // one a particle, or none; drawn in proportion
};

// 1, 2 or 5 times a power of ten, or 1 where nothing moves.
double magnification(const NetworkFigure& figure);

std::string render(const NetworkFigure& figure);  // the SVG document

}  // namespace taut::io
