#include "io/file/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "taut/output.hpp"

namespace taut::io {
namespace {

constexpr std::size_t buffer_size = 1 << 18;

int open_or_throw(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) throw OutputError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
  return descriptor;
}

}  // namespace

TextFile TextFile::create(const std::string& path) { return {path, open_or_throw(path, O_CREAT | O_TRUNC), 0}; }

TextFile TextFile::resume(const std::string& path, std::int64_t offset) {
  TextFile file(path, open_or_throw(path, 0), offset);
  const std::int64_t size = ::lseek(file.descriptor_, 0, SEEK_END);
  if (size < offset)
    throw OutputError(fmt::format("{}: has {} bytes, but the checkpoint expects at least {}", path, size, offset));
  if (::ftruncate(file.descriptor_, offset) != 0 || ::lseek(file.descriptor_, offset, SEEK_SET) != offset)
    throw OutputError(fmt::format("{}: cannot be continued at byte {}: {}", path, offset, std::strerror(errno)));
  return file;
}

TextFile::TextFile(std::string path, int descriptor, std::int64_t offset)
    : path_(std::move(path)), descriptor_(descriptor), written_(offset), record_ends_{offset} {
  buffer_.reserve(buffer_size + 4096);
}

TextFile::TextFile(TextFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_),
      buffer_(std::move(other.buffer_)),
      record_ends_(std::move(other.record_ends_)) {}

TextFile::~TextFile() {
  if (descriptor_ < 0) return;
  try {
    write_out();
  } catch (const OutputError&) {  // a destructor cannot tell; flush() does
  }
  ::close(descriptor_);
}

void TextFile::append(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) write_out();
}

void TextFile::end_record() { record_ends_.push_back(offset()); }

void TextFile::flush() {
  write_out();
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && status.st_nlink == 0)
    throw OutputError(fmt::format("{}: was removed while it was written", path_));
  // EINVAL and EROFS: a pipe or a device, which has no disk to wait for.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
}

void TextFile::write_out() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    written_ += count;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
  record_ends_.erase(record_ends_.begin(), record_ends_.end() - 1);
}

void TextFile::fail(int error_number) {
  const auto beyond = std::upper_bound(record_ends_.begin(), record_ends_.end(), written_);
  const std::int64_t complete = *(beyond - 1);
  // Cutting needs no space; where it is impossible (a device) there is nothing to cut.
  const bool cut = ::ftruncate(descriptor_, complete) == 0 && ::lseek(descriptor_, complete, SEEK_SET) == complete;
  if (cut) written_ = complete;
  buffer_.clear();
  record_ends_.assign(1, written_);
  throw OutputError(fmt::format("{}: {} (what was written before is readable)", path_, std::strerror(error_number)));
}

}  // namespace taut::io
