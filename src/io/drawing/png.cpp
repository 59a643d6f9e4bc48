#include "io/drawing/png.hpp"

#include <png.h>

#include "taut/output.hpp"

namespace taut::io {

Image enlarged(const Image& image, std::size_t factor) {
  Image large{image.width * factor, image.height * factor, {}};
  large.pixels.reserve(large.width * large.height);
  for (std::size_t row = 0; row < large.height; ++row)
    for (std::size_t column = 0; column < large.width; ++column)
      large.pixels.push_back(image.pixels[row / factor * image.width + column / factor]);
  return large;
}

// libpng's simplified interface reports through the struct and never jumps.
std::string to_png(const Image& image) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.width);
  head.height = static_cast<png_uint_32>(image.height);
  head.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  const auto write = [&](void* to) {
    if (!png_image_write_to_memory(&head, to, &size, 0, image.pixels.data(), 0, nullptr))
      throw OutputError(std::string("the image cannot be made: ") + head.message);
  };
  write(nullptr);  // the size
  std::string bytes(size, '\0');
  write(bytes.data());
  bytes.resize(size);
  return bytes;
}

std::string base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned word = 0;
    for (std::size_t j = 0; j < 3; ++j)
      word = word << 8 | (k + j < bytes.size() ? static_cast<unsigned char>(bytes[k + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += k + j <= bytes.size() ? digits[word >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

}  // namespace taut::io
