// Molecules that are solved side by side, one a lane: they move as those that are solved alone, and keep what free
// molecules keep.
#include "support/convergence.hpp"
#include "support/ensembles.hpp"

namespace taut::test {
namespace {

struct Case {
  Shape shape;
  int count;
  Memory memory;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.shape.name; }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Shape& shape : shapes())
    for (const int count : {5, 16})
      for (const Memory memory : {Memory::consecutive, Memory::interleaved}) all.push_back({shape, count, memory});
  return all;
}

class BundledMolecules : public testing::TestWithParam<Case> {
 protected:
  System system = ensemble_of(GetParam().shape, GetParam().count, GetParam().memory).system;
};

// Both keep what they add to twice the precision, and stop one correction beyond the tolerance. What differs is the
// rounding of the impulses of a step, which is small against one rounding of coordinates and speeds, a few units large.
TEST_P(BundledMolecules, MoveAsThoseSolvedAlone) {
  constexpr double h = 2e-3, rounding = 1e-15;
  Simulation bundled = Simulation::started(system, {.step = h});
  Simulation alone = Simulation::started(system, {.step = h}, tight(SolverMethod::sparse));
  ASSERT_EQ(bundled.plan->bundles().size(), static_cast<std::size_t>((GetParam().count + 7) / 8));
  const std::vector<Vec3> before = bundled.state.position;
  bundled.step(200);
  alone.step(200);
  ASSERT_GT(largest_difference(bundled.state.position, before), 0.1);
  EXPECT_LE(largest_difference(bundled.state.position, alone.state.position), rounding);
  EXPECT_LE(largest_difference(bundled.state.velocity, alone.state.velocity), 3.0 * rounding);
}

TEST_P(BundledMolecules, AreHeldByTheForcesOfThoseSolvedAlone) {
  Simulation bundled = Simulation::started(system, {.step = 2e-3});
  Simulation alone = Simulation::started(system, {.step = 2e-3}, tight(SolverMethod::sparse));
  const std::vector<double> found = bundled.constraint_forces(), expected = alone.constraint_forces();
  double largest = 0.0;
  for (const double force : expected) largest = std::max(largest, std::abs(force));
  ASSERT_GT(largest, 0.1);
  EXPECT_LE(largest_difference(found, expected), 2e-15 * largest);
}

// As far as rounded coordinates and speeds can say: those of speeds count times h.
TEST_P(BundledMolecules, KeepTheirLengths) {
  constexpr double h = 2e-3, rounding = 2e-15;
  Simulation s = Simulation::started(system, {.step = h});
  for (int k = 0; k < 300; ++k) {
    s.step();
    const Integrator::Violations violations = s.integrator->violations(s.state);
    ASSERT_LE(violations.position, rounding);
    ASSERT_LE(violations.velocity, h * rounding);
  }
}

// Molecules that spin by 35 to 50 degrees a step, where Newton's matrix takes over: with a wrong entry it would
// converge linearly, and take more iterations than the same matrix in another order. The corrections are the same to
// rounding.
TEST_P(BundledMolecules, ConvergeInLongStepsAsFastAsThoseSolvedAlone) {
  const Shape& shape = GetParam().shape;
  for (const double turn : {0.6, 0.75, 0.9}) {
    std::vector<Linkage> linkages = LinkageMaker(3).several(
        GetParam().count, [&](LinkageMaker& make) { return make.molecule(shape.places, shape.rods); });
    for (Linkage& linkage : linkages)
      for (ParticleSpec& particle : linkage.particles)
        particle.velocity = cross({0.0, 60.0 * turn, 80.0 * turn}, particle.position);
    const System spinning = Ensemble(linkages, GetParam().memory).system;
    constexpr double h = 0.01, tolerance = 1e-9, rounding = 2e-15;
    Simulation bundled = Simulation::started(spinning, {.step = h}, {.tolerance = tolerance});
    Simulation alone =
        Simulation::started(spinning, {.step = h}, {.method = SolverMethod::sparse, .tolerance = tolerance});
    const StepReport report = bundled.integrator->step(bundled.state), other = alone.integrator->step(alone.state);
    EXPECT_EQ(report.subdivided, other.subdivided);
    EXPECT_EQ(report.position.iterations, other.position.iterations);
    EXPECT_LE(largest_difference(bundled.state.position, alone.state.position), rounding);
  }
}

// Impulses on the two ends of a rod are equal and opposite up to rounding: 500 steps of a dozen roundings of momenta
// near 10, of either sign.
TEST_P(BundledMolecules, KeepTheirMomenta) {
  Simulation s = Simulation::started(system, {.step = 2e-3});
  const Momenta before = momenta(s);
  ASSERT_GT(norm(before.linear), 0.1);
  ASSERT_GT(norm(before.angular), 0.1);
  s.step(500);
  EXPECT_LE(norm(momenta(s).linear - before.linear), 1e-13);
  EXPECT_LE(norm(momenta(s).angular - before.angular), 1e-13);
}

// The energy oscillates with the square of the step. Averages over blocks of time scatter less than that, and have no
// trend.
TEST_P(BundledMolecules, KeepTheirEnergy) {
  Simulation s = Simulation::started(system, {.step = 2e-3});
  const double start = s.energy();
  std::vector<double> block, average;
  double largest = 0.0;
  for (int k = 0; k < 20; ++k) {
    double sum = 0.0;
    for (int step = 0; step < 250; ++step) {
      s.step();
      sum += s.energy() - start;
      largest = std::max(largest, std::abs(s.energy() - start));
    }
    block.push_back(k);
    average.push_back(sum / 250.0);
  }
  EXPECT_LE(largest, 1e-5 * start);
  EXPECT_LE(20.0 * std::abs(slope(block, average)), 0.25 * largest);
}

// Round-off of 600 steps, grown by the neighbouring trajectories of rings and stars.
TEST_P(BundledMolecules, GoBackWhereTheyCameFrom) {
  Simulation s = Simulation::started(system, {.step = 2e-3});
  const State before = s.state;
  s.step(300);
  ASSERT_GT(largest_difference(before.position, s.state.position), 0.1);
  s.reverse();
  s.step(300);
  EXPECT_LE(largest_difference(before.position, s.state.position), 3e-14);
}

INSTANTIATE_TEST_SUITE_P(, BundledMolecules, testing::ValuesIn(cases()), [](const auto& tested) {
  const Case& c = tested.param;
  return c.shape.name + std::string("s_") + std::to_string(c.count) +
         (c.memory == Memory::interleaved ? "_interleaved" : "");
});

// Five atoms with ten distances, one of which is not solved for: they move as atoms with the nine others.
TEST(BundledRedundantMolecules, MoveAsWithoutTheSpareConstraint) {
  Pairs nine = all_pairs(5);
  nine.pop_back();
  const Ensemble redundant = ensemble_of({"five atoms", five_places(), all_pairs(5)}, 6);
  Simulation spare = Simulation::started(redundant.system, {.step = 2e-3});
  Simulation exact = Simulation::started(ensemble_of({"five atoms", five_places(), nine}, 6).system, {.step = 2e-3});
  ASSERT_EQ(spare.plan->bundles().size(), 1u);
  ASSERT_EQ(spare.plan->dependent_sets().size(), 6u);
  spare.step(200);
  exact.step(200);
  EXPECT_LE(largest_difference(spare.state.position, exact.state.position), 1e-15);
  EXPECT_LE(spare.integrator->violations(spare.state).position, 2e-15);
}

TEST(BundledRedundantMolecules, AreHeldByTheForcesOfThoseSolvedAlone) {
  const Ensemble redundant = ensemble_of({"five atoms", five_places(), all_pairs(5)}, 6);
  Simulation bundled = Simulation::started(redundant.system, {.step = 2e-3});
  Simulation alone = Simulation::started(redundant.system, {.step = 2e-3}, tight(SolverMethod::sparse));
  const std::vector<double> found = bundled.constraint_forces(), expected = alone.constraint_forces();
  double largest = 0.0;
  for (const double force : expected) largest = std::max(largest, std::abs(force));
  ASSERT_GT(largest, 0.1);
  constexpr double rounding = 1e-9;  // times the condition of the regularised matrix, 1e5, and of five atoms
  EXPECT_LE(largest_difference(found, expected), rounding * largest);
}

}  // namespace
}  // namespace taut::test
