#include "solve/classify.hpp"

#include <algorithm>
#include <unordered_map>

namespace taut {
namespace {

struct Rod {
  std::int32_t row, i, j;
  std::int32_t other(std::int32_t p) const { return p == i ? j : i; }
};

// The rods of a component and, for each moving particle, those that end on it.
struct RodGraph {
  std::vector<Rod> rods;
  std::unordered_map<std::int32_t, std::vector<std::size_t>> at;
  std::size_t largest_degree = 0;
};

RodGraph rod_graph(const Model& model, const CoupledRows& component) {
  RodGraph graph;
  for (std::int32_t k : component.rows) {
    const DistanceRow& d = model.distances()[static_cast<std::size_t>(model.rows()[static_cast<std::size_t>(k)].index)];
    for (std::int32_t p : {d.i, d.j})
      if (model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0) {
        std::vector<std::size_t>& here = graph.at[p];
        here.push_back(graph.rods.size());
        graph.largest_degree = std::max(graph.largest_degree, here.size());
      }
    graph.rods.push_back({k, d.i, d.j});
  }
  return graph;
}

bool only_rods(const Model& model, const CoupledRows& component) {
  return std::all_of(component.rows.begin(), component.rows.end(), [&](std::int32_t k) {
    return model.rows()[static_cast<std::size_t>(k)].kind == RowKind::distance;
  });
}

// Walks from a rod with a free end to the other end; the particle there is fixed or has no second rod.
void walk_path(const RodGraph& graph, Classification& path) {
  const auto degree = [&](std::int32_t p) {
    const auto found = graph.at.find(p);
    return found == graph.at.end() ? std::size_t{0} : found->second.size();
  };
  std::size_t rod = 0;
  std::int32_t from = -1;
  for (std::size_t k = 0; k < graph.rods.size() && from < 0; ++k)
    for (std::int32_t p : {graph.rods[k].i, graph.rods[k].j})
      if (degree(p) < 2 && from < 0) rod = k, from = p;
  path.path_particles = {from};
  for (std::size_t step = 0; step < graph.rods.size(); ++step) {
    path.path_rods.push_back(graph.rods[rod].row);
    from = graph.rods[rod].other(from);
    path.path_particles.push_back(from);
    const auto found = graph.at.find(from);
    if (found == graph.at.end() || found->second.size() < 2) break;
    rod = found->second[0] == rod ? found->second[1] : found->second[0];
  }
  if (path.path_particles.front() > path.path_particles.back()) {
    std::reverse(path.path_rods.begin(), path.path_rods.end());
    std::reverse(path.path_particles.begin(), path.path_particles.end());
  }
}

// The rods of a ring from its first one on, in its direction.
std::vector<std::int32_t> walk_ring(const RodGraph& graph) {
  std::vector<std::int32_t> rows;
  std::size_t rod = 0;
  std::int32_t at = graph.rods[0].i;
  for (std::size_t step = 0; step < graph.rods.size(); ++step) {
    rows.push_back(graph.rods[rod].row);
    at = graph.rods[rod].other(at);
    const std::vector<std::size_t>& here = graph.at.at(at);
    rod = here[0] == rod ? here[1] : here[0];
  }
  return rows;
}

// The rods of a tree, peeled off layer by layer: branches far apart alternate, so that their eliminations overlap in
// the processor.
std::vector<std::int32_t> leaves_first(const RodGraph& graph) {
  std::unordered_map<std::int32_t, std::size_t> degree;  // rods not yet peeled off
  std::vector<bool> peeled(graph.rods.size(), false);
  std::vector<std::int32_t> rows, leaves;
  const auto peel = [&](std::size_t rod, std::int32_t end) {
    peeled[rod] = true;
    rows.push_back(graph.rods[rod].row);
    if (--degree[end] == 1) leaves.push_back(end);
  };
  for (const auto& [particle, rods] : graph.at) degree[particle] = rods.size();
  const auto is_leaf = [&](std::int32_t p) { return graph.at.count(p) == 0 || graph.at.at(p).size() == 1; };
  for (std::size_t k = 0; k < graph.rods.size(); ++k) {  // fixed particles are leaves of each rod that they hold
    if (is_leaf(graph.rods[k].i))
      peel(k, graph.rods[k].j);
    else if (is_leaf(graph.rods[k].j))
      peel(k, graph.rods[k].i);
  }
  for (std::size_t next = 0; next < leaves.size(); ++next)
    for (std::size_t rod : graph.at.at(leaves[next]))
      if (!peeled[rod]) peel(rod, graph.rods[rod].other(leaves[next]));
  return rows;
}

std::string count_of(std::size_t n, const char* noun) { return std::to_string(n) + " " + noun + (n == 1 ? "" : "s"); }

}  // namespace

const char* graph_kind_name(GraphKind kind) {
  switch (kind) {
    case GraphKind::single:
      return "single";
    case GraphKind::path:
      return "path";
    case GraphKind::ring:
      return "ring";
    case GraphKind::tree:
      return "tree";
    case GraphKind::network:
      return "network";
    case GraphKind::mixed:
      return "mixed";
  }
  return "";
}

Classification classify(const Model& model, const CoupledRows& component) {
  const std::size_t n = component.rows.size(), particles = component.particles.size();
  if (!only_rods(model, component)) {
    const bool single = n == 1;
    return {single ? GraphKind::single : GraphKind::mixed,
            SolverMethod::sparse,
            single ? "one constraint that is not a rod: Newton on one unknown"
                   : count_of(n, "row") + " of several kinds in one exact sparse solve",
            {},
            {}};
  }
  const RodGraph graph = rod_graph(model, component);
  // Ends on fixed particles close no loop: a forest over the moving particles has at most as many rods as particles +
  // anchors.
  const std::size_t inner =
      static_cast<std::size_t>(std::count_if(graph.rods.begin(), graph.rods.end(), [&](const Rod& rod) {
        return graph.at.count(rod.i) > 0 && graph.at.count(rod.j) > 0;
      }));
  if (graph.largest_degree <= 2 && inner + 1 == particles) {
    Classification path{n == 1 ? GraphKind::single : GraphKind::path,
                        SolverMethod::tridiagonal,
                        n == 1 ? "one rod: its equation has one unknown"
                               : "path of " + count_of(n, "rod") + ": tridiagonal matrix, cost linear in its length",
                        {},
                        {}};
    walk_path(graph, path);
    return path;
  }
  if (graph.largest_degree == 2 && n == 3)
    return {GraphKind::ring,
            SolverMethod::settle,
            "rigid triangle: closed form or an exact solve of three unknowns",
            {},
            {},
            walk_ring(graph)};
  if (graph.largest_degree == 2 && n > 3)
    return {GraphKind::ring,
            SolverMethod::ring,
            "ring of " + count_of(n, "rod") + ": cyclic tridiagonal matrix, cost linear in its length",
            {},
            {},
            walk_ring(graph)};
  if (inner + 1 == particles)
    return {GraphKind::tree,
            SolverMethod::tree,
            "tree of " + count_of(n, "rod") + ": eliminated from the leaves, no fill beyond the branch points",
            {},
            {},
            leaves_first(graph)};
  return {GraphKind::network,
          SolverMethod::sparse,
          "network of " + count_of(n, "rod") + " with closed loops: sparse factor in minimum-degree order",
          {},
          {}};
}

}  // namespace taut
