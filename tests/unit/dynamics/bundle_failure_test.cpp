// When one component of a bundle fails, the report names a row of it, and the state stays as it was.
#include "support/ensembles.hpp"

namespace taut::test {
namespace {

constexpr int count = 6;
constexpr std::size_t bad = 4;  // which of them fails

struct Case {
  std::string name;
  std::vector<Linkage> linkages;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

std::vector<Case> cases() {
  std::vector<Case> all = {
      {"pendulums", LinkageMaker(31).several(count, [](LinkageMaker& make) { return make.pendulum(3); })}};
  for (const Shape& shape : shapes())
    all.push_back({shape.name, LinkageMaker(32).several(count, [&](LinkageMaker& make) {
                     return make.molecule(shape.places, shape.rods);
                   })});
  return all;
}

class BundleFailure : public testing::TestWithParam<Case> {
 protected:
  // A simulation of the linkages after a change of them.
  template <class Change>
  Simulation started(Change&& change, const IntegratorOptions& options, SolverMethod method = SolverMethod::automatic) {
    std::vector<Linkage> linkages = GetParam().linkages;
    change(linkages);
    ensemble = std::make_unique<Ensemble>(linkages);
    Simulation s = Simulation::started(ensemble->system, options, tight(method));
    EXPECT_EQ(s.plan->bundles().empty(), method != SolverMethod::automatic);
    return s;
  }
  void expect_of_bad_one(const Simulation& s, std::int32_t row) const {
    ASSERT_GE(row, 0);
    const int first = ensemble->index(bad, 0), last = ensemble->index(bad + 1, 0);
    for (const std::int32_t particle : s.model->row_particles(row)) {
      EXPECT_GE(particle, first);
      EXPECT_LT(particle, last);
    }
  }
  // The bad one spins about its first particle.
  static auto spin(double rate) {
    return [rate](std::vector<Linkage>& linkages) {
      std::vector<ParticleSpec>& particles = linkages[bad].particles;
      for (ParticleSpec& particle : particles)
        particle.velocity = cross({0.0, 0.6 * rate, 0.8 * rate}, particle.position - particles.front().position);
    };
  }

  std::unique_ptr<Ensemble> ensemble;
};

TEST_P(BundleFailure, OfOneFarTooFastNamesARowOfIt) {
  Simulation s = started(spin(300.0), {.step = 0.01, .max_subdivisions = 0});
  const State before = s.state;
  const StepReport report = s.integrator->step(s.state);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.position.failure, SolveFailure::none);
  expect_of_bad_one(s, report.position.worst_row);
  EXPECT_TRUE(is_same(s.state, before));
  EXPECT_NE(s.integrator->explain(report).find(s.model->row_name(report.position.worst_row)), std::string::npos);
}

TEST_P(BundleFailure, IsThatOfOneSolvedAlone) {
  Simulation bundled = started(spin(300.0), {.step = 0.01, .max_subdivisions = 0});
  Simulation alone = started(spin(300.0), {.step = 0.01, .max_subdivisions = 0}, SolverMethod::sparse);
  const StepReport report = bundled.integrator->step(bundled.state), other = alone.integrator->step(alone.state);
  EXPECT_NE(report.position.failure, SolveFailure::none);
  EXPECT_EQ(report.position.failure, other.position.failure);
}

// The workspace belongs to the state again: the same forces, and the same failure.
TEST_P(BundleFailure, CanBeAskedForAgain) {
  Simulation s = started(spin(300.0), {.step = 0.01, .max_subdivisions = 0});
  const std::vector<double> forces = s.constraint_forces();
  const StepReport report = s.integrator->step(s.state);
  EXPECT_EQ(s.constraint_forces(), forces);
  EXPECT_TRUE(is_same(s.integrator->step(s.state), report));
}

// Steps of one that is a little too fast are halved, and all move on.
TEST_P(BundleFailure, IsMendedByHalving) {
  Simulation s = started(spin(150.0), {.step = 0.01});
  s.step(5);
  EXPECT_TRUE(s.subdivided);
  EXPECT_LE(s.integrator->violations(s.state).position, 1e-14);
}

TEST_P(BundleFailure, OfAForceThatIsNotANumberNamesTheParticle) {
  std::vector<Linkage> linkages = GetParam().linkages;
  Ensemble all(linkages);
  const int particle = all.index(bad, 1);
  all.system.forces.formulas = {{.on = particle, .force = {"sqrt(0.1 - t)", "0", "0"}}};
  Simulation s = Simulation::started(all.system, {.step = 0.01});
  for (int k = 0; k < 20; ++k) {
    const State before = s.state;
    const StepReport report = s.integrator->step(s.state);
    if (report.ok()) continue;
    EXPECT_EQ(report.particle, particle);
    EXPECT_EQ(report.velocity.failure, SolveFailure::not_finite);
    EXPECT_TRUE(is_same(s.state, before));
    return;
  }
  FAIL() << "no step failed";
}

// A state that a continued run may find: one rod is far too long. The other lanes are as they were.
TEST_P(BundleFailure, OfAStretchedRodNamesARowOfIt) {
  Simulation s = started([](auto&) {}, {.step = 0.01});
  const int end = ensemble->index(bad + 1, 0) - 1;
  s.state.position[static_cast<std::size_t>(end)] += Vec3{50.0, 20.0, -30.0};
  ASSERT_TRUE(s.integrator->resume(s.state, s.integrator->memory()).converged);
  const State before = s.state;
  const StepReport report = s.integrator->step(s.state);
  ASSERT_FALSE(report.ok());
  expect_of_bad_one(s, report.position.worst_row);
  EXPECT_TRUE(is_same(s.state, before));
}

TEST_P(BundleFailure, OfAStateThatIsNotANumberNamesARowOfIt) {
  for (const double value : {std::nan(""), HUGE_VAL}) {
    Simulation s = started([](auto&) {}, {.step = 0.001, .max_subdivisions = 0});
    s.step();  // states are looked at now and then only, at the start for one
    s.state.velocity[static_cast<std::size_t>(ensemble->index(bad, 1))].y = value;
    const StepReport report = s.integrator->step(s.state);
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.position.failure, SolveFailure::not_finite);
    expect_of_bad_one(s, report.position.worst_row);
  }
}

INSTANTIATE_TEST_SUITE_P(, BundleFailure, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

// --- singular configurations in one lane

// Two cranks of length 1 on pivots 2 apart, joined by a rod: a parallelogram, singular at 180 degrees.
Linkage parallelogram(double degrees, double speed) {
  const Vec3 e{std::cos(degrees * degree), std::sin(degrees * degree), 0.0}, apart{2.0, 0.0, 0.0};
  const Vec3 v = speed * Vec3{-e.y, e.x, 0.0};
  return {{{.fixed = true},
           {.position = apart, .fixed = true},
           {.position = e, .velocity = v},
           {.position = apart + e, .velocity = v}},
          {{0, 2}, {1, 3}, {2, 3}}};
}

System parallelograms(int singular_one) {
  std::vector<Linkage> linkages;
  for (int k = 0; k < 4; ++k) linkages.push_back(parallelogram(k == singular_one ? 90.3 : 20.0 + 10.0 * k, 1.0));
  return Ensemble(linkages).system;
}

// The one that starts at 90.3 degrees passes the change point, the others are on their way.
TEST(BundledSingularPassage, IsThatOfLinkagesSolvedAlone) {
  for (const double h : {0.02, 0.01}) {
    const System system = parallelograms(2);
    Simulation bundled = Simulation::started(system, {.step = h});
    Simulation alone = Simulation::started(system, {.step = h}, tight(SolverMethod::tridiagonal));
    ASSERT_EQ(bundled.plan->bundles().size(), 1u);
    int passages = 0;
    for (int k = 0; k < static_cast<int>(std::lround(1.8 / h)); ++k) {
      const StepReport report = bundled.integrator->step(bundled.state), other = alone.integrator->step(alone.state);
      ASSERT_TRUE(report.ok()) << bundled.integrator->explain(report);
      ASSERT_TRUE(other.ok());
      for (std::size_t i = 0; i < bundled.state.position.size(); ++i)
        ASSERT_LE(norm(bundled.position(i) - alone.position(i)), 1e-12);  // near it rows are eliminated in other orders
      if (report.singular_row < 0) continue;
      ++passages;
      EXPECT_EQ(report.singular_row / 3, 2) << "three rods a linkage";
      EXPECT_NEAR(report.singular_time, 89.7 * degree, 4.0 * h);
    }
    EXPECT_GE(passages, 1);
  }
}

// At the change point itself the smallest of all possible forces are reported; a step leads on.
TEST(BundledSingularPassage, BeginsAtTheChangePointOfOne) {
  Simulation s = Simulation::started(parallelograms(2), {.step = 0.01});
  s.state.position[10] = {-1.0, 0.0, 0.0};
  s.state.position[11] = {1.0, 0.0, 0.0};
  s.state.velocity[10] = s.state.velocity[11] = {0.0, -1.0, 0.0};
  ASSERT_TRUE(s.integrator->resume(s.state, s.integrator->memory()).converged);
  std::vector<double> forces(12);
  ASSERT_TRUE(s.integrator->constraint_forces(s.state, forces).converged);
  EXPECT_NEAR(forces[6], 1.0, 1e-9);
  const StepReport report = s.integrator->step(s.state);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.singular_row / 3, 2);
  EXPECT_TRUE(s.integrator->constraint_forces(s.state, forces).converged);
}

}  // namespace
}  // namespace taut::test
