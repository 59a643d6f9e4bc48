#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "examples.hpp"
#include "interrupt.hpp"

namespace taut::cli {

int reach_command(const ReachArguments& arguments) {
  const std::filesystem::path file = scenario_path(arguments.arm);
  const ArmProblem problem = read_arm_problem(file, arguments.settings);
  ReachRunOptions options = arguments.options;
  options.stop = &watch_interrupts();
  const ReachSummary summary = run_reach(problem, options);
  if (arguments.form == Form::json)
    print(to_json(summary, problem));
  else if (!options.quiet)
    print(to_text(summary));
  if (summary.outcome == ReachOutcome::done) return done;
  const bool stopped = summary.outcome == ReachOutcome::interrupted;
  fmt::print(stderr, "{}: {}{} (what was found is in {})\n", file.string(), stopped ? "interrupted; " : "",
             summary.message, summary.directory.string());
  return stopped ? interrupted : work_failed;
}

}  // namespace taut::cli
