// Random walks of Kramers chains: kicks, their projection and the new factor, eight chains abreast. The ratio compares
// with the same chains solved one by one.
#include "support/heat.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case.hpp"
#include "measure.hpp"

namespace taut::bench {
namespace {

class Walk {
 public:
  Walk(const test::System& system, SolverMethod method, double kick)
      : simulation_(test::Simulation::started(system,
                                              {.method = IntegratorMethod::random_walk, .step = 1.0, .kick = kick},
                                              {.method = method, .tolerance = 1e-8})) {}

  // Nanoseconds a bond and kick.
  double advance(int steps) {
    const double spent = fastest(1, steps, [this] {
      const StepReport report = simulation_.integrator->step(simulation_.state);
      iterations_ = report.position.iterations;
      if (report.rejected > 0) throw InputError("a move was rejected");
    });
    error_ = std::max(error_, simulation_.integrator->violations(simulation_.state).position);
    return spent / simulation_.model->row_count();
  }
  double error() const { return error_; }
  int iterations() const { return iterations_; }

 private:
  test::Simulation simulation_;
  double error_ = 0.0;
  int iterations_ = 0;
};

Case measure(int copies, const test::ChainSpec& chain, double kick) {
  constexpr int samples = 15;
  const test::System system = test::make_chains(copies, chain);
  Walk together(system, SolverMethod::automatic, kick), alone(system, SolverMethod::tridiagonal, kick);
  Case result{.name = fmt::format("{} chains of {} beads in {} dimensions, random walk, kick {}", copies, chain.beads,
                                  chain.dimension, kick),
              .unit = "bond and kick",
              .ns = 1e300,
              .target = 20.0};
  double by_itself = 1e300;
  for (int sample = 0; sample < samples; ++sample) {
    result.ns = std::min(result.ns, together.advance(60));
    by_itself = std::min(by_itself, alone.advance(60));
  }
  result.error = together.error();
  result.iterations = together.iterations();
  result.ratios = {{"solved one by one", result.ns / by_itself}};
  return result;
}

}  // namespace

std::vector<Case> heat_cases() {
  return {measure(40, {.beads = 100, .dimension = 2}, 0.05), measure(40, {.beads = 100, .dimension = 3}, 0.05),
          measure(40, {.beads = 100, .dimension = 2}, 0.02)};
}

}  // namespace taut::bench
