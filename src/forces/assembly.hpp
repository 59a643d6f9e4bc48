// From specs to a force field, one after the other; stops at the first that is wrong.
#pragma once

#include <span>
#include <string_view>

#include "model/checks.hpp"
#include "taut/forces.hpp"

namespace taut {

struct ForceAssembly {
  const Model& model;
  ForceField field = {};

  Problem assemble(const ForceSpecs& specs);
  void take_particles();
  bool moves(int particle) const { return field.inverse_masses_[static_cast<std::size_t>(particle)] > 0.0; }

  // Each index exists, and the force is felt by one particle at least.
  Problem check_particles(const Place& place, std::string_view field, std::span<const int> particles) const;

  Problem add(const SpringSpec& spec, const Place& place);
  Problem check_spring(const SpringSpec& spec, const Place& place) const;
  Problem add(const ConstantForceSpec& spec, const Place& place);
  Problem add(const FormulaForceSpec& spec, const Place& place);
  Problem check_components(const FormulaForceSpec& spec, const Place& place) const;
  Problem add(const PotentialSpec& spec, const Place& place);
  Problem add(const DragSpec& spec, const Place& place);
  // molecular_assembly.cpp
  Problem add(const AngleForceSpec& spec, const Place& place);
  Problem add(const DihedralSpec& spec, const Place& place);
  Problem add_pairs(const ForceSpecs& specs);
  // torque_assembly.cpp
  Problem check_torque(const TorqueSpec& spec, const Place& place) const;
  Problem add(const TorqueSpec& spec, const Place& place);

  void drag_particle(int particle, double coefficient);
  void reserve_scratch(std::size_t size);
};

}  // namespace taut
