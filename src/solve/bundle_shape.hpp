// Components that may be solved side by side are those of one shape: equal graphs of rods, numbered alike.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solve/kernels/bundle_unit.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"

namespace taut {

using Link = std::pair<std::int32_t, std::int32_t>;  // the smaller number first

// The rods of a component between its particles, which count in their order in memory, fixed ones included.
struct LinkGraph {
  std::vector<std::int32_t> particles;
  std::vector<bool> fixed;
  std::vector<Link> rods;  // in the order of the component's rows
};
// None where a row is not a rod.
std::optional<LinkGraph> link_graph(const Model& model, const Component& component);

// For each link those that share a particle with it, as a factorisation asks for them.
std::vector<std::vector<std::int32_t>> coupled_links(const std::vector<Link>& links, std::size_t particles);

// Components with equal keys may share a bundle.
using ShapeKey = std::vector<std::int32_t>;
ShapeKey key_of(const LinkGraph& graph, SolverMethod method);

// The symbolic factorisation. order[k]: which of the graph's rods is eliminated as the k-th.
struct OrderedShape {
  BundleShape shape;
  std::vector<std::int32_t> order;
};
OrderedShape eliminate(const LinkGraph& graph, SolverMethod method);

}  // namespace taut
