#include <algorithm>

#include "base/direction.hpp"
#include "response/sampler.hpp"
#include "solve/bundle_shape.hpp"

namespace taut {
namespace {

class TreeSampler final : public ComponentSampler {
 public:
  struct Step {
    std::int32_t from, to;
    double length;
  };
  TreeSampler(std::vector<Step> steps, int dimension) : steps_(std::move(steps)), dimension_(dimension) {}

  std::uint64_t size() const override { return steps_.size(); }
  void sample(std::uint64_t seed, std::uint64_t number, std::uint64_t first, Vec3* position) const override {
    for (const Step& step : steps_)
      position[step.to] = position[step.from] + step.length * random_direction(seed, number, first++, dimension_);
  }

 private:
  std::vector<Step> steps_;  // away from the root
  int dimension_;
};

// From the particle that is fixed, or else from the first end.
std::vector<TreeSampler::Step> steps_from_root(const LinkGraph& graph, const std::vector<double>& lengths) {
  const std::size_t n = graph.particles.size();
  std::vector<std::vector<std::size_t>> rods(n);
  for (std::size_t k = 0; k < graph.rods.size(); ++k) {
    rods[static_cast<std::size_t>(graph.rods[k].first)].push_back(k);
    rods[static_cast<std::size_t>(graph.rods[k].second)].push_back(k);
  }
  const auto fixed = std::find(graph.fixed.begin(), graph.fixed.end(), true);
  const auto end = std::find_if(rods.begin(), rods.end(), [](const auto& list) { return list.size() == 1; });
  std::vector<std::size_t> queue = {
      static_cast<std::size_t>(fixed != graph.fixed.end() ? fixed - graph.fixed.begin() : end - rods.begin())};
  std::vector<bool> seen(n, false);
  std::vector<TreeSampler::Step> steps;
  seen[queue[0]] = true;
  for (std::size_t at = 0; at < queue.size(); ++at)
    for (std::size_t k : rods[queue[at]]) {
      const auto a = static_cast<std::size_t>(graph.rods[k].first), b = static_cast<std::size_t>(graph.rods[k].second);
      const std::size_t to = a == queue[at] ? b : a;
      if (seen[to]) continue;
      seen[to] = true;
      queue.push_back(to);
      steps.push_back({graph.particles[queue[at]], graph.particles[to], lengths[k]});
    }
  return steps;
}

}  // namespace

std::unique_ptr<ComponentSampler> make_tree_sampler(const Model& model, const Component& component) {
  const std::optional<LinkGraph> graph = link_graph(model, component);
  if (!graph || !component.dependent.empty() || graph->rods.size() + 1 != graph->particles.size()) return nullptr;
  if (std::count(graph->fixed.begin(), graph->fixed.end(), true) > 1) return nullptr;
  std::vector<double> lengths;
  for (std::int32_t row : component.rows) lengths.push_back(model.row_size(row));
  return std::make_unique<TreeSampler>(steps_from_root(*graph, lengths), model.dimension());
}

}  // namespace taut
