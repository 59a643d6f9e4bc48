#include "run/energy_parts.hpp"

#include <algorithm>
#include <cmath>

#include "base/largest_norm.hpp"
#include "solve/disjoint_sets.hpp"

namespace taut {
namespace {

bool moves(const Model& model, std::int32_t p) { return model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; }

// Particles on which something acts from outside: what is fixed or led, curves and surfaces, weights.
std::vector<bool> held(const Scenario& scenario, const System& system) {
  const Model& model = system.model;
  const ForceSpecs& forces = scenario.forces;
  std::vector<bool> held(static_cast<std::size_t>(model.size()), !(forces.gravity == Vec3{}));
  const auto hold = [&](const auto& particles, bool always) {
    const bool by_fixed = std::any_of(particles.begin(), particles.end(), [&](auto p) { return !moves(model, p); });
    if (always || by_fixed)
      for (const auto p : particles) held[static_cast<std::size_t>(p)] = true;
  };
  for (std::int32_t r = 0; r < model.row_count(); ++r)
    hold(model.row_particles(r), model.rows()[static_cast<std::size_t>(r)].kind != RowKind::distance);
  for (const SpringSpec& spring : forces.springs) hold(std::array{spring.i, spring.j}, false);
  for (const ConstantForceSpec& constant : forces.constants) hold(std::array{constant.on}, true);
  for (const PotentialSpec& potential : forces.potentials) hold(potential.on, true);
  for (const TorqueSpec& torque : forces.torques) hold(torque.between, false);
  return held;
}

// Particles on which something acts that may give or take energy.
std::vector<bool> disturbed(const Scenario& scenario, const System& system) {
  const Model& model = system.model;
  std::vector<bool> disturbed(static_cast<std::size_t>(model.size()), false);
  for (const std::int32_t p : system.forces.disturbed()) disturbed[static_cast<std::size_t>(p)] = true;
  std::vector<bool> driven(disturbed.size(), false);
  for (const DrivenPath& path : model.driven()) driven[static_cast<std::size_t>(path.particle)] = true;
  const auto lead = [&](const auto& particles, bool timed) {
    const auto is_driven = [&](auto p) { return driven[static_cast<std::size_t>(p)]; };
    if (timed || std::any_of(particles.begin(), particles.end(), is_driven))
      for (const auto p : particles) disturbed[static_cast<std::size_t>(p)] = true;
  };
  for (std::int32_t r = 0; r < model.row_count(); ++r) {
    const Row& row = model.rows()[static_cast<std::size_t>(r)];
    const std::vector<std::int32_t> particles = model.row_particles(r);
    const bool timed =
        row.kind == RowKind::formula && model.formulas()[static_cast<std::size_t>(row.index)].formula.depends_on(
                                            static_cast<int>(3 * particles.size()));
    lead(particles, timed);
  }
  for (const SpringSpec& spring : scenario.forces.springs) lead(std::array{spring.i, spring.j}, false);
  for (const PotentialSpec& potential : scenario.forces.potentials) lead(potential.on, false);
  for (const TorqueSpec& torque : scenario.forces.torques) lead(torque.between, false);
  for (const AngleForceSpec& angle : scenario.forces.angles) lead(std::array{angle.a, angle.b, angle.c}, false);
  for (const DihedralSpec& d : scenario.forces.dihedrals) lead(std::array{d.a, d.b, d.c, d.d}, false);
  return disturbed;
}

}  // namespace

std::optional<EnergyParts> EnergyParts::of(const Scenario& scenario, const System& system) {
  const EnergyLaw law = energy_law(scenario, system);
  if (system.forces.has_pairs() || (law != EnergyLaw::conserved && law != EnergyLaw::exchanged)) return std::nullopt;
  EnergyParts parts(scenario, system);
  parts.find_parts();
  const auto keeps = [](const Part& part) { return part.keeps_energy; };
  if (std::none_of(parts.parts_.begin(), parts.parts_.end(), keeps)) return std::nullopt;
  if (parts.parts_.size() == 1 && !parts.parts_.front().free) return std::nullopt;
  return parts;
}

void EnergyParts::find_parts() {
  const Model& model = system_.model;
  DisjointSets joined(static_cast<std::size_t>(model.size()));
  for (std::int32_t r = 0; r < model.row_count(); ++r) {
    std::int32_t first = -1;
    for (const std::int32_t p : model.row_particles(r)) {
      if (!moves(model, p)) continue;
      if (first >= 0) joined.join(first, p);
      first = p;
    }
  }
  for (const auto& [i, j] : system_.forces.ties()) joined.join(i, j);
  const std::vector<bool> is_held = held(scenario_, system_), is_disturbed = disturbed(scenario_, system_);
  part_of_.assign(static_cast<std::size_t>(model.size()), -1);
  shares_.resize(part_of_.size());
  for (std::int32_t p = 0; p < model.size(); ++p) {
    if (!moves(model, p)) continue;
    const auto first = static_cast<std::size_t>(joined.find(p)), i = static_cast<std::size_t>(p);
    if (first == i) {
      part_of_[i] = static_cast<std::int32_t>(parts_.size());
      parts_.push_back({.particle = p, .keeps_energy = true, .free = true});
    }
    part_of_[i] = part_of_[first];
    Part& part = parts_[static_cast<std::size_t>(part_of_[i])];
    part.mass += model.masses()[i];
    part.keeps_energy = part.keeps_energy && !is_disturbed[i];
    part.free = part.free && !is_held[i];
  }
}

// As energy_floor() in evidence.hpp has them, part by part.
void EnergyParts::find_floors(const State& start) {
  constexpr double part_of_energies = 1e-6, rounding = 1e-12;
  const Model& model = system_.model;
  std::vector<Vec3> weight(part_of_.size());
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = model.masses()[i] * scenario_.forces.gravity;
  for (const ConstantForceSpec& spec : scenario_.forces.constants)
    weight[static_cast<std::size_t>(spec.on)] += spec.force;
  for (std::size_t i = 0; i < part_of_.size(); ++i) {
    if (part_of_[i] < 0) continue;
    const double of_weight = -dot(weight[i], start.position[i]),
                 slow = rounding * norm(start.position[i]) / scenario_.integrator.step;
    parts_[static_cast<std::size_t>(part_of_[i])].floor +=
        part_of_energies * (std::abs(shares_[i] - of_weight) + model.masses()[i] * slow * slow) +
        rounding * std::abs(of_weight);
  }
  for (const Component& component : system_.plan.components())
    for (const std::int32_t p : component.particles)
      if (const std::int32_t part = part_of_[static_cast<std::size_t>(p)]; part >= 0)
        parts_[static_cast<std::size_t>(part)].floor +=
            part_of_energies * norm(weight[static_cast<std::size_t>(p)]) * component.size;
}

void EnergyParts::look(const State& state) {
  std::fill(shares_.begin(), shares_.end(), 0.0);
  system_.forces.add_energy_shares(state.position.data(), state.time, shares_.data(), work_);
  for (Part& part : parts_) part.kinetic = part.potential = 0.0, part.momentum = {};
  for (std::size_t i = 0; i < part_of_.size(); ++i) {
    if (part_of_[i] < 0) continue;
    Part& part = parts_[static_cast<std::size_t>(part_of_[i])];
    part.kinetic += 0.5 * system_.model.masses()[i] * dot(state.velocity[i], state.velocity[i]);
    part.momentum += system_.model.masses()[i] * state.velocity[i];
    part.potential += shares_[i];
  }
  if (!started_) {
    find_floors(state);
    for (Part& part : parts_) {
      part.start_total = part.kinetic + part.potential;
      part.start_potential = part.potential;
      part.start_inner = part.kinetic - (part.free ? 0.5 * dot(part.momentum, part.momentum) / part.mass : 0.0);
    }
    started_ = true;
  }
  for (Part& part : parts_) {
    part.largest_drop = std::max(part.largest_drop, part.start_potential - part.potential);
    part.deviation = std::max(part.deviation, std::abs(part.kinetic + part.potential - part.start_total));
  }
}

// A part that flies freely keeps the energy of its flight to rounding.
double EnergyParts::Part::scale() const {
  constexpr double rounding = 1e-9;
  return std::max(0.0, start_inner) + std::max(largest_drop, floor) + rounding * (std::abs(start_total) + start_inner);
}

EnergyParts::Worst EnergyParts::worst() const {
  Worst worst;
  for (const Part& part : parts_) {
    if (!part.keeps_energy || !(part.deviation > 0.0)) continue;
    if (worst.particle < 0 || part.deviation * worst.scale > worst.deviation * part.scale())
      worst = {part.deviation, part.scale(), part.particle};
  }
  return worst;
}

void EnergyParts::save(io::Checkpoint& checkpoint) const {
  std::vector<double>& list = checkpoint.lists["energy_parts"];
  for (const Part& p : parts_)
    list.insert(list.end(), {p.floor, p.start_total, p.start_potential, p.start_inner, p.largest_drop, p.deviation});
}

void EnergyParts::load(const io::Checkpoint& checkpoint) {
  const auto list = checkpoint.lists.find("energy_parts");
  if (list == checkpoint.lists.end() || list->second.size() != 6 * parts_.size()) return;
  const double* next = list->second.data();
  for (Part& p : parts_)
    for (double* number : {&p.floor, &p.start_total, &p.start_potential, &p.start_inner, &p.largest_drop, &p.deviation})
      *number = *next++;
  started_ = true;
}

}  // namespace taut
