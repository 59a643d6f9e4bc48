// The regular formulation of rigid flat sets that are held by distances alone [science, section 2].
//
// A planar (or straight) rigid set of particles has distances whose gradients all lie in that plane: to first order
// nothing holds it flat. Three of its particles, not in line (or two), by their distances, and each of the
// others as a fixed combination of those, say the same and are regular.
#pragma once

#include "taut/solve.hpp"

namespace taut {

struct RegularFormulation {
  ModelBuilder model;
  std::vector<std::string> notes;  // what was replaced
};

// The builder that made `model`, with the singular sets of its plan replaced; the error says which set is not of this
// kind.
Expected<RegularFormulation> regular_formulation(const ModelBuilder& builder, const Model& model, const Plan& plan);

}  // namespace taut
