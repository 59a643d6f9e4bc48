#include "io/h5md/hdf5_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "taut/output.hpp"

namespace taut::io {
namespace {

// Small frames share a chunk of about 1 MiB, but no more than this many, so that a short run of a pendulum is not a
// file of megabytes; large ones are cut along the particles.
constexpr hsize_t chunk_bytes = 1 << 20;
constexpr hsize_t max_frames_a_chunk = 1024;

hsize_t product(const std::vector<hsize_t>& extents) {
  return std::accumulate(extents.begin(), extents.end(), hsize_t{1}, std::multiplies<>());
}

hsize_t frame_size(const SeriesShape& shape) { return product(shape.frame) * H5Tget_size(shape.type); }

std::vector<hsize_t> chunk_of(const SeriesShape& shape) {
  const hsize_t frame_bytes = frame_size(shape);
  std::vector<hsize_t> chunk{std::clamp<hsize_t>(chunk_bytes / frame_bytes, 1, max_frames_a_chunk)};
  chunk.insert(chunk.end(), shape.frame.begin(), shape.frame.end());
  if (frame_bytes > chunk_bytes) chunk[1] = std::max<hsize_t>(1, chunk_bytes / (frame_bytes / shape.frame[0]));
  return chunk;
}

// The chunks that one block of frames can touch: two in time, all across the particles.
hsize_t block_size(const SeriesShape& shape) {
  const std::vector<hsize_t> chunk = chunk_of(shape);
  hsize_t chunks = 2;
  if (!shape.frame.empty()) chunks *= (shape.frame[0] + chunk[1] - 1) / chunk[1];
  return chunks * product(chunk) * H5Tget_size(shape.type);
}

Hdf5Handle chunked_layout(const Hdf5Check& check, const SeriesShape& shape) {
  const std::vector<hsize_t> chunk = chunk_of(shape);
  Hdf5Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), "describe a dataset"), H5Pclose);
  check(H5Pset_chunk(layout.get(), static_cast<int>(chunk.size()), chunk.data()), "describe a dataset");
  check(H5Pset_obj_track_times(layout.get(), false), "describe a dataset");  // the same run gives the same bytes
  return layout;
}

Hdf5Handle uncached_access(const Hdf5Check& check) {
  Hdf5Handle access(check(H5Pcreate(H5P_DATASET_ACCESS), "describe a dataset"), H5Pclose);
  check(H5Pset_chunk_cache(access.get(), 0, 0, 0.0), "describe a dataset");
  return access;
}

Hdf5Handle simple_space(const Hdf5Check& check, const std::vector<hsize_t>& extent, const std::vector<hsize_t>& limit) {
  return {check(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), limit.data()), "describe a dataset"),
          H5Sclose};
}

}  // namespace

Hdf5Series::Hdf5Series(const Hdf5Check& check, Hdf5Handle dataset, SeriesShape shape, hsize_t frames)
    : check_(&check),
      dataset_(std::move(dataset)),
      shape_(std::move(shape)),
      written_(frames),
      frame_bytes_(frame_size(shape_)),
      chunk_frames_(chunk_of(shape_)[0]),
      growth_bytes_(block_size(shape_)) {}

Hdf5Series Hdf5Series::create(const Hdf5Check& check, hid_t parent, const std::string& name, SeriesShape shape) {
  std::vector<hsize_t> empty{0};
  empty.insert(empty.end(), shape.frame.begin(), shape.frame.end());
  std::vector<hsize_t> limit = empty;
  limit[0] = H5S_UNLIMITED;
  const Hdf5Handle space = simple_space(check, empty, limit);
  const Hdf5Handle layout = chunked_layout(check, shape);
  Hdf5Handle dataset(check(H5Dcreate2(parent, name.c_str(), shape.type, space.get(), H5P_DEFAULT, layout.get(),
                                      uncached_access(check).get()),
                           "be written"),
                     H5Dclose);
  return {check, std::move(dataset), std::move(shape), 0};
}

Hdf5Series Hdf5Series::open(const Hdf5Check& check, hid_t parent, const std::string& name, SeriesShape shape) {
  Hdf5Handle dataset(check(H5Dopen2(parent, name.c_str(), uncached_access(check).get()), "be continued"), H5Dclose);
  const Hdf5Handle space(check(H5Dget_space(dataset.get()), "be continued"), H5Sclose);
  std::vector<hsize_t> found(H5S_MAX_RANK);
  found.resize(
      static_cast<std::size_t>(check(H5Sget_simple_extent_dims(space.get(), found.data(), nullptr), "be continued")));
  if (found.empty() || !std::equal(found.begin() + 1, found.end(), shape.frame.begin(), shape.frame.end()))
    throw OutputError(fmt::format("{}: {} does not have the shape of this scenario's frames", check.path(), name));
  return {check, std::move(dataset), std::move(shape), found[0]};
}

std::vector<hsize_t> Hdf5Series::extent(hsize_t count) const {
  std::vector<hsize_t> result{count};
  result.insert(result.end(), shape_.frame.begin(), shape_.frame.end());
  return result;
}

void Hdf5Series::append(const void* frame) {
  if (chunk_frames_ == 1) return write_block(frame, 1);
  const char* bytes = static_cast<const char*>(frame);
  pending_.insert(pending_.end(), bytes, bytes + frame_bytes_);
  if (frames() % chunk_frames_ == 0) write_pending();
}

void Hdf5Series::write_pending() {
  if (pending_.empty()) return;
  write_block(pending_.data(), pending_frames());
  pending_.clear();
}

void Hdf5Series::write_block(const void* data, hsize_t count) {
  const std::vector<hsize_t> block = extent(count);
  std::vector<hsize_t> start(block.size(), 0);
  start[0] = written_;
  (*check_)(H5Dset_extent(dataset_.get(), extent(written_ + count).data()), "be extended");
  const Hdf5Handle space((*check_)(H5Dget_space(dataset_.get()), "be extended"), H5Sclose);
  (*check_)(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr),
            "select its frames");
  const Hdf5Handle memory = simple_space(*check_, block, block);
  (*check_)(H5Dwrite(dataset_.get(), shape_.type, memory.get(), space.get(), H5P_DEFAULT, data), "be written");
  written_ += count;
}

void Hdf5Series::truncate(hsize_t count) {
  if (count > written_)
    throw OutputError(
        fmt::format("{}: has {} frames, but the checkpoint expects at least {}", check_->path(), written_, count));
  (*check_)(H5Dset_extent(dataset_.get(), extent(count).data()), "be cut");
  written_ = count;
}

}  // namespace taut::io
