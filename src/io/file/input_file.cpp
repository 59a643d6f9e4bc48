#include "io/file/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "taut/error.hpp"

namespace taut::io {

std::string read_input(const std::filesystem::path& file, const char* expected) {
  std::error_code unknown;  // the stream says why it cannot be opened
  if (std::filesystem::is_directory(file, unknown)) {
    throw InputError(fmt::format("{}: expected {}, found a directory", file.string(), expected));
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  const int error = errno;
  std::ostringstream text;
  if (stream && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) {
    const std::string reason = error == ENOENT   ? "no such file"
                               : error == EACCES ? "permission denied"
                               : error != 0      ? std::strerror(error)
                                                 : "the system does not say why";
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), reason));
  }
  return std::move(text).str();
}

}  // namespace taut::io
