// Liquid water: 4,000 rigid SPC/E molecules, as examples/water.toml has them, through the whole engine at 2 fs.
#include <algorithm>
#include <ctime>
#include <utility>

#include "case.hpp"
#include "measure.hpp"
#include "taut/integrate.hpp"
#include "taut/scenario.hpp"

namespace taut::bench {
namespace {

constexpr int molecules = 4000;
constexpr double largest_share = 0.15;  // of constraints in a step

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

// Steps that must succeed.
class Motion {
 public:
  Motion(const Model& model, const ForceField& forces, const Plan& plan, const IntegratorOptions& options, State start)
      : integrator(Integrator::make(model, forces, plan, options).value()), state(std::move(start)) {
    if (!integrator.start(state).ok()) throw InputError("water: the start failed");
  }
  void step(int count) {
    for (int k = 0; k < count; ++k) {
      const StepReport report = integrator.step(state);
      if (!report.ok()) throw InputError(integrator.explain(report));
      iterations = report.position.iterations;
    }
  }
  double nanoseconds() {  // of a step
    constexpr int steps = 20;
    return least(4, [this] { step(steps); }) / steps;
  }

  Integrator integrator;
  State state;
  int iterations = 0;
};

// From the same state without pair forces or thermostat. A spring that does nothing has the step wait for forces all
// the same, as one with pair forces does.
Case without_pairs(const Model& model, const Plan& plan, const IntegratorOptions& options, const State& state,
                   double whole) {
  const ForceField none =
      ForceField::make(model, {.springs = {{.i = 0, .j = 1, .stiffness = 1e-30, .rest_length = 0.1}}}).value();
  Motion motion(model, none, plan, {.method = options.method, .step = options.step}, state);
  motion.step(20);
  const double ns = motion.nanoseconds();
  return {.name = "4,000 SPC/E waters in a box: a step but for its pair forces, constraints, kicks and drifts",
          .unit = "water and step",
          .ns = ns / molecules,
          .error = motion.integrator.violations(motion.state).position,
          .iterations = static_cast<double>(motion.iterations),
          .ratios = {{"the step", ns / whole}},
          .limit = largest_share};
}

}  // namespace

std::vector<Case> water_box_cases() {
  const Scenario scenario = read_scenario(TAUT_SOURCE_DIR "/examples/water.toml",
                                          {"molecules[0].count=4000", "box.lengths=[4.927,4.927,4.927]"});
  const Model model = scenario.model.build().value();
  const ForceField forces = ForceField::make(model, scenario.forces).value();
  const Plan plan = Plan::make(model, scenario.solver).value();
  Motion motion(model, forces, plan, scenario.integrator, initial_state(model));
  motion.step(100);  // off the lattice
  const double whole = motion.nanoseconds();
  const State& state = motion.state;
  std::vector<Vec3> force(state.position.size());
  ForceWorkspace work(forces);
  const double pairs = least(10, [&] { forces.evaluate(state.position.data(), 0.0, force.data(), work); });
  const double error = motion.integrator.violations(state).position;
  return {{.name = "4,000 SPC/E waters in a box: a step, neighbour lists included",
           .unit = "water and step",
           .ns = whole / molecules,
           .error = error,
           .iterations = static_cast<double>(motion.iterations)},
          {.name = "4,000 SPC/E waters in a box: pair forces",
           .unit = "water and step",
           .ns = pairs / molecules,
           .error = error,
           .ratios = {{"the step", pairs / whole}}},
          without_pairs(model, plan, scenario.integrator, state, whole)};
}

}  // namespace taut::bench
