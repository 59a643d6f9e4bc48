// Relations eliminated for good leave the same equations as the whole matrix.
#include "solve/reduced_gram.hpp"

#include <gtest/gtest.h>

#include "solve/reduced_weights.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.1;

// Rigid bodies in a row, each with a corner of the one before; every other point of a body is a mean of its corners.
// The first corner is fixed. In the plane a body has three corners.
System make_bodies(int dimension, int bodies, double lightest) {
  System system{ModelBuilder(dimension)};
  const auto add = [&](const Vec3& at, double mass, bool fixed = false) {
    return system.model.add(ParticleSpec{
        .position = at, .velocity = fixed ? Vec3{} : Vec3{at.y, -0.5 * at.x, 0.0}, .mass = mass, .fixed = fixed});
  };
  int shared = add({}, 1.0, true);
  for (int body = 0; body < bodies; ++body) {
    const Vec3 origin = system.model.particle(shared).position;
    std::vector<int> corners = {shared};
    for (const Vec3& way : {Vec3{1.0, 0.1, 0.0}, Vec3{0.2, 0.9, 0.0}, Vec3{0.3, 0.1, 0.8}})
      if (dimension == 3 || way.z == 0.0) corners.push_back(add(origin + way, lightest * (1.0 + body)));
    for (std::size_t i = 0; i < corners.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) system.model.add(DistanceSpec{.i = corners[i], .j = corners[j]});
    for (const double share : {-0.5, 0.25, 0.4}) {  // of the last corner; of the others the rest in equal parts
      LinearSpec mean;
      Vec3 place = {};
      const double rest = (1.0 - share) / static_cast<double>(corners.size() - 1);
      for (const int corner : corners) {
        const double weight = corner == corners.back() ? share : rest;
        mean.on.push_back(corner);
        mean.weights.push_back(-weight);
        place += weight * system.model.particle(corner).position;
      }
      mean.on.push_back(add(place, 2.0 + share));
      mean.weights.push_back(1.0);
      system.model.add(mean);
    }
    shared = corners[1];
  }
  return system;
}

struct Rows {
  explicit Rows(const System& system)
      : model(system.model.build().value()),
        plan(Plan::make(model, {.method = SolverMethod::sparse}).value()),
        block(model, plan.components()[0]),
        dense(model),
        weights(dense.inverse_masses()) {
    const std::vector<Vec3> low(model.positions().size());
    block.linearise({model.positions().data(), low.data(), 0.0});
    for (std::size_t k = 0; k < block.size(); ++k) block.take_moved_gradient(k, model.velocities().data(), h, 0.0);
  }
  // B' W B^T with B' at these positions.
  Eigen::MatrixXd matrix(const std::vector<Vec3>& now) const {
    const Eigen::MatrixXd all =
        dense.jacobian(now, 0.0) * weights.asDiagonal() * dense.jacobian(model.positions(), 0.0).transpose();
    const std::vector<std::int32_t>& rows = plan.components()[0].rows;
    return all(rows, rows);
  }
  std::vector<Vec3> moved() const {
    return DenseConstraints::moved(model.positions(), h * DenseConstraints::flat(model.velocities()));
  }

  Model model;
  Plan plan;
  RowBlock block;
  DenseConstraints dense;
  Eigen::VectorXd weights;
};

// What is left of the right side, by the rows' own scale.
void expect_solves(ReducedGram& gram, const Eigen::MatrixXd& reference) {
  const Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(reference.rows(), -1.0, 2.0);
  Eigen::VectorXd x = right;
  gram.solve(x.data());
  const Eigen::VectorXd size = reference.cwiseAbs() * x.cwiseAbs() + right.cwiseAbs();
  EXPECT_LT(((reference * x - right).array() / size.array()).abs().maxCoeff(), 1e-12);
}

void expect_both(const Rows& rows) {
  ASSERT_TRUE(ReducedGram::pays(rows.block));
  ReducedGram gram(rows.block);
  ASSERT_EQ(gram.factorise_symmetric(), -1);
  EXPECT_GT(gram.smallest_pivot_ratio(), 0.0);
  expect_solves(gram, rows.matrix(rows.model.positions()));
  ASSERT_EQ(gram.factorise_unsymmetric(), -1);
  expect_solves(gram, rows.matrix(rows.moved()));
}

TEST(ReducedGram, SolvesBodiesInSpaceAndInThePlane) {
  for (const int dimension : {2, 3})
    for (const int bodies : {1, 2, 6}) {
      SCOPED_TRACE(std::to_string(bodies) + " bodies, dimension " + std::to_string(dimension));
      expect_both(Rows(make_bodies(dimension, bodies, 1.0)));
    }
}

TEST(ReducedGram, SolvesBodiesWhoseCornersAreLight) { expect_both(Rows(make_bodies(3, 3, 1e-6))); }

TEST(ReducedGram, SolvesOtherKindsOfRowsBesideRods) {
  System system = make_bodies(3, 1, 1.0);
  const int bead = system.model.add(ParticleSpec{.position = {1.2, 0.1, 0.9}, .velocity = {0.1, 0.2, -0.3}});
  system.model.add(ImplicitSpec{.on = {1, 2, bead}, .equation = "(x1 - x2)*(x3 - x2) + y3*z3 + sin(z1)"});
  system.model.add(ShapeSpec{
      .family = ShapeFamily::surface, .on = bead, .shape = "sphere", .parameters = {{"r", norm(Vec3{1.2, 0.1, 0.9})}}});
  expect_both(Rows(system));
}

TEST(ReducedGram, IsToldInThePlan) {
  const auto reason = [](const System& system) {
    const Model model = system.model.build().value();
    return Plan::make(model, {}).value().components()[0].reason;
  };
  EXPECT_EQ(reason(make_bodies(3, 2, 1.0)),
            "30 rows of several kinds in one exact sparse solve; linear relations are eliminated once for all");
  System one = make_free_cluster();
  one.model.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "plane", .normal = {1.0, 0.0, 0.0}});
  EXPECT_EQ(reason(one).find("eliminated"), std::string::npos);
}

// A row of rods with their middles is narrow as it is; what is left without the middles couples all with all.
TEST(ReducedGram, DoesNotPayWhereRelationsJoinALongRow) {
  System system{ModelBuilder(2)};
  int end = system.model.add(ParticleSpec{.fixed = true});
  for (int k = 0; k < 50; ++k) {
    const int next = system.model.add(ParticleSpec{.position = {1.0 + k, 0.1 * k * k, 0.0}});
    const Vec3 middle = 0.5 * (system.model.particle(end).position + system.model.particle(next).position);
    const int between = system.model.add(ParticleSpec{.position = middle});
    system.model.add(DistanceSpec{.i = end, .j = next});
    system.model.add(LinearSpec{.on = {between, end, next}, .weights = {1.0, -0.5, -0.5}});
    end = next;
  }
  EXPECT_FALSE(ReducedGram::pays(Rows(system).block));
  EXPECT_FALSE(ReducedGram::pays(Rows(make_free_cluster()).block)) << "no relations";
}

// W - W C^T (C W C^T)^-1 C W, one axis, dense.
TEST(ReducedWeights, AreThoseOfTheFormula) {
  const Rows rows(make_bodies(2, 3, 0.1));
  std::optional<Relations> relations = Relations::of(rows.block);
  ASSERT_TRUE(relations);
  const auto n = static_cast<Eigen::Index>(relations->particles());
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(relations->size()), n);
  for (std::size_t r = 0; r < relations->size(); ++r) {
    const auto row = static_cast<std::size_t>(relations->rows(r)[0]);
    for (std::size_t e = rows.block.particles_begin(row); e < rows.block.particles_end(row); ++e)
      if (const std::int32_t p = relations->number(rows.block.particle(e)); p >= 0)
        c(static_cast<Eigen::Index>(r), p) = rows.block.gradient(e).x;
  }
  Eigen::VectorXd w(n);
  for (Eigen::Index p = 0; p < n; ++p) w[p] = relations->weight(static_cast<std::int32_t>(p));
  const Eigen::MatrixXd all = w.asDiagonal(), cw = c * all;
  const Eigen::MatrixXd expected = all - cw.transpose() * dense_inverse(cw * c.transpose()) * cw;
  const ReducedWeights weights(*relations, std::vector<bool>(relations->particles(), true));
  for (std::int32_t p = 0; p < n; ++p)
    for (std::int32_t q = 0; q < n; ++q) EXPECT_NEAR(weights(p, q), expected(p, q), 1e-13 * w.maxCoeff());
}

}  // namespace
}  // namespace taut::test
