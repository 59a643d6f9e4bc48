// soak_heat [WHAT [MINUTES [SEED]]]: averages of random motion to more digits than the tests have time for, beside
// theory. WHAT is walk, bias, tetramer, space, langevin, hmc or histogram. docs/guide/heat.md quotes what it prints.
// Exit code 1 where an average is off by more than its demand allows.
#include "support/heat.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/controlled_walk.hpp"

namespace taut::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Task {
  ChainSpec chain;
  IntegratorOptions options;
  bool drag;
  int between;
  double (*what)(double cosine);
  std::size_t run = 0;  // of several that must be independent
};

double square(double x) { return x * x; }

std::uint64_t seed = 1;
// Of the k-th of several runs, whose errors must have nothing to do with each other.
std::uint64_t seed_of(std::size_t k) { return 1'000'000 * k + seed; }
constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max();

// Samples for so many seconds; calls look(cosine) for each joint.
template <class Look>
Estimate sample_for(const Task& task, double seconds, Look&& look) {
  constexpr std::size_t copies = 2048;
  System system = make_chains(copies, task.chain);
  if (task.drag) system.forces.drags = {{.on = {}, .coefficient = 1.0}};
  IntegratorOptions options = task.options;
  options.seed = seed_of(task.run);
  Simulation s = Simulation::started(system, options, {.tolerance = 1e-8});
  const auto beads = static_cast<std::size_t>(task.chain.beads);
  std::vector<double> sums(copies, 0.0);
  s.step(10 * task.between);
  int samples = 0;
  for (const auto begin = Clock::now(); std::chrono::duration<double>(Clock::now() - begin).count() < seconds;
       ++samples) {
    s.step(task.between);
    for (std::size_t copy = 0; copy < copies; ++copy)
      for (std::size_t bead = 1; bead + 1 < beads; ++bead) {
        const double cosine = cosine_at(s.state.position, copy * beads + bead);
        sums[copy] += task.what(cosine) / static_cast<double>(beads - 2);
        look(cosine);
      }
  }
  for (double& sum : sums) sum /= samples;
  return estimate(sums);
}

void print(const char* name, const Estimate& found, double theory) {
  std::printf("%-44s %11.7f +- %.7f  theory %10.7f  %5.2f standard errors\n", name, found.mean, found.error, theory,
              found.deviations(theory));
  std::fflush(stdout);
}

void walk(const char* name, const ChainSpec& chain, double (*what)(double), double theory, double seconds) {
  const auto at = [&](double kick, double part, std::size_t run) {
    return sample_for({chain,
                       {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = kick},
                       false,
                       static_cast<int>(0.08 / (kick * kick)),
                       what,
                       run},
                      part * seconds, [](double) {});
  };
  const Estimate coarse = at(0.1, 0.2, 0), fine = at(0.05, 0.8, 1);
  std::printf("%s: kick 0.10 %.7f +- %.7f, kick 0.05 %.7f +- %.7f\n", name, coarse.mean, coarse.error, fine.mean,
              fine.error);
  print((std::string(name) + ", at zero kick").c_str(), extrapolated(coarse, fine, 2), theory);
}

Task langevin(double step) {
  return {{.beads = 3, .dimension = 2},
          {.method = IntegratorMethod::langevin, .step = step, .temperature = 1.0},
          true,
          static_cast<int>(1.0 / step),
          cosine_of_double};
}
Task monte_carlo(double step, int substeps) {
  return {{.beads = 3, .dimension = 2},
          {.method = IntegratorMethod::hmc, .step = step, .temperature = 1.0, .substeps = substeps},
          false,
          1,
          cosine_of_double};
}

// Counts of |phi| in equal intervals from 0 to pi, and chi squared against sqrt(1 - cos^2(phi)/4).
void histogram(double seconds) {
  constexpr int bins = 30, slices = 100;
  std::vector<double> counts(bins, 0.0), expected(bins, 0.0);
  double total = 0.0, weight = 0.0;
  Task task = monte_carlo(3.0, 6);
  task.between = 4;  // after which nothing is left of the angle before
  static_cast<void>(sample_for(task, seconds, [&](double cosine) {
    const double phi = std::acos(std::min(1.0, std::max(-1.0, cosine)));
    counts[static_cast<std::size_t>(std::min(bins - 1, static_cast<int>(bins * phi / std::numbers::pi)))] += 1.0;
    total += 1.0;
  }));
  for (int k = 0; k < bins * slices; ++k) {
    const double p = std::sqrt(1.0 - 0.25 * square(std::cos(std::numbers::pi * (k + 0.5) / (bins * slices))));
    expected[static_cast<std::size_t>(k / slices)] += p;
    weight += p;
  }
  double chi = 0.0, even = 0.0;
  std::printf("phi,counted,expected\n");
  for (std::size_t k = 0; k < bins; ++k) {
    const double e = total * expected[k] / weight;
    std::printf("%.4f,%.0f,%.1f\n", std::numbers::pi * (static_cast<double>(k) + 0.5) / bins, counts[k], e);
    chi += square(counts[k] - e) / e;
    even += square(counts[k] - total / bins) / (total / bins);
  }
  std::printf("chi squared %.1f of %d degrees of freedom; against an even density %.0f\n", chi, bins - 1, even);
}

// The mean at zero kick from some kicks by a line in the square of the kick, weighted by the errors; the slope is the
// bias of finite kicks.
struct Line {
  Estimate at_zero, slope;
};
Line fit_line(const std::vector<double>& x, const std::vector<Estimate>& y) {
  double w = 0.0, wx = 0.0, wxx = 0.0, wy = 0.0, wxy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double weight = 1.0 / square(y[k].error);
    w += weight;
    wx += weight * x[k];
    wxx += weight * x[k] * x[k];
    wy += weight * y[k].mean;
    wxy += weight * x[k] * y[k].mean;
  }
  const double det = w * wxx - wx * wx;
  return {{(wxx * wy - wx * wxy) / det, std::sqrt(wxx / det)}, {(w * wxy - wx * wy) / det, std::sqrt(w / det)}};
}

// Kicks at which the term of fourth order, about 2 s^4, is far below the error.
bool trimer_walk(double seconds) {
  constexpr double theory = -0.0358291, demanded = 2e-4;
  const std::vector<double> kicks = {0.03, 0.12}, parts = {0.85, 0.15};
  std::vector<double> squares;
  std::vector<Estimate> means;
  for (std::size_t k = 0; k < kicks.size(); ++k) {
    const ControlledWalk found = controlled_walk(kicks[k], seed_of(k), 2048, forever, parts[k] * seconds);
    std::printf("kick %.2f: %.7f +- %.7f (%.7f without the control), %lld moves, %lld rejected\n", kicks[k],
                found.controlled.mean, found.controlled.error, found.plain.error, static_cast<long long>(found.steps),
                static_cast<long long>(found.rejected));
    squares.push_back(square(kicks[k]));
    means.push_back(found.controlled);
  }
  const Estimate at_zero = fit_line(squares, means).at_zero;
  print("planar trimer, <cos 2 phi>, at zero kick", at_zero, theory);
  const bool right = at_zero.error <= demanded && std::abs(at_zero.deviations(theory)) <= 2.0;
  std::printf("%s: within two standard errors of at most %.0e\n", right ? "holds" : "DOES NOT HOLD", demanded);
  return right;
}

// The error that finite kicks make, over the square of the kick s. The control leaves no room for moves that are
// rejected, of which there are next to none at these kicks.
void trimer_bias(double seconds) {
  constexpr double theory = -0.0358291;
  const std::vector<double> kicks = {0.05, 0.07, 0.1, 0.12};
  std::vector<double> squares;
  std::vector<Estimate> means;
  for (std::size_t k = 0; k < kicks.size(); ++k) {
    const double kick = kicks[k];
    const ControlledWalk found =
        controlled_walk(kick, seed_of(k), 2048, forever, seconds / static_cast<double>(kicks.size()));
    squares.push_back(square(kick));
    means.push_back(found.controlled);
    std::printf("kick %.2f: %.6f +- %.6f, bias %7.4f +- %.4f times s^2, %.1e of the moves rejected\n", kick,
                found.controlled.mean, found.controlled.error, (found.controlled.mean - theory) / squares.back(),
                found.controlled.error / squares.back(),
                static_cast<double>(found.rejected) / static_cast<double>(found.steps));
    std::fflush(stdout);
  }
  const Line line = fit_line(squares, means);
  std::printf("a line in s^2: %.6f +- %.6f at zero, slope %.3f +- %.3f\n", line.at_zero.mean, line.at_zero.error,
              line.slope.mean, line.slope.error);
}

int run(const std::string& what, double seconds) {
  const bool all = what == "all";
  bool right = true;
  if (all || what == "walk") right = trimer_walk(seconds);
  if (all || what == "bias") trimer_bias(seconds);
  if (all || what == "tetramer")
    walk("planar tetramer, <cos 2 phi>", {.beads = 4, .dimension = 2}, cosine_of_double, -0.0421531, seconds);
  if (all || what == "space")
    walk("trimer in space, <cos^2 theta>", {.beads = 3, .dimension = 3}, square, 0.3210211, seconds);
  if (all || what == "langevin")
    print("planar trimer, g-BAOAB, step 0.1", sample_for(langevin(0.1), seconds, [](double) {}), -0.0358291);
  if (all || what == "hmc")
    print("planar trimer, hmc, moves of 3 in 6 steps", sample_for(monte_carlo(3.0, 6), seconds, [](double) {}),
          -0.0358291);
  if (all || what == "histogram") histogram(seconds);
  return right ? 0 : 1;
}

}  // namespace

int main_with(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "all";
  const double minutes = argc > 2 ? std::atof(argv[2]) : 5.0;
  if (argc > 3) seed = static_cast<std::uint64_t>(std::atoll(argv[3]));
  return run(what, 60.0 * minutes);
}

}  // namespace taut::test

int main(int argc, char** argv) { return taut::test::main_with(argc, argv); }
