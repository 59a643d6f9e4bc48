#include "run/physics_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "dynamics/thermostat.hpp"
#include "run/angle_arms.hpp"
#include "run/counted.hpp"
#include "solve/disjoint_sets.hpp"

namespace taut {
namespace {

constexpr double rounding = 1e-9;  // of a sum of numbers, relative to their sizes

using Note = std::string;  // empty: there is nothing to say

bool has_coulomb(const ForceSpecs& forces) {
  return forces.pairs && forces.pairs->electrostatics != Electrostatics::none;
}

Note idle_charges(const Scenario& scenario, const Model& model) {
  const auto charged = std::count_if(model.charges().begin(), model.charges().end(), [](double q) { return q != 0.0; });
  if (charged == 0 || has_coulomb(scenario.forces)) return {};
  return fmt::format("{} charged, but charges do not act: [forces.pairs] has no coulomb",
                     charged == 1 ? "1 particle is" : fmt::format("{} particles are", charged));
}

Note net_charge(const Scenario& scenario, const Model& model) {
  if (!model.is_periodic() || !has_coulomb(scenario.forces)) return {};
  double sum = 0.0, size = 0.0;
  for (const double q : model.charges()) sum += q, size += std::abs(q);
  if (std::abs(sum) <= rounding * size) return {};
  return fmt::format(
      "the charges in the periodic box add up to {:.6g}: energy and pressure of a box that is not neutral depend on "
      "the cut-off",
      sum);
}

// Particles that constraints and forces join, and which of the groups something outside acts on besides gravity.
class Groups {
 public:
  Groups(const Model& model, const ForceSpecs& forces) : model_(model), sets_(model.positions().size()) {
    for (int row = 0; row < model.row_count(); ++row) join(model.row_particles(row));
    for (const SpringSpec& s : forces.springs) join(std::array{s.i, s.j});
    for (const AngleForceSpec& a : forces.angles) join(std::array{a.a, a.b, a.c});
    for (const DihedralSpec& d : forces.dihedrals) join(std::array{d.a, d.b, d.c, d.d});
    for (const TorqueSpec& t : forces.torques) join(t.between);
    for (const PotentialSpec& p : forces.potentials) join(p.on);
    if (forces.pairs)
      for (int i = 1; i < model.size(); ++i) join(std::array{0, i});
    held_.assign(model.positions().size(), false);
    hold(forces);
  }

  // A particle of each group that nothing holds, with the number of particles of all such groups.
  std::pair<int, std::int64_t> free() {
    std::pair<int, std::int64_t> found = {-1, 0};
    for (int i = 0; i < model_.size(); ++i) {
      if (held_[root(i)]) continue;
      if (found.first < 0) found.first = i;
      ++found.second;
    }
    return found;
  }

 private:
  std::size_t root(int particle) { return static_cast<std::size_t>(sets_.find(particle)); }
  template <class Particles>
  void join(const Particles& particles) {
    for (const int p : particles) sets_.join(*std::begin(particles), p);
  }
  void hold(const ForceSpecs& forces) {
    const auto held = [&](int particle) { held_[root(particle)] = true; };
    for (int i = 0; i < model_.size(); ++i)
      if (!(model_.inverse_masses()[static_cast<std::size_t>(i)] > 0.0)) held(i);
    for (int row = 0; row < model_.row_count(); ++row)
      if (is_outer(model_.rows()[static_cast<std::size_t>(row)])) held(model_.row_particles(row).front());
    for (const ConstantForceSpec& f : forces.constants) held(f.on);
    for (const FormulaForceSpec& f : forces.formulas) held(f.on);
    for (const PotentialSpec& f : forces.potentials) held(f.on.front());
  }
  // A constraint to a place, not between particles.
  bool is_outer(const Row& row) const {
    if (row.kind == RowKind::distance) return false;
    if (row.kind != RowKind::linear) return true;
    const LinearRow& relation = model_.linears()[static_cast<std::size_t>(row.index)];
    double sum = 0.0, size = 0.0;
    for (std::int32_t t = relation.first; t < relation.first + relation.count; ++t) {
      const double weight = model_.linear_terms()[static_cast<std::size_t>(t)].weight;
      sum += weight, size += std::abs(weight);
    }
    return std::abs(sum) > rounding * size;
  }

  const Model& model_;
  DisjointSets sets_;
  std::vector<bool> held_;
};

Note free_fall(const Scenario& scenario, const Model& model) {
  if (scenario.forces.gravity == Vec3{}) return {};
  const auto [first, count] = Groups(model, scenario.forces).free();
  if (count == 0) return {};
  const std::string who = model.particle_name(first);
  return count == 1 ? fmt::format("nothing holds {} against gravity: it falls for ever", who)
                    : fmt::format("nothing holds {} and {} against gravity: they fall for ever", who,
                                  counted(count - 1, "other particle"));
}

// Baths that scale velocities do so relative to the centre of mass where that moves on its own.
Note untouched_momentum(const Scenario& scenario, const System& system) {
  const ThermostatMethod bath = scenario.integrator.thermostat.method;
  const bool scales = bath == ThermostatMethod::rescale || bath == ThermostatMethod::nose_hoover;
  if (!scales || !conserves_momentum(system.model, system.forces)) return {};
  Vec3 momentum;
  double size = 0.0, mass = 0.0;
  for (std::size_t i = 0; i < system.model.velocities().size(); ++i) {
    const Vec3 one = system.model.masses()[i] * system.model.velocities()[i];
    momentum += one, size += norm(one), mass += system.model.masses()[i];
  }
  if (norm(momentum) <= rounding * size) return {};
  return fmt::format(
      "the centre of mass moves at {:.6g}, and nothing changes that: the thermostat acts on velocities relative to it, "
      "and the temperature counts those only",
      norm(momentum) / mass);
}

}  // namespace

std::vector<std::string> physics_notes(const Scenario& scenario, const System& system) {
  std::vector<std::string> notes;
  for (Note note : {idle_charges(scenario, system.model), net_charge(scenario, system.model),
                    free_fall(scenario, system.model), untouched_momentum(scenario, system), loose_arm_note(system)})
    if (!note.empty()) notes.push_back(std::move(note));
  return notes;
}

std::string removed_velocity_text(const RunSummary::Start& start, const Units& units) {
  const std::string unit =
      units.length.empty() || units.time.empty() ? "" : fmt::format(" {}/{}", units.length, units.time);
  if (start.speed == 0.0)
    return fmt::format("{}, given at rest, moves at {:.3g}{}", start.slowed, start.removed_velocity, unit);
  return fmt::format("the velocity of {} changes by {:.3g}{}, {:.3g} % of its speed", start.slowed,
                     start.removed_velocity, unit, 100.0 * start.removed_velocity / start.speed);
}

}  // namespace taut
