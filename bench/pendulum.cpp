#include "pendulum.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "case.hpp"
#include "measure.hpp"
#include "textbook_chain.hpp"

namespace taut::bench {
namespace {

constexpr const char* scenario = R"(
title = "pendulum of {links} links"
[[chains]]
beads = {beads}
fix_first = true
[forces]
gravity = [0.0, -9.81, 0.0]
[integrator]
method = "{method}"
step = {step:.17e}
steps = {steps}
[solver]
method = "{solver}"
tolerance = {tolerance:.17e}
[output]
every = {steps}
formats = []
figures = false
)";

// The window matters. In motion both kernels work in earnest: that is what the limits are about. In the first steps
// from rest the textbook's Newton needs one iteration instead of two and the engine's fixed costs show; those rows are
// printed without a limit, so that the ratio is not taken for more than it is.
constexpr int steps_from_rest = 60;
int steps_in_motion(int links) { return std::clamp(200000 / links, 300, 10000); }

Case pendulum_case(int links, int steps, const std::string& window) {
  const int samples = links <= 10 ? 60 : 20;
  const PendulumRun run{.links = links, .steps = steps};
  // The tolerance that the engine raises to its floor is given to the textbook, too: below it no one converges.
  const double tolerance = std::max(run.tolerance, 2.3e-16 * links);
  Case result{
      .name = fmt::format("pendulum of {} links, RATTLE, {}", links, window), .unit = "link and step", .ns = 1e300};
  double textbook = 1e300;
  for (int sample = 0; sample < samples; ++sample) {
    const RunSummary summary = run_pendulum(run);
    result.ns = std::min(result.ns, *summary.ns_per_constraint_step);
    result.error = std::max(result.error, summary.constraint_error.max_position);
    result.iterations = summary.solver.iterations_mean;
    TextbookChain chain(static_cast<std::size_t>(links), run.step, tolerance);
    textbook = std::min(textbook, fastest(1, run.steps, [&] { chain.step(); }) / links);
  }
  result.ratios = {{"textbook", result.ns / textbook}};
  return result;
}

}  // namespace

RunSummary run_pendulum(const PendulumRun& run) {
  using namespace fmt::literals;
  const std::string text =
      fmt::format(scenario, "links"_a = run.links, "beads"_a = run.links + 1, "method"_a = run.method,
                  "step"_a = run.step, "steps"_a = run.steps, "solver"_a = run.solver, "tolerance"_a = run.tolerance);
  const std::filesystem::path out = std::filesystem::temp_directory_path() / fmt::format("taut-bench-{}", ::getpid());
  const RunSummary summary =
      taut::run(parse_scenario(text, "pendulum.toml"), {.out = out, .force = true, .quiet = true});
  std::filesystem::remove_all(out);
  if (summary.outcome != Outcome::complete) throw InputError(summary.message);
  return summary;
}

std::vector<Case> pendulum_cases() {
  std::vector<Case> cases;
  for (int links : {2, 10, 100, 1000, 10000}) {
    cases.push_back(pendulum_case(links, steps_in_motion(links), fmt::format("{} steps", steps_in_motion(links))));
    cases.back().limit = links == 2 ? 1.5 : 1.1;
  }
  for (int links : {2, 10, 100, 1000, 10000})
    cases.push_back(pendulum_case(links, steps_from_rest, fmt::format("first {} from rest", steps_from_rest)));
  return cases;
}

std::vector<Case> long_chain_cases() {
  const RunSummary summary = run_pendulum({.links = 1000000, .steps = 20});
  return {{.name = "chain of a million beads, RATTLE",
           .unit = "link and step",
           .ns = *summary.ns_per_constraint_step,
           .error = summary.constraint_error.max_position,
           .iterations = summary.solver.iterations_mean,
           .ratios = {},
           .limit = {}}};
}

std::vector<Case> solver_cases() {
  constexpr int links = 100;
  std::vector<Case> cases;
  for (const char* solver : {"tridiagonal", "sparse", "newton", "gauss-seidel"}) {
    const bool slow = std::string(solver) == "gauss-seidel";
    double best = 1e300, reference = 1e300;
    Case result{.name = fmt::format("pendulum of {} links, {}", links, solver), .unit = "link and step"};
    for (int sample = 0; sample < (slow ? 1 : 7); ++sample) {
      const RunSummary summary = run_pendulum({.links = links, .steps = slow ? 50 : 500, .solver = solver});
      const RunSummary automatic = run_pendulum({.links = links, .steps = slow ? 50 : 500});
      best = std::min(best, *summary.ns_per_constraint_step);
      reference = std::min(reference, *automatic.ns_per_constraint_step);
      result.error = summary.constraint_error.max_position;
      result.iterations = summary.solver.iterations_mean;
    }
    result.ns = best;
    result.ratios = {{"auto", best / reference}};
    cases.push_back(result);
  }
  return cases;
}

std::vector<Case> accuracy_cases() {
  const auto to_five_seconds = [](double step) {
    return run_pendulum({.links = 2,
                         .steps = static_cast<int>(std::lround(5.0 / step)),
                         .step = step,
                         .tolerance = 1e-15,
                         .method = "kahan-li8"});
  };
  const Vec3 reference = to_five_seconds(0.001).final.positions.back();
  std::vector<Case> cases;
  for (double step : {0.04, 0.02, 0.01, 0.005}) {
    double best = 1e300;
    Case result{.name = fmt::format("double pendulum to t = 5, kahan-li8, h = {}: error of the end position", step),
                .unit = "run"};
    for (int sample = 0; sample < 9; ++sample) {
      const RunSummary summary = to_five_seconds(step);
      best = std::min(best, *summary.ns_per_constraint_step * summary.constraints * static_cast<double>(summary.steps));
      result.error = norm(summary.final.positions.back() - reference);
      result.iterations = summary.solver.iterations_mean;
    }
    result.ns = best;
    cases.push_back(result);
  }
  return cases;
}

}  // namespace taut::bench
