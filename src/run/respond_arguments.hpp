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
// Two of them, "10:30".
std::pair<int, int> read_pair(const ModelBuilder& model, const std::string& text, const std::string& option);
// "bob=1,0" and more of that kind: one force a particle.
std::vector<Vec3> read_loads(const ModelBuilder& model, const std::vector<std::string>& loads);
std::vector<int> read_group(const ModelBuilder& model, const std::vector<std::string>& group);
// Pairs that were asked for, as numbers of those that an ensemble samples.
std::vector<std::size_t> read_chosen(const ModelBuilder& model, const std::vector<std::string>& pairs,
                                     const EnsembleResult& sampled);
EnsembleOptions read_ensemble(const Scenario& scenario, const RespondOptions& options);
// A file of comma-separated numbers, one row a coordinate of moving particles, as the response itself.
std::vector<MatrixEntry> read_drag_matrix(const std::filesystem::path& file, const Model& model);

}  // namespace taut
