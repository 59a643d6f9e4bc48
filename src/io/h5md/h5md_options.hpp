// What an H5MD file says about a run besides its frames.
#pragma once

#include <string>
#include <vector>

#include "io/h5md/h5md_units.hpp"

namespace taut::io {

struct H5mdOptions {
  std::string path;
  std::vector<double> masses = {};          // one a particle; infinite when fixed
  std::vector<std::string> names = {};      // empty, or one a particle
  std::vector<std::string> row_names = {};  // of the constraint forces, one a row
  bool periodic = false;                    // frames have a box
  Units units = {};
  std::string creator_version = {};
  std::string author = "unknown";  // H5MD requires one
};

}  // namespace taut::io
