// What was typed behind the options of `taut response`: particles, forces, windows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "taut/ensemble.hpp"
#include "taut/model.hpp"
#include "taut/respond.hpp"

namespace taut {

// A particle by its name or its index. Throws InputError, naming the option.
int find_particle(const ModelBuilder& model, const std::string& text, const std::string& option);
// "bob=1,0" and more of that kind: one force a particle.
std::vector<Vec3> read_loads(const ModelBuilder& model, const std::vector<std::string>& loads);
std::vector<int> read_group(const ModelBuilder& model, const std::vector<std::string>& group);
EnsembleOptions read_ensemble(const Scenario& scenario, const RespondOptions& options);
// A file of comma-separated numbers, one row a coordinate of moving particles, as the response itself.
std::vector<MatrixEntry> read_drag_matrix(const std::filesystem::path& file, const Model& model);

}  // namespace taut
