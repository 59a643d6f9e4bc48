#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "examples.hpp"
#include "interrupt.hpp"

namespace taut::cli {
namespace {

ResponseKind kind_of(const std::string& matrix) {
  return matrix == "L"   ? ResponseKind::displacement
         : matrix == "N" ? ResponseKind::acceleration
                         : ResponseKind::velocity;
}

Fit fit_of(const std::string& word) {
  return word == "none" ? Fit::none : word == "rigid" ? Fit::rigid : Fit::automatic;
}

}  // namespace

int response_command(const ResponseArguments& arguments) {
  const std::filesystem::path file = scenario_path(arguments.scenario);
  RespondOptions options = arguments.options;
  options.kind = kind_of(arguments.matrix);
  options.fit = fit_of(arguments.fit);
  options.stop = &watch_interrupts();
  const RespondReport report = respond(read_scenario(file, arguments.overrides), options);
  if (arguments.form == Form::json)
    print(to_json(report));
  else if (!options.quiet)
    print(to_text(report));
  if (!report.interrupted) return done;
  fmt::print(stderr, "{}: interrupted after {} samples; continue with --resume --out {}\n", file.string(),
             report.ensemble->samples, report.directory.string());
  return interrupted;
}

}  // namespace taut::cli
