#include "io/file/input_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "taut/error.hpp"

namespace taut::io {

std::string read_input(const std::filesystem::path& file, const char* expected) {
  if (std::filesystem::is_directory(file)) {
    throw InputError(fmt::format("{}: expected {}, found a directory", file.string(), expected));
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(),
                                 std::filesystem::exists(file) ? "permission denied" : "no such file"));
  }
  return std::move(text).str();
}

}  // namespace taut::io
