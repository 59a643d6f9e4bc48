// Keeps a folder for one process. The system drops the lock with the process, however it ends: what a dead one left is
// no obstacle.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace taut::io {

inline constexpr const char* lock_file = ".taut.lock";

class DirectoryLock {
 public:
  // Throws InputError that names the process which has it.
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();  // removes the file
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  bool take(const std::filesystem::path& directory);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace taut::io
