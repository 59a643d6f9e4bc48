// The choice of a solver, one test for each row of the table, and the components it works on.
#include "solve/classify.hpp"

#include <gtest/gtest.h>

#include "support/systems.hpp"

namespace taut::test {
namespace {

using Rods = std::vector<std::pair<int, int>>;

// Particles at scattered places, some fixed, joined by rods.
ModelBuilder scattered(int particles, const Rods& rods, const std::vector<int>& fixed = {}) {
  ModelBuilder builder(3);
  for (int k = 0; k < particles; ++k)
    builder.add(ParticleSpec{.position = {std::cos(2.0 * k), std::sin(3.0 * k), 0.3 * k},
                             .fixed = std::find(fixed.begin(), fixed.end(), k) != fixed.end()});
  for (const auto& [i, j] : rods) builder.add(DistanceSpec{.i = i, .j = j});
  return builder;
}

std::vector<Classification> classified(const ModelBuilder& builder) {
  const Model model = builder.build().value();
  std::vector<Classification> all;
  for (const CoupledRows& component : coupled_rows(model)) all.push_back(classify(model, component));
  return all;
}

void expect_one(const ModelBuilder& builder, GraphKind kind, SolverMethod solver) {
  const std::vector<Classification> all = classified(builder);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_STREQ(graph_kind_name(all[0].kind), graph_kind_name(kind));
  EXPECT_EQ(all[0].solver, solver);
  EXPECT_FALSE(all[0].reason.empty());
}

TEST(Classify, ASingleRod) { expect_one(scattered(2, {{0, 1}}), GraphKind::single, SolverMethod::tridiagonal); }

TEST(Classify, ASingleSurface) { expect_one(make_funnel().model, GraphKind::single, SolverMethod::sparse); }

TEST(Classify, APathInOrder) {
  const ModelBuilder builder = scattered(5, {{3, 1}, {0, 4}, {1, 0}, {2, 3}});  // 2-3-1-0-4
  expect_one(builder, GraphKind::path, SolverMethod::tridiagonal);
  const Classification path = classified(builder)[0];
  EXPECT_EQ(path.path_particles, (std::vector<std::int32_t>{2, 3, 1, 0, 4}));
  EXPECT_EQ(path.path_rods, (std::vector<std::int32_t>{3, 0, 2, 1}));
}

TEST(Classify, APathBetweenTwoAnchors) {
  expect_one(scattered(4, {{0, 1}, {1, 2}, {2, 3}}, {0, 3}), GraphKind::path, SolverMethod::tridiagonal);
}

// Both ends on one fixed particle: it does not couple them, so this is no ring.
TEST(Classify, APathThatReturnsToItsAnchor) {
  expect_one(scattered(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {0}), GraphKind::path, SolverMethod::tridiagonal);
}

TEST(Classify, TwoPathsAtOneFixedParticle) {
  const std::vector<Classification> all = classified(scattered(5, {{0, 1}, {1, 2}, {0, 3}, {3, 4}}, {0}));
  ASSERT_EQ(all.size(), 2u);
  for (const Classification& path : all) EXPECT_EQ(path.kind, GraphKind::path);
}

TEST(Classify, ARingInOrder) {
  const ModelBuilder builder = scattered(4, {{0, 1}, {2, 3}, {1, 2}, {3, 0}});
  expect_one(builder, GraphKind::ring, SolverMethod::ring);
  EXPECT_EQ(classified(builder)[0].ordered_rows, (std::vector<std::int32_t>{0, 2, 1, 3}));
}

TEST(Classify, ATriangle) { expect_one(make_water().model, GraphKind::ring, SolverMethod::settle); }

// A fixed corner does not couple its rods: a path of three rods.
TEST(Classify, ATriangleAtAnAnchor) {
  expect_one(scattered(3, {{0, 1}, {1, 2}, {2, 0}}, {0}), GraphKind::path, SolverMethod::tridiagonal);
}

// Eliminating a rod must couple no others: of all rods that come later, those that it touches share one particle.
void expect_leaves_first(const ModelBuilder& builder) {
  const Model model = builder.build().value();
  const Classification tree = classified(builder)[0];
  ASSERT_EQ(tree.ordered_rows.size(), model.rows().size());
  const auto ends = [&](std::size_t k) { return model.row_particles(tree.ordered_rows[k]); };
  for (std::size_t k = 0; k < tree.ordered_rows.size(); ++k) {
    std::vector<bool> meets(2, false);  // a later rod at either end
    for (std::size_t later = k + 1; later < tree.ordered_rows.size(); ++later)
      for (const std::int32_t p : ends(later))
        for (std::size_t end = 0; end < 2; ++end)
          if (p == ends(k)[end] && model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0) meets[end] = true;
    EXPECT_FALSE(meets[0] && meets[1]) << "rod " << tree.ordered_rows[k];
  }
}

TEST(Classify, ATreeFromItsLeaves) {
  const ModelBuilder builder = scattered(9, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {4, 5}, {4, 6}, {6, 7}, {6, 8}});
  expect_one(builder, GraphKind::tree, SolverMethod::tree);
  expect_leaves_first(builder);
}

TEST(Classify, AnAnchoredTreeFromItsLeaves) {
  const ModelBuilder builder = scattered(7, {{0, 1}, {1, 2}, {1, 3}, {3, 4}, {2, 5}, {2, 6}}, {0, 4, 6});
  expect_one(builder, GraphKind::tree, SolverMethod::tree);
  expect_leaves_first(builder);
}

TEST(Classify, ANetwork) { expect_one(make_free_cluster().model, GraphKind::network, SolverMethod::sparse); }

TEST(Classify, AMixture) { expect_one(make_mixed().model, GraphKind::mixed, SolverMethod::sparse); }

TEST(Classify, ComponentsInTheOrderOfTheirRows) {
  const Model model = scattered(6, {{4, 5}, {0, 1}, {1, 2}}).build().value();
  const std::vector<CoupledRows> components = coupled_rows(model);
  ASSERT_EQ(components.size(), 2u);
  EXPECT_EQ(components[0].rows, (std::vector<std::int32_t>{0}));
  EXPECT_EQ(components[0].particles, (std::vector<std::int32_t>{4, 5}));
  EXPECT_EQ(components[1].rows, (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(components[1].particles, (std::vector<std::int32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace taut::test
