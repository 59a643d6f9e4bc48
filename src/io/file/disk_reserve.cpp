#include "io/file/disk_reserve.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "taut/output.hpp"

namespace taut::io {
namespace {

constexpr std::int64_t least_growth = 1 << 22;

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : value_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

// The user's limit (ulimit -f) is not applied to blocks beyond the end of a file, so it is asked for here.
bool exceeds_limit(std::int64_t size) {
  rlimit limit{};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
         static_cast<rlim_t>(size) > limit.rlim_cur;
}

bool disk_has_free(int descriptor, std::int64_t bytes) {
  struct statvfs disk {};
  if (::fstatvfs(descriptor, &disk) != 0) return true;
  return static_cast<std::uint64_t>(bytes) / disk.f_frsize < disk.f_bavail;
}

// The number of the system's error, 0 for none. Where a file system cannot reserve, enough free space must do.
int reserve(const std::string& path, std::int64_t from, std::int64_t to) {
  if (exceeds_limit(to)) return EFBIG;
  const Descriptor file(path);
  if (file.get() < 0) return errno;  // it was removed, for one
  if (::fallocate(file.get(), FALLOC_FL_KEEP_SIZE, from, to - from) == 0) return 0;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) return errno;
  return disk_has_free(file.get(), to - from) ? 0 : ENOSPC;
}

}  // namespace

void DiskReserve::ensure(std::int64_t size) {
  if (size <= reserved_) return;
  const std::int64_t ahead = std::max(size, reserved_ + least_growth);
  if (reserve(path_, reserved_, ahead) == 0) {
    reserved_ = ahead;
  } else if (const int error = reserve(path_, reserved_, size)) {  // the last megabytes may still do
    throw OutputError(fmt::format("{}: {} (what was written before is readable)", path_, std::strerror(error)));
  } else {
    reserved_ = size;
  }
}

void DiskReserve::release() {
  const Descriptor file(path_);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return;
  // Cutting a file at its own end frees the blocks behind it; if it does not, only unused space is lost.
  [[maybe_unused]] const int result = ::ftruncate(file.get(), status.st_size);
}

}  // namespace taut::io
