// Relations that a trajectory keeps, as constraints to be put into a scenario.
#pragma once

#include <string>
#include <vector>

#include "taut/model.hpp"
#include "taut/modes.hpp"

namespace taut {

// TOML: `linear` where the same weights serve every axis, `implicit` otherwise and for planes, `distance`; comments say
// how far each held.
std::string constraints_toml(const std::vector<ImpliedRelation>& relations, const KeptShape& shape, const Model& model,
                             double zero);
// For people: "0.5 a - b + 0.5 c = (0, 0)", cut where it is long.
std::string relation_text(const ImpliedRelation& relation, const Model& model);
std::vector<std::string> shape_texts(const KeptShape& shape, const Model& model);

}  // namespace taut
