// Images as PNG. The only file that sees libpng.
#pragma once

#include <string>
#include <vector>

#include "io/drawing/colour_map.hpp"

namespace taut::io {

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<Rgb> pixels = {};  // by rows, from the top
};

// Every pixel as a square of so many.
Image enlarged(const Image& image, std::size_t factor);
// The file's content. Throws OutputError.
std::string to_png(const Image& image);
std::string base64(const std::string& bytes);

}  // namespace taut::io
