// Random configurations of a model, each by its number: the same numbers whoever asks, and in which order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"

namespace taut {

// Places the particles of one component. Random numbers of a sample have an index; a component uses those from `first`
// on, size() of them.
class ComponentSampler {
 public:
  virtual ~ComponentSampler() = default;
  virtual std::uint64_t size() const = 0;
  virtual void sample(std::uint64_t seed, std::uint64_t number, std::uint64_t first, Vec3* position) const = 0;
};

class Sampler {
 public:
  static Expected<Sampler> make(const Model& model, const Plan& plan, std::uint64_t seed);

  const std::vector<std::string>& notes() const { return notes_; }  // how components are sampled
  // All positions; particles without constraints stay where they are.
  void sample(std::uint64_t number, std::vector<Vec3>& position) const;

 private:
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<ComponentSampler>> components_;
  std::vector<std::string> notes_;
};

// A tree of rods, each in a direction of its own: null where the component is something else.
std::unique_ptr<ComponentSampler> make_tree_sampler(const Model& model, const Component& component);
// A closed ring of rods in space.
std::unique_ptr<ComponentSampler> make_ring_sampler(const Model& model, const Component& component);
// A closed ring of rods in the plane.
std::unique_ptr<ComponentSampler> make_plane_ring_sampler(const Model& model, const Component& component);
// A body that its constraints make rigid, and nothing holds.
std::unique_ptr<ComponentSampler> make_body_sampler(const Model& model, const Component& component);

}  // namespace taut
