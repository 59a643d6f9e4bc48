// Liquid water: 4,000 rigid SPC/E molecules, as examples/water.toml has them, through the whole engine at 2 fs.
#include <algorithm>
#include <ctime>

#include "case.hpp"
#include "measure.hpp"
#include "taut/integrate.hpp"
#include "taut/scenario.hpp"

namespace taut::bench {
namespace {

constexpr int molecules = 4000;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Nanoseconds of processor time of f, the smallest of so many.
template <class F>
double least(int samples, F&& f) {
  double best = 1e300;
  for (int k = 0; k < samples; ++k) {
    const double begin = processor_seconds();
    f();
    best = std::min(best, processor_seconds() - begin);
  }
  return 1e9 * best;
}

}  // namespace

std::vector<Case> water_box_cases() {
  const Scenario scenario = read_scenario(TAUT_SOURCE_DIR "/examples/water.toml",
                                          {"molecules[0].count=4000", "box.lengths=[4.927,4.927,4.927]"});
  const Model model = scenario.model.build().value();
  const ForceField forces = ForceField::make(model, scenario.forces).value();
  const Plan plan = Plan::make(model, scenario.solver).value();
  Integrator integrator = Integrator::make(model, forces, plan, scenario.integrator).value();
  State state = initial_state(model);
  if (!integrator.start(state).ok()) throw InputError("water: the start failed");
  int iterations = 0;
  const auto step = [&] {
    const StepReport report = integrator.step(state);
    if (!report.ok()) throw InputError(integrator.explain(report));
    iterations = report.position.iterations;
  };
  for (int k = 0; k < 100; ++k) step();  // off the lattice
  constexpr int steps = 20;
  const double whole = least(4,
                             [&] {
                               for (int k = 0; k < steps; ++k) step();
                             }) /
                       steps;
  std::vector<Vec3> force(state.position.size());
  std::vector<double> scratch(forces.scratch_size());
  const double pairs = least(10, [&] { forces.evaluate(state.position.data(), 0.0, force.data(), scratch.data()); });
  const double error = integrator.violations(state).position;
  return {{.name = "4,000 SPC/E waters in a box: a step, neighbour lists included",
           .unit = "water and step",
           .ns = whole / molecules,
           .error = error,
           .iterations = static_cast<double>(iterations)},
          {.name = "4,000 SPC/E waters in a box: pair forces",
           .unit = "water and step",
           .ns = pairs / molecules,
           .error = error,
           .ratios = {{"the step", pairs / whole}}}};
}

}  // namespace taut::bench
