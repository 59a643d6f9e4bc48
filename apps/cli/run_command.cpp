#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "examples.hpp"
#include "interrupt.hpp"

namespace taut::cli {
namespace {

std::filesystem::path scenario_of(const RunArguments& arguments) {
  if (!arguments.scenario.empty()) return scenario_path(arguments.scenario);
  if (arguments.resume.empty())
    throw InputError("taut run: expected a scenario file, or --resume DIR (see taut run --help)");
  return std::filesystem::path(arguments.resume) / "scenario.toml";
}

int report_unfinished(const RunSummary& summary, const std::string& scenario) {
  const std::string directory = summary.directory.string();
  if (summary.outcome == Outcome::interrupted) {
    fmt::print(stderr, "{}: {}; continue with: taut run --resume {}\n", scenario, summary.message, directory);
    return interrupted;
  }
  const bool kept = !summary.files.empty();
  fmt::print(stderr, "{}: {}{}\n", scenario, summary.message,
             kept ? fmt::format(" (what was computed before is in {})", directory) : "");
  return work_failed;
}

}  // namespace

int run_command(const RunArguments& arguments) {
  const std::filesystem::path file = scenario_of(arguments);
  const Scenario scenario = read_scenario(file, arguments.overrides);
  RunOptions options = arguments.options;
  if (!arguments.resume.empty()) {
    options.resume = true;
    options.out = arguments.resume;
  }
  options.stop = &watch_interrupts();
  const RunSummary summary = run(scenario, options);
  if (arguments.form == Form::json) print(to_json(summary, scenario));
  if (summary.outcome != Outcome::complete) return report_unfinished(summary, file.string());
  if (arguments.form == Form::text && !options.quiet) print(to_text(summary));
  if (summary.trusted() || summary.accepted) return done;
  fmt::print(stderr, "{}: the result is not to be trusted: {} (all of it is in {}; --accept takes it as it is)\n",
             file.string(), summary.failures.front(), summary.directory.string());
  return work_failed;
}

}  // namespace taut::cli
