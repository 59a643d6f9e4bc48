// The constant part of an H5MD file: who wrote it, the particles and their box.
#pragma once

#include "io/h5md/h5md_options.hpp"
#include "io/h5md/hdf5_handle.hpp"

namespace taut::io {

void write_structure(const Hdf5Check& check, hid_t file, const H5mdOptions& options);

}  // namespace taut::io
