#include "run/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>

#include "base/parallel.hpp"
#include "base/whole.hpp"
#include "io/document/section.hpp"
#include "io/file/atomic_file.hpp"
#include "run/continued.hpp"
#include "run/output_directory.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

double time_of(const Scenario& scenario, const StudyOptions& options) {
  if (options.time && !(*options.time > 0.0 && std::isfinite(*options.time)))
    throw InputError(fmt::format("--time: found {}, expected a positive number", *options.time));
  if (options.time) return *options.time;
  if (!scenario.steps)
    throw scenario.located({"integrator", "there is no duration; expected --time, or duration or steps"});
  return static_cast<double>(*scenario.steps) * scenario.integrator.step;
}

}  // namespace

std::int64_t steps_of(double time, double step) {
  const double steps = std::round(time / step);
  if (!(steps <= static_cast<double>(io::most_steps)))
    throw InputError(fmt::format("--time: found {}, which is {:.6g} steps of {}; expected at most {} steps", time,
                                 steps, step, io::most_steps));
  return whole_within(steps, std::int64_t{1}, io::most_steps);
}

namespace {

void check(const StudyOptions& options) {
  if (!options.lyapunov && !options.section && !options.twin && !options.map)
    throw InputError("taut chaos: expected --lyapunov, --section, --twin or --map (see taut chaos --help)");
  if (options.twin && !(*options.twin > 0.0 && std::isfinite(*options.twin)))
    throw InputError(
        fmt::format("--twin: found {}, expected a positive distance between the two starts", *options.twin));
}

std::filesystem::path out_of(const Scenario& scenario, const StudyOptions& options) {
  return options.out.empty() ? std::filesystem::path("out") / (scenario.name + "-chaos") : options.out;
}

}  // namespace

StudySetting::StudySetting(const Scenario& s, const StudyOptions& o)
    : scenario(s), options(o), system(s), start(initial_state(system.model)), time(time_of(s, o)) {
  if (system.plan.degrees_of_freedom(system.model) < 1)
    throw scenario.located({"", "nothing can move: the system has no degree of freedom"});
  steps_ = steps_of(time, scenario.integrator.step);
  Integrator integrator = make_integrator(scenario, system, scenario.integrator);
  static_cast<void>(start_on_constraints(scenario, system, integrator, start));
}

State StudySetting::projected(State state) const {
  Integrator integrator = make_integrator(scenario, system, scenario.integrator);
  static_cast<void>(start_on_constraints(scenario, system, integrator, state));
  return state;
}

io::Progress StudySetting::progress(std::int64_t last, const char* what, const char* value) const {
  return {0, last, options.quiet ? io::Verbosity::quiet : io::Verbosity::normal, 2, {what, value}};
}

void StudySetting::share_out(std::size_t count, const std::function<std::string(std::size_t)>& work) const {
  std::vector<std::string> failures(count);
  std::vector<std::exception_ptr> thrown(count);  // what leaves a thread would end the program
  std::atomic<std::size_t> next = 0;
  ThreadTeam team(std::max(1, std::min(options.threads, static_cast<int>(count))));
  team.run([&](int /*thread*/) {
    for (std::size_t k = next++; k < count; k = next++) {
      try {
        failures[k] = work(k);
      } catch (...) {
        thrown[k] = std::current_exception();
        next = count;  // the rest would be in vain
      }
    }
  });
  for (const std::exception_ptr& what : thrown)
    if (what) std::rethrow_exception(what);
  const auto failed = std::find_if(failures.begin(), failures.end(), [](const auto& text) { return !text.empty(); });
  if (failed != failures.end()) throw OutputError(*failed);
}

void StudySetting::fail_to_continue() const {
  throw InputError(fmt::format("{}: was begun with another scenario; expected the same", options.out.string()));
}

namespace {

StudyReport head_of(const StudySetting& setting) {
  const Scenario& scenario = setting.scenario;
  StudyReport report;
  report.title = scenario.title;
  report.degrees_of_freedom = setting.system.plan.degrees_of_freedom(setting.system.model);
  report.step = setting.step();
  report.integrator = integrator_info(scenario.integrator.method).name;
  report.time_unit = scenario.units.time;
  return report;
}

StudyReport carry_out(const StudySetting& setting, const OutputDirectory& directory, StudyMemory& memory) {
  const Clock::time_point begun = Clock::now();
  const StudyOptions& options = setting.options;
  StudyReport report = head_of(setting);
  report.interrupted = true;  // until it is done: a study that is killed must not look finished
  report.directory = directory.path();
  io::write_atomically(directory.file(scenario_file), setting.scenario.text);
  io::write_atomically(directory.file(chaos_file), to_json(report));
  memory.write();
  report.interrupted = false;
  if (options.lyapunov) report.lyapunov = study_lyapunov(setting, memory, report);
  if (options.section && !report.interrupted) report.section = study_section(setting, memory, report);
  if (options.twin && !report.interrupted) report.twin = study_twin(setting, memory, report);
  if (options.map && !report.interrupted) report.map = study_map(setting, memory, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  report.accepted = options.accept && !report.trusted();
  memory.write();
  write_study(report, directory);
  io::write_atomically(directory.file(chaos_file), to_json(report));
  report.files = directory.files();
  return report;
}

StudyReport resumed(Scenario scenario, const StudyOptions& now) {
  const OutputDirectory directory = OutputDirectory::of_run(now.out);
  const auto particles = static_cast<std::size_t>(scenario.model.size());
  io::Checkpoint checkpoint = io::read_checkpoint(directory.file(checkpoint_file), particles);
  scenario.title = title_kept(checkpoint, scenario);
  const StudyOptions options = options_of(checkpoint, directory, now);
  const StudySetting setting(scenario, options);
  refuse_changes(changes_since(checkpoint, scenario, setting.system.model), directory,
                 "a study that is continued keeps its scenario; begin another one with --out");
  StudyMemory memory(directory, std::move(checkpoint));
  return carry_out(setting, directory, memory);
}

}  // namespace

StudyReport study(const Scenario& scenario, const StudyOptions& options) {
  if (options.resume) return resumed(scenario, options);
  check(options);
  const StudySetting setting(scenario, options);
  const OutputDirectory directory =
      OutputDirectory::fresh(out_of(scenario, options), options.force ? Existing::replace : Existing::refuse);
  StudyMemory memory(directory, options, scenario, setting.system.model, setting.start);
  try {
    return carry_out(setting, directory, memory);
  } catch (const InputError&) {  // nothing was computed
    directory.clear();
    throw;
  }
}

}  // namespace taut
