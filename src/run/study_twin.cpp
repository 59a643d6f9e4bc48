#include <algorithm>

#include "run/study.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

constexpr std::int64_t most_points = 2000;
constexpr std::uint64_t stream = 1ULL << 41;

}  // namespace

// Both with the same integrator; they only differ in where they start.
TwinStudy study_twin(const StudySetting& setting, StudyReport& report) {
  const System& system = setting.system;
  Flow flow = setting.need(Flow::make(system.model, system.forces, system.plan, setting.scenario.integrator, 1));
  if (!flow.place(setting.start).converged)
    throw OutputError("the constraints are singular at the start; no direction leads off it");
  const TangentVector direction = random_direction(system.model, flow, setting.scenario.seed, stream);
  State first = setting.start, second = moved_along(setting.start, direction, *setting.options.twin);
  Integrator one = make_integrator(setting.scenario, system, setting.scenario.integrator);
  Integrator other = make_integrator(setting.scenario, system, setting.scenario.integrator);
  static_cast<void>(start_on_constraints(setting.scenario, system, one, first));
  static_cast<void>(start_on_constraints(setting.scenario, system, other, second));

  TwinStudy result;
  result.start_distance = distance(system.model, first, second);
  const std::int64_t every = std::max<std::int64_t>(1, setting.steps() / most_points);
  io::Progress progress = setting.progress(setting.steps(), "steps", "t");
  const auto record = [&] {
    result.times.push_back(first.time - setting.start.time);
    result.distances.push_back(distance(system.model, first, second));
  };
  record();
  while (first.step < setting.steps()) {
    for (auto& [integrator, state] : {std::pair{&one, &first}, std::pair{&other, &second}})
      if (const StepReport step = integrator->step(*state); !step.ok()) throw OutputError(integrator->explain(step));
    if (first.step % every != 0 && first.step != setting.steps()) continue;
    record();
    progress.update(first.step, first.time);
    if (setting.stopped()) break;
  }
  progress.finish();
  report.interrupted = first.step < setting.steps();
  result.time = result.times.back();
  result.fit = fit_divergence(result.times, result.distances);
  return result;
}

}  // namespace taut
