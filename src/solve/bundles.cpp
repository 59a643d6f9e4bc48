#include "solve/bundles.hpp"

#include <algorithm>
#include <map>

#include "solve/bundle_shape.hpp"

namespace taut {
namespace {

// Fewer equal components than this do not fill the lanes well enough.
constexpr std::size_t fewest = 4;

std::optional<ShapeKey> key_of(const Model& model, const Component& component) {
  if (component.segmented || component.keeps_all) return std::nullopt;
  const std::optional<LinkGraph> graph = link_graph(model, component);
  if (!graph) return std::nullopt;
  return key_of(*graph, component.solver);
}

using Alike = std::map<ShapeKey, std::vector<std::int32_t>>;

Alike alike(const Model& model, const std::vector<Component>& components) {
  Alike groups;
  for (std::size_t c = 0; c < components.size(); ++c)
    if (std::optional<ShapeKey> key = key_of(model, components[c]))
      groups[std::move(*key)].push_back(static_cast<std::int32_t>(c));
  std::erase_if(groups, [](const auto& group) { return group.second.size() < fewest; });
  return groups;
}

// Where shapes are mixed in memory, bundles would reach over one another without end, and nothing could be cut into
// blocks for the cache and for threads. So no bundle reaches over a boundary; between two of them there is room for
// some sixteen components of each shape, and the lanes that stay empty are few.
class Boundaries {
 public:
  Boundaries(const std::vector<Component>& components, const Alike& groups) : components_(components) {
    std::size_t one_of_each = 0;
    for (const auto& [key, members] : groups)
      one_of_each += components[static_cast<std::size_t>(members.front())].particles.size();
    if (groups.size() > 1) distance_ = std::max<std::size_t>(1024, 16 * one_of_each);
  }
  // Which stretch of memory a component begins in.
  std::size_t stretch(std::int32_t component) const {
    if (distance_ == 0) return 0;
    const std::vector<std::int32_t>& particles = components_[static_cast<std::size_t>(component)].particles;
    return static_cast<std::size_t>(*std::min_element(particles.begin(), particles.end())) / distance_;
  }

 private:
  const std::vector<Component>& components_;
  std::size_t distance_ = 0;  // in particles; 0: one shape needs none
};

}  // namespace

std::vector<std::vector<std::int32_t>> gather_bundles(const Model& model, const std::vector<Component>& components) {
  const Alike groups = alike(model, components);
  const Boundaries boundaries(components, groups);
  std::vector<std::vector<std::int32_t>> bundles;
  for (const auto& [key, members] : groups) {
    std::vector<std::int32_t> bundle;
    for (std::int32_t c : members) {
      const bool full = bundle.size() == static_cast<std::size_t>(kernel_lanes);
      if (!bundle.empty() && (full || boundaries.stretch(c) != boundaries.stretch(bundle.front()))) {
        bundles.push_back(std::move(bundle));
        bundle.clear();
      }
      bundle.push_back(c);
    }
    bundles.push_back(std::move(bundle));
  }
  std::erase_if(bundles, [](const auto& bundle) { return bundle.size() == 1; });
  std::sort(bundles.begin(), bundles.end());
  return bundles;
}

}  // namespace taut
