#include "solve/bundles.hpp"

#include <algorithm>
#include <map>

#include "solve/bundle_shape.hpp"

namespace taut {
namespace {

// Fewer equal components than this do not fill the lanes well enough.
constexpr std::size_t fewest = 4;

std::optional<ShapeKey> key_of(const Model& model, const Component& component) {
  if (component.segmented) return std::nullopt;
  const std::optional<LinkGraph> graph = link_graph(model, component);
  if (!graph) return std::nullopt;
  return key_of(*graph, component.solver);
}

}  // namespace

std::vector<std::vector<std::int32_t>> gather_bundles(const Model& model, const std::vector<Component>& components) {
  std::map<ShapeKey, std::vector<std::int32_t>> alike;
  if (components.size() >= fewest)
    for (std::size_t c = 0; c < components.size(); ++c)
      if (std::optional<ShapeKey> key = key_of(model, components[c]))
        alike[std::move(*key)].push_back(static_cast<std::int32_t>(c));
  std::vector<std::vector<std::int32_t>> bundles;
  constexpr auto lanes = static_cast<std::ptrdiff_t>(kernel_lanes);
  for (const auto& [key, members] : alike) {
    if (members.size() < fewest) continue;
    for (auto from = members.begin(); from < members.end(); from += std::min(lanes, members.end() - from))
      bundles.emplace_back(from, from + std::min(lanes, members.end() - from));
  }
  std::sort(bundles.begin(), bundles.end());
  return bundles;
}

}  // namespace taut
