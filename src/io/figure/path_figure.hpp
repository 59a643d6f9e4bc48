// The paths of some particles, and the configuration at the end: rods, bobs and fixed points. Plane systems are drawn
// as they are; spatial ones from the side (x-z) and from above (x-y).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "taut/vec.hpp"

namespace taut::io {

struct ParticlePath {
  std::string name;
  std::vector<Vec3> points;  // in time order, at least one
};

struct PathFigure {
  std::string title;
  int dimension = 3;
  std::string length_unit = {};
  std::vector<ParticlePath> paths = {};  // at most 8, one colour each
  std::vector<std::pair<Vec3, Vec3>> rods = {};
  std::vector<std::pair<Vec3, Vec3>> springs = {};
  std::vector<Vec3> bobs = {};  // moving particles without a path
  std::vector<Vec3> fixed = {};
};

std::string render(const PathFigure& figure);  // the SVG document

}  // namespace taut::io
