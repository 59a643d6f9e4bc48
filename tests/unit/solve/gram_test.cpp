// The matrices of rods, stored in three ways, solve the same equations.
#include "solve/gram.hpp"

#include <gtest/gtest.h>

#include "solve/dense_gram.hpp"
#include "solve/ring_gram.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.1;

// A model's rows as `method` orders them, linearised at the start and moved along the start's velocities.
struct Rows {
  Rows(const System& system, SolverMethod method)
      : model(system.model.build().value()),
        plan(Plan::make(model, {.method = method}).value()),
        block(model, plan.components()[0]) {
    const std::vector<Vec3> low(model.positions().size());
    block.linearise({model.positions().data(), low.data(), 0.0});
    for (std::size_t k = 0; k < block.size(); ++k) block.take_moved_gradient(k, model.velocities().data(), h, 0.0);
  }

  // B' W B^T with B' where the rows are now, in the order of the block.
  Eigen::MatrixXd matrix(const std::vector<Vec3>& now) const {
    const DenseConstraints dense(model);
    const Eigen::MatrixXd all = dense.jacobian(now, 0.0) * dense.inverse_masses().asDiagonal() *
                                dense.jacobian(model.positions(), 0.0).transpose();
    const std::vector<std::int32_t>& rows = plan.components()[0].rows;
    return all(rows, rows);
  }
  Eigen::MatrixXd at_start() const { return matrix(model.positions()); }
  Eigen::MatrixXd moved() const {
    return matrix(DenseConstraints::moved(model.positions(), h * DenseConstraints::flat(model.velocities())));
  }

  Model model;
  Plan plan;
  RowBlock block;
};

template <class Matrix>
void expect_solves(Matrix& matrix, const Eigen::MatrixXd& reference) {
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(reference.rows(), -1.0, 2.0);
  const Eigen::VectorXd expected = dense_solution(reference, x);
  matrix.solve(x.data());
  EXPECT_LT((x - expected).lpNorm<Eigen::Infinity>(), 1e-12 * expected.lpNorm<Eigen::Infinity>());
}

template <class Matrix>
void expect_both(const Rows& rows, Matrix&& matrix) {
  ASSERT_EQ(matrix.factorise_symmetric(), -1);
  expect_solves(matrix, rows.at_start());
  ASSERT_EQ(matrix.factorise_unsymmetric(), -1);
  expect_solves(matrix, rows.moved());
}

TEST(RingGram, SolvesRingsOfAnyLength) {
  for (const int n : {3, 4, 5, 6, 17, 100}) {
    SCOPED_TRACE(n);
    const Rows rows(make_free_ring(n), SolverMethod::ring);
    expect_both(rows, RingGram(rows.block));
  }
}

TEST(DenseGram, SolvesEveryKind) {
  for (const System& system : {make_free_ring(6), make_free_tree(), make_free_cluster(), make_mixed()}) {
    const Rows rows(system, SolverMethod::m_shake);
    expect_both(rows, DenseGram(rows.block));
  }
}

TEST(Gram, SolvesTreesInTheOrderGivenWithoutFill) {
  const Rows rows(make_free_tree(), SolverMethod::tree);
  Gram gram(rows.block, SparseFactor::Order::as_given);
  expect_both(rows, gram);
  const Eigen::MatrixXd pattern = rows.at_start();
  EXPECT_EQ(2 * gram.fill() + rows.block.size(), static_cast<std::size_t>((pattern.array() != 0.0).count()));
}

// Two relations share points: of each axis one with one; a rod between these points couples to all six.
TEST(Gram, RelationsOfDifferentAxesDoNotCouple) {
  System system{ModelBuilder(3)};
  for (const Vec3& at : {Vec3{0.0, 0.0, 0.0}, Vec3{1.0, 0.2, -0.1}, Vec3{0.1, 1.0, 0.3}, Vec3{0.2, -0.3, 1.0}})
    system.model.add(ParticleSpec{.position = at, .velocity = {at.y, at.z, -at.x}});
  for (const double share : {0.25, 0.5}) {
    const Vec3 mean = share * Vec3{1.0, 0.2, -0.1} + (1.0 - share) * Vec3{0.1, 1.0, 0.3};
    const int point = system.model.add(ParticleSpec{.position = mean});
    system.model.add(LinearSpec{.on = {point, 1, 2}, .weights = {1.0, -share, share - 1.0}});
  }
  system.model.add(DistanceSpec{.i = 1, .j = 2});
  const Rows rows(system, SolverMethod::sparse);
  Gram gram(rows.block);
  expect_both(rows, gram);
  EXPECT_EQ(gram.fill(), 3u + 6u);
}

// The smallest pivot over its diagonal entry says on which side of a singular configuration a matrix is.
TEST(Grams, TellTheSignOfTheirPivots) {
  Rows rows(make_free_ring(6), SolverMethod::ring);
  std::vector<Vec3> turned(rows.model.positions().size());
  for (std::size_t i = 0; i < turned.size(); ++i) turned[i] = (-2.0 / h) * rows.model.positions()[i];  // r becomes -r
  for (std::size_t k = 0; k < rows.block.size(); ++k) rows.block.take_moved_gradient(k, turned.data(), h, 0.0);
  RingGram ring(rows.block);
  DenseGram dense(rows.block);
  Gram sparse(rows.block);
  static_cast<void>(ring.factorise_unsymmetric());
  static_cast<void>(dense.factorise_unsymmetric());
  static_cast<void>(sparse.factorise_unsymmetric());
  const double pivots[] = {ring.smallest_pivot_ratio(), dense.smallest_pivot_ratio(), sparse.smallest_pivot_ratio()};
  for (const double ratio : pivots) EXPECT_LT(ratio, 0.0) << "all of -A: every row came to another branch of its own";
}

}  // namespace
}  // namespace taut::test
