// Many points in a plane, those of one start in one colour: a Poincaré portrait.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace taut::io {

struct Portrait {
  std::string title;
  std::array<std::string, 2> labels;
  std::vector<std::vector<std::array<double, 2>>> starts;  // points of each
};

std::string render(const Portrait& portrait);  // the SVG document

}  // namespace taut::io
