#include "io/file/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

#include "taut/error.hpp"

namespace taut::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& message) {
  throw InputError(fmt::format("{}: {}", file.string(), message));
}

std::string in_megabytes(std::uintmax_t bytes) { return fmt::format("{} MB", bytes >> 20); }

[[noreturn]] void refuse_size(const fs::path& file, const char* expected, const std::string& found,
                              std::uintmax_t most) {
  fail(file, fmt::format("found {}, expected {} of at most {}", found, expected, in_megabytes(most)));
}

fs::file_status status_of(const fs::path& file, const char* expected) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) fail(file, "cannot be read: no such file");
  if (error) fail(file, fmt::format("cannot be read: {}", error.message()));
  if (fs::is_directory(status)) fail(file, fmt::format("expected {}, found a directory", expected));
  return status;
}

}  // namespace

std::string read_input(const fs::path& file, const char* expected, std::uintmax_t most) {
  const bool is_regular = fs::is_regular_file(status_of(file, expected));
  std::error_code unknown;
  const std::uintmax_t size = is_regular ? fs::file_size(file, unknown) : 0;
  if (is_regular && !unknown && size > most) refuse_size(file, expected, in_megabytes(size), most);
  if (!is_regular) most = std::min(most, most_typed);  // it may have no end
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    fail(file, fmt::format("cannot be read: {}", errno == EACCES ? "permission denied" : std::strerror(errno)));
  std::string bytes;
  if (!unknown) bytes.reserve(size);
  std::vector<char> part(1 << 16);
  while (stream.read(part.data(), static_cast<std::streamsize>(part.size())), stream.gcount() > 0) {
    bytes.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > most) refuse_size(file, expected, "more", most);
  }
  if (stream.bad()) fail(file, fmt::format("cannot be read: {}", std::strerror(errno)));
  return bytes;
}

}  // namespace taut::io
