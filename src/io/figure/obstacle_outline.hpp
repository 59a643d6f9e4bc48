// The outline of an obstacle as a view shows it, in lengths.
#pragma once

#include <vector>

#include "io/drawing/view.hpp"
#include "taut/obstacle.hpp"

namespace taut::io {

std::vector<Point> outline(const Obstacle& obstacle, View view);

}  // namespace taut::io
