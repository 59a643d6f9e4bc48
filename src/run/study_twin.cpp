#include <algorithm>

#include "base/whole.hpp"
#include "observe/saved_state.hpp"
#include "run/study_trust.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

constexpr std::int64_t most_points = 2000;
constexpr std::int64_t steps_between_looks = 16;  // at the clock
constexpr std::uint64_t stream = 1ULL << 41;
constexpr const char* part = "twin";

// Two states that only differ in where they start, each with an integrator of its own.
struct Twins {
  Twins(const StudySetting& setting, TwinStudy& study)
      : one(make_integrator(setting.scenario, setting.system, setting.scenario.integrator)),
        other(make_integrator(setting.scenario, setting.system, setting.scenario.integrator)),
        meter(setting.scenario, setting.system),
        result(study) {}

  void start(const StudySetting& setting) {
    const System& system = setting.system;
    Flow flow = setting.need(Flow::make(system.model, system.forces, system.plan, setting.scenario.integrator, 1));
    if (!flow.place(setting.start).converged)
      throw OutputError("the constraints are singular at the start; no direction leads off it");
    const TangentVector direction = random_direction(system.model, flow, setting.scenario.seed, stream);
    first = setting.start;
    second = moved_along(setting.start, direction, *setting.options.twin);
    static_cast<void>(start_on_constraints(setting.scenario, system, one, first));
    static_cast<void>(start_on_constraints(setting.scenario, system, other, second));
    meter.begin(first_track, first);
    meter.begin(second_track, second);
    record(setting);
    result.start_distance = result.distances[0];
  }
  void step() {
    for (auto& [integrator, state] : {std::pair{&one, &first}, std::pair{&other, &second}})
      if (const StepReport report = integrator->step(*state); !report.ok())
        throw OutputError(integrator->explain(report));
  }
  void look() {
    meter.look(first_track, first);
    meter.look(second_track, second);
  }
  void judge(const StudySetting& setting, StudyReport& report) const {
    EnergyTally energies;
    for (const EnergyTrack* track : {&first_track, &second_track}) energies.add(*track, meter.law());
    energies.judge(setting, "twin", "starts", report);
  }
  void record(const StudySetting& setting) {
    result.times.push_back(first.time - setting.start.time);
    result.distances.push_back(distance(setting.system.model, first, second));
  }

  // The curve so far, then of each its state and what its integrator carries along.
  std::vector<double> memory() const {
    std::vector<double> list = {static_cast<double>(result.times.size())};
    for (const std::vector<double>* curve : {&result.times, &result.distances})
      list.insert(list.end(), curve->begin(), curve->end());
    for (const auto& [integrator, state] : {std::pair{&one, &first}, std::pair{&other, &second}}) {
      save(*state, list);
      const std::vector<double> rest = integrator->memory();
      list.push_back(static_cast<double>(rest.size()));
      list.insert(list.end(), rest.begin(), rest.end());
    }
    first_track.save(list);
    second_track.save(list);
    return list;
  }
  bool resume(std::span<const double> list, std::size_t particles) {
    constexpr std::size_t stored = EnergyTrack::stored;
    if (list.size() <= 2 * stored) return false;
    first_track.load(list.last(2 * stored));
    second_track.load(list.last(stored));
    list = list.first(list.size() - 2 * stored);
    const auto take = [&](std::size_t count) {
      const std::span<const double> taken = list.first(std::min(count, list.size()));
      list = list.subspan(taken.size());
      return std::vector<double>(taken.begin(), taken.end());
    };
    const auto number = [&] { return whole_within<std::size_t>(take(1)[0], 0, list.size()); };
    const std::size_t count = number();
    result.times = take(count);
    result.distances = take(count);
    if (list.empty() || count == 0) return false;
    result.start_distance = result.distances[0];
    for (auto& [integrator, state] : {std::pair{&one, &first}, std::pair{&other, &second}}) {
      if (!restore(particles, list, *state) || list.empty()) return false;
      const std::vector<double> rest = take(number());
      if (!integrator->resume(*state, rest).converged) return false;
    }
    return true;
  }

  Integrator one, other;
  EnergyMeter meter;
  State first, second;
  EnergyTrack first_track, second_track;
  TwinStudy& result;
};

}  // namespace

TwinStudy study_twin(const StudySetting& setting, StudyMemory& memory, StudyReport& report) {
  TwinStudy result;
  Twins twins(setting, result);
  if (const std::vector<double>* before = memory.before(part)) {
    if (before->empty() || !twins.resume(*before, setting.start.position.size())) setting.fail_to_continue();
  } else {
    twins.start(setting);
  }
  const State& first = twins.first;
  const std::int64_t every = std::max<std::int64_t>(1, setting.steps() / most_points);
  io::Progress progress = setting.progress(setting.steps(), "steps", "t");
  while (first.step < setting.steps() && !setting.stopped()) {
    twins.step();
    if (first.step % steps_between_energies == 0 || first.step == setting.steps()) twins.look();
    if (first.step % every == 0 || first.step == setting.steps()) {
      twins.record(setting);
      progress.update(first.step, first.time);
    }
    if (first.step % steps_between_looks != 0 || !memory.due()) continue;
    memory.keep(part, twins.memory());
    memory.write();
  }
  progress.finish();
  memory.keep(part, twins.memory());
  report.interrupted = first.step < setting.steps();
  result.time = result.times.back();
  result.fit = fit_divergence(result.times, result.distances);
  twins.judge(setting, report);
  return result;
}

}  // namespace taut
