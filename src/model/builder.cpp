#include "model/assembly.hpp"
#include "taut/model.hpp"

namespace taut {
namespace {

template <class List, class Spec>
int append(List& list, Spec&& spec) {
  list.push_back(std::forward<Spec>(spec));
  return static_cast<int>(list.size()) - 1;
}

}  // namespace

int ModelBuilder::add(ParticleSpec particle) {
  // The first of a name keeps it; build() refuses the second.
  if (!particle.name.empty()) by_name_.emplace(particle.name, size());
  return append(particles_, std::move(particle));
}

int ModelBuilder::add(DistanceSpec constraint) { return append(specs_, std::move(constraint)); }
int ModelBuilder::add(AngleSpec constraint) { return append(specs_, std::move(constraint)); }
int ModelBuilder::add(ShapeSpec constraint) { return append(specs_, std::move(constraint)); }
int ModelBuilder::add(ImplicitSpec constraint) { return append(specs_, std::move(constraint)); }
int ModelBuilder::add(LinearSpec constraint) { return append(specs_, std::move(constraint)); }

void ModelBuilder::remove_constraints(const std::vector<bool>& marked) {
  std::deque<Spec> rest;
  for (std::size_t k = 0; k < specs_.size(); ++k)
    if (k >= marked.size() || !marked[k]) rest.push_back(std::move(specs_[k]));
  specs_ = std::move(rest);
}

std::optional<int> ModelBuilder::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  if (found == by_name_.end()) return {};
  return found->second;
}

Expected<Model> ModelBuilder::build() const {
  ModelAssembly assembly{*this};
  if (auto problem = assembly.assemble()) return *problem;
  return std::move(assembly.model);
}

Problem ModelAssembly::assemble() {
  model.dimension_ = builder.dimension_;
  if (model.dimension_ != 2 && model.dimension_ != 3) {
    return Error{"dimension", "found " + std::to_string(model.dimension_) + ", expected 2 or 3"};
  }
  model.box_ = builder.box_;
  if (auto problem = check_box()) return problem;
  if (auto problem = add_particles()) return problem;
  return add_constraints();
}

}  // namespace taut
