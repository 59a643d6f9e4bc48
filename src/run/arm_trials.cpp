#include "taut/arm_trials.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/progress.hpp"

namespace taut {
namespace {

void count(const MotionTrial& trial, std::uint64_t seed, ArmTrials& trials) {
  ++trials.problems;
  if (trial.verdict == TrialVerdict::solved) ++trials.solved;
  if (trial.verdict == TrialVerdict::impossible) trials.impossible.push_back(seed);
  if (trial.verdict == TrialVerdict::undecided) trials.undecided.push_back(seed);
  if (trial.verdict == TrialVerdict::mistaken) trials.mistaken.push_back(seed);
}

// Seeds, and what makes the problems again.
std::string seeds_line(const char* what, const std::vector<std::uint64_t>& seeds, int limbs) {
  constexpr std::size_t shown = 12;
  if (seeds.empty()) return {};
  std::string list;
  for (std::size_t k = 0; k < std::min(seeds.size(), shown); ++k) list += fmt::format(" {}", seeds[k]);
  if (seeds.size() > shown) list += fmt::format(" and {} more", seeds.size() - shown);
  return fmt::format("  {} of {} limbs: --seed{}\n", what, limbs, list);
}

}  // namespace

ArmTrials run_arm_trials(const ArmTrialsOptions& options) {
  ArmTrials trials{.limbs = options.limbs, .asked = options.problems, .milliseconds = options.milliseconds};
  const FollowOptions search{.seconds = options.milliseconds / 1000.0,
                             .stop = options.stop ? options.stop->flag() : nullptr};
  std::vector<double> times;
  io::Progress progress(0, options.problems, options.quiet ? io::Verbosity::quiet : io::Verbosity::normal, 2,
                        {"problems", fmt::format("{} limbs, solved", options.limbs)});
  for (int k = 0; k < options.problems; ++k) {
    const std::uint64_t seed = options.first_seed + static_cast<std::uint64_t>(k);
    const MotionTrial trial = try_motion(random_motion_problem(options.limbs, seed), search);
    if (is_requested(options.stop)) break;
    count(trial, seed, trials);
    times.push_back(1000.0 * trial.seconds);
    progress.update(k + 1, trials.solved);
  }
  if (times.empty()) return trials;
  std::sort(times.begin(), times.end());
  trials.median_ms = times[times.size() / 2];
  trials.longest_ms = times.back();
  return trials;
}

std::string to_text(const std::vector<ArmTrials>& all) {
  std::string text = fmt::format("{:>6} {:>9} {:>10} {:>7} {:>11} {:>10} {:>9} {:>10} {:>11}\n", "limbs", "problems",
                                 "ms each", "solved", "impossible", "undecided", "mistaken", "median ms", "longest ms");
  for (const ArmTrials& t : all)
    text += fmt::format("{:>6} {:>9} {:>10g} {:>7} {:>11} {:>10} {:>9} {:>10.3g} {:>11.3g}\n", t.limbs, t.problems,
                        t.milliseconds, t.solved, t.impossible.size(), t.undecided.size(), t.mistaken.size(),
                        t.median_ms, t.longest_ms);
  for (const ArmTrials& t : all)
    text += seeds_line("undecided", t.undecided, t.limbs) + seeds_line("mistaken", t.mistaken, t.limbs);
  return text;
}

}  // namespace taut
