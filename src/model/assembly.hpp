// From the specs of a builder to a model, one after the other; stops at the first that is wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "model/checks.hpp"
#include "taut/model.hpp"

namespace taut {

struct ModelAssembly {
  const ModelBuilder& builder;
  Model model = {};
  std::unordered_map<std::string_view, std::size_t> constraint_names = {};
  std::unordered_map<std::string_view, std::int32_t> types = {};
  std::unordered_map<std::uint64_t, double> sides = {};  // of angles, by pair: the length its distance gives, or 0

  Problem assemble();

  // particles.cpp
  Problem add_particles();
  Problem add_particle(const ParticleSpec& spec, const Place& place);
  Problem check_particle(const ParticleSpec& spec, const Place& place) const;
  Problem check_name(const ParticleSpec& spec, const Place& place) const;
  Problem add_path(const ParticleSpec& spec, const Place& place);
  void take_kind(const ParticleSpec& spec);
  Problem check_box() const;

  // constraints.cpp
  Problem add_constraints();
  Problem check_constraint_name(std::string_view name, const Place& place);
  bool moves(int particle) const { return model.inverse_masses_[static_cast<std::size_t>(particle)] > 0.0; }
  void begin_constraint(const std::string& name, const char* type);
  void add_row(RowKind kind, std::size_t index);

  // distances.cpp
  Problem add(const DistanceSpec& spec, const Place& place);
  Problem add(const AngleSpec& spec, const Place& place);
  Expected<double> length_of(const DistanceSpec& spec, const Place& place) const;
  Problem check_separate(int i, int j, std::string_view field, const Place& place) const;
  void collect_sides();
  double side_length(int i, int j) const;
  double initial_distance(int i, int j) const;

  // relations.cpp
  Problem add(const ShapeSpec& spec, const Place& place);
  Problem add(const ImplicitSpec& spec, const Place& place);
  Problem add(const LinearSpec& spec, const Place& place);
  Problem check_weights(const LinearSpec& spec, const Place& place) const;
  void add_linear_row(const LinearSpec& spec, int axis);
};

}  // namespace taut
