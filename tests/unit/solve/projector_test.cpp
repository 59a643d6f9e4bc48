// Constraints on plain arrays: every kernel on every system that it treats, against a dense Newton solve; the same bits
// whatever the instruction set and the number of threads; and what happens when there is no solution.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/molecules.hpp"
#include "taut/project.hpp"

namespace taut::test {
namespace {

constexpr double tolerance = 1e-12;

struct Case {
  std::string name, method;  // that automatic choice ends in
  std::function<void(MoleculeMaker&, Molecules&)> fill;
  double displacement = 0.004;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

void times(int count, const std::function<void()>& make) {
  for (int k = 0; k < count; ++k) make();
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"water", "settle", [](MoleculeMaker& m, Molecules& to) { times(41, [&] { m.water(to); }); }},
      {"scalene_triangles", "newton", [](MoleculeMaker& m, Molecules& to) { times(37, [&] { m.water(to, true); }); }},
      {"short_chains", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { times(11, [&] { m.chain(to, 5); }); }},
      {"single_rods", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { times(9, [&] { m.chain(to, 1); }); }},
      {"anchored_chains", "tridiagonal",
       [](MoleculeMaker& m, Molecules& to) { times(8, [&] { m.chain(to, 12, 1.2, true); }); }},
      {"long_chain", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { m.chain(to, 160); }},
      {"long_chain_with_tail", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { m.chain(to, 103); }},
      {"anchored_long_chain", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { m.chain(to, 71, 1.2, true); }},
      {"nearly_straight", "tridiagonal", [](MoleculeMaker& m, Molecules& to) { m.chain(to, 96, 0.1); }, 0.0005},
      {"trees", "sparse", [](MoleculeMaker& m, Molecules& to) { times(9, [&] { m.polyethylene(to, 6, false); }); },
       0.002},
      {"polymers_with_angles", "sparse",
       [](MoleculeMaker& m, Molecules& to) { times(8, [&] { m.polyethylene(to, 6, true); }); }, 0.002},
      {"rings", "sparse", [](MoleculeMaker& m, Molecules& to) { times(10, [&] { m.ring(to, 6); }); }},
  };
  return all;
}

Model model_of(const Molecules& all) {
  ModelBuilder builder(3);
  for (std::int32_t i = 0; i < all.size(); ++i) {
    const double w = all.inverse_masses[static_cast<std::size_t>(i)];
    builder.add(w > 0.0 ? ParticleSpec{.position = all.at(i), .mass = 1.0 / w}
                        : ParticleSpec{.position = all.at(i), .fixed = true});
  }
  for (const Distance& d : all.distances) builder.add(DistanceSpec{.i = d.i, .j = d.j, .length = d.length});
  return builder.build().value();
}

std::vector<Vec3> vectors(const std::vector<double>& flat) {
  std::vector<Vec3> all(flat.size() / 3);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]};
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

// Which particles hang together with this one.
std::vector<bool> molecule_of(const Molecules& all, std::size_t particle) {
  std::vector<bool> member(static_cast<std::size_t>(all.size()), false);
  member[particle] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Distance& d : all.distances) {
      const auto i = static_cast<std::size_t>(d.i), j = static_cast<std::size_t>(d.j);
      grows = grows || member[i] != member[j];
      member[i] = member[j] = member[i] || member[j];
    }
  }
  return member;
}

class ProjectorCases : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    MoleculeMaker maker(7);
    GetParam().fill(maker, all);
    trial = maker.displaced(all, GetParam().displacement);
    velocities = maker.velocities(all);
  }
  Projector projector(ProjectorOptions options = {}) const {
    options.tolerance = tolerance;
    options.multipliers = true;
    return Projector::make(all.positions, all.inverse_masses, all.distances, options).value();
  }
  // Coordinates of a few nanometres are rounded at 1e-15; a violation is twice that over a rod of a tenth.
  double rounding() const { return 4.0 * std::numeric_limits<double>::epsilon() * 4.0 / 0.09; }

  Molecules all;
  std::vector<double> trial, velocities;
};

TEST_P(ProjectorCases, AreSolvedByTheKernelMeantForThem) {
  const Projector p = projector();
  ASSERT_EQ(p.groups().size(), 1u);
  EXPECT_EQ(p.groups()[0].method, GetParam().method);
  EXPECT_NE(p.groups()[0].reason.find("lane"), std::string::npos) << p.groups()[0].reason;
}

TEST_P(ProjectorCases, HoldTheirLengths) {
  Projector p = projector();
  ASSERT_GT(largest_violation(all, trial), 1e-3);
  const SolveReport report = p.positions(all.positions.data(), trial.data());
  ASSERT_TRUE(report.converged);
  EXPECT_LE(report.max_violation, tolerance);
  EXPECT_LE(report.iterations, 5) << "Newton's method converges quadratically";
  EXPECT_LE(largest_violation(all, trial), tolerance + rounding());
}

TEST_P(ProjectorCases, GoWhereADenseNewtonSolveGoes) {
  const Model model = model_of(all);
  const DenseConstraints dense(model);
  const std::vector<Vec3> r = model.positions();
  std::vector<Vec3> u = vectors(trial);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] -= r[i];
  const Eigen::VectorXd lambda = dense.multipliers(r, u, 1.0, 0.0);
  const Eigen::VectorXd shift = -(dense.inverse_masses().asDiagonal() * dense.jacobian(r, 0.0).transpose() * lambda);
  std::vector<double> expected = trial;
  for (std::size_t k = 0; k < expected.size(); ++k) expected[k] += shift[static_cast<Eigen::Index>(k)];

  Projector p = projector();
  ASSERT_TRUE(p.positions(all.positions.data(), trial.data()).converged);
  // The tolerance is relative to rods of 0.15; ill-conditioned ones move a thousand times as far.
  EXPECT_LT(largest_difference(trial, expected), 1e3 * 0.15 * tolerance);
  const double scale = lambda.cwiseAbs().maxCoeff();
  for (std::size_t k = 0; k < all.distances.size(); ++k)
    EXPECT_NEAR(p.multipliers()[k], lambda[static_cast<Eigen::Index>(k)], 1e-8 * scale) << "row " << k;
}

TEST_P(ProjectorCases, GiveVelocitiesTheirDisplacementOverTheStep) {
  Projector p = projector();
  const std::vector<double> before = trial, given = velocities;
  constexpr double inverse_step = 500.0;
  ASSERT_TRUE(p.positions(all.positions.data(), trial.data(), velocities.data(), inverse_step).converged);
  for (std::size_t k = 0; k < trial.size(); ++k)
    EXPECT_NEAR(velocities[k] - given[k], (trial[k] - before[k]) * inverse_step, 1e-11);
}

TEST_P(ProjectorCases, LoseTheVelocitiesAlongTheirRods) {
  const Model model = model_of(all);
  const DenseConstraints dense(model);
  const Eigen::MatrixXd b = dense.jacobian(model.positions(), 0.0);
  const Eigen::MatrixXd response = dense.inverse_masses().asDiagonal() * b.transpose();
  const Eigen::VectorXd v = DenseConstraints::flat(vectors(velocities));
  const Eigen::VectorXd expected = v - response * dense_solution(b * response, b * v);

  Projector p = projector();
  ASSERT_TRUE(p.velocities(all.positions.data(), velocities.data()).converged);
  for (std::size_t k = 0; k < velocities.size(); ++k)
    EXPECT_NEAR(velocities[k], expected[static_cast<Eigen::Index>(k)], 1e-10);
}

TEST_P(ProjectorCases, KeepTheirCentreOfMassAndAngularMomentum) {
  Projector p = projector();
  const std::vector<double> before = trial;
  ASSERT_TRUE(p.positions(all.positions.data(), trial.data()).converged);
  Vec3 moved, turned;
  double mass = 0.0;
  bool free = true;
  for (std::int32_t i = 0; i < all.size(); ++i) {
    const double w = all.inverse_masses[static_cast<std::size_t>(i)];
    free = free && w > 0.0;
    if (!(w > 0.0)) continue;
    Vec3 shift;
    for (int axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<std::size_t>(3 * i + axis);
      shift[axis] = trial[k] - before[k];
    }
    moved += (1.0 / w) * shift;
    turned += (1.0 / w) * cross(all.at(i), shift);
    mass += 1.0 / w;
  }
  if (!free) GTEST_SKIP() << "an anchor takes up momentum";
  EXPECT_LT(norm(moved), 1e-14 * mass);
  EXPECT_LT(norm(turned), 1e-13 * mass);
}

TEST_P(ProjectorCases, GiveTheSameBitsOnEveryInstructionSet) {
  Projector widest = projector();
  std::vector<double> r = trial, v = velocities;
  ASSERT_TRUE(widest.positions(all.positions.data(), r.data(), v.data(), 500.0).converged);
  ASSERT_TRUE(widest.velocities(all.positions.data(), v.data()).converged);
  for (const std::string& name : instruction_sets()) {
    Projector other = projector({.instruction_set = name});
    std::vector<double> r2 = trial, v2 = velocities;
    ASSERT_TRUE(other.positions(all.positions.data(), r2.data(), v2.data(), 500.0).converged);
    ASSERT_TRUE(other.velocities(all.positions.data(), v2.data()).converged);
    EXPECT_EQ(std::memcmp(r.data(), r2.data(), 8 * r.size()), 0) << name;
    EXPECT_EQ(std::memcmp(v.data(), v2.data(), 8 * v.size()), 0) << name;
  }
}

// Lanes that are done wait for the others and are not touched.
TEST_P(ProjectorCases, DoNotDependOnTheirNeighbours) {
  Projector p = projector();
  std::vector<double> r = trial, other = trial;
  const std::vector<bool> first = molecule_of(all, 0);
  for (std::size_t k = 0; k < other.size(); ++k)
    if (!first[k / 3]) other[k] += 3.0 * (trial[k] - all.positions[k]);
  ASSERT_TRUE(p.positions(all.positions.data(), r.data()).converged);
  static_cast<void>(p.positions(all.positions.data(), other.data()));
  for (std::size_t k = 0; k < r.size(); ++k) {
    if (!first[k / 3]) continue;
    EXPECT_EQ(r[k], other[k]);
  }
}

// Turned as a whole, every length holds; but no small step leads there along the rods as they were.
TEST_P(ProjectorCases, AreRefusedWhenTheyTurnTooFar) {
  const double c = std::cos(1.4), s = std::sin(1.4);
  for (std::int32_t i = 0; i < all.size(); ++i) {
    const Vec3 r = all.at(i);
    double* to = trial.data() + 3 * static_cast<std::ptrdiff_t>(i);
    to[0] = c * r.x - s * r.y, to[1] = s * r.x + c * r.y, to[2] = r.z;
  }
  ASSERT_LT(largest_violation(all, trial), 1e-12);
  Projector p = projector();
  const SolveReport report = p.positions(all.positions.data(), trial.data());
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.failure, SolveFailure::turned_too_far);
}

TEST_P(ProjectorCases, GiveTheSameBitsOnTwoThreads) {
  Projector one = projector(), two = projector({.threads = 2});
  std::vector<double> r = trial;
  for (int k = 0; k < 20; ++k) {
    std::vector<double> again = trial;
    ASSERT_TRUE(two.positions(all.positions.data(), again.data()).converged);
    r = trial;
    ASSERT_TRUE(one.positions(all.positions.data(), r.data()).converged);
    ASSERT_EQ(std::memcmp(r.data(), again.data(), 8 * r.size()), 0);
  }
}

TEST_P(ProjectorCases, SeeTheNearestImage) {
  const std::array<double, 3> box = {2.0, 2.5, 1.7};
  const auto wrapped = [&](std::vector<double> r) {
    for (std::size_t k = 0; k < r.size(); ++k) r[k] -= box[k % 3] * std::floor(r[k] / box[k % 3]);
    return r;
  };
  const std::vector<double> reference = wrapped(all.positions), start = wrapped(trial);
  Projector p =
      Projector::make(reference, all.inverse_masses, all.distances, {.tolerance = tolerance, .box = box}).value();
  std::vector<double> r = start;
  ASSERT_TRUE(p.positions(reference.data(), r.data()).converged);
  Projector open = projector();
  std::vector<double> expected = trial;
  ASSERT_TRUE(open.positions(all.positions.data(), expected.data()).converged);
  for (std::size_t k = 0; k < r.size(); ++k) EXPECT_NEAR(r[k] - start[k], expected[k] - trial[k], 1e-9);

  // Velocities have no images: they may differ by more than the box is long.
  for (double& component : velocities) component *= 10.0;
  std::vector<double> v = velocities;
  ASSERT_TRUE(p.velocities(reference.data(), v.data()).converged);
  ASSERT_TRUE(open.velocities(all.positions.data(), velocities.data()).converged);
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(v[k], velocities[k], 1e-9);
}

TEST_P(ProjectorCases, NameTheRodWhoseNumbersAreNotFinite) {
  Projector p = projector();
  std::vector<double> clean = trial;
  ASSERT_TRUE(p.positions(all.positions.data(), clean.data()).converged);
  const auto broken = static_cast<std::size_t>(all.distances.back().j);
  trial[3 * broken] = std::numeric_limits<double>::quiet_NaN();
  const SolveReport report = p.positions(all.positions.data(), trial.data());
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.failure, SolveFailure::not_finite);
  ASSERT_GE(report.worst_row, 0);
  const Distance& named = all.distances[static_cast<std::size_t>(report.worst_row)];
  EXPECT_TRUE(named.i == static_cast<std::int32_t>(broken) || named.j == static_cast<std::int32_t>(broken));
  const std::vector<bool> member = molecule_of(all, broken);
  for (std::size_t k = 0; k < trial.size(); ++k) {
    if (member[k / 3]) continue;
    EXPECT_EQ(trial[k], clean[k]) << "all other molecules are done, to the same bits";
  }
}

TEST_P(ProjectorCases, NameARodThatCannotBeMended) {
  Projector p = projector();
  const Distance& last = all.distances.back();
  for (int axis = 0; axis < 3; ++axis)
    trial[static_cast<std::size_t>(3 * last.j + axis)] += 50.0;  // across the rod, mostly
  const std::vector<double> before = trial;
  const SolveReport report = p.positions(all.positions.data(), trial.data());
  ASSERT_FALSE(report.converged);
  EXPECT_GE(report.worst_row, 0);
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(3 * last.j + axis);
    EXPECT_EQ(trial[k], before[k]) << "what cannot be solved is left as it was";
  }
}

INSTANTIATE_TEST_SUITE_P(Projector, ProjectorCases, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

// From a needle to one that is nearly straight, each on its own plane.
Molecules isosceles_triangles(double angle, double side) {
  Molecules all;
  const double altitude = side * std::cos(0.5 * angle), half_base = side * std::sin(0.5 * angle);
  for (int k = 0; k < 9; ++k) {
    const Vec3 x = {std::cos(k), std::sin(k), 0.0}, y = {-0.6 * std::sin(k), 0.6 * std::cos(k), 0.8};
    const std::int32_t apex = all.add({0.3 * k, 0.2, 0.1}, 15.999);
    all.add(all.at(apex) - altitude * y - half_base * x, 1.008);
    all.add(all.at(apex) - altitude * y + half_base * x, 1.008);
    for (std::int32_t corner : {apex + 1, apex + 2}) all.distances.push_back({apex, corner, side});
    all.distances.push_back({apex + 1, apex + 2, 2.0 * half_base});
  }
  return all;
}

TEST(Projector, SettlesIsoscelesTrianglesOfAnyAngle) {
  constexpr double side = 0.1;
  for (double degrees : {2.0, 20.0, 60.0, 109.5, 160.0, 178.0}) {
    const double angle = degrees * M_PI / 180.0;
    const Molecules all = isosceles_triangles(angle, side);
    Projector projector =
        Projector::make(all.positions, all.inverse_masses, all.distances, {.tolerance = tolerance}).value();
    EXPECT_EQ(projector.groups().front().method, "settle");
    const double thickness = side * std::min(std::sin(0.5 * angle), std::cos(0.5 * angle));
    std::vector<double> r = MoleculeMaker(7).displaced(all, 0.02 * thickness);
    const SolveReport report = projector.positions(all.positions.data(), r.data());
    EXPECT_TRUE(report.converged) << degrees;
    EXPECT_EQ(report.iterations, 0) << degrees << ": not in closed form";
    EXPECT_LE(largest_violation(all, r), tolerance) << degrees;
  }
}

TEST(Projector, VirialIsThatOfTheRodsTension) {
  Molecules all;
  const std::int32_t a = all.add({0.0, 0.0, 0.0}, 1.0), b = all.add({2.0, 0.0, 0.0}, 1.0);
  all.join(a, b);
  Projector p =
      Projector::make(all.positions, all.inverse_masses, all.distances, {.tolerance = 1e-14, .multipliers = true})
          .value();
  std::vector<double> r = {-0.1, 0.0, 0.0, 2.1, 0.0, 0.0};
  ASSERT_TRUE(p.positions(all.positions.data(), r.data()).converged);
  // Each end moves by 0.1: with unit masses lambda b = 0.1, so r (x) f = -0.1 * 2 along x.
  EXPECT_NEAR(p.multipliers()[0], 0.05, 1e-12);
  const std::array<double, 6> virial = p.virial(all.positions.data()).value();
  EXPECT_NEAR(virial[0], -0.2, 1e-12);
  EXPECT_EQ(virial[1], 0.0);
}

TEST(Projector, VirialIsRefusedWhereItIsNotKnown) {
  Molecules all;
  const std::int32_t a = all.add({0.0, 0.0, 0.0}, 1.0), b = all.add({2.0, 0.0, 0.0}, 1.0);
  all.join(a, b);
  const Projector forgets = Projector::make(all.positions, all.inverse_masses, all.distances).value();
  EXPECT_EQ(forgets.virial(all.positions.data()).error().key, "multipliers");

  ModelBuilder builder(3);
  builder.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  builder.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "sphere", .parameters = {{"r", 1.0}}});
  const Projector bead = Projector::make(builder.build().value(), {.multipliers = true}).value();
  const double at[] = {1.0, 0.0, 0.0};
  EXPECT_NE(bead.virial(at).error().message.find("surface 0 (0) is no distance"), std::string::npos)
      << bead.virial(at).error().message;
}

// Its other end is at a distance of 3 or, by the nearest image, of 2.
TEST(Projector, RodsLongerThanHalfABoxAreRefused) {
  Molecules all;
  const std::int32_t a = all.add({0.0, 0.0, 0.0}, 1.0), b = all.add({3.0, 0.0, 0.0}, 1.0);
  all.join(a, b);
  const auto made = [&](double edge) {
    return Projector::make(all.positions, all.inverse_masses, all.distances, {.box = {edge, edge, edge}});
  };
  EXPECT_NE(made(5.0).error().message.find("expected at least 6.000000, twice the length of distance 0"),
            std::string::npos);
  Projector wide = made(7.0).value();
  ASSERT_TRUE(wide.set_box({10.0, 10.0, 5.9}).has_value());
  EXPECT_FALSE(wide.set_box({10.0, 10.0, 0.0}).has_value()) << "not periodic along z";
}

// A bead on a sphere and on a slanted plane: constraints that no kernel knows.
TEST(Projector, TakesConstraintsOfAnyKind) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  builder.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "sphere", .parameters = {{"r", 1.0}}});
  builder.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "plane", .normal = {0.0, 1.0, -1.0}});
  Projector p = Projector::make(builder.build().value(), {.tolerance = 1e-14}).value();
  const std::vector<double> reference = {1.0, 0.0, 0.0};
  std::vector<double> r = {1.02, 0.05, 0.06};
  ASSERT_TRUE(p.positions(reference.data(), r.data()).converged);
  EXPECT_NEAR(std::hypot(r[0], r[1], r[2]), 1.0, 1e-13);
  EXPECT_NEAR(r[1], r[2], 1e-14);
}

TEST(Projector, RefusesWhatDependsOnTime) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  builder.add(ImplicitSpec{.on = {0}, .equation = "x - cos(t)"});
  const auto refused = Projector::make(builder.build().value());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("depends on t"), std::string::npos) << refused.error().message;
}

TEST(Projector, RefusesArraysThatDoNotFit) {
  const std::vector<double> r(6, 0.0), w(2, 1.0);
  const std::vector<Distance> far = {{0, 2, 1.0}};
  const auto two = Projector::make(std::span(r).first(5), w, {});
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().key, "positions");
  const auto three = Projector::make(r, w, far);
  ASSERT_FALSE(three);
  EXPECT_EQ(three.error().message, "no particle 2 (there are 2)");
  const std::vector<Distance> near = {{0, 1, 1.0}};
  const std::vector<double> apart = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
  const auto set = Projector::make(apart, w, near, {.instruction_set = "mmx"});
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("does not run \"mmx\""), std::string::npos);
}

}  // namespace
}  // namespace taut::test
