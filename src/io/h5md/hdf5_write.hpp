// Small pieces of an HDF5 file: groups, attributes, constant datasets.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/h5md/hdf5_handle.hpp"

namespace taut::io {

Hdf5Handle create_group(const Hdf5Check& check, hid_t parent, const std::string& name);

// Text is variable-length UTF-8, the only kind that MDAnalysis reads as a string.
void write_attribute(const Hdf5Check& check, hid_t object, const char* name, const std::string& text);
void write_attribute(const Hdf5Check& check, hid_t object, const char* name, const std::vector<std::string>& texts);
void write_attribute(const Hdf5Check& check, hid_t object, const char* name, int value);
void write_attribute(const Hdf5Check& check, hid_t object, const char* name, std::span<const int> values);

void write_dataset(const Hdf5Check& check, hid_t parent, const char* name, std::span<const double> values);
// Fixed-length UTF-8, as long as the longest: compact for a million names.
void write_dataset(const Hdf5Check& check, hid_t parent, const char* name, const std::vector<std::string>& texts);

}  // namespace taut::io
