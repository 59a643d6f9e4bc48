#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/packed.hpp"
#include "dynamics/barostat.hpp"
#include "dynamics/explain.hpp"
#include "dynamics/halved_stages.hpp"
#include "dynamics/locking.hpp"
#include "dynamics/noise.hpp"
#include "dynamics/options.hpp"
#include "dynamics/power_meter.hpp"
#include "dynamics/pressure.hpp"
#include "dynamics/thermostat.hpp"
#include "solve/violations.hpp"
#include "taut/integrate.hpp"

namespace taut {

struct Integrator::Impl final : HalvedStages {
  using HalvedStages::continue_after;
  using HalvedStages::passages;
  using HalvedStages::reserve;

  Impl(const Model& m, const ForceField& f, const Plan& p, const IntegratorOptions& o)
      : HalvedStages(make_motion(m, f, p, o), o),
        model(m),
        options(o),
        solver(p.options()),
        thermostat(make_thermostat(m, f, p, o.thermostat)),
        forces(f),
        degrees(thermal_degrees(m, f, p, o.thermostat)),
        relative(o.thermostat.method != ThermostatMethod::andersen && conserves_momentum(m, f)),
        meter(m, p),
        power_meter(m, f),
        row_forces(static_cast<std::size_t>(power_meter.needs_constraint_forces() ? m.row_count() : 0)) {
    for (const Component& component : p.components())
      leaves_rows_out = leaves_rows_out || (!component.dependent.empty() && !component.keeps_all);
    if (leaves_rows_out) always_keep_begin();
    using Momentum = Barostat::Momentum;
    if (o.barostat.method != BarostatMethod::none)
      barostat = std::make_unique<Barostat>(m, f, o, relative ? Momentum::conserved : Momentum::thermal);
  }

  StepReport step(State& state);
  StepReport step_once(State& state);
  StepReport step_in_bath(State& state);
  void look_back(State& state, StepReport& report);
  bool keeps_energy(const State& before, const State& after);
  void look_at_rows_left_out(const State& state, StepReport& report);
  double kinetic_energy(const State& state) const;
  void look_for_lock(const State& state, StepReport& report) const;
  const Vec3& box(const State& state) const { return barostat ? state.box : model.box(); }
  void use_box(const State& state) {
    if (has_images) stepper().force_workspace().use_box(box(state));
  }
  StartReport project_start(State& state);

  const Model& model;
  IntegratorOptions options;
  SolverOptions solver;
  std::unique_ptr<Thermostat> thermostat;  // or none
  std::unique_ptr<Barostat> barostat;      // or none; not without a thermostat
  const ForceField& forces;
  bool leaves_rows_out = false;
  bool conservative = conserves_energy(model, forces, options);
  bool has_images = forces.has_pairs() && model.is_periodic();
  int degrees;    // of freedom, true ones
  bool relative;  // to the centre of mass
  State before_bath;
  ViolationMeter meter;
  PowerMeter power_meter;
  std::vector<double> row_forces;  // for it
  double start_time = 0.0;         // t_n = start_time + n h

  double time_of(std::int64_t step) const { return start_time + static_cast<double>(step) * options.step; }
};

namespace {

// At the temperature, in all directions; what the constraints do not allow is projected away later.
void draw_velocities(const Model& model, const IntegratorOptions& options, State& state) {
  std::vector<double> spread;
  for (const double w : model.inverse_masses()) spread.push_back(std::sqrt(options.temperature * w));
  const Noise noise(model, options.seed);
  noise.fill(noise.start(), 0, state.velocity.size(), spread, state.velocity);
  std::fill(state.velocity_low.begin(), state.velocity_low.end(), Vec3{});
}

// A particle whose place or velocity is not a number; -1: none. Rarely asked for, and kept out of the loop.
[[gnu::noinline]] std::int32_t lost_particle(const State& state) {
  const std::int32_t place = first_not_finite(state.position);
  return place >= 0 ? place : first_not_finite(state.velocity);
}

StepReport refused(const State& state, std::int32_t particle) {
  StepReport report;
  report.position = report.velocity = {.converged = false, .failure = SolveFailure::not_finite};
  report.particle = particle;
  report.time = state.time;
  return report;
}

// Fixed and driven particles have no velocity of their own.
RemovedVelocity removed_velocity(const Model& model, const std::vector<Vec3>& given, const std::vector<Vec3>& kept) {
  constexpr double rounding = 1e-9;  // relative to the speed; less is no fault of the scenario
  RemovedVelocity most;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const double size = norm(kept[i] - given[i]), speed = norm(given[i]);
    if (!(model.inverse_masses()[i] > 0.0) || !(size > most.size) || size <= rounding * std::max(speed, norm(kept[i])))
      continue;
    most = {static_cast<std::int32_t>(i), size, speed};
  }
  return most;
}

}  // namespace

bool conserves_energy(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  const bool timed = std::any_of(model.formulas().begin(), model.formulas().end(), [](const FormulaRow& row) {
    return row.formula.depends_on(static_cast<int>(3 * row.particles.size()));
  });
  return has_inertia(options.method) && !is_random(options.method) &&
         options.thermostat.method == ThermostatMethod::none && forces.conserves_energy() && model.driven().empty() &&
         !timed;
}

Expected<Integrator> Integrator::make(const Model& model, const ForceField& forces, const Plan& plan,
                                      const IntegratorOptions& options) {
  if (std::optional<Error> wrong = check_options(model, forces, options)) return *std::move(wrong);
  if (std::optional<Error> dependent = plan.refusal(model)) return *std::move(dependent);
  return Integrator(std::make_unique<Impl>(model, forces, plan, options));
}

Integrator::Integrator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;
Integrator::~Integrator() = default;

int Integrator::threads() const { return impl_->stepper().threads(); }

StartReport Integrator::start(State& state) {
  const State given = state;
  impl_->reserve(state);
  if (state.box == Vec3{}) state.box = impl_->model.box();
  impl_->use_box(state);
  const auto rests = [](const Vec3& v) { return v == Vec3{}; };
  if (impl_->thermostat && std::all_of(state.velocity.begin(), state.velocity.end(), rests))
    impl_->thermostat->warm(state);
  const StartReport report = impl_->project_start(state);
  if (!report.ok()) state = given;
  return report;
}

StartReport Integrator::Impl::project_start(State& state) {
  StartReport report;
  start_time = state.time - static_cast<double>(state.step) * options.step;
  stepper().forget();
  report.position_error = meter.read(state, options.step).position;
  report.position = stepper().project_positions(state);
  if (!report.position.converged) return report;
  include(report.position, stepper().prepare(state));
  if (!report.position.converged) return report;
  report.particle = first_not_finite(stepper().acceleration());
  if (report.particle >= 0) {
    report.velocity = {.converged = false, .failure = SolveFailure::not_finite};
    return report;
  }
  const std::vector<Vec3> given = state.velocity;
  const bool as_given = has_inertia(options.method) && options.velocities == StartVelocities::given;
  if (options.velocities == StartVelocities::thermal)
    draw_velocities(model, options, state);
  else if (as_given)
    report.velocity_error = meter.read(state, options.step).velocity;
  const StageReport begun = motion().begin(state, options.step);
  include(report.position, begun.position);
  report.velocity = begun.velocity;
  report.particle = begun.particle;
  if (as_given) report.removed = removed_velocity(model, given, state.velocity);
  return report;
}

namespace {

// A part that an integrator may have or not: 0, or 1 and its numbers. What goes on with another bath than before, or
// with none, leaves unread what it has no use for.
template <std::size_t N>
void put(std::vector<double>& memory, const std::optional<std::array<double, N>>& part) {
  memory.push_back(part ? 1.0 : 0.0);
  if (part) memory.insert(memory.end(), part->begin(), part->end());
}

// Whether it was there; nothing where the memory is too short.
template <std::size_t N>
std::optional<bool> take(std::span<const double>& memory, std::array<double, N>& part) {
  if (memory.empty()) return {};
  const bool present = memory[0] != 0.0;
  memory = memory.subspan(1);
  if (!present) return false;
  if (memory.size() < N) return {};
  std::copy_n(memory.begin(), N, part.begin());
  memory = memory.subspan(N);
  return true;
}

}  // namespace

SolveReport Integrator::resume(const State& state, std::span<const double> memory) {
  impl_->reserve(state);
  impl_->use_box(state);
  SolveReport report = impl_->stepper().prepare(state);
  Thermostat::Memory bath = {};
  std::array<double, 1> work = {};
  const std::optional<bool> had_bath = take(memory, bath), had_barostat = take(memory, work);
  if (!had_bath || !had_barostat) {
    report.converged = false;
    return report;
  }
  if (impl_->thermostat && *had_bath) impl_->thermostat->restore(bath);
  if (impl_->barostat && *had_barostat) impl_->barostat->restore(work[0]);
  if (memory.size() < 2 || !impl_->stepper().restore(memory.subspan(2))) {
    report.converged = false;
    return report;
  }
  impl_->continue_after(static_cast<std::int64_t>(memory[1]));
  impl_->start_time = memory[0];
  if (impl_->time_of(state.step) != state.time)  // the step is another now: time goes on from where it is
    impl_->start_time = state.time - static_cast<double>(state.step) * impl_->options.step;
  return report;
}

StepReport Integrator::Impl::step_once(State& state) {
  const double end = time_of(state.step + 1);
  StepReport report = take_step(state, time_of(state.step), end, options.step, options.max_subdivisions);
  if (!report.ok()) return report;
  state.time = end;
  if (leaves_rows_out || led_past(report)) look_back(state, report);
  if (report.ok()) ++state.step;
  return report;
}

// At a step that was solved, and may be wrong all the same.
void Integrator::Impl::look_back(State& state, StepReport& report) {
  if (led_past(report) && conservative && !keeps_energy(begin_of_step(), state))
    report.position = {.converged = false, .failure = SolveFailure::undecided, .worst_row = report.position.worst_row};
  if (leaves_rows_out && report.ok()) look_at_rows_left_out(state, report);
  if (report.ok()) return;
  report.time = begin_of_step().time;
  return_to_begin_of_step(state);
}

// Rows that followed from others at the start and are left out of the solve must go on to do so.
void Integrator::Impl::look_at_rows_left_out(const State& state, StepReport& report) {
  constexpr double typed = 1e-6;  // the error that lengths may have been typed with
  const ViolationMeter::Reading reading = meter.read(state, options.step);
  if (reading.position <= std::max(typed, 1e3 * solver.tolerance)) return;
  report.position = {.converged = false,
                     .failure = SolveFailure::not_converged,
                     .iterations = report.position.iterations,
                     .max_violation = reading.position,
                     .worst_row = reading.worst_row};
}

// Constraints do no work: a passage through a singular configuration that changes the energy took a wrong way. A
// quarter of the kinetic energy is more than any step changes that is short enough to be of use.
bool Integrator::Impl::keeps_energy(const State& before, const State& after) {
  constexpr double part = 0.25, rounding = 1e-10;
  const double k0 = kinetic_energy(before), u0 = stepper().potential_energy(before);
  const double k1 = kinetic_energy(after), u1 = stepper().potential_energy(after);
  return std::abs((k1 - k0) + (u1 - u0)) <= std::max(part * std::max(k0, k1), rounding * std::abs(u0));
}

// A state that overflowed stays so, and to look for that now and then is enough: every force on it may still be a
// number.
StepReport Integrator::step(State& state) {
  constexpr std::int64_t steps_between_looks = 64;
  const std::int32_t lost = state.step % steps_between_looks == 0 ? lost_particle(state) : -1;
  return lost >= 0 ? refused(state, lost) : impl_->step(state);
}

StepReport Integrator::Impl::step(State& state) {
  use_box(state);
  StepReport report = thermostat ? step_in_bath(state) : step_once(state);
  if (!report.ok()) look_for_lock(state, report);
  return report;
}

// A step that failed may lead a mechanism to where it locks; steps on the way there may have failed before it.
void Integrator::Impl::look_for_lock(const State& state, StepReport& report) const {
  constexpr double ahead = 4.0;  // steps
  if (is_random(options.method) || report.particle >= 0 || report.short_edge > 0.0) return;
  const SolveReport& failed = report.position.converged ? report.velocity : report.position;
  const std::optional<double> time = locking_time(model, failed.worst_row, state, state.time + ahead * options.step);
  report.locked = time.has_value();
  if (time) report.time = *time;
}

// A bath before and after the motion, then the box. Where one of them fails, the state and the bath are as before.
StepReport Integrator::Impl::step_in_bath(State& state) {
  const Thermostat::Memory bath = thermostat->memory();
  before_bath = state;
  thermostat->before(state, options.step);
  StepReport report = step_once(state);
  if (report.ok()) {
    const SolveReport heated = thermostat->after(state, stepper(), options.step);
    if (!heated.converged)
      report.velocity = heated;
    else if (!barostat || barostat->after(state, stepper(), report))
      return report;
    use_box(before_bath);
    stepper().forget();
    static_cast<void>(stepper().prepare(before_bath));
  }
  state = before_bath;
  thermostat->restore(bath);
  return report;
}

std::vector<double> Integrator::memory() const {
  std::vector<double> memory;
  std::optional<Thermostat::Memory> bath;
  std::optional<std::array<double, 1>> work;
  if (impl_->thermostat) bath = impl_->thermostat->memory();
  if (impl_->barostat) work = {impl_->barostat->work()};
  put(memory, bath);
  put(memory, work);
  memory.push_back(impl_->start_time);
  memory.push_back(static_cast<double>(impl_->passages()));
  const std::vector<double> rest = impl_->stepper().memory();
  memory.insert(memory.end(), rest.begin(), rest.end());
  return memory;
}

SolveReport Integrator::constraint_forces(const State& state, std::span<double> forces) {
  return impl_->motion().constraint_forces(state, impl_->options.step, forces);
}

Integrator::Violations Integrator::violations(const State& state) {
  const ViolationMeter::Reading reading = impl_->meter.read(state, impl_->options.step);
  return {reading.position, reading.velocity, reading.worst_row};
}

double Integrator::Impl::kinetic_energy(const State& state) const {
  if (!has_inertia(options.method)) return 0.0;
  double twice = 0.0;
  for (std::size_t i = 0; i < state.velocity.size(); ++i)
    if (model.inverse_masses()[i] > 0.0) twice += model.masses()[i] * dot(state.velocity[i], state.velocity[i]);
  return 0.5 * twice;
}

double Integrator::kinetic_energy(const State& state) const { return impl_->kinetic_energy(state); }

double Integrator::potential_energy(const State& state) {
  impl_->use_box(state);
  return impl_->stepper().potential_energy(state);
}

Integrator::Power Integrator::power(const State& state) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (impl_->power_meter.needs_constraint_forces() && !constraint_forces(state, impl_->row_forces).converged)
    return {unknown, unknown};
  return impl_->power_meter.read(state, impl_->row_forces, impl_->stepper().force_workspace());
}

Integrator::Thermodynamics Integrator::thermodynamics(const State& state, std::span<const double> constraint_forces) {
  Impl& impl = *impl_;
  Thermodynamics now;
  now.degrees_of_freedom = impl.degrees;
  now.temperature = impl.degrees > 0 ? 2.0 * thermal_energy(impl.model, state, impl.relative) / impl.degrees : 0.0;
  impl.use_box(state);
  ForceWorkspace& work = impl.stepper().force_workspace();
  now.pressure = pressure_of(impl.model, impl.forces, state, impl.box(state), work, constraint_forces);
  now.energies = impl.forces.energies(state.position.data(), state.time, work);
  now.heat = impl.thermostat ? impl.thermostat->heat() : 0.0;
  now.work = impl.barostat ? impl.barostat->work() : 0.0;
  return now;
}

std::string Integrator::explain(const StepReport& report) const {
  return explain_failure(impl_->model, impl_->options, impl_->solver, report);
}

std::string Integrator::explain(const StartReport& report) const { return explain_failure(impl_->model, report); }

}  // namespace taut
