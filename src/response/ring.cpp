#include "response/ring.hpp"

#include <algorithm>

#include "solve/bundle_shape.hpp"

namespace taut {
namespace {

// The corners one after the other, and the rods between them; empty where the rods do not make one ring.
struct Walk {
  std::vector<std::size_t> corners, rods;
};
Walk walk_around(const LinkGraph& graph) {
  const std::size_t n = graph.particles.size();
  std::vector<std::vector<std::size_t>> at(n);
  for (std::size_t k = 0; k < graph.rods.size(); ++k)
    for (std::int32_t p : {graph.rods[k].first, graph.rods[k].second}) at[static_cast<std::size_t>(p)].push_back(k);
  if (graph.rods.size() != n || !std::all_of(at.begin(), at.end(), [](const auto& rods) { return rods.size() == 2; }))
    return {};
  Walk walk = {{0}, {at[0][0]}};
  while (walk.corners.size() < n) {
    const std::size_t here = walk.corners.back(), rod = walk.rods.back();
    const auto a = static_cast<std::size_t>(graph.rods[rod].first),
               b = static_cast<std::size_t>(graph.rods[rod].second);
    const std::size_t next = a == here ? b : a;
    if (next == 0) return {};
    walk.corners.push_back(next);
    walk.rods.push_back(at[next][0] == rod ? at[next][1] : at[next][0]);
  }
  return walk;
}

}  // namespace

std::optional<Ring> ring_of(const Model& model, const Component& component) {
  const std::optional<LinkGraph> graph = link_graph(model, component);
  if (!graph || !component.dependent.empty() || graph->particles.size() < 4) return std::nullopt;
  if (std::count(graph->fixed.begin(), graph->fixed.end(), true) > 0) return std::nullopt;
  const Walk walk = walk_around(*graph);
  if (walk.corners.empty()) return std::nullopt;
  Ring ring;
  for (std::size_t k : walk.corners) ring.corners.push_back(graph->particles[k]);
  for (std::size_t k : walk.rods) ring.lengths.push_back(model.row_size(component.rows[k]));
  return ring;
}

}  // namespace taut
