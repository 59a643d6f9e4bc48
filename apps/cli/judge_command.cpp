#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "examples.hpp"

namespace taut::cli {

int judge_command(const JudgeArguments& arguments) {
  const ArmProblem problem = read_arm_problem(scenario_path(arguments.arm), arguments.settings);
  const Judgement judgement = judge_motion(problem, arguments.joints);
  print(arguments.form == Form::json ? to_json(judgement) : to_text(judgement));
  if (judgement.feasible) return done;
  fmt::print(stderr, "{}: {}\n", arguments.joints, judgement.summary.violations.front());
  return work_failed;
}

}  // namespace taut::cli
