// One long chain on plain arrays, in segments that all threads share: the cut, agreement with the solver that goes
// along the chain, the same bits whoever computes them, and what happens when there is no solution.
#include "solve/batch/long_chain.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "support/molecules.hpp"
#include "taut/project.hpp"

namespace taut::test {
namespace {

constexpr double tolerance = 1e-12, inverse_step = 500.0;
constexpr std::size_t lanes = kernel_lanes;

TEST(ChainCut, PutsEveryRodInALaneOrTheTail) {
  for (std::size_t n = 64; n < 1000000; n = n + 1 + n / 50) {
    const ChainCut cut(n);
    ASSERT_EQ(lanes * cut.rods + cut.tail, n);
    ASSERT_LT(cut.tail, lanes);
    ASSERT_EQ(cut.begin(0), 0u);
    ASSERT_EQ(cut.begin(cut.stretches), cut.rods);
  }
}

TEST(ChainCut, MakesStretchesOfNearlyEqualLengths) {
  EXPECT_EQ(ChainCut(8191).stretches, 1u);
  EXPECT_EQ(ChainCut(8192).stretches, 2u);
  EXPECT_EQ(ChainCut(100000).stretches, 16u);
  EXPECT_EQ(ChainCut(1000000).stretches, 32u);
  for (std::size_t n = 8192; n < 1000000; n = n + 1 + n / 50) {
    const ChainCut cut(n);
    for (std::size_t k = 0; k < cut.stretches; ++k) {
      const std::size_t rods = cut.begin(k + 1) - cut.begin(k);
      ASSERT_GE(rods, cut.rods / cut.stretches);
      ASSERT_LE(rods, cut.rods / cut.stretches + 1);
    }
  }
}

// What a projector makes of one chain.
struct Answers {
  std::vector<double> r, v, lambda, projected, mu;
  SolveReport position, velocity;
};

struct Chain {
  Molecules all;
  std::vector<double> trial, velocities;

  explicit Chain(int rods, bool anchored = false) {
    MoleculeMaker maker(static_cast<unsigned>(rods));
    maker.chain(all, rods, 1.2, anchored);
    trial = maker.displaced(all, 0.004);
    velocities = maker.velocities(all);
  }

  Projector projector(ProjectorOptions options = {}) const {
    options.tolerance = tolerance;
    options.multipliers = true;
    return Projector::make(all.positions, all.inverse_masses, all.distances, options).value();
  }
  Answers ask(Projector& projector) const {
    Answers answers{trial, velocities, {}, velocities, {}, {}, {}};
    const double* reference = all.positions.data();
    answers.position = projector.positions(reference, answers.r.data(), answers.v.data(), inverse_step);
    answers.lambda.assign(projector.multipliers().begin(), projector.multipliers().end());
    answers.velocity = projector.velocities(reference, answers.projected.data());
    answers.mu.assign(projector.multipliers().begin(), projector.multipliers().end());
    return answers;
  }
  Answers ask(const ProjectorOptions& options = {}) const {
    Projector asked = projector(options);
    return ask(asked);
  }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void expect_same_bits(const Answers& a, const Answers& b) {
  EXPECT_TRUE(same_bits(a.r, b.r));
  EXPECT_TRUE(same_bits(a.v, b.v));
  EXPECT_TRUE(same_bits(a.lambda, b.lambda));
  EXPECT_TRUE(same_bits(a.projected, b.projected));
  EXPECT_TRUE(same_bits(a.mu, b.mu));
  EXPECT_EQ(a.position.iterations, b.position.iterations);
  EXPECT_EQ(a.position.max_violation, b.position.max_violation);
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

class LongChains : public testing::TestWithParam<int> {};

// Multipliers are of the size of displacements over rods and inverse masses, about 0.1; those of velocities, 100.
TEST_P(LongChains, AgreeWithTheSolverThatGoesAlongThem) {
  for (bool anchored : {false, true}) {
    const Chain chain(GetParam(), anchored);
    const Answers here = chain.ask(), along = chain.ask({.method = SolverMethod::tridiagonal});
    ASSERT_TRUE(here.position.converged && along.position.converged);
    ASSERT_TRUE(here.velocity.converged && along.velocity.converged);
    EXPECT_LE(here.position.max_violation, tolerance);
    EXPECT_LE(here.position.iterations, 5) << "Newton's method converges quadratically";
    EXPECT_LT(largest_difference(here.r, along.r), 1e3 * 0.15 * tolerance);
    EXPECT_LT(largest_difference(here.v, along.v), 1e3 * 0.15 * tolerance * inverse_step);
    EXPECT_LT(largest_difference(here.projected, along.projected), 1e-11);
    EXPECT_LT(largest_difference(here.lambda, along.lambda), 1e-8);
    EXPECT_LT(largest_difference(here.mu, along.mu), 1e-8);
  }
}

TEST_P(LongChains, GiveTheSameBitsOnEveryInstructionSetAndNumberOfThreads) {
  const Chain chain(GetParam());
  const Answers first = chain.ask({.instruction_set = "scalar"});
  ASSERT_TRUE(first.position.converged && first.velocity.converged);
  for (const std::string& name : instruction_sets())
    for (int threads : {1, 2, 3}) {
      SCOPED_TRACE(name + ", " + std::to_string(threads));
      expect_same_bits(first, chain.ask({.threads = threads, .instruction_set = name}));
    }
}

TEST_P(LongChains, GiveTheSameBitsAgain) {
  const Chain chain(GetParam());
  Projector projector = chain.projector({.threads = 2});
  const Answers first = chain.ask(projector);
  for (int k = 0; k < 5; ++k) expect_same_bits(first, chain.ask(projector));
}

TEST_P(LongChains, SeeTheNearestImage) {
  const Chain chain(GetParam());
  constexpr std::array<double, 3> box = {2.0, 2.5, 1.7};
  const auto wrapped = [&](std::vector<double> r) {
    for (std::size_t k = 0; k < r.size(); ++k) r[k] -= box[k % 3] * std::floor(r[k] / box[k % 3]);
    return r;
  };
  Chain in_box = chain;
  in_box.all.positions = wrapped(chain.all.positions);
  in_box.trial = wrapped(chain.trial);
  const Answers open = chain.ask(), periodic = in_box.ask({.box = box});
  ASSERT_TRUE(periodic.position.converged && periodic.velocity.converged);
  EXPECT_LT(largest_difference(open.lambda, periodic.lambda), 1e-8);
  EXPECT_LT(largest_difference(open.projected, periodic.projected), 1e-8);
}

// Places all along: in segments and in the tail.
TEST_P(LongChains, NameTheRodWhoseNumbersAreNotFinite) {
  const Chain chain(GetParam());
  Projector one = chain.projector(), two = chain.projector({.threads = 2});
  const std::int32_t step = std::max(1, GetParam() / 37);
  for (std::int32_t broken = 0; broken <= GetParam(); broken += step)
    for (Projector* projector : {&one, &two}) {
      std::vector<double> r = chain.trial;
      r[static_cast<std::size_t>(3 * broken + 1)] = std::numeric_limits<double>::quiet_NaN();
      const std::vector<double> before = r;
      const SolveReport report = projector->positions(chain.all.positions.data(), r.data());
      ASSERT_FALSE(report.converged) << broken;
      EXPECT_EQ(report.failure, SolveFailure::not_finite);
      EXPECT_TRUE(report.worst_row == broken || report.worst_row == broken - 1) << broken << ", " << report.worst_row;
      EXPECT_TRUE(same_bits(r, before)) << "what cannot be solved is left as it was";
    }
}

TEST_P(LongChains, NameTheRodThatCannotBeMended) {
  const Chain chain(GetParam());
  SolveReport reports[2];
  for (int threads : {1, 2}) {
    Projector projector = chain.projector({.threads = threads});
    std::vector<double> r = chain.trial;
    for (int axis = 0; axis < 3; ++axis) r[static_cast<std::size_t>(3 * (GetParam() / 2) + axis)] += 50.0;
    const std::vector<double> before = r;
    SolveReport& report = reports[threads - 1] = projector.positions(chain.all.positions.data(), r.data());
    ASSERT_FALSE(report.converged);
    EXPECT_NEAR(report.worst_row, GetParam() / 2, 30);
    EXPECT_TRUE(same_bits(r, before));
  }
  EXPECT_EQ(reports[0].worst_row, reports[1].worst_row);
  EXPECT_EQ(reports[0].failure, reports[1].failure);
}

// One stretch, two of equal and of unequal length, four; without a tail, with one rod in it, with seven.
INSTANTIATE_TEST_SUITE_P(, LongChains, testing::Values(64, 71, 1000, 8191, 8192, 8201, 10007, 16391));

// The last of the rods left over, where no lane looks: turned by more than 60 degrees, with its length.
TEST(LongChain, IsRefusedWhenOnlyItsLastRodTurnsTooFar) {
  Chain chain(8199);
  chain.trial = chain.all.positions;
  const Distance& last = chain.all.distances.back();
  const Vec3 b = chain.all.at(last.j) - chain.all.at(last.i);
  const Vec3 across = cross(b, std::abs(b.x) < 0.1 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0});
  const Vec3 turned = std::cos(1.4) * b + (std::sin(1.4) * norm(b) / norm(across)) * across;
  for (int axis = 0; axis < 3; ++axis)
    chain.trial[static_cast<std::size_t>(3 * last.j + axis)] = (chain.all.at(last.i) + turned)[axis];
  ASSERT_LT(largest_violation(chain.all, chain.trial), 1e-12);
  const Answers answers = chain.ask();
  EXPECT_FALSE(answers.position.converged);
  EXPECT_EQ(answers.position.failure, SolveFailure::turned_too_far);
  EXPECT_EQ(answers.position.worst_row, 8198);
}

// Chains that all threads solve together, chains for one thread each, and waters.
TEST(LongChain, IsSolvedBesideOthers) {
  Molecules all;
  MoleculeMaker maker(3);
  for (int k = 0; k < 2; ++k) maker.chain(all, 8200);
  for (int k = 0; k < 3; ++k) maker.chain(all, 300);
  for (int k = 0; k < 9; ++k) maker.water(all);
  const std::vector<double> trial = maker.displaced(all, 0.004);
  std::vector<double> first;
  for (int threads : {1, 2, 3}) {
    Projector projector =
        Projector::make(all.positions, all.inverse_masses, all.distances, {.tolerance = tolerance, .threads = threads})
            .value();
    ASSERT_EQ(projector.groups().size(), 3u);
    std::vector<double> r = trial;
    ASSERT_TRUE(projector.positions(all.positions.data(), r.data()).converged);
    if (first.empty()) first = r;
    EXPECT_LE(largest_violation(all, r), tolerance + 1e-13);
    EXPECT_TRUE(same_bits(first, r)) << threads;
  }
}

TEST(LongChain, SaysHowManySegmentsItHas) {
  EXPECT_NE(Chain(100).projector().groups().front().reason.find("long path: 8 segments"), std::string::npos);
  EXPECT_NE(Chain(8192).projector().groups().front().reason.find("long path: 16 segments"), std::string::npos);
}

}  // namespace
}  // namespace taut::test
