#include "forces/pair_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace taut {

struct PairTableAssembly {
  const Model& model;
  const PairForcesSpec& spec;
  PairTable table = {};
  std::vector<std::optional<LennardJones>> own = {};  // of each type

  Place place() const { return {spec.origin, "forces.pairs", 0}; }
  Problem assemble();
  Problem check_numbers() const;
  Problem check_charges() const;
  Problem take_types();
  Problem check_types_used() const;
  Expected<std::int32_t> find_type(const std::string& name, const Place& at, std::string_view field) const;
  Problem check_parameters(const LennardJones& parameters, const Place& at) const;
  void set(std::int32_t k, std::int32_t l, const LennardJones& parameters);
  void mix();
  Problem take_pairs();
  void take_particles();
};

namespace {

LennardJones mixed(const LennardJones& a, const LennardJones& b, Mixing mixing) {
  const double sigma = mixing == Mixing::geometric ? std::sqrt(a.sigma * b.sigma) : 0.5 * (a.sigma + b.sigma);
  return {sigma, std::sqrt(a.epsilon * b.epsilon)};
}

constexpr double minimum_squared = 1.2599210498948731648;  // (2^(1/6))^2

}  // namespace

Expected<PairTable> PairTable::make(const Model& model, const PairForcesSpec& spec) {
  PairTableAssembly assembly{model, spec};
  if (auto problem = assembly.assemble()) return *problem;
  return std::move(assembly.table);
}

Problem PairTableAssembly::assemble() {
  if (auto problem = check_numbers()) return problem;
  if (auto problem = check_charges()) return problem;
  table.kinds_ = static_cast<int>(model.type_names().size()) + 1;
  table.laws_.resize(static_cast<std::size_t>(table.kinds_ * table.kinds_));
  table.coulomb_ = coulomb_law(spec);
  if (auto problem = take_types()) return problem;
  mix();
  if (auto problem = take_pairs()) return problem;
  take_particles();
  return {};
}

Problem PairTableAssembly::check_numbers() const {
  const bool charged = spec.electrostatics != Electrostatics::none;
  if (spec.dispersion == Dispersion::none && !charged)
    return place().error("dispersion", "found neither dispersion nor coulomb, expected one of them");
  if (spec.dispersion == Dispersion::lennard_jones || charged) {
    if (auto problem = check_length(place(), "cutoff", spec.cutoff)) return problem;
  } else if (spec.cutoff != 0.0) {
    return place().error("cutoff", "found " + number(spec.cutoff) + ", expected none: wca ends at its minimum");
  }
  if (auto problem = check_not_negative(place(), "skin", spec.skin)) return problem;
  if (auto problem = check_not_negative(place(), "scale_14", spec.scale_14)) return problem;
  return {};
}

Problem PairTableAssembly::check_charges() const {
  if (spec.electrostatics == Electrostatics::none) return {};
  if (auto problem = check_positive(place(), "coulomb_constant", spec.coulomb_constant)) return problem;
  if (model.charges().empty())
    return place().error("coulomb", "no particle has a charge, expected charge = ... with particles");
  if (spec.electrostatics == Electrostatics::reaction_field) {
    if (spec.dielectric == 0.0 || spec.dielectric >= 1.0) return check_finite(place(), "dielectric", spec.dielectric);
    return place().error("dielectric",
                         "found " + number(spec.dielectric) + ", expected 1 or more, or 0 for a conductor");
  }
  if (auto problem = check_positive(place(), "damping", spec.damping)) return problem;
  if (spec.damping * spec.cutoff <= largest_damping) return {};
  return place().error("damping", "found " + number(spec.damping) + ", expected at most " +
                                      number(largest_damping / spec.cutoff) + " = 6 / cutoff");
}

Expected<std::int32_t> PairTableAssembly::find_type(const std::string& name, const Place& at,
                                                    std::string_view field) const {
  const auto& names = model.type_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::int32_t>(found - names.begin());
  return at.error(field, "no particle has the type " + quoted(name) + hint(name, names));
}

Problem PairTableAssembly::check_parameters(const LennardJones& parameters, const Place& at) const {
  if (auto problem = check_length(at, "sigma", parameters.sigma)) return problem;
  return check_not_negative(at, "epsilon", parameters.epsilon);
}

Problem PairTableAssembly::take_types() {
  own.resize(model.type_names().size());
  if (spec.dispersion == Dispersion::none && !spec.types.empty())
    return Place{spec.types[0].origin, "forces.pairs.types", 0}.error("type",
                                                                      "found parameters, but dispersion is none");
  for (std::size_t k = 0; k < spec.types.size(); ++k) {
    const Place at{spec.types[k].origin, "forces.pairs.types", k};
    const Expected<std::int32_t> type = find_type(spec.types[k].type, at, "type");
    if (!type) return type.error();
    if (auto problem = check_parameters(spec.types[k].parameters, at)) return problem;
    auto& slot = own[static_cast<std::size_t>(*type)];
    if (slot)
      return at.error("type", quoted(spec.types[k].type) + " has its parameters already, expected each type once");
    slot = spec.types[k].parameters;
  }
  return check_types_used();
}

Problem PairTableAssembly::check_types_used() const {
  if (spec.dispersion == Dispersion::none) return {};
  for (std::size_t type = 0; type < own.size(); ++type)
    if (!own[type])
      return place().error("types", "the type " + quoted(model.type_names()[type]) +
                                        " has no sigma and epsilon, expected [[forces.pairs.types]] with it");
  if (own.empty()) return place().error("types", "no particle has a type, expected type = ... with particles");
  return {};
}

void PairTableAssembly::set(std::int32_t k, std::int32_t l, const LennardJones& parameters) {
  const double square = parameters.sigma * parameters.sigma, six = square * square * square;
  LennardJonesLaw law;
  law.b = 4.0 * parameters.epsilon * six;
  law.a = law.b * six;
  const bool purely_repulsive = spec.dispersion == Dispersion::wca;
  law.cutoff_squared = purely_repulsive ? minimum_squared * square : spec.cutoff * spec.cutoff;
  if (parameters.epsilon == 0.0) law.cutoff_squared = 0.0;
  if (purely_repulsive || spec.truncation == Truncation::shifted) {
    const double third = 1.0 / (law.cutoff_squared * law.cutoff_squared * law.cutoff_squared);
    law.shift = parameters.epsilon == 0.0 ? 0.0
                : purely_repulsive        ? -parameters.epsilon
                                          : (law.a * third - law.b) * third;
  }
  for (const auto& [row, column] : {std::pair{k, l}, std::pair{l, k}})
    table.laws_[static_cast<std::size_t>(row * table.kinds_ + column)] = law;
}

void PairTableAssembly::mix() {
  if (spec.dispersion == Dispersion::none) return;
  for (std::size_t k = 0; k < own.size(); ++k)
    for (std::size_t l = k; l < own.size(); ++l)
      set(static_cast<std::int32_t>(k), static_cast<std::int32_t>(l), mixed(*own[k], *own[l], spec.mixing));
}

Problem PairTableAssembly::take_pairs() {
  for (std::size_t k = 0; k < spec.between.size(); ++k) {
    const PairOfTypesSpec& pair = spec.between[k];
    const Place at{pair.origin, "forces.pairs.between", k};
    const Expected<std::int32_t> first = find_type(pair.first, at, "types"),
                                 second = find_type(pair.second, at, "types");
    if (!first) return first.error();
    if (!second) return second.error();
    if (auto problem = check_parameters(pair.parameters, at)) return problem;
    set(*first, *second, pair.parameters);
  }
  return {};
}

void PairTableAssembly::take_particles() {
  const auto n = static_cast<std::size_t>(model.size());
  const std::int32_t none = table.kinds_ - 1;
  table.kind_.assign(n, none);
  for (std::size_t i = 0; i < model.types().size(); ++i)
    if (model.types()[i] >= 0) table.kind_[i] = model.types()[i];
  table.charge_.assign(n, 0.0);
  double squares = 0.0;
  if (table.coulomb_.constant > 0.0)
    for (std::size_t i = 0; i < model.charges().size(); ++i) {
      table.charge_[i] = std::sqrt(table.coulomb_.constant) * model.charges()[i];
      squares += table.charge_[i] * table.charge_[i];
    }
  table.self_energy_ = table.coulomb_.self * squares;
  double square = table.coulomb_.cutoff_squared;
  for (const LennardJonesLaw& law : table.laws_) square = std::max(square, law.cutoff_squared);
  table.cutoff_ = std::sqrt(square);
  for (std::int32_t k = 0; k < table.kinds_; ++k) {
    bool any = false;
    for (std::int32_t l = 0; l < table.kinds_; ++l) any = any || table.lennard_jones(k, l).cutoff_squared > 0.0;
    table.attracts_.push_back(any);
  }
}

RadialTerms PairTable::dispersion(std::size_t i, std::size_t j, double s) const {
  const LennardJonesLaw& law = lennard_jones(kind_[i], kind_[j]);
  if (!(s < law.cutoff_squared)) return {};
  const double inverse = 1.0 / s, third = inverse * inverse * inverse;
  return {(law.a * third - law.b) * third - law.shift, (-6.0 * law.a * third + 3.0 * law.b) * third * inverse,
          (42.0 * law.a * third - 12.0 * law.b) * third * inverse * inverse};
}

RadialTerms PairTable::coulomb(std::size_t i, std::size_t j, double s) const {
  const CoulombLaw& law = coulomb_;
  if (!(s < law.cutoff_squared)) return {};
  const double product = charge_[i] * charge_[j];
  if (product == 0.0) return {};
  const double r = std::sqrt(s), u = s * law.to_u - 1.0;
  double slope = 0.0;  // of Q
  for (std::size_t k = 0; k + 1 < law.force.size(); ++k)
    slope = slope * u + static_cast<double>(law.force.size() - 1 - k) * law.force[k];
  const double value = 1.0 / r - polynomial(law.energy, u) + law.linear * r;
  const double first = -0.5 * ((1.0 / s - law.linear) / r + polynomial(law.force, u));
  const double second = (0.75 / s - 0.25 * law.linear) / (s * r) - 0.5 * slope * law.to_u;
  return {product * value, product * first, product * second};
}

}  // namespace taut
