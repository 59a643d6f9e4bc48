#include "commands.hpp"
#include "examples.hpp"

namespace taut::cli {

int check_command(const CheckArguments& arguments) {
  const CheckReport report = check(read_scenario(scenario_path(arguments.scenario), arguments.overrides));
  print(arguments.form == Form::json ? to_json(report) : to_text(report));
  if (!report.refusal.empty()) throw InputError(report.refusal);
  return done;
}

}  // namespace taut::cli
