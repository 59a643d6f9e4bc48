// Patches of periodic plane networks of units that meet at their corners: the ribs of a honeycomb, squares, triangles.
#pragma once

#include <array>
#include <vector>

#include "taut/vec.hpp"

namespace taut::io {

struct UnitNetwork {
  std::vector<Vec3> nodes = {};
  std::vector<std::vector<int>> units = {};  // corners in order around; two for a rib
  std::array<Vec3, 2> period = {};           // translations of the whole patch; zero where it holds no whole period
};

using PatchSize = std::array<int, 2>;

struct HoneycombShape {
  double wall, rib;  // lengths
  double angle;      // of the ribs from the horizontal, radians; negative: re-entrant
};

// Vertical walls, oblique ribs [masters1996]; cells of two walls each.
UnitNetwork make_honeycomb(const HoneycombShape& shape, const PatchSize& cells);
// `turned` from the state in which the squares cover the plane, every other one the other way [grima2000].
UnitNetwork make_rotating_squares(double side, double turned, const PatchSize& squares);
// The same with triangles: one that points up and one that points down in each cell, rows of cells shifted by half of
// one, and 60 degrees makes the kagome lattice.
UnitNetwork make_rotating_triangles(double side, double turned, const PatchSize& cells);

}  // namespace taut::io
