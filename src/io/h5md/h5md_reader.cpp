#include "io/h5md/h5md_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/h5md/hdf5_handle.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

constexpr hsize_t most_positions = 200'000'000;  // 5 GB
constexpr hsize_t densest = 1000;                // times that stored numbers may have been compressed

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : name_(file.string()) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
      throw InputError(
          fmt::format("{}: there is no such file; expected the directory of a run that wrote h5md", name_));
    if (!std::filesystem::is_regular_file(status)) refuse();
    file_ = {H5Fopen(name_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
    check(file_.get());
  }

  Trajectory read() const {
    const Hdf5Handle positions = open("particles/all/position/value"), times = open("particles/all/position/time");
    const std::vector<hsize_t> shape = extents(positions), count = extents(times);
    if (shape.size() != 3 || shape[1] == 0 || shape[2] != 3 || count.size() != 1 || count[0] != shape[0]) refuse();
    if (shape[1] > 0 && shape[0] > most_positions / shape[1])
      throw InputError(
          fmt::format("{}: found {} frames of {} particles, expected at most {} positions; store fewer by "
                      "output.every",
                      name_, shape[0], shape[1], most_positions));
    if (shape[0] * shape[1] / densest > H5Dget_storage_size(positions.get()))
      throw InputError(
          fmt::format("{}: is truncated: it has no room for {} frames of {} particles", name_, shape[0], shape[1]));
    Trajectory trajectory{std::vector<double>(count[0]), {}};
    check(H5Dread(times.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, trajectory.time.data()));
    for (hsize_t f = 0; f < shape[0]; ++f) trajectory.frames.push_back(frame(positions, f, shape[1]));
    return trajectory;
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError(fmt::format("{}: is not a trajectory that taut wrote; expected H5MD with particles/all", name_));
  }
  void check(std::int64_t id) const {
    if (id < 0) refuse();
  }
  Hdf5Handle open(const char* dataset) const {
    Hdf5Handle handle(H5Dopen2(file_.get(), dataset, H5P_DEFAULT), H5Dclose);
    check(handle.get());
    return handle;
  }
  std::vector<hsize_t> extents(const Hdf5Handle& dataset) const {
    const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
    check(space.get());
    std::vector<hsize_t> extents(H5S_MAX_RANK);
    const int rank = H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
    check(rank);
    extents.resize(static_cast<std::size_t>(rank));
    return extents;
  }
  std::vector<Vec3> frame(const Hdf5Handle& dataset, hsize_t number, hsize_t particles) const {
    const hsize_t start[] = {number, 0, 0}, block[] = {1, particles, 3};
    const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose), memory(H5Screate_simple(3, block, block), H5Sclose);
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, block, nullptr));
    std::vector<Vec3> positions(particles);
    check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, positions.data()));
    return positions;
  }

  std::string name_;
  Hdf5Handle file_;
};

}  // namespace

Trajectory read_trajectory(const std::filesystem::path& file) {
  const Hdf5Silence silence;
  return Reader(file).read();
}

}  // namespace taut::io
