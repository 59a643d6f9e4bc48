#include <algorithm>

#include "base/direction.hpp"
#include "response/sampler.hpp"
#include "solve/bundle_shape.hpp"

namespace taut {
namespace {

class BodySampler final : public ComponentSampler {
 public:
  BodySampler(const Model& model, std::vector<std::int32_t> particles)
      : particles_(std::move(particles)), dimension_(model.dimension()) {
    for (std::int32_t p : particles_)
      places_.push_back(model.positions()[static_cast<std::size_t>(p)] -
                        model.positions()[static_cast<std::size_t>(particles_[0])]);
  }

  std::uint64_t size() const override { return 2; }

  // Axes: z uniform on the sphere, x at a uniform angle around it.
  void sample(std::uint64_t seed, std::uint64_t number, std::uint64_t first, Vec3* position) const override {
    const Vec3 z = dimension_ == 2 ? Vec3{0.0, 0.0, 1.0} : random_direction(seed, number, first, 3);
    const Vec3 x = across(z, uniform_pair(seed, number, first + 1)[0]), y = cross(z, x);
    const Vec3 origin = position[particles_[0]];
    for (std::size_t k = 0; k < particles_.size(); ++k)
      position[particles_[k]] = origin + places_[k].x * x + places_[k].y * y + places_[k].z * z;
  }

 private:
  std::vector<std::int32_t> particles_;
  std::vector<Vec3> places_;  // from the first
  int dimension_;
};

}  // namespace

std::unique_ptr<ComponentSampler> make_body_sampler(const Model& model, const Component& component) {
  const std::optional<LinkGraph> graph = link_graph(model, component);
  if (!graph || std::count(graph->fixed.begin(), graph->fixed.end(), true) > 0) return nullptr;
  const std::size_t n = graph->particles.size();
  const std::size_t rigid = model.dimension() == 3 ? 3 * n - 6 : 2 * n - 3;
  if (n < 3 || component.rows.size() != rigid) return nullptr;
  return std::make_unique<BodySampler>(model, graph->particles);
}

}  // namespace taut
