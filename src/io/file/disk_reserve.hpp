// Disk space set aside for a file before it is needed. A library that keeps an index inside its file (HDF5) leaves
// it broken when the disk fills up in the middle of a write; asked for beforehand, a full disk is found while the
// file is whole.
#pragma once

#include <cstdint>
#include <string>

namespace taut::io {

class DiskReserve {
 public:
  explicit DiskReserve(std::string path) : path_(std::move(path)) {}

  // Makes sure that the file can grow to `size` bytes. Throws OutputError when the disk cannot hold them.
  void ensure(std::int64_t size);
  void release();  // what lies beyond the end of the file goes back to the disk

 private:
  std::string path_;
  std::int64_t reserved_ = 0;
};

}  // namespace taut::io
