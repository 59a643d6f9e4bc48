// Which components are solved side by side, and that every instruction set
// solves a bundle to the same bits.
#include <set>

#include "solve/constraint_set.hpp"
#include "support/asked_bundles.hpp"

namespace taut::test {
namespace {

using Bundles = std::vector<std::vector<std::int32_t>>;

// --- which go together

Plan plan_of(const System& system, SolverMethod method = SolverMethod::automatic) {
  return Plan::make(system.model.build().value(), {.method = method}).value();
}

std::vector<Linkage> pendulums(int count, int rods, std::uint32_t seed = 1) {
  return LinkageMaker(seed).several(count, [=](LinkageMaker& make) { return make.pendulum(rods); });
}

std::vector<Linkage> operator+(std::vector<Linkage> a, const std::vector<Linkage>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bundles bundles_of(const std::vector<Linkage>& linkages, Memory memory = Memory::consecutive) {
  return plan_of(Ensemble(linkages, memory).system).bundles();
}

TEST(Bundles, TakeEightAtATimeInOrder) {
  const Bundles expected = {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}, {16, 17, 18}};
  EXPECT_EQ(bundles_of(pendulums(19, 2)), expected);
  EXPECT_EQ(bundles_of(pendulums(19, 2), Memory::interleaved), expected);
}

TEST(Bundles, BeginWithFourEqualComponents) {
  EXPECT_EQ(bundles_of(pendulums(3, 2)), Bundles{});
  EXPECT_EQ(bundles_of(pendulums(4, 2)), (Bundles{{0, 1, 2, 3}}));
  EXPECT_EQ(bundles_of(pendulums(3, 2) + pendulums(3, 3)), Bundles{});
  EXPECT_EQ(bundles_of(pendulums(3, 2) + pendulums(4, 3)), (Bundles{{3, 4, 5, 6}}));
}

TEST(Bundles, ArePartlyFilledAtTheEnd) {
  EXPECT_EQ(bundles_of(pendulums(10, 2)), (Bundles{{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9}}));
  EXPECT_EQ(bundles_of(pendulums(9, 2)).size(), 1u) << "the ninth is alone";
}

TEST(Bundles, SeparateShapesThatAlternate) {
  std::vector<Linkage> linkages;
  for (int k = 0; k < 10; ++k) linkages = linkages + pendulums(1, k % 2 == 0 ? 2 : 3);
  EXPECT_EQ(bundles_of(linkages), (Bundles{{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}}));
}

// The same rods: a free chain, one held at its first particle, at its last, at
// both ends.
TEST(Bundles, TellApartWhatIsHeld) {
  std::vector<Linkage> linkages;
  LinkageMaker make(3);
  for (int k = 0; k < 4; ++k) {
    const Linkage pendulum = make.pendulum(3);
    linkages.push_back(make.chain(3));
    linkages.push_back(pendulum);
    linkages.push_back(reordered(pendulum, {3, 2, 1, 0}));
    linkages.push_back(make.bridge(3));
  }
  EXPECT_EQ(bundles_of(linkages), (Bundles{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}}));
}

TEST(Bundles, TellApartGraphsOfEqualSize) {
  std::vector<Linkage> linkages;
  LinkageMaker make(4);
  for (int k = 0; k < 4; ++k) {
    linkages.push_back(make.chain(4));
    linkages.push_back(make.molecule(star().places, star().rods));
    linkages.push_back(make.molecule(star().places, {{0, 1}, {1, 2}, {2, 3}, {1, 4}}));
  }
  EXPECT_EQ(bundles_of(linkages), (Bundles{{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}}));
}

TEST(Bundles, HoldEveryComponentAtMostOnce) {
  std::vector<Linkage> linkages = pendulums(13, 2) + pendulums(3, 5) + pendulums(21, 1);
  for (const Shape& shape : shapes())
    linkages =
        linkages + LinkageMaker(5).several(6, [&](auto& make) { return make.molecule(shape.places, shape.rods); });
  std::set<std::int32_t> seen;
  for (const std::vector<std::int32_t>& bundle : bundles_of(linkages)) {
    EXPECT_LE(bundle.size(), static_cast<std::size_t>(kernel_lanes));
    for (const std::int32_t component : bundle) EXPECT_TRUE(seen.insert(component).second) << component;
  }
  EXPECT_EQ(seen.size(), linkages.size() - 3);
}

// Curves, formulas and components of several kinds.
TEST(Bundles, LeaveOtherKindsAlone) {
  System curves{ModelBuilder(2)}, formulas{ModelBuilder(2)}, mixed{ModelBuilder(3)};
  for (int k = 0; k < 6; ++k) {
    curves.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
    curves.model.add(ShapeSpec{.family = ShapeFamily::curve, .on = k, .shape = "circle", .parameters = {{"r", 1.0}}});
    formulas.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
    formulas.model.add(ImplicitSpec{.on = {k}, .equation = "x^2 + y^2 - 1"});
    mixed.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
    mixed.model.add(ParticleSpec{.position = {1.0, 1.0, 0.0}});
    mixed.model.add(DistanceSpec{.i = 2 * k, .j = 2 * k + 1});
    mixed.model.add(
        ShapeSpec{.family = ShapeFamily::surface, .on = 2 * k, .shape = "cylinder", .parameters = {{"r", 1.0}}});
  }
  for (const System& system : {curves, formulas, mixed}) {
    const Plan plan = plan_of(system);
    EXPECT_EQ(plan.components().size(), 6u);
    EXPECT_EQ(plan.bundles(), Bundles{});
  }
}

TEST(Bundles, LeaveLongPathsToTheirSegments) {
  EXPECT_EQ(bundles_of(pendulums(4, 255)).size(), 1u);
  EXPECT_EQ(bundles_of(pendulums(4, 256)), Bundles{});
}

TEST(Bundles, AreNotMadeWhereAMethodIsAskedFor) {
  const System system = Ensemble(pendulums(8, 2)).system;
  for (const SolverMethod method : methods_for(system.model.build().value()))
    EXPECT_EQ(plan_of(system, method).bundles().empty(), method != SolverMethod::automatic) << solver_name(method);
}

TEST(Bundles, AreGivenAsAReason) {
  const Plan plan = plan_of(Ensemble(pendulums(4, 2) + pendulums(1, 3)).system);
  for (std::size_t c = 0; c < 5; ++c)
    EXPECT_EQ(plan.components()[c].reason.find("eight at a time, one a lane") != std::string::npos, c < 4)
        << plan.components()[c].reason;
}

// --- every instruction set

struct Case {
  std::string name;
  std::vector<Linkage> linkages;
  Memory memory;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Memory memory : {Memory::consecutive, Memory::interleaved})
    for (const int count : {5, 8, 11}) {
      const std::string suffix =
          "_" + std::to_string(count) + (memory == Memory::interleaved ? "_interleaved" : "_consecutive");
      for (const int rods : {1, 2, 7})
        all.push_back({"pendulums" + std::to_string(rods) + suffix, pendulums(count, rods), memory});
      all.push_back({"chains" + suffix, LinkageMaker(2).several(count, [](auto& m) { return m.chain(4); }), memory});
      all.push_back({"bridges" + suffix, LinkageMaker(3).several(count, [](auto& m) { return m.bridge(6); }), memory});
      for (const Shape& shape : shapes())
        all.push_back({shape.name + suffix,
                       LinkageMaker(4).several(count, [&](auto& m) { return m.molecule(shape.places, shape.rods); }),
                       memory});
    }
  return all;
}

class EveryInstructionSet : public testing::TestWithParam<Case> {
 protected:
  // Slow steps are solved by quasi-Newton, faster ones by Newton in some lanes,
  // and the fastest not at all.
  void expect_same_bits(double speed) const {
    const Model model = Ensemble(GetParam().linkages, GetParam().memory).system.model.build().value();
    const Plan plan = Plan::make(model, {}).value();
    ASSERT_FALSE(plan.bundles().empty());
    const Asked asked(model, plan, 9, speed);
    const std::vector<Solved> expected = asked.of(*kernels_here().front());
    for (const KernelTable* kernels : kernels_here()) {
      SCOPED_TRACE(kernels->name);
      const std::vector<Solved> found = asked.of(*kernels);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(difference(found[k], expected[k]), "") << "solve " << k;
    }
  }
};

TEST_P(EveryInstructionSet, SolvesSmallStepsAlike) { expect_same_bits(1.0); }
TEST_P(EveryInstructionSet, SolvesLongStepsAlike) { expect_same_bits(15.0); }
TEST_P(EveryInstructionSet, FailsAlike) { expect_same_bits(300.0); }

// In a model of two dimensions z is left out: nothing else changes.
TEST_P(EveryInstructionSet, SolvesInThePlaneAsInSpace) {
  std::vector<Linkage> linkages;
  for (const Linkage& linkage : GetParam().linkages) linkages.push_back(flattened(linkage));
  const Model plane = Ensemble(linkages, GetParam().memory, 2).system.model.build().value();
  const Model space = Ensemble(linkages, GetParam().memory, 3).system.model.build().value();
  const Plan plane_plan = Plan::make(plane, {}).value(), space_plan = Plan::make(space, {}).value();
  ASSERT_EQ(plane_plan.bundles(), space_plan.bundles());
  for (const double speed : {0.0, 1.0, 15.0, 300.0})
    for (const KernelTable* kernels : kernels_here()) {
      SCOPED_TRACE(std::string(kernels->name) + " at a speed of " + std::to_string(speed));
      const std::vector<Solved> found = Asked(plane, plane_plan, 9, speed).of(*kernels);
      const std::vector<Solved> expected = Asked(space, space_plan, 9, speed).of(*kernels);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(difference(found[k], expected[k]), "") << "solve " << k;
    }
}

// x = A^-1 B v and the projection dv = -W B^T x have one energy, x.Bv = x.Ax = sum m |dv|^2, and B (v + dv) vanishes.
TEST_P(EveryInstructionSet, HasPartsThatAgreeWithTheProjection) {
  const Model model = Ensemble(GetParam().linkages, GetParam().memory).system.model.build().value();
  const Plan plan = Plan::make(model, {}).value();
  const ConstraintSet whole(model, plan);
  const std::vector<Vec3>& v = model.velocities();
  const std::vector<Vec3> low(v.size());
  for (Solver* solver : whole.solvers()) {
    ASSERT_TRUE(solver->linearise({model.positions().data(), low.data(), 0.0}).converged);
    std::vector<Vec3> dv = low;
    ASSERT_TRUE(solver->solve_velocities(v.data(), dv.data(), 0.01).converged);
    std::vector<double> x(solver->rows().size()), rate(x.size()), change(x.size());
    solver->apply_jacobian(v.data(), rate.data());
    solver->apply_jacobian(dv.data(), change.data());
    x = rate;
    static_cast<void>(solver->solve(x.data(), 0.01));
    double by_multipliers = 0.0, by_velocities = 0.0, largest = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      by_multipliers += x[k] * rate[k];
      largest = std::max(largest, std::abs(rate[k]));
    }
    for (std::size_t i = 0; i < dv.size(); ++i)
      if (model.inverse_masses()[i] > 0.0) by_velocities += model.masses()[i] * dot(dv[i], dv[i]);
    ASSERT_GT(by_velocities, 1e-4);
    EXPECT_NEAR(by_multipliers, by_velocities, 1e-13 * by_velocities);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(rate[k] + change[k], 0.0, 1e-13 * largest);
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryInstructionSet, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

// A lane that is done is left as it is while others go on, and lanes that
// nobody uses write nowhere: each component gets the bits that it gets in other
// company.
TEST(BundleLanes, DoNotTouchEachOther) {
  for (const Memory memory : {Memory::consecutive, Memory::interleaved}) {
    const Model model = Ensemble(pendulums(8, 3), memory).system.model.build().value();
    const Plan plan = Plan::make(model, {}).value();
    LinkageMaker make(12);
    std::vector<Vec3> trial;  // the first component hardly moves, the last turns far
    for (int i = 0; i < model.size(); ++i) {
      const int component = memory == Memory::interleaved ? i % 8 : i / 4;
      trial.push_back(model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0
                          ? std::pow(3.0, component - 4.0) * make.vector()
                          : Vec3{});
    }
    const auto constrained = [&](const std::vector<std::int32_t>& members) {
      BundleMaker maker(model, plan.options(), *kernels_here().back());
      maker.begin_block();
      std::vector<const Component*> components;
      for (const std::int32_t c : members) components.push_back(&plan.components()[static_cast<std::size_t>(c)]);
      const std::unique_ptr<Solver> solver = maker.make(components);
      const std::vector<Vec3> low(trial.size());
      EXPECT_TRUE(solver->linearise({model.positions().data(), low.data(), 0.0}).converged);
      std::vector<Vec3> u = trial, dv(trial.size());
      const SolveReport report = solver->solve_positions(u.data(), dv.data(), 0.01, 0.0);
      return std::pair(u, report.iterations);
    };
    const auto [together, most] = constrained({0, 1, 2, 3, 4, 5, 6, 7});
    int fewest = most;
    for (std::int32_t c = 0; c < 8; ++c) {
      const auto [alone, iterations] = constrained({c});
      fewest = std::min(fewest, iterations);
      for (std::size_t i = 0; i < trial.size(); ++i) {
        const int component = static_cast<int>(memory == Memory::interleaved ? i % 8 : i / 4);
        EXPECT_EQ(alone[i], component == c ? together[i] : trial[i]) << "particle " << i;
      }
    }
    EXPECT_GT(most, fewest + 2);
  }
}

}  // namespace
}  // namespace taut::test
