// Lines thinned to what can be seen, so that a figure of a long run stays a small file.
#pragma once

#include <vector>

#include "io/drawing/svg.hpp"

namespace taut::io {

// For points ordered in x: in each column of one pixel the first, the lowest, the highest and the last.
std::vector<Point> thin_columns(const std::vector<Point>& points);

// For any path: no kept point is closer to the one before than `distance`; the ends are kept. Points that cannot be
// drawn are left out.
std::vector<Point> thin_path(const std::vector<Point>& points, double distance);

}  // namespace taut::io
