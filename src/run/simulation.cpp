#include "run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/packed.hpp"
#include "run/evidence.hpp"
#include "run/overlap.hpp"
#include "run/sections.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

// The energy is looked at after 4, 8, 16 steps and so on, and then every so many, besides at stored frames: what goes
// wrong must not depend on how many frames are stored. With pair forces the energy takes as long as a step.
constexpr std::int64_t first_look = 4, between_looks = 64, with_pairs = 128;

bool is_watched(const IntegratorOptions& options) {
  return has_inertia(options.method) && options.thermostat.method == ThermostatMethod::none;
}

// Steps between two looks at the clock and at interrupts: some ten microseconds of work.
std::int64_t steps_a_burst(const Model& model) { return 1 + 256 / (1 + model.size()); }

// Methods that let constraints drift may be far from them.
bool keeps_constraints(const Scenario& scenario) {
  const IntegratorOptions& options = scenario.integrator;
  return options.method != IntegratorMethod::closed_form || options.stabilisation == Stabilisation::projection;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, const System& system, int threads)
    : scenario_(scenario),
      system_(system),
      integrator_(make_integrator(scenario, system, with_threads(scenario.integrator, threads))),
      state_(initial_state(system.model)),
      parts_(EnergyParts::of(scenario, system)),
      forces_(static_cast<std::size_t>(system.model.row_count())),
      burst_(steps_a_burst(system.model)),
      watches_energy_(is_watched(scenario.integrator)),
      has_thermodynamics_(has_thermodynamics(scenario)) {
  const StartReport report = start_on_constraints(scenario, system, integrator_, state_);
  statistics_.start_position_error = report.position_error;
  statistics_.start_velocity_error = report.velocity_error;
  statistics_.step = scenario.integrator.step;
  statistics_.energy_floor = energy_floor(system, scenario.forces, state_, scenario.integrator.step);
  statistics_.start_removed_velocity = report.removed.size;
  statistics_.start_speed = report.removed.speed;
  statistics_.start_slowed = report.removed.particle;
  if (energy_law(scenario, system) != EnergyLaw::exchanged) return;
  ledger_.emplace(scenario.integrator.step).add(integrator_.power(state_));
  ledger_->close(integrator_.kinetic_energy(state_) + integrator_.potential_energy(state_), false);
}

Simulation::Simulation(const Scenario& scenario, const System& system, int threads, const io::Checkpoint& checkpoint)
    : scenario_(scenario),
      system_(system),
      integrator_(make_integrator(scenario, system, with_threads(scenario.integrator, threads))),
      state_(checkpoint.state),
      statistics_(Statistics::load(checkpoint)),
      parts_(EnergyParts::of(scenario, system)),
      forces_(static_cast<std::size_t>(system.model.row_count())),
      burst_(steps_a_burst(system.model)),
      watches_energy_(is_watched(scenario.integrator)),
      has_thermodynamics_(has_thermodynamics(scenario)) {
  statistics_.step = scenario.integrator.step;
  if (!integrator_.resume(state_, checkpoint.memory).converged) {
    throw InputError("the checkpoint does not fit the scenario: its state is not on the constraints");
  }
  refuse_what_is_off_now();
  const bool same = take_change_of_energy(checkpoint);
  if (parts_ && same) parts_->load(checkpoint);
  if (energy_law(scenario, system) != EnergyLaw::exchanged) return;
  ledger_.emplace(scenario.integrator.step);
  if (!ledger_->load(checkpoint)) ledger_->add(integrator_.power(state_));  // what drives it was not there before
}

// Where constraints were changed, the state may be far from them.
void Simulation::refuse_what_is_off_now() {
  constexpr double most = 1e-6;  // as at a start
  const Integrator::Violations now = integrator_.violations(state_);
  if (now.position <= std::max(most, 1e3 * system_.plan.tolerance()) || !keeps_constraints(scenario_)) return;
  throw InputError(
      fmt::format("{} is off by {:.3g} (relative) where the run was left; expected at most {:g}: what was changed "
                  "does not fit that state, and a run of its own may start there",
                  system_.model.row_name(now.worst_row), now.position, most));
}

// What was changed may have changed the energy at once: that is no error of the motion. False where it did.
bool Simulation::take_change_of_energy(const io::Checkpoint& checkpoint) {
  const auto kinetic = checkpoint.numbers.find("kinetic_now"), potential = checkpoint.numbers.find("potential_now");
  if (kinetic == checkpoint.numbers.end() || potential == checkpoint.numbers.end()) return true;
  const double of_potential = integrator_.potential_energy(state_) - potential->second;
  const double change = integrator_.kinetic_energy(state_) - kinetic->second + of_potential;
  statistics_.initial_energy += change;
  statistics_.lowest_energy += change;
  statistics_.initial_potential += of_potential;
  return change == 0.0;
}

Simulation prepare(const Scenario& scenario, const System& system, int threads) {
  check_sections(scenario, system.model);
  return {scenario, system, threads};
}

std::string Simulation::advance(std::int64_t last, const std::function<bool()>& pause) {
  const auto begin = Clock::now();
  std::string failure;
  while (state_.step < last && failure.empty()) {
    failure = burst(std::min(last, state_.step + burst_));
    if (pause()) break;
  }
  statistics_.loop_seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  return failure;
}

std::string Simulation::burst(std::int64_t last) {
  while (state_.step < last) {
    const StepReport report = integrator_.step(state_);
    if (!report.ok()) return explain(report);
    statistics_.add(report);
    if (ledger_)
      add_exchange(report);
    else if (is_time_to_look())
      look_at_energy();
    if (watcher_) watcher_(state_);
  }
  return {};
}

bool Simulation::is_time_to_look() const {
  const std::int64_t step = state_.step;
  if ((step & (first_look - 1)) != 0 || !watches_energy_) return false;
  return (step & (step - 1)) == 0 || step % (system_.forces.has_pairs() ? with_pairs : between_looks) == 0;
}

void Simulation::add_exchange(const StepReport& report) {
  ledger_->add(integrator_.power(state_));
  if (!system_.forces.has_pairs())
    ledger_->close(integrator_.kinetic_energy(state_) + integrator_.potential_energy(state_), report.singular_row >= 0);
  if (is_time_to_look()) look_at_energy();
}

void Simulation::look_at_energy() {
  Statistics::Energies now{integrator_.kinetic_energy(state_), integrator_.potential_energy(state_)};
  if (ledger_) now.heat = ledger_->heat(), now.work = ledger_->work(), now.doubt = ledger_->doubt();
  statistics_.look(now);
  if (parts_) parts_->look(state_);
}

// Particles that overlap, or are about to, are the reason wherever a step then fails.
std::string Simulation::explain(const StepReport& report) const {
  const std::string when = fmt::format("at t = {:.6g}", state_.time);
  std::string overlap = overlap_text(scenario_, system_, state_.position, when);
  if (!overlap.empty() || report.short_edge > 0.0) return overlap.empty() ? integrator_.explain(report) : overlap;
  std::vector<Vec3> ahead = state_.position;
  for (std::size_t i = 0; i < ahead.size(); ++i) ahead[i] += scenario_.integrator.step * state_.velocity[i];
  overlap = overlap_text(scenario_, system_, ahead, fmt::format("after t = {:.6g}", state_.time));
  return overlap.empty() ? integrator_.explain(report) : overlap;
}

std::string Simulation::lost_number(const Frame& frame) const {
  const auto sentence = [&](const std::string& what) {
    return fmt::format("at t = {:.6g} {} is not a number: the motion overflowed, or a force or formula left its domain",
                       frame.time, what);
  };
  for (const auto& [vectors, what] : {std::pair{&state_.position, "position"}, std::pair{&state_.velocity, "velocity"}})
    if (const std::int32_t particle = first_not_finite(*vectors); particle >= 0)
      return sentence(fmt::format("the {} of {}", what, system_.model.particle_name(particle)));
  if (!std::isfinite(frame.kinetic)) return sentence("the kinetic energy");
  if (!std::isfinite(frame.potential)) return sentence("the potential energy");
  if (!std::isfinite(frame.max_position_error + frame.max_velocity_error)) return sentence("a constraint");
  return {};
}

Frame Simulation::measure() {
  forces_known_ = integrator_.constraint_forces(state_, forces_).converged;
  if (!forces_known_) std::fill(forces_.begin(), forces_.end(), std::numeric_limits<double>::quiet_NaN());
  const Integrator::Violations violations = integrator_.violations(state_);
  if (has_thermodynamics_) thermodynamics_ = integrator_.thermodynamics(state_, forces_);
  if (parts_) parts_->look(state_);
  const bool bath = scenario_.integrator.thermostat.method != ThermostatMethod::none;
  return {.step = state_.step,
          .time = state_.time,
          .positions = state_.position,
          .velocities = state_.velocity,
          .constraint_forces = forces_,
          .kinetic = integrator_.kinetic_energy(state_),
          .potential = has_thermodynamics_ ? thermodynamics_.energies.total() : integrator_.potential_energy(state_),
          .max_position_error = violations.position,
          .max_velocity_error = violations.velocity,
          .worst_row = violations.worst_row,
          .iterations = statistics_.mean_since_frame(),
          .heat = ledger_ ? ledger_->heat()
                  : bath  ? thermodynamics_.heat
                          : 0.0,
          .work = ledger_ ? ledger_->work()
                  : bath  ? thermodynamics_.work
                          : 0.0,
          .doubt = ledger_ ? ledger_->doubt() : 0.0,
          .thermodynamics = has_thermodynamics_ ? &thermodynamics_ : nullptr,
          .box = state_.box};
}

io::Checkpoint Simulation::checkpoint() {
  io::Checkpoint checkpoint;
  checkpoint.state = state_;
  checkpoint.memory = integrator_.memory();
  statistics_.save(checkpoint);
  checkpoint.numbers["kinetic_now"] = integrator_.kinetic_energy(state_);
  checkpoint.numbers["potential_now"] = integrator_.potential_energy(state_);
  if (ledger_) ledger_->save(checkpoint);
  if (parts_) parts_->save(checkpoint);
  return checkpoint;
}

}  // namespace taut
