// What SVG calls the d of a path: M L H V C S Q T A Z, absolute and relative, as curves one after another.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "taut/error.hpp"
#include "taut/vec.hpp"

namespace taut::io {

// Each from 0 to 1, the next where the last one ends; y upwards as typed. One line without lifting the pen: a second M
// is an error, as is anything that is not a path. The message says at which character.
using Curve = std::function<Vec3(double)>;
Expected<std::vector<Curve>> parse_svg_path(std::string_view text);

}  // namespace taut::io
