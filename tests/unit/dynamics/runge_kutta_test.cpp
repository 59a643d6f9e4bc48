// A Runge-Kutta method is of order p when sum_i b_i phi_i(tree) = 1 / density(tree) for every rooted tree of at most p
// nodes: 1, 1, 2, 4, 9, 20, 48 and 115 conditions of each order up to 8 [hairer2006, section III.1].
#include "dynamics/runge_kutta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace taut {
namespace {

// A root and the trees that hang from it, by their numbers in a list of all trees.
struct Tree {
  std::vector<std::size_t> branches;
  int nodes = 1;
  double density = 1.0;
};

// All trees of at most so many nodes. A tree of n nodes is a root with trees, in descending order, of n - 1 in all.
std::vector<Tree> rooted_trees(int most) {
  std::vector<Tree> trees = {Tree{}};
  const auto grow = [&](const auto& again, Tree tree, int left, std::size_t largest) -> void {
    if (left == 0) {
      tree.density *= tree.nodes;
      trees.push_back(std::move(tree));
      return;
    }
    for (std::size_t branch = std::min(largest + 1, trees.size()); branch-- > 0;) {
      const int nodes = trees[branch].nodes;
      if (nodes > left) continue;
      Tree next = tree;
      next.branches.push_back(branch);
      next.nodes += nodes;
      next.density *= trees[branch].density;
      again(again, std::move(next), left - nodes, branch);
    }
  };
  for (int nodes = 2; nodes <= most; ++nodes) grow(grow, Tree{}, nodes - 1, trees.size() - 1);
  return trees;
}

using Stages = std::vector<long double>;

Stages applied(const RungeKutta& method, const Stages& x) {
  Stages y(x.size(), 0.0L);
  for (std::size_t i = 1; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) y[i] += static_cast<long double>(method.row(i)[j]) * x[j];
  return y;
}

// phi of every tree: one, times A phi of each branch.
std::vector<Stages> elementary_weights(const RungeKutta& method, const std::vector<Tree>& trees) {
  std::vector<Stages> phi;
  for (const Tree& tree : trees) {
    Stages product(method.stages(), 1.0L);
    for (const std::size_t branch : tree.branches) {
      const Stages factor = applied(method, phi[branch]);
      for (std::size_t i = 0; i < product.size(); ++i) product[i] *= factor[i];
    }
    phi.push_back(std::move(product));
  }
  return phi;
}

// The largest |sum b phi - 1/density| over the trees of so many nodes.
double defect(const RungeKutta& method, int nodes) {
  const std::vector<Tree> trees = rooted_trees(nodes);
  const std::vector<Stages> phi = elementary_weights(method, trees);
  long double worst = 0.0L;
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (trees[k].nodes != nodes) continue;
    long double sum = -1.0L / trees[k].density;
    for (std::size_t i = 0; i < method.stages(); ++i) sum += method.weights[i] * phi[k][i];
    worst = std::max(worst, std::abs(sum));
  }
  return static_cast<double>(worst);
}

TEST(RootedTrees, AreAsManyAsThereAre) {
  const std::vector<Tree> trees = rooted_trees(9);
  const int known[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
  for (int nodes = 1; nodes <= 9; ++nodes)
    EXPECT_EQ(std::count_if(trees.begin(), trees.end(), [&](const Tree& tree) { return tree.nodes == nodes; }),
              known[nodes - 1]);
}

class RungeKuttaOrder : public testing::TestWithParam<int> {};

// Coefficients up to 8 round by 1e-15 each, and add up over eleven stages.
constexpr double rounding = 1e-14;

TEST_P(RungeKuttaOrder, SatisfiesEveryConditionUpToIt) {
  const RungeKutta& method = runge_kutta(GetParam());
  EXPECT_EQ(method.order, GetParam());
  for (int nodes = 1; nodes <= method.order; ++nodes) EXPECT_LT(defect(method, nodes), rounding) << nodes;
}

TEST_P(RungeKuttaOrder, IsNoHigher) {
  const RungeKutta& method = runge_kutta(GetParam());
  EXPECT_GT(defect(method, method.order + 1), 1e-6);
}

TEST_P(RungeKuttaOrder, HasItsNodesWhereItsRowsAddUpTo) {
  const RungeKutta& method = runge_kutta(GetParam());
  EXPECT_EQ(method.nodes[0], 0.0);
  for (std::size_t i = 1; i < method.stages(); ++i) {
    double sum = 0.0;
    for (const double a : method.row(i)) sum += a;
    EXPECT_NEAR(sum, method.nodes[i], rounding);
  }
}

INSTANTIATE_TEST_SUITE_P(, RungeKuttaOrder, testing::Values(2, 4, 8));

}  // namespace
}  // namespace taut
