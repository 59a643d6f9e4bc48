#include "run/sampling_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "observe/molecules.hpp"
#include "taut/response.hpp"

namespace taut {
namespace {

// Whether some force passes energy from one molecule to another.
bool interact(const Scenario& scenario) {
  const std::vector<PotentialSpec>& potentials = scenario.forces.potentials;
  return scenario.forces.pairs.has_value() ||
         std::any_of(potentials.begin(), potentials.end(), [](const PotentialSpec& p) { return p.on.size() > 1; });
}

std::size_t molecule_count(const Scenario& scenario, const System& system) {
  std::vector<int> moving;
  for (int i = 0; i < system.model.size(); ++i)
    if (system.model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0) moving.push_back(i);
  return molecules_of(system.model, scenario.forces.springs, moving).size();
}

}  // namespace

std::string ergodicity_note(const Scenario& scenario, const System& system) {
  const ThermostatMethod method = scenario.integrator.thermostat.method;
  if (method != ThermostatMethod::rescale && method != ThermostatMethod::nose_hoover) return {};
  if (interact(scenario)) return {};
  const std::size_t molecules = molecule_count(scenario, system);
  const bool has_box_bath = scenario.integrator.barostat.method != BarostatMethod::none;
  if (molecules < 2 && !has_box_bath) return {};
  return fmt::format(
      "nothing passes energy between {}, and the thermostat {} changes all velocities by one factor: the motion is not "
      "ergodic, and averages{} depend on the start; thermostat.method = \"andersen\" or integrator.method = "
      "\"langevin\" "
      "reaches every particle",
      molecules == 1 ? "the parts of the one molecule" : fmt::format("these {} molecules", molecules),
      method == ThermostatMethod::rescale ? "rescale" : "nose-hoover", has_box_bath ? ", the volume among them," : "");
}

namespace {

std::string subdivision_note(const Statistics& statistics, std::int64_t steps) {
  return fmt::format(
      "{} of {} random steps had no solution and were drawn again in halves, which favours small moves: averages are "
      "biased; a smaller integrator.step avoids that, and --certify says how much it matters",
      statistics.subdivided_steps, steps);
}

// The kinetic energy of Langevin dynamics is what the step changes first.
std::string coarseness_note(const IntegratorOptions& options, int degrees, const BlockAverage& kinetic) {
  constexpr double errors = 4.0, share = 0.01;
  if (degrees == 0 || !kinetic.converged()) return {};
  const double found = 2.0 * kinetic.mean() / degrees, error = 2.0 * kinetic.error() / degrees;
  const double off = std::abs(found - options.temperature);
  if (off < errors * error || off < share * options.temperature) return {};
  return fmt::format(
      "the velocities have the temperature {:.5g} +- {:.2g}, {:.2g} % off what was asked for: the step is too coarse "
      "for "
      "these forces, and averages of positions are off, too; take a smaller integrator.step, and see --certify",
      found, error, 100.0 * off / options.temperature);
}

// The largest rate at which forces bring Brownian motion back, by powers of E K: E the mobility that the constraints
// leave, K the stiffness at this state.
double fastest_rate(const System& system, const State& state) {
  constexpr int powers = 30;  // the rate to a few per cent
  const std::vector<MatrixEntry> stiffness = system.forces.stiffness(state.position.data(), state.time);
  const Model model = system.model.with_positions(state.position);
  Expected<Response> mobility = Response::make(model, system.forces, {.kind = ResponseKind::velocity});
  if (stiffness.empty() || !mobility) return 0.0;
  std::vector<Vec3> x(state.position.size()), force(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)  // no direction is left out
    x[i] = {std::cos(1.0 + 3.0 * static_cast<double>(i)), std::sin(2.0 * static_cast<double>(i)),
            model.dimension() == 3 ? std::cos(5.0 * static_cast<double>(i)) : 0.0};
  double rate = 0.0;
  for (int power = 0; power < powers; ++power) {
    std::fill(force.begin(), force.end(), Vec3{});
    for (const MatrixEntry& entry : stiffness)
      force[static_cast<std::size_t>(entry.row / 3)][entry.row % 3] +=
          entry.value * x[static_cast<std::size_t>(entry.column / 3)][entry.column % 3];
    std::vector<Vec3> next = mobility->apply(force).motion;
    double size = 0.0;
    for (const Vec3& v : next) size += dot(v, v);
    if (!(size > 0.0) || !std::isfinite(size)) return 0.0;
    rate = std::sqrt(size);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (1.0 / rate) * next[i];
  }
  return rate;
}

// A step h in a well that relaxes at the rate r leaves squares too large by h r / 2. A kick that is s rods long per
// coordinate changes averages of angles by about s^2 / 2.
std::string brownian_note(const IntegratorOptions& options, const System& system, const State& state) {
  constexpr double share = 0.02;
  constexpr std::size_t most = 20000;  // particles: more would take too long for a note
  if (state.position.size() > most) return {};
  const std::vector<double> drags = system.forces.drags();
  const auto mobility = [&](std::int32_t p) {
    const auto i = static_cast<std::size_t>(p);
    return system.model.inverse_masses()[i] > 0.0 ? 1.0 / drags[i] : 0.0;
  };
  double kick = 0.0;
  for (const DistanceRow& rod : system.model.distances())
    kick = std::max(
        kick, (mobility(rod.i) + mobility(rod.j)) * options.temperature * options.step / (rod.length * rod.length));
  const double of_forces = 0.5 * options.step * fastest_rate(system, state), of_rods = 0.5 * kick;
  if (std::max(of_forces, of_rods) < share) return {};
  const bool forces = of_forces >= of_rods;
  return fmt::format(
      "a Brownian step of this length biases averages by up to about {:.2g} %, for {}; take a smaller integrator.step, "
      "and see --certify",
      100.0 * std::max(of_forces, of_rods),
      forces ? "the stiffest forces relax within few steps" : "its kicks turn the shortest rods far");
}

// Averages of a chain that hardly moves are right in the long run only, and that is very long.
std::string rejection_note(const IntegratorOptions& options, const Statistics& statistics) {
  constexpr std::int64_t few = 20;
  if (statistics.moves < few || 5 * statistics.rejected < 4 * statistics.moves) return {};
  return fmt::format(
      "{} of {} moves were rejected: what is sampled hardly changes; a smaller integrator.{} makes them smaller",
      statistics.rejected, statistics.moves, options.method == IntegratorMethod::random_walk ? "kick" : "step");
}

}  // namespace

std::vector<std::string> step_notes(const Scenario& scenario, const System& system, const Statistics& statistics,
                                    const State& state, const FrameAverages& frames) {
  const IntegratorOptions& options = scenario.integrator;
  std::vector<std::string> notes;
  if (has_moves(options.method))
    if (std::string note = rejection_note(options, statistics); !note.empty()) notes.push_back(std::move(note));
  const bool langevin = options.method == IntegratorMethod::langevin;
  if (!langevin && options.method != IntegratorMethod::brownian) return notes;
  if (statistics.subdivided_steps > 0) notes.push_back(subdivision_note(statistics, state.step));
  if (!langevin) {
    if (std::string note = brownian_note(options, system, state); !note.empty()) notes.push_back(std::move(note));
    return notes;
  }
  const int degrees = system.plan.degrees_of_freedom(system.model);
  if (std::string note = coarseness_note(options, degrees, frames.kinetic); !note.empty())
    notes.push_back(std::move(note));
  return notes;
}

}  // namespace taut
