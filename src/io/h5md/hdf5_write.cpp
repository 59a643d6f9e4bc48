#include "io/h5md/hdf5_write.hpp"

#include <algorithm>

namespace taut::io {
namespace {

Hdf5Handle string_type(const Hdf5Check& check, std::size_t size) {
  Hdf5Handle type(check(H5Tcopy(H5T_C_S1), "make a string type"), H5Tclose);
  check(H5Tset_size(type.get(), size), "make a string type");
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "make a string type");
  if (size != H5T_VARIABLE) check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "make a string type");
  return type;
}

Hdf5Handle scalar_space(const Hdf5Check& check) {
  return {check(H5Screate(H5S_SCALAR), "make a scalar space"), H5Sclose};
}

Hdf5Handle vector_space(const Hdf5Check& check, std::size_t size) {
  const hsize_t extent = size;
  return {check(H5Screate_simple(1, &extent, nullptr), "make a space"), H5Sclose};
}

void write_attribute(const Hdf5Check& check, hid_t object, const char* name, hid_t type, hid_t space,
                     const void* data) {
  const Hdf5Handle attribute(check(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), "be written"),
                             H5Aclose);
  check(H5Awrite(attribute.get(), type, data), "be written");
}

void write_dataset(const Hdf5Check& check, hid_t parent, const char* name, hid_t type, std::size_t size,
                   const void* data) {
  const Hdf5Handle space = vector_space(check, size);
  const Hdf5Handle layout(check(H5Pcreate(H5P_DATASET_CREATE), "be written"), H5Pclose);
  check(H5Pset_obj_track_times(layout.get(), false), "be written");  // the same run gives the same bytes
  const Hdf5Handle dataset(
      check(H5Dcreate2(parent, name, type, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT), "be written"),
      H5Dclose);
  check(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "be written");
}

}  // namespace

Hdf5Handle create_group(const Hdf5Check& check, hid_t parent, const std::string& name) {
  return {check(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "be written"), H5Gclose};
}

void write_attribute(const Hdf5Check& check, hid_t object, const char* name, const std::string& text) {
  const char* data = text.c_str();
  write_attribute(check, object, name, string_type(check, H5T_VARIABLE).get(), scalar_space(check).get(), &data);
}

void write_attribute(const Hdf5Check& check, hid_t object, const char* name, const std::vector<std::string>& texts) {
  std::vector<const char*> data;
  for (const std::string& text : texts) data.push_back(text.c_str());
  write_attribute(check, object, name, string_type(check, H5T_VARIABLE).get(), vector_space(check, data.size()).get(),
                  data.data());
}

void write_attribute(const Hdf5Check& check, hid_t object, const char* name, int value) {
  write_attribute(check, object, name, H5T_NATIVE_INT, scalar_space(check).get(), &value);
}

void write_attribute(const Hdf5Check& check, hid_t object, const char* name, std::span<const int> values) {
  write_attribute(check, object, name, H5T_NATIVE_INT, vector_space(check, values.size()).get(), values.data());
}

void write_dataset(const Hdf5Check& check, hid_t parent, const char* name, std::span<const double> values) {
  write_dataset(check, parent, name, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void write_dataset(const Hdf5Check& check, hid_t parent, const char* name, const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string packed;
  packed.reserve(width * texts.size());
  for (const std::string& text : texts) packed.append(text).append(width - text.size(), '\0');
  write_dataset(check, parent, name, string_type(check, width).get(), texts.size(), packed.data());
}

}  // namespace taut::io
