// The choice of a solver is a pure function: from a component's graph and constraint kinds to a kind, a method and a
// reason.
#pragma once

#include <string>
#include <vector>

#include "solve/components.hpp"
#include "taut/solve.hpp"

namespace taut {

enum class GraphKind { single, path, ring, tree, network, mixed };
const char* graph_kind_name(GraphKind kind);

struct Classification {
  GraphKind kind;
  SolverMethod solver;
  std::string reason;
  // A path of rods in order: rods[k] joins particles[k] and particles[k+1]. Otherwise empty.
  std::vector<std::int32_t> path_rods, path_particles;
  // The rods of a ring along it, of a tree from the leaves inwards: no rod before those that hang on it. Else empty.
  std::vector<std::int32_t> ordered_rows = {};
};

Classification classify(const Model& model, const CoupledRows& component);

}  // namespace taut
