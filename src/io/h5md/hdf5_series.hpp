// An extendible dataset whose first axis counts frames. Small frames are collected and written a chunk at a time; the
// library's own chunk cache is off, so that a write allocates its disk space at once and is not met again at a flush.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/h5md/hdf5_handle.hpp"

namespace taut::io {

struct SeriesShape {
  std::vector<hsize_t> frame;  // extents of one frame; empty for a number a frame
  hid_t type;                  // of one element, native
};

class Hdf5Series {
 public:
  static Hdf5Series create(const Hdf5Check& check, hid_t parent, const std::string& name, SeriesShape shape);
  static Hdf5Series open(const Hdf5Check& check, hid_t parent, const std::string& name, SeriesShape shape);

  void append(const void* frame);
  void write_pending();
  void truncate(hsize_t count);  // to at most as many as there are

  hsize_t frames() const { return written_ + pending_frames(); }
  hsize_t growth_bytes() const { return growth_bytes_; }  // how much a write can enlarge the file at most
  hid_t id() const { return dataset_.get(); }

 private:
  Hdf5Series(const Hdf5Check& check, Hdf5Handle dataset, SeriesShape shape, hsize_t frames);
  std::vector<hsize_t> extent(hsize_t count) const;
  hsize_t pending_frames() const { return pending_.size() / frame_bytes_; }
  void write_block(const void* data, hsize_t count);

  const Hdf5Check* check_;
  Hdf5Handle dataset_;
  SeriesShape shape_;
  hsize_t written_;  // frames in the file
  hsize_t frame_bytes_, chunk_frames_, growth_bytes_;
  std::vector<char> pending_;
};

}  // namespace taut::io
