// Random problems of arms: one as a file, or many solved and judged.
#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "interrupt.hpp"

namespace taut::cli {

int random_arm_command(const RandomArmArguments& arguments) {
  if (arguments.out.empty())
    print(random_arm_text(arguments.limbs, arguments.seed));
  else
    write_random_arm(arguments.out, arguments.limbs, arguments.seed, arguments.force ? Replace::yes : Replace::no);
  return done;
}

int arm_benchmark_command(const ArmBenchmarkArguments& arguments) {
  std::vector<ArmTrials> all;
  bool mistaken = false;
  ArmTrialsOptions options = arguments.options;
  options.stop = &watch_interrupts();
  for (const int limbs : arguments.limbs) {
    options.limbs = limbs;
    all.push_back(run_arm_trials(options));
    mistaken = mistaken || !all.back().mistaken.empty();
    if (options.stop->requested()) break;
  }
  print(arguments.form == Form::json ? to_json(all) : to_text(all));
  if (options.stop->requested()) {
    fmt::print(stderr, "taut reach benchmark: interrupted; the figures are of the problems before\n");
    return interrupted;
  }
  if (mistaken) fmt::print(stderr, "taut reach benchmark: the judge does not agree with a motion that was found\n");
  return mistaken ? work_failed : done;
}

}  // namespace taut::cli
