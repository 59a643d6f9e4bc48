// `taut reach random` and `taut reach benchmark`: random problems of arms as files, and how the search fares with many.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "taut/motion_trial.hpp"
#include "taut/stop.hpp"

namespace taut {

// The problem of motion_trial.hpp as an arm file. Read again, it is the same to the last bit.
std::string random_arm_text(int limbs, std::uint64_t seed);
enum class Replace { no, yes };
// Throws InputError for a file that is there already, OutputError when it cannot be written.
void write_random_arm(const std::filesystem::path& file, int limbs, std::uint64_t seed, Replace replace);

struct ArmTrialsOptions {
  int limbs = 6;
  int problems = 200;
  std::uint64_t first_seed = 0;  // of the problems, which have it and those that follow
  double milliseconds = 50.0;    // for each
  bool quiet = false;            // no progress bar
  const StopRequest* stop = nullptr;
};

struct ArmTrials {
  int limbs = 0, asked = 0;
  double milliseconds = 0.0;
  int problems = 0;  // that were tried; fewer than asked for after an interrupt
  int solved = 0;    // and judged
  std::vector<std::uint64_t> impossible = {}, undecided = {}, mistaken = {};  // their seeds
  double median_ms = 0.0, longest_ms = 0.0;                                   // of a problem
};

ArmTrials run_arm_trials(const ArmTrialsOptions& options);
std::string to_text(const std::vector<ArmTrials>& all);
std::string to_json(const std::vector<ArmTrials>& all);

}  // namespace taut
