// Equal components that are solved side by side, one a lane, move like components that are solved alone: paths to the
// last bit, other graphs to rounding.
#include "support/ensembles.hpp"

namespace taut::test {
namespace {

// --- paths

struct PathCase {
  std::string name;
  std::vector<Linkage> linkages;
  Memory memory = Memory::consecutive;
  friend void PrintTo(const PathCase& c, std::ostream* out) { *out << c.name; }
};

// The same with a particle after the first that no rod touches.
Linkage with_loose_particle(Linkage linkage) {
  linkage.particles.insert(linkage.particles.begin() + 1, ParticleSpec{.velocity = {1.0, 0.0, 0.0}});
  for (auto& [i, j] : linkage.rods) i += i > 0 ? 1 : 0, j += j > 0 ? 1 : 0;
  return linkage;
}

std::vector<PathCase> path_cases() {
  std::vector<PathCase> cases;
  for (const int count : {4, 5, 8, 19})
    for (const int rods : {1, 2, 7}) {
      const auto pendulum = [=](LinkageMaker& make) { return make.pendulum(rods); };
      const std::string name = std::to_string(count) + "_of_" + std::to_string(rods);
      cases.push_back({"pendulums_" + name, LinkageMaker(7).several(count, pendulum)});
      cases.push_back({"interleaved_" + name, LinkageMaker(8).several(count, pendulum), Memory::interleaved});
    }
  for (const Memory memory : {Memory::consecutive, Memory::interleaved}) {
    const std::string suffix = memory == Memory::interleaved ? "_interleaved" : "";
    cases.push_back({"chains" + suffix, LinkageMaker(9).several(11, [](auto& make) { return make.chain(9); }), memory});
    cases.push_back(
        {"bridges" + suffix, LinkageMaker(10).several(6, [](auto& make) { return make.bridge(5); }), memory});
    cases.push_back({"crooked" + suffix,
                     LinkageMaker(11).several(9,
                                              [](auto& make) {
                                                return reordered(make.pendulum(5), {3, 1, 5, 0, 4, 2});
                                              }),
                     memory});
  }
  // The further from the origin, the larger the tolerance.
  std::vector<Linkage> scattered = LinkageMaker(12).several(7, [](auto& make) { return make.pendulum(3); });
  for (std::size_t c = 0; c < scattered.size(); ++c)
    for (ParticleSpec& particle : scattered[c].particles) particle.position.x += std::pow(10.0, static_cast<double>(c));
  cases.push_back({"scattered", scattered});
  std::vector<Linkage> loose = LinkageMaker(14).several(8, [](auto& make) { return make.pendulum(3); });
  for (std::size_t c = 1; c < loose.size(); ++c) loose[c] = with_loose_particle(loose[c]);
  cases.push_back({"all_but_the_first_with_a_gap", loose});
  return cases;
}

System falling(const PathCase& c) {
  System system = Ensemble(c.linkages, c.memory).system;
  system.forces.gravity = {0.0, -g, 0.0};
  return system;
}

// The same system solved side by side and one by one.
struct BothWays {
  BothWays(const System& system, const IntegratorOptions& options, SolverMethod method, int max_iterations = 0)
      : bundled(Simulation::started(system, options, {.tolerance = 1e-15, .max_iterations = max_iterations})),
        alone(Simulation::started(system, options,
                                  {.method = method, .tolerance = 1e-15, .max_iterations = max_iterations})) {
    EXPECT_FALSE(bundled.plan->bundles().empty());
    EXPECT_TRUE(alone.plan->bundles().empty());
  }

  // One step of both, which report the same.
  StepReport step() {
    const StepReport report = bundled.integrator->step(bundled.state), other = alone.integrator->step(alone.state);
    careful = careful || report.singular_row >= 0 || report.subdivided || differ_by_rounding();
    // Where solvers of regular configurations give way, bundles are solved together: one way may then get along without
    // halving a step that the other way halves.
    if (careful && bundled.plan->components().front().may_be_singular) {
      for (Simulation* s : {&bundled, &alone})
        EXPECT_LE(s->integrator->violations(s->state).position, 1e-13) << "at t = " << report.time;
      return report;
    }
    EXPECT_TRUE(is_same(report, other)) << bundled.integrator->explain(report) << alone.integrator->explain(other);
    EXPECT_TRUE(is_same(bundled.state, alone.state)) << "at t = " << report.time;
    return report;
  }

  // Where a regular solver failed, the careful one took the step.
  bool differ_by_rounding() const {
    if (!bundled.plan->components().front().may_be_singular || is_same(bundled.state, alone.state)) return false;
    for (std::size_t i = 0; i < bundled.state.position.size(); ++i)
      if (norm(bundled.position(i) - alone.position(i)) > 1e-10) return false;
    return true;
  }

  Simulation bundled, alone;
  bool careful = false;  // whether a configuration was near where solvers of regular ones give way
};

class BundledPaths : public testing::TestWithParam<PathCase> {};

TEST_P(BundledPaths, StartAlike) {
  const BothWays both(falling(GetParam()), {}, SolverMethod::tridiagonal);
  EXPECT_TRUE(is_same(both.bundled.state, both.alone.state));
}

TEST_P(BundledPaths, MoveAlike) {
  BothWays both(falling(GetParam()), {.step = 2e-3}, SolverMethod::tridiagonal);
  for (int k = 0; k < 300 && !HasFailure(); ++k) ASSERT_TRUE(both.step().ok());
}

TEST_P(BundledPaths, MoveAlikeByOtherMethods) {
  for (const IntegratorMethod method : {IntegratorMethod::shake, IntegratorMethod::suzuki4}) {
    BothWays both(falling(GetParam()), {.method = method, .step = 5e-3}, SolverMethod::tridiagonal);
    for (int k = 0; k < 60 && !HasFailure(); ++k) ASSERT_TRUE(both.step().ok());
  }
}

TEST_P(BundledPaths, AreHeldByEqualForces) {
  BothWays both(falling(GetParam()), {.step = 2e-3}, SolverMethod::tridiagonal);
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(both.step().ok());
  const std::vector<double> forces = both.bundled.constraint_forces();
  EXPECT_EQ(forces, both.alone.constraint_forces());
  EXPECT_GT(*std::max_element(forces.begin(), forces.end()), 0.1);
}

// Every other pivot is driven.
TEST(BundledPathsOnDrivenPivots, MoveAlike) {
  for (const Memory memory : {Memory::consecutive, Memory::interleaved}) {
    PathCase pendulums = {"", LinkageMaker(13).several(9, [](auto& make) { return make.pendulum(3); }), memory};
    for (std::size_t c = 0; c < pendulums.linkages.size(); c += 2) {
      ParticleSpec& pivot = pendulums.linkages[c].particles.front();
      pivot.position.x = 0.5 * static_cast<double>(c);
      pivot.path = {std::to_string(pivot.position.x) + " + 0.2*sin(5*t)", "", ""};
    }
    BothWays both(falling(pendulums), {.step = 5e-3}, SolverMethod::tridiagonal);
    for (int k = 0; k < 100 && !testing::Test::HasFailure(); ++k) ASSERT_TRUE(both.step().ok());
    EXPECT_EQ(both.bundled.constraint_forces(), both.alone.constraint_forces());
  }
}

// The cosine of the largest angle that a rod turned by.
double furthest_turn(const Model& model, const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
  double furthest = 1.0;
  for (const DistanceRow& d : model.distances()) {
    const auto i = static_cast<std::size_t>(d.i), j = static_cast<std::size_t>(d.j);
    furthest = std::min(furthest, dot(before[j] - before[i], after[j] - after[i]) / (d.length * d.length));
  }
  return furthest;
}

// Quasi-Newton gains a factor of 1 / (1 - cos(turn)) an iteration on one rod: beyond 30 degrees less than the ten that
// it must, and Newton takes over.
TEST(BundledPathsByNewton, MoveAlike) {
  for (const int count : {4, 11}) {
    const PathCase pendulums = {"", LinkageMaker(7).several(count, [](auto& make) { return make.pendulum(1); })};
    BothWays both(falling(pendulums), {.step = 0.12}, SolverMethod::tridiagonal);
    int far = 0;
    for (int k = 0; k < 100 && !testing::Test::HasFailure(); ++k) {
      const std::vector<Vec3> before = both.bundled.state.position;
      const StepReport report = both.step();
      ASSERT_TRUE(report.ok());
      if (!report.subdivided && furthest_turn(*both.bundled.model, before, both.bundled.state.position) < 0.86) ++far;
    }
    EXPECT_GT(far, 5);
  }
}

TEST_P(BundledPaths, MoveAlikeWithStepsThatAreHalved) {
  BothWays both(falling(GetParam()), {.step = 0.25}, SolverMethod::tridiagonal);
  int subdivided = 0;
  for (int k = 0; k < 50 && !HasFailure(); ++k) {
    const StepReport report = both.step();
    if (!report.ok()) break;
    subdivided += report.subdivided ? 1 : 0;
  }
  EXPECT_GT(subdivided, 0);
}

TEST_P(BundledPaths, MoveAlikeWithFewIterations) {
  BothWays both(falling(GetParam()), {.step = 0.02}, SolverMethod::tridiagonal, 5);
  for (int k = 0; k < 20 && !HasFailure(); ++k) {
    const StepReport report = both.step();
    if (!report.ok()) break;
    EXPECT_LE(report.position.iterations, 5);
  }
}

// Velocities with damping are corrected until B v vanishes, which is measured row by row.
TEST_P(BundledPaths, MoveAlikeUnderDrag) {
  System system = falling(GetParam());
  system.forces.drags = {{.on = {}, .coefficient = 3.0}};
  BothWays both(system, {.step = 5e-3}, SolverMethod::tridiagonal);
  double largest = 0.0;
  for (int k = 0; k < 60 && !HasFailure(); ++k) {
    const StepReport report = both.step();
    ASSERT_TRUE(report.ok());
    largest = std::max(largest, report.velocity.max_violation);
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_EQ(both.bundled.constraint_forces(), both.alone.constraint_forces());
}

INSTANTIATE_TEST_SUITE_P(, BundledPaths, testing::ValuesIn(path_cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace taut::test
