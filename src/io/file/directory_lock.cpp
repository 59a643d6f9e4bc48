#include "io/file/directory_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "taut/error.hpp"

namespace taut::io {
namespace {

std::string host_name() {
  std::array<char, 256> name = {};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// "1234 host", as the owner wrote it.
std::string owner_of(int descriptor) {
  std::array<char, 512> text = {};
  const ssize_t size = ::pread(descriptor, text.data(), text.size() - 1, 0);
  const std::string owner(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t space = owner.find(' ');
  if (space == std::string::npos) return "another process";
  const std::string number = owner.substr(0, space), host = owner.substr(space + 1);
  return host == host_name() ? "process " + number : fmt::format("process {} on {}", number, host);
}

// Between opening and locking, the owner before may have removed the file.
bool is_still_there(int descriptor, const std::string& path) {
  struct stat open {
  }, there{};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &there) == 0 && open.st_ino == there.st_ino &&
         open.st_dev == there.st_dev;
}

}  // namespace

DirectoryLock::DirectoryLock(const std::filesystem::path& directory) : path_((directory / lock_file).string()) {
  while (!take(directory)) {
    ::close(descriptor_);
    descriptor_ = -1;
  }
  const std::string owner = fmt::format("{} {}", ::getpid(), host_name());
  // Only who is refused reads this; without it the sentence has no number.
  [[maybe_unused]] const bool written =
      ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, owner.data(), owner.size(), 0) > 0;
}

// Whether the file that was locked is the one that others see.
bool DirectoryLock::take(const std::filesystem::path& directory) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0)
    throw InputError(
        fmt::format("{}: the output directory cannot be locked: {}", directory.string(), std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return is_still_there(descriptor_, path_);
  if (errno != EWOULDBLOCK) return true;  // a file system without locks
  const std::string owner = owner_of(descriptor_);
  ::close(descriptor_);
  throw InputError(fmt::format("{}: {} is writing into it; wait until it has ended, or choose another directory",
                               directory.string(), owner));
}

DirectoryLock::~DirectoryLock() {
  if (is_still_there(descriptor_, path_)) ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace taut::io
