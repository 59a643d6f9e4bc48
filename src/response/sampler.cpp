#include "response/sampler.hpp"

#include <algorithm>

namespace taut {
namespace {

struct Kind {
  std::unique_ptr<ComponentSampler> (*make)(const Model&, const Component&);
  const char* note;
};
constexpr Kind kinds[] = {
    {make_tree_sampler, "freely jointed: every rod in a direction of its own"},
    {make_ring_sampler, "freely jointed rings, closed exactly"},
    {make_plane_ring_sampler, "freely jointed rings in the plane, closed exactly"},
    {make_body_sampler, "rigid bodies, turned at random"},
};

Error no_sampler(const Model& model, const Component& component) {
  return {"constraints",
          "no way is known to sample the component of " + model.row_name(component.rows.front()) + " (" +
              component.kind +
              "); expected trees of rods that are fixed at one particle at most, rings of rods that are neither nearly "
              "taut nor four rods in the plane that can fold flat, or rigid bodies"};
}

}  // namespace

Expected<Sampler> Sampler::make(const Model& model, const Plan& plan, std::uint64_t seed) {
  Sampler sampler;
  sampler.seed_ = seed;
  for (const Component& component : plan.components()) {
    std::unique_ptr<ComponentSampler> made;
    for (const Kind& kind : kinds) {
      made = kind.make(model, component);
      if (!made) continue;
      if (std::find(sampler.notes_.begin(), sampler.notes_.end(), kind.note) == sampler.notes_.end())
        sampler.notes_.emplace_back(kind.note);
      break;
    }
    if (!made) return no_sampler(model, component);
    sampler.components_.push_back(std::move(made));
  }
  return sampler;
}

void Sampler::sample(std::uint64_t number, std::vector<Vec3>& position) const {
  std::uint64_t first = 0;
  for (const std::unique_ptr<ComponentSampler>& component : components_) {
    component->sample(seed_, number, first, position.data());
    first += component->size();
  }
}

}  // namespace taut
