// R of a response: K, D or M, as one number a particle where that is all, as sparse entries otherwise.
#pragma once

#include <string>
#include <vector>

#include "taut/response.hpp"

namespace taut {

struct Resistance {
  bool diagonal = true;
  bool symmetric = true;
  std::vector<double> masses = {};        // diagonal: one a particle
  std::vector<MatrixEntry> entries = {};  // otherwise
  std::vector<std::string> notes = {};
};

Expected<Resistance> make_resistance(const Model& model, const ForceField& forces, const ResponseOptions& options);

}  // namespace taut
