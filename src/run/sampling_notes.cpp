#include "run/sampling_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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

std::string slow_bath_note(const Scenario& scenario) {
  const ThermostatOptions& bath = scenario.integrator.thermostat;
  if (bath.method == ThermostatMethod::none || !scenario.steps) return {};
  const double time = static_cast<double>(*scenario.steps) * scenario.integrator.step;
  if (bath.time_constant <= slow_bath * time) return {};
  return fmt::format(
      "thermostat.time_constant = {:g} is longer than a tenth of the run, t = {:g}: the temperature hardly leaves that "
      "of "
      "the start; give a shorter one, or a longer run",
      bath.time_constant, time);
}

namespace {

// Beyond these a result is wrong.
constexpr double wrong_subdivisions = 0.1;  // of the moves of a molecule
constexpr double wrong_bias = 0.5;          // of averages, as estimated
// h r of an explicit step h where forces relax at the rate r: beyond 1 it jumps over the equilibrium, beyond 2 it ends
// farther from it than it was. That holds for order 2 as well.
constexpr double coarse_step = 1.0, unstable_step = 2.0;
constexpr std::size_t most_particles = 20000;  // more would take too long for a rate

// A step is drawn again for one molecule that needs it: of many, each needs it less often than the step.
double redrawn(const System& system, const Statistics& statistics, std::int64_t steps) {
  const double kept = static_cast<double>(steps - statistics.subdivided_steps + 1) / static_cast<double>(steps + 1);
  return 1.0 - std::pow(kept, 1.0 / static_cast<double>(std::max<std::size_t>(1, system.plan.components().size())));
}

Finding subdivision_finding(const System& system, const Statistics& statistics, std::int64_t steps) {
  const double part = redrawn(system, statistics, steps);
  return {
      part > wrong_subdivisions ? Severity::failure : Severity::note,
      fmt::format("{} of {} random steps had no solution and were drawn again in halves, which favours small moves: "
                  "averages are biased; a smaller integrator.step avoids that, and --certify says how much it matters",
                  statistics.subdivided_steps, steps)};
}

// The kinetic energy of Langevin dynamics is what the step changes first.
std::optional<Finding> coarseness_finding(const IntegratorOptions& options, int degrees, const BlockAverage& kinetic) {
  constexpr double errors = 4.0, share = 0.01, wrong = 0.25;
  if (degrees == 0 || !kinetic.converged()) return std::nullopt;
  const double found = 2.0 * kinetic.mean() / degrees, error = 2.0 * kinetic.error() / degrees;
  const double off = std::abs(found - options.temperature);
  if (off < errors * error || off < share * options.temperature) return std::nullopt;
  return Finding{
      off > wrong * options.temperature ? Severity::failure : Severity::note,
      fmt::format("the velocities have the temperature {:.5g} +- {:.2g}, {:.2g} % off what was asked for: the step is "
                  "too coarse for these forces, and averages of positions may be off, too; take a smaller "
                  "integrator.step, and see --certify",
                  found, error, 100.0 * off / options.temperature)};
}

// Where drag stops free particles at the rate r, steps h make them diffuse too fast by the factor x coth x, x = h r
// / 2. What is averaged at one time does not suffer.
std::optional<Finding> diffusion_finding(const Scenario& scenario, const System& system) {
  constexpr double share = 0.02, wrong = 0.5;
  const auto has_lags = [](const MeasureSpec& spec) { return is_function_of_lag(spec.kind) || spec.lags.has_value(); };
  if (std::none_of(scenario.measures.begin(), scenario.measures.end(), has_lags)) return std::nullopt;
  const std::vector<double> drags = system.forces.drags();
  double rate = 0.0;
  for (std::size_t i = 0; i < drags.size(); ++i) rate = std::max(rate, drags[i] * system.model.inverse_masses()[i]);
  const double step = scenario.integrator.step, x = 0.5 * step * rate;
  const double bias = x > 0.0 ? x / std::tanh(x) - 1.0 : 0.0;
  if (bias < share) return std::nullopt;
  return Finding{bias > wrong ? Severity::failure : Severity::note,
                 fmt::format("a Langevin step of this length makes particles diffuse too fast, by up to {:.3g} %, for "
                             "drag stops them within {:.2g} of a step: functions of the lag are off; take "
                             "integrator.step = {:.1g} or smaller",
                             100.0 * bias, 1.0 / (2.0 * x), 0.2 * step / x)};
}

// E K: K the stiffness of the forces, E the mobility that the constraints leave.
class RelaxationRates {
 public:
  RelaxationRates(const System& system, const std::vector<Vec3>& positions, double time)
      : model_(system.model.with_positions(positions)),
        stiffness_(system.forces.stiffness(positions.data(), time)),
        mobility_(Response::make(model_, system.forces, {.kind = ResponseKind::velocity})) {}

  // The largest; 0: nothing relaxes. On top of a barrier the rate of largest size may be one of growth, which a step
  // follows; a shift then puts it aside.
  double fastest() {
    if (stiffness_.empty() || !mobility_) return 0.0;
    const double first = of_largest_size(0.0);
    return first >= 0.0 ? first : std::max(0.0, of_largest_size(-first) + first);
  }

 private:
  // Of E K + shift, by powers.
  double of_largest_size(double shift) {
    constexpr int powers = 30;  // the rate to a few per cent
    std::vector<Vec3> x(static_cast<std::size_t>(model_.size()));
    for (std::size_t i = 0; i < x.size(); ++i)  // no direction is left out
      x[i] = {std::cos(1.0 + 3.0 * static_cast<double>(i)), std::sin(2.0 * static_cast<double>(i)),
              model_.dimension() == 3 ? std::cos(5.0 * static_cast<double>(i)) : 0.0};
    double rate = 0.0;
    for (int power = 0; power < powers; ++power) {
      const std::vector<Vec3> next = times(x, shift);
      double size = 0.0, along = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) size += dot(next[i], next[i]), along += dot(next[i], x[i]);
      if (!(size > 0.0) || !std::isfinite(size)) return 0.0;
      rate = std::copysign(std::sqrt(size), along);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = (1.0 / std::sqrt(size)) * next[i];
    }
    return rate;
  }
  std::vector<Vec3> times(const std::vector<Vec3>& x, double shift) {
    std::vector<Vec3> force(x.size());
    for (const MatrixEntry& entry : stiffness_)
      force[static_cast<std::size_t>(entry.row / 3)][entry.row % 3] +=
          entry.value * x[static_cast<std::size_t>(entry.column / 3)][entry.column % 3];
    std::vector<Vec3> next = mobility_->apply(force).motion;
    if (shift != 0.0)
      for (std::size_t i = 0; i < x.size(); ++i) next[i] += shift * x[i];
    return next;
  }

  Model model_;
  std::vector<MatrixEntry> stiffness_;
  Expected<Response> mobility_;
};

// The largest rate at which forces bring motion against drag back, at the start or at the end: what flies apart may
// have no stiffness left.
double fastest_rate(const System& system, const State& state) {
  if (state.position.size() > most_particles) return 0.0;
  return std::max(RelaxationRates(system, system.model.positions(), 0.0).fastest(),
                  RelaxationRates(system, state.position, state.time).fastest());
}

// The square of a kick over the shortest rod, per coordinate.
double largest_kick(const IntegratorOptions& options, const System& system) {
  const std::vector<double> drags = system.forces.drags();
  const auto mobility = [&](std::int32_t p) {
    const auto i = static_cast<std::size_t>(p);
    return system.model.inverse_masses()[i] > 0.0 ? 1.0 / drags[i] : 0.0;
  };
  double kick = 0.0;
  for (const DistanceRow& rod : system.model.distances())
    kick = std::max(
        kick, (mobility(rod.i) + mobility(rod.j)) * options.temperature * options.step / (rod.length * rod.length));
  return kick;
}

// A step h in a well that relaxes at the rate r leaves squares too large by the factor 1 / (1 - h r / 2). A kick that
// is s rods long per coordinate changes averages of angles by about s^2 / 2.
std::optional<Finding> brownian_finding(const IntegratorOptions& options, const System& system, const State& state) {
  constexpr double share = 0.02;
  const double half = 0.5 * options.step * fastest_rate(system, state);
  const double of_forces = half < 1.0 ? half / (1.0 - half) : 1.0;
  const double of_rods = 0.5 * largest_kick(options, system), bias = std::max(of_forces, of_rods);
  if (bias < share) return std::nullopt;
  if (2.0 * half >= unstable_step)
    return Finding{
        Severity::failure,
        fmt::format("a Brownian step of this length is unstable: the stiffest forces relax within {:.2g} of a "
                    "step; take integrator.step = {:.1g} or smaller, and see --certify",
                    0.5 / half, share * options.step / half)};
  const bool forces = of_forces >= of_rods;
  return Finding{
      bias > wrong_bias ? Severity::failure : Severity::note,
      fmt::format("a Brownian step of this length biases averages by up to about {:.3g} %, for {}; take a smaller "
                  "integrator.step, and see --certify",
                  100.0 * bias,
                  forces ? "the stiffest forces relax within few steps" : "its kicks turn the shortest rods far")};
}

// Overdamped motion takes explicit steps.
std::optional<Finding> overdamped_finding(const IntegratorOptions& options, const System& system, const State& state) {
  const double product = options.step * fastest_rate(system, state);
  if (product <= coarse_step) return std::nullopt;
  const bool unstable = product > unstable_step;
  return Finding{unstable ? Severity::failure : Severity::note,
                 fmt::format("an overdamped step of this length {}: the stiffest forces relax within {:.2g} of a step; "
                             "take integrator.step = {:.1g} or smaller",
                             unstable ? "is unstable" : "jumps over the equilibrium", 1.0 / product,
                             0.1 * options.step / product)};
}

// Averages of a chain that hardly moves are right in the long run only, and that is very long.
std::string rejection_note(const IntegratorOptions& options, const Statistics& statistics) {
  constexpr std::int64_t few = 20;
  if (statistics.moves < few || 5 * statistics.rejected < 4 * statistics.moves) return {};
  return fmt::format(
      "{} of {} moves were rejected: what is sampled hardly changes; a smaller integrator.{} makes them smaller",
      statistics.rejected, statistics.moves, options.method == IntegratorMethod::random_walk ? "kick" : "step");
}

Finding noted(std::string sentence) { return {Severity::note, std::move(sentence)}; }

}  // namespace

std::vector<Finding> step_findings(const Scenario& scenario, const System& system, const Statistics& statistics,
                                   const State& state, const FrameAverages& frames) {
  const IntegratorOptions& options = scenario.integrator;
  std::vector<Finding> findings;
  const auto add_note = [&](std::string note) {
    if (!note.empty()) findings.push_back(noted(std::move(note)));
  };
  const auto add = [&](std::optional<Finding> finding) {
    if (finding) findings.push_back(std::move(*finding));
  };
  const bool langevin = options.method == IntegratorMethod::langevin;
  const bool brownian = options.method == IntegratorMethod::brownian;
  if (has_moves(options.method)) add_note(rejection_note(options, statistics));
  if ((langevin || brownian) && statistics.subdivided_steps > 0)
    add(subdivision_finding(system, statistics, state.step));
  if (brownian) add(brownian_finding(options, system, state));
  if (options.method == IntegratorMethod::overdamped) add(overdamped_finding(options, system, state));
  if (langevin) add(coarseness_finding(options, system.plan.degrees_of_freedom(system.model), frames.kinetic));
  if (langevin) add(diffusion_finding(scenario, system));
  return findings;
}

}  // namespace taut
