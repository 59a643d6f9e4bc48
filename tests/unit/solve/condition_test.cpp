// Condition numbers of A, and the rows that nearly depend on one another [science, section 2].
#include "solve/condition.hpp"

#include "support/frameworks.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

Condition condition_of(const System& system) {
  const Model model = system.model.build().value();
  ParticleFields fields(model);
  return condition(model, Plan::make(model, {}).value().components().front(), fields);
}

System with_unit_masses(const std::vector<Vec3>& places, const Pairs& rods) {
  System system{ModelBuilder(3)};
  for (const Vec3& r : places) system.model.add(ParticleSpec{.position = r});
  for (const auto& [i, j] : rods) system.model.add(DistanceSpec{.i = i, .j = j});
  return system;
}

TEST(Condition, PlanarBenzeneIsThree) {
  EXPECT_NEAR(condition_of(with_unit_masses(hexagon(), ring_pairs(6, 1))).number, 3.0, 1e-12);
}

// Unit gradients at an angle epsilon: eigenvalues 1 +- cos(epsilon).
TEST(Condition, NearlyParallelGradients) {
  for (const double angle : {1.0, 1e-1, 1e-2, 1e-3}) {
    System system{ModelBuilder(2)};
    system.model.add(ParticleSpec{});
    system.model.add(ParticleSpec{.position = {-1.0, 0.0, 0.0}, .fixed = true});
    system.model.add(ParticleSpec{.position = {-3.0 * std::cos(angle), -3.0 * std::sin(angle), 0.0}, .fixed = true});
    system.model.add(DistanceSpec{.i = 1, .j = 0});
    system.model.add(DistanceSpec{.i = 2, .j = 0});  // three times as long: scaling the rows leaves the angle
    const double expected = std::pow(std::tan(0.5 * angle), -2.0);
    const double rounding = 4e-16 * expected;  // the smallest eigenvalue is a difference of numbers near one
    EXPECT_NEAR(condition_of(system).number, expected, (1e-13 + 4.0 * rounding) * expected) << angle;
  }
}

TEST(Condition, NamesTheRowsThatNearlyDepend) {
  System system = with_unit_masses({{0.0, 0.0, 0.0}, {1.0, 1e-3, 0.0}, {2.0, 0.0, 0.0}, {2.0, 1.0, 0.0}},
                                   {{0, 1}, {1, 2}, {2, 3}, {0, 2}});
  const Condition found = condition_of(system);
  EXPECT_GT(found.number, 1e5);
  EXPECT_EQ(found.weakest, (std::vector<std::int32_t>{0, 1, 3}));
}

// A straight free chain of equal particles: A has the eigenvalues 1 - cos(k pi / (n + 1)) for k = 1 ... n.
TEST(Condition, EstimatesLongChains) {
  const int n = 1000;
  System system{ModelBuilder(3)};
  for (int k = 0; k <= n; ++k) system.model.add(ParticleSpec{.position = {1.0 * k, 0.0, 0.0}});
  for (int k = 0; k < n; ++k) system.model.add(DistanceSpec{.i = k, .j = k + 1});
  const double angle = std::numbers::pi / (n + 1);
  const double exact = (1.0 + std::cos(angle)) / (1.0 - std::cos(angle));
  const double found = condition_of(system).number;
  EXPECT_LE(found, exact * (1.0 + 1e-9));
  EXPECT_GE(found, 0.9 * exact);
}

}  // namespace
}  // namespace taut::test
