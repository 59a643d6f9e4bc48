#include "forces/assembly.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "model/coordinates.hpp"

namespace taut {
namespace {

constexpr std::array<const char*, 3> component_fields = {"x", "y", "z"};

template <class Spec>
Problem add_all(ForceAssembly& assembly, const std::vector<Spec>& specs, const char* list) {
  for (std::size_t k = 0; k < specs.size(); ++k) {
    if (auto problem = assembly.add(specs[k], {specs[k].origin, list, k})) return problem;
  }
  return {};
}

}  // namespace

Expected<ForceField> ForceField::make(const Model& model, const ForceSpecs& specs) {
  ForceAssembly assembly{model};
  if (auto problem = assembly.assemble(specs)) return *problem;
  return std::move(assembly.field);
}

Problem ForceAssembly::assemble(const ForceSpecs& specs) {
  take_particles();
  if (auto problem = check_vector({"forces", "forces", 0}, "gravity", specs.gravity, model.dimension())) return problem;
  field.gravity_ = specs.gravity;
  if (auto problem = add_all(*this, specs.springs, "forces.springs")) return problem;
  if (auto problem = add_all(*this, specs.constants, "forces.constants")) return problem;
  if (auto problem = add_all(*this, specs.formulas, "forces.formulas")) return problem;
  if (auto problem = add_all(*this, specs.potentials, "forces.potentials")) return problem;
  if (auto problem = add_all(*this, specs.drags, "forces.drags")) return problem;
  if (auto problem = add_all(*this, specs.angles, "forces.angles")) return problem;
  if (auto problem = add_all(*this, specs.dihedrals, "forces.dihedrals")) return problem;
  if (auto problem = add_all(*this, specs.torques, "forces.torques")) return problem;
  return add_pairs(specs);
}

void ForceAssembly::take_particles() {
  field.inverse_masses_ = model.inverse_masses();
  field.masses_ = model.masses();
  for (int i = 0; i < model.size(); ++i) {
    if (moves(i)) continue;
    field.masses_[static_cast<std::size_t>(i)] = 0.0;
    field.fixed_.push_back(i);
  }
}

Problem ForceAssembly::check_particles(const Place& place, std::string_view key, std::span<const int> particles) const {
  if (auto problem = check_indices(place, key, particles, model.size())) return problem;
  return check_some_move(place, key, model, particles, "force");
}

Problem ForceAssembly::check_spring(const SpringSpec& spec, const Place& place) const {
  if (auto problem = check_particles(place, "between", std::array{spec.i, spec.j})) return problem;
  if (auto problem = check_positive(place, "stiffness", spec.stiffness)) return problem;
  if (auto problem = check_not_negative(place, "rest_length", spec.rest_length)) return problem;
  return check_not_negative(place, "damping", spec.damping);
}

Problem ForceAssembly::add(const SpringSpec& spec, const Place& place) {
  if (auto problem = check_spring(spec, place)) return problem;
  field.springs_.push_back({spec.i, spec.j, spec.stiffness, spec.rest_length});
  if (spec.damping > 0.0) {
    const auto& w = field.inverse_masses_;
    const double reduced_mass = 1.0 / (w[static_cast<std::size_t>(spec.i)] + w[static_cast<std::size_t>(spec.j)]);
    field.dashpots_.push_back({spec.i, spec.j, spec.damping, reduced_mass});
  }
  return {};
}

Problem ForceAssembly::add(const ConstantForceSpec& spec, const Place& place) {
  if (auto problem = check_particles(place, "on", {&spec.on, 1})) return problem;
  if (auto problem = check_vector(place, "force", spec.force, model.dimension())) return problem;
  field.constants_.push_back({spec.on, spec.force});
  return {};
}

Problem ForceAssembly::check_components(const FormulaForceSpec& spec, const Place& place) const {
  if (auto problem = check_particles(place, "on", {&spec.on, 1})) return problem;
  if (auto problem = check_parameters(place, spec.parameters)) return problem;
  const auto is_empty = [](const std::string& text) { return text.empty(); };
  if (std::all_of(spec.force.begin(), spec.force.end(), is_empty)) {
    return place.error("force", "found no formula, expected one for at least one component");
  }
  if (model.dimension() == 3 || spec.force[2].empty()) return {};
  return place.error("z", "found " + quoted(spec.force[2]) + ", expected none in two dimensions");
}

Problem ForceAssembly::add(const FormulaForceSpec& spec, const Place& place) {
  if (auto problem = check_components(spec, place)) return problem;
  ForceField::FormulaForce force{spec.on, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string_view text = spec.force[axis].empty() ? std::string_view("0") : spec.force[axis];
    auto component = parse_of_coordinates(place, component_fields[axis], text, 1, model.dimension(), spec.parameters);
    if (!component) return component.error();
    reserve_scratch(4 + component->scratch_size());
    force.component[axis] = std::move(*component);
  }
  field.formulas_.push_back(std::move(force));
  return {};
}

Problem ForceAssembly::add(const PotentialSpec& spec, const Place& place) {
  if (auto problem = check_particles(place, "on", spec.on)) return problem;
  if (auto problem = check_parameters(place, spec.parameters)) return problem;
  auto energy = parse_of_coordinates(place, "energy", spec.energy, spec.on.size(), model.dimension(), spec.parameters);
  if (!energy) return energy.error();
  if (!depends_on_moving(*energy, spec.on, field.inverse_masses_)) {
    return place.error("energy", quoted(spec.energy) + " depends on no coordinate of a particle that moves");
  }
  reserve_scratch(2 * static_cast<std::size_t>(energy->variables()) + energy->scratch_size());
  field.potentials_.push_back({{spec.on.begin(), spec.on.end()}, std::move(*energy)});
  return {};
}

Problem ForceAssembly::add(const DragSpec& spec, const Place& place) {
  if (auto problem = check_not_negative(place, "coefficient", spec.coefficient)) return problem;
  if (spec.on.empty()) {
    for (int i = 0; i < model.size(); ++i) drag_particle(i, spec.coefficient);
    return {};
  }
  if (auto problem = check_particles(place, "on", spec.on)) return problem;
  for (const int i : spec.on) drag_particle(i, spec.coefficient);
  return {};
}

void ForceAssembly::drag_particle(int particle, double coefficient) {
  if (!moves(particle) || coefficient == 0.0) return;
  const double w = field.inverse_masses_[static_cast<std::size_t>(particle)];
  field.drag_.push_back({particle, coefficient, coefficient * w});
}

void ForceAssembly::reserve_scratch(std::size_t size) { field.scratch_size_ = std::max(field.scratch_size_, size); }

}  // namespace taut
