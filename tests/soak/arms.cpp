// soak_arms [SECONDS]: 200 random paths past three discs for plane arms of 6 and of 20 limbs. How many are solved
// within 50 ms of those that are solved when there is a minute (or SECONDS) for each, and how many are proved
// impossible. Exit code 1 when that is less than 95 %, or when the judge does not agree with the search.
#include <cstdio>
#include <cstdlib>

#include "taut/motion_trial.hpp"

namespace taut {
namespace {

constexpr int problems = 200;
constexpr double quick = 0.05;  // seconds

struct Count {
  int plain = 0, points = 0, quick = 0, patient = 0, impossible = 0, undecided = 0, wrong = 0;
};

TrialVerdict tried(const MotionProblem& problem, const FollowOptions& options, Count& count) {
  const TrialVerdict verdict = try_motion(problem, options).verdict;
  count.wrong += verdict == TrialVerdict::mistaken;
  return verdict;
}

Count counted(int links, double seconds) {
  Count count;
  for (int k = 0; k < problems; ++k) {
    const MotionProblem problem = random_motion_problem(links, static_cast<std::uint64_t>(k));
    count.plain += tried(problem, {.seconds = 0.0}, count) == TrialVerdict::solved;
    count.points +=
        tried(problem, {.first_motion = FirstMotion::points, .seconds = 0.0}, count) == TrialVerdict::solved;
    const TrialVerdict verdict = tried(problem, {.seconds = quick}, count);
    count.quick += verdict == TrialVerdict::solved;
    count.impossible += verdict == TrialVerdict::impossible;
    if (verdict == TrialVerdict::undecided) {
      const bool found = tried(problem, {.seconds = seconds}, count) == TrialVerdict::solved;
      count.patient += found;
      count.undecided += !found;
    }
    std::fprintf(stderr, "\r%d limbs: %d of %d", links, k + 1, problems);
  }
  std::fprintf(stderr, "\r%40s\r", "");
  count.patient += count.quick;
  return count;
}

int run(double seconds) {
  bool holds = true;
  for (const int links : {6, 20}) {
    const Count c = counted(links, seconds);
    const double share = c.patient > 0 ? 100.0 * c.quick / c.patient : 0.0;
    std::printf(
        "%d limbs, %d paths: the least motion of joints alone solves %d, that of points %d; 50 ms solve %d, %g s solve "
        "%d (%.1f %%); "
        "%d are proved impossible, %d undecided; the judge disagrees with %d\n",
        links, problems, c.plain, c.points, c.quick, seconds, c.patient, share, c.impossible, c.undecided, c.wrong);
    std::fflush(stdout);
    holds = holds && share >= 95.0 && c.wrong == 0;
  }
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace taut

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60.0;
  if (argc > 2 || !(seconds > 0.0)) {
    std::fprintf(stderr, "soak_arms [SECONDS]: found \"%s\", expected a time for each path\n", argv[argc - 1]);
    return 2;
  }
  return taut::run(seconds);
}
