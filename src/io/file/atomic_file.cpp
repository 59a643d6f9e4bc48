#include "io/file/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "io/file/text_file.hpp"
#include "taut/output.hpp"

namespace taut::io {
namespace {

// The new name itself must reach the disk; where a directory cannot be synchronised there is nothing to wait for.
void synchronise_directory(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void write_atomically(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".part";
  try {
    TextFile file = TextFile::create(temporary);
    file.append(content);
    file.flush();
  } catch (const OutputError&) {
    std::remove(temporary.c_str());
    throw;
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(temporary.c_str());
    throw OutputError(fmt::format("{}: cannot be replaced: {}", path, std::strerror(error)));
  }
  synchronise_directory(path);
}

}  // namespace taut::io
