// HDF5 files as input. Bytes choose the shape and the type of what is in a file that HDF5 then writes; or they are the
// file.
#include <hdf5.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "fuzz/targets.hpp"
#include "io/h5md/h5md_reader.hpp"

namespace taut::fuzz {
namespace {

const std::string& file() {
  static const std::string name =
      (std::filesystem::temp_directory_path() / ("taut_fuzz_" + std::to_string(getpid()) + ".h5")).string();
  return name;
}

struct Removed {
  ~Removed() {
    std::error_code ignored;
    std::filesystem::remove(file(), ignored);
  }
};

void read_back() {
  static const Removed at_the_end;
  reads_or_refuses([] {
    const io::Trajectory trajectory = io::read_trajectory(file());
    require(trajectory.time.size() == trajectory.frames.size());
  });
}

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  unsigned take() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  // Most often small, sometimes as large as it gets.
  hsize_t extent() {
    const unsigned byte = take();
    return byte < 240 ? byte % 8 : hsize_t{1} << (4 * (byte - 240) + 2);
  }

 private:
  std::string_view rest_;
};

hid_t type_of(unsigned byte) {
  const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_FLOAT, H5T_NATIVE_INT, H5T_C_S1, H5T_STD_REF_OBJ};
  return types[byte % 5];
}

// Chunked, so that extents of any size cost nothing until they are read.
void add_dataset(hid_t group, const char* name, Bytes& bytes) {
  const unsigned kind = bytes.take();
  if (kind % 16 == 15) return;
  const int rank = kind % 16 < 8 ? (name[0] == 'v' ? 3 : 1) : static_cast<int>(kind % 5);
  std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
  for (hsize_t& extent : shape) extent = bytes.extent();
  if (rank == 3 && kind % 2 == 0) shape[2] = 3;
  const hid_t space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, shape.data(), nullptr);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  const std::vector<hsize_t> chunk(shape.size(), 1);
  if (rank > 0) H5Pset_chunk(layout, rank, chunk.data());
  const hid_t set = H5Dcreate2(group, name, type_of(bytes.take()), space, H5P_DEFAULT, layout, H5P_DEFAULT);
  if (set >= 0) H5Dclose(set);
  H5Pclose(layout);
  if (space >= 0) H5Sclose(space);
}

hid_t group_in(hid_t parent, const char* name) {
  return H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

}  // namespace

void read_trajectory(std::string_view typed) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  Bytes bytes(typed);
  const hid_t made = H5Fcreate(file().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  require(made >= 0);
  const hid_t particles = group_in(made, "particles"), all = group_in(particles, "all"),
              position = group_in(all, "position");
  add_dataset(position, "value", bytes);
  add_dataset(position, "time", bytes);
  for (const hid_t group : {position, all, particles}) H5Gclose(group);
  H5Fclose(made);
  read_back();
}

void read_h5md(std::string_view bytes) {
  std::ofstream(file(), std::ios::binary) << bytes;
  read_back();
}

}  // namespace taut::fuzz
