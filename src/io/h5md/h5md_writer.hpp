// trajectory.h5: H5MD 1.1 [deBuyl2014], one group of particles called "all" in three dimensions (z = 0 in the plane:
// MDAnalysis reads no other), observables beside it. Frames reach the disk at least once a second, in an order that
// keeps the file readable after a crash or on a full disk.
#pragma once

#include <cstdint>
#include <memory>

#include "io/h5md/h5md_options.hpp"
#include "taut/output.hpp"

namespace taut::io {

class H5mdWriter : public Writer {
 public:
  static H5mdWriter create(const H5mdOptions& options);
  static H5mdWriter resume(const H5mdOptions& options, std::int64_t frames);  // frames beyond these are dropped

  H5mdWriter(H5mdWriter&&) noexcept;
  ~H5mdWriter() override;

  void write(const Frame& frame) override;
  void flush() override;
  std::int64_t frames() const;

 private:
  class File;
  explicit H5mdWriter(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace taut::io
