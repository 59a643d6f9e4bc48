#include "taut/flow.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "dynamics/compositions.hpp"
#include "dynamics/explain.hpp"
#include "dynamics/halved_stages.hpp"
#include "dynamics/options.hpp"
#include "dynamics/tangent_map.hpp"

namespace taut {
namespace {

bool is_made_of_rattle(IntegratorMethod method) {
  return method == IntegratorMethod::verlet || method == IntegratorMethod::rattle ||
         composition_weights(method).size() > 1;
}

SolveReport singular_at(std::int32_t row) {
  return {.converged = false, .failure = SolveFailure::singular, .worst_row = row};
}

std::optional<Error> check(const Model& model, const ForceField& forces, const IntegratorOptions& options,
                           std::size_t tangents) {
  if (!is_made_of_rattle(options.method))
    return Error{"integrator.method", std::string("found ") + integrator_info(options.method).name +
                                          ", but tangent vectors, sections and twins follow the flow of rattle or of a "
                                          "composition of it"};
  if (options.thermostat.method != ThermostatMethod::none)
    return Error{"thermostat.method", "a flow has no random numbers and no heat bath; expected no thermostat"};
  if (options.barostat.method != BarostatMethod::none)
    return Error{"barostat.method", "a flow has no random numbers and keeps its box; expected no barostat"};
  if (tangents > 0 && forces.has_dashpots())
    return Error{"forces.springs", "the motion of tangent vectors knows drag, but no springs with damping"};
  if (tangents > 0 && forces.has_rate_torques())
    return Error{"forces.torques", "the motion of tangent vectors knows drag, but no torques that depend on rates"};
  return check_options(model, forces, options);
}

}  // namespace

struct Flow::Impl final : HalvedStages {
  using HalvedStages::continue_after;
  using HalvedStages::passages;

  Impl(const Model& m, const ForceField& f, const Plan& p, const IntegratorOptions& o, std::size_t count)
      : HalvedStages(make_motion(m, f, p, o), o), model(m), options(o), solver(p.options()) {
    if (count > 0) map.emplace(m, f, p);
    const std::vector<Vec3> zeros(static_cast<std::size_t>(m.size()));
    tangents.assign(count, {zeros, zeros});
    kept.fill(tangents);
  }

  SolveReport ready(const State& state);
  StepReport advance(State& state, double end, double h);
  bool carry_on(const State& state, double t, double h, StepReport& report) override;
  bool has_others() const override { return map.has_value(); }
  void keep_others(Kept at) override;
  void put_back_others(const State& state, Kept at) override;

  const Model& model;
  IntegratorOptions options;
  SolverOptions solver;
  std::optional<TangentMap> map;
  std::vector<TangentVector> tangents;
  State here;                                           // the state at the end of a stage, with its time
  std::array<std::vector<TangentVector>, places> kept;  // by Kept
};

Expected<Flow> Flow::make(const Model& model, const ForceField& forces, const Plan& plan,
                          const IntegratorOptions& options, std::size_t tangents) {
  if (std::optional<Error> wrong = check(model, forces, options, tangents)) return *std::move(wrong);
  if (std::optional<Error> dependent = plan.refusal(model)) return *std::move(dependent);
  return Flow(std::make_unique<Impl>(model, forces, plan, options, tangents));
}

Flow::Flow(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Flow::Flow(Flow&&) noexcept = default;
Flow& Flow::operator=(Flow&&) noexcept = default;
Flow::~Flow() = default;

SolveReport Flow::place(const State& state) {
  for (TangentVector& vector : impl_->tangents)
    for (std::vector<Vec3>* part : {&vector.position, &vector.velocity}) part->assign(part->size(), Vec3{});
  impl_->stepper().forget();
  return impl_->ready(state);
}

SolveReport Flow::return_to(const State& state) {
  impl_->stepper().forget();
  return impl_->ready(state);
}

std::vector<double> Flow::memory() const {
  std::vector<double> memory;
  for (const TangentVector& vector : impl_->tangents)
    for (const std::vector<Vec3>* part : {&vector.position, &vector.velocity})
      for (const Vec3& v : *part) memory.insert(memory.end(), {v.x, v.y, v.z});
  memory.push_back(static_cast<double>(impl_->passages()));
  const std::vector<double> guesses = impl_->stepper().memory();
  memory.insert(memory.end(), guesses.begin(), guesses.end());
  return memory;
}

SolveReport Flow::resume(const State& state, std::span<const double> memory) {
  SolveReport report = impl_->ready(state);
  const std::size_t each = 6 * state.position.size(), all = each * impl_->tangents.size();
  report.converged &= memory.size() > all && impl_->stepper().restore(memory.subspan(all + 1));
  if (!report.converged) return report;
  impl_->continue_after(static_cast<std::int64_t>(memory[all]));
  const double* next = memory.data();
  for (TangentVector& vector : impl_->tangents)
    for (std::vector<Vec3>* part : {&vector.position, &vector.velocity})
      for (Vec3& v : *part) {
        v = {next[0], next[1], next[2]};
        next += 3;
      }
  return report;
}

SolveReport Flow::Impl::ready(const State& state) {
  const SolveReport report = stepper().prepare(state);
  if (!report.converged || !map) return report;
  const std::int32_t row = map->place(state);
  return row < 0 ? report : singular_at(row);
}

StepReport Flow::advance(State& state, double end, double h) { return impl_->advance(state, end, h); }

StepReport Flow::Impl::advance(State& state, double end, double h) {
  const StepReport report = take_step(state, state.time, end, h, options.max_subdivisions);
  if (report.ok()) state.time = end;
  return report;
}

// Tangent vectors go along.
bool Flow::Impl::carry_on(const State& state, double t, double h, StepReport& report) {
  if (!map) return true;
  here = state;
  here.time = t;
  if (const std::int32_t row = map->take(here, h); row >= 0) {
    report.velocity = singular_at(row);
    return false;
  }
  for (TangentVector& vector : tangents) map->carry(vector);
  return true;
}

void Flow::Impl::keep_others(Kept at) {
  if (map) kept[static_cast<std::size_t>(at)] = tangents;
}

void Flow::Impl::put_back_others(const State& state, Kept at) {
  if (!map) return;
  tangents = kept[static_cast<std::size_t>(at)];
  static_cast<void>(map->place(state));  // it could be placed here before
}

std::string Flow::explain(const StepReport& report) const {
  return explain_failure(impl_->model, impl_->options, impl_->solver, report);
}

std::span<TangentVector> Flow::tangents() { return impl_->tangents; }

void Flow::project(TangentVector& vector) { impl_->map->here().project(vector); }

double Flow::energy_change(const TangentVector& vector) const {
  const TangentFrame& frame = impl_->map->here();
  double sum = 0.0;
  for (std::size_t i = 0; i < vector.position.size(); ++i)
    if (impl_->model.inverse_masses()[i] > 0.0)
      sum += impl_->model.masses()[i] *
             (dot(frame.state().velocity[i], vector.velocity[i]) - dot(frame.acceleration()[i], vector.position[i]));
  return sum;
}

void Flow::take_uphill(TangentVector& vector) {
  const TangentFrame& frame = impl_->map->here();
  for (std::size_t i = 0; i < vector.position.size(); ++i) {
    vector.position[i] = -frame.acceleration()[i];
    vector.velocity[i] = frame.state().velocity[i];
  }
  project(vector);
}

}  // namespace taut
