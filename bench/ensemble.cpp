// Many equal systems at once, stepped by the whole engine: components of one shape run eight at a time, one a lane. The
// ratios compare with the same system solved component by component, and with the textbook kernel on one of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case.hpp"
#include "measure.hpp"
#include "support/molecules.hpp"
#include "taut/integrate.hpp"
#include "textbook_chain.hpp"

namespace taut::bench {
namespace {

constexpr double step = 1e-3;

// Hanging chains of unit masses and rods, each let go from angles of its own.
Model pendulums(int copies, int links) {
  ModelBuilder builder(2);
  for (int copy = 0; copy < copies; ++copy) {
    Vec3 r{};
    int before = builder.add(ParticleSpec{.fixed = true});
    for (int link = 0; link < links; ++link) {
      const double angle = 1.2 + 0.3 * link + 1e-3 * copy;
      r += Vec3{std::sin(angle), -std::cos(angle), 0.0};
      const int bob = builder.add(ParticleSpec{.position = r});
      builder.add(DistanceSpec{.i = before, .j = bob, .length = 1.0});
      before = bob;
    }
  }
  return std::move(builder.build().value());
}

// Rigid waters (nanometres, picoseconds), flying apart at about the speeds of 300 K.
Model waters(int copies) {
  test::MoleculeMaker maker(3);
  test::Molecules all;
  for (int copy = 0; copy < copies; ++copy) maker.water(all);
  const std::vector<double> kicks = maker.displaced(all, 1.0);
  ModelBuilder builder(3);
  for (std::size_t i = 0; i < all.inverse_masses.size(); ++i) {
    const double *r = &all.positions[3 * i], *kicked = &kicks[3 * i];
    builder.add(ParticleSpec{.position = {r[0], r[1], r[2]},
                             .velocity = {kicked[0] - r[0], kicked[1] - r[1], kicked[2] - r[2]},
                             .mass = 1.0 / all.inverse_masses[i]});
  }
  for (const Distance& d : all.distances) builder.add(DistanceSpec{.i = d.i, .j = d.j, .length = d.length});
  return std::move(builder.build().value());
}

// One system under way, with a solver chosen for it.
class Motion {
 public:
  Motion(const Model& model, SolverMethod method, int threads = 1)
      : forces_(ForceField::make(model, {.gravity = {0.0, -9.81, 0.0}}).value()),
        plan_(Plan::make(model, {.method = method, .tolerance = 1e-12}).value()),
        integrator_(std::move(Integrator::make(model, forces_, plan_, {.step = step, .threads = threads}).value())),
        state_(initial_state(model)),
        rows_(model.row_count()) {
    if (!integrator_.start(state_).ok()) throw InputError("the start cannot be brought onto the constraints");
  }

  // Nanoseconds a constraint and step.
  double advance(int steps) {
    const double spent = fastest(1, steps, [this] {
      const StepReport report = integrator_.step(state_);
      if (!report.ok()) throw InputError(integrator_.explain(report));
      iterations_ = report.position.iterations;
    });
    error_ = std::max(error_, integrator_.violations(state_).position);
    return spent / rows_;
  }
  double error() const { return error_; }
  int iterations() const { return iterations_; }

 private:
  ForceField forces_;
  Plan plan_;
  Integrator integrator_;
  State state_;
  int rows_;
  double error_ = 0.0;
  int iterations_ = 0;
};

struct Ensemble {
  std::string name, unit;
  Model model;
  SolverMethod alone;
  int steps;
  int links = 0;  // of a pendulum, for the textbook
  std::optional<double> target = {};
};

Case measure(const Ensemble& ensemble) {
  constexpr int samples = 15;
  Motion together(ensemble.model, SolverMethod::automatic), alone(ensemble.model, ensemble.alone);
  Case result{.name = ensemble.name, .unit = ensemble.unit, .ns = 1e300, .target = ensemble.target};
  double by_itself = 1e300, textbook = 1e300;
  TextbookChain chain(static_cast<std::size_t>(std::max(1, ensemble.links)), step, 1e-12);
  for (int sample = 0; sample < samples; ++sample) {
    result.ns = std::min(result.ns, together.advance(ensemble.steps));
    by_itself = std::min(by_itself, alone.advance(ensemble.steps));
    if (ensemble.links > 0)
      textbook = std::min(textbook, fastest(1, 2000 / ensemble.links, [&] { chain.step(); }) / ensemble.links);
  }
  result.error = together.error();
  result.iterations = together.iterations();
  result.ratios = {{"solved one by one", result.ns / by_itself}};
  if (ensemble.links > 0) result.ratios.emplace_back("textbook", result.ns / textbook);
  return result;
}

// Wall-clock time, two threads on two cores over one on one.
Case measure_threads(int copies, int links, int steps) {
  constexpr int samples = 15;
  const Model model = pendulums(copies, links);
  const Unpinned all_cores;
  Motion one(model, SolverMethod::automatic), two(model, SolverMethod::automatic, 2);
  Case result{.name = fmt::format("{} pendulums of {} links, RATTLE, two threads", copies, links),
              .unit = "link and step",
              .ns = 1e300};
  double single = 1e300;
  for (int sample = 0; sample < samples; ++sample) {
    single = std::min(single, one.advance(steps));
    result.ns = std::min(result.ns, two.advance(steps));
  }
  result.error = two.error();
  result.iterations = two.iterations();
  result.ratios = {{"one thread", result.ns / single}};
  return result;
}

}  // namespace

std::vector<Case> ensemble_cases() {
  std::vector<Case> cases;
  cases.push_back(measure({.name = "1,000 double pendulums, RATTLE",
                           .unit = "link and step",
                           .model = pendulums(1000, 2),
                           .alone = SolverMethod::tridiagonal,
                           .steps = 100,
                           .links = 2,
                           .target = 9.0}));
  for (const auto& [copies, links] : {std::pair{200, 10}, std::pair{40, 100}})
    cases.push_back(measure({.name = fmt::format("{} pendulums of {} links, RATTLE", copies, links),
                             .unit = "link and step",
                             .model = pendulums(copies, links),
                             .alone = SolverMethod::tridiagonal,
                             .steps = 100,
                             .links = links}));
  cases.push_back(measure({.name = "1,000 rigid waters, RATTLE",
                           .unit = "rod and step",
                           .model = waters(1000),
                           .alone = SolverMethod::settle,
                           .steps = 60}));
  cases.push_back(measure_threads(10000, 2, 20));
  cases.push_back(measure_threads(400, 100, 10));
  return cases;
}

}  // namespace taut::bench
