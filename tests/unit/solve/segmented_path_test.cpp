// One long path in segments: a solver that agrees with the one that goes along the path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "base/parallel.hpp"
#include "solve/kernels/kernel_table.hpp"
#include "solve/path_interface.hpp"
#include "solve/path_solver.hpp"
#include "solve/segmented_path_solver.hpp"

namespace taut::test {
namespace {

constexpr double h = 0.01, tolerance = 1e-13;

enum class Ends { free, first_fixed, both_fixed };

// A chain that wanders through space, with unequal lengths and masses.
Model wandering_chain(std::size_t rods, Ends ends) {
  std::mt19937 random(static_cast<unsigned>(rods));
  std::uniform_real_distribution<double> between(-1.0, 1.0);
  ModelBuilder builder(3);
  Vec3 r{};
  for (std::size_t p = 0; p <= rods; ++p) {
    const bool fixed = (p == 0 && ends != Ends::free) || (p == rods && ends == Ends::both_fixed);
    builder.add(ParticleSpec{.position = r, .mass = std::pow(10.0, between(random)), .fixed = fixed});
    r += Vec3{0.7 + 0.3 * between(random), between(random), between(random)};
  }
  for (int p = 0; p < static_cast<int>(rods); ++p) builder.add(DistanceSpec{.i = p, .j = p + 1});
  return builder.build().value();
}

std::vector<Vec3> random_vectors(const Model& model, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> gaussian(0.0, size);
  std::vector<Vec3> v;
  for (const double w : model.inverse_masses())
    v.push_back(w > 0.0 ? Vec3{gaussian(random), gaussian(random), gaussian(random)} : Vec3{});
  return v;
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

// What a solver answers in three steps, in the order of the model's rows.
struct Answers {
  std::vector<Vec3> u, dv, projected;
  std::vector<double> multipliers, jacobian;
  SolveReport linearised, position;
};

struct Question {
  Model model;
  Plan plan;
  double speed = 0.01;  // so slow that the segments solve it

  Question(std::size_t rods, Ends ends)
      : model(wandering_chain(rods, ends)), plan(Plan::make(model, {.tolerance = tolerance}).value()) {}

  const Component& path() const { return plan.components().front(); }

  Answers ask(Solver& solver) const {
    Answers answers;
    const std::vector<Vec3> low = random_vectors(model, 1e-17, 1);
    answers.linearised = solver.linearise({model.positions().data(), low.data(), 0.0});
    for (unsigned step = 0; step < 3; ++step) {
      answers.u = random_vectors(model, speed, 2 + step);
      answers.dv.assign(answers.u.size(), Vec3{});
      answers.position = solver.solve_positions(answers.u.data(), answers.dv.data(), h, h * step);
    }
    const std::vector<Vec3> v = random_vectors(model, speed, 9);
    answers.projected.assign(v.size(), Vec3{});
    EXPECT_TRUE(
        solver.project_velocities({model.positions().data(), low.data(), 0.0}, v.data(), answers.projected.data(), h)
            .converged);
    std::vector<double> x(solver.rows().size()), b(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(static_cast<double>(solver.rows()[k]));
    static_cast<void>(solver.solve(x.data(), h));
    solver.apply_jacobian(v.data(), b.data());
    solver.add_acceleration_terms(v.data(), b.data());
    answers.multipliers.resize(x.size()), answers.jacobian.resize(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      answers.multipliers[static_cast<std::size_t>(solver.rows()[k])] = x[k];
      const double measures = solver.velocity_measure(k) * std::sqrt(solver.force_per_multiplier(k));
      answers.jacobian[static_cast<std::size_t>(solver.rows()[k])] = b[k] * measures;
    }
    return answers;
  }
};

void expect_same_bits(const Answers& a, const Answers& b) {
  EXPECT_TRUE(same_bits(a.u, b.u));
  EXPECT_TRUE(same_bits(a.dv, b.dv));
  EXPECT_TRUE(same_bits(a.projected, b.projected));
  EXPECT_EQ(a.position.iterations, b.position.iterations);
  EXPECT_EQ(a.position.max_violation, b.position.max_violation);
}

TEST(LongPath, IsOneWithManyRodsInARow) {
  EXPECT_FALSE(Question(255, Ends::free).path().segmented);
  EXPECT_TRUE(Question(256, Ends::free).path().segmented);
  const Model model = wandering_chain(300, Ends::free);
  const Plan named = Plan::make(model, {.method = SolverMethod::tridiagonal}).value();
  EXPECT_FALSE(named.components().front().segmented) << "a method that is asked for goes along the path";
  ModelBuilder backwards(2);
  for (int p = 0; p <= 300; ++p) backwards.add(ParticleSpec{.position = {1.0 * (p * 7 % 301), 0.5 * (p % 2), 0.0}});
  for (int p = 0; p < 300; ++p) backwards.add(DistanceSpec{.i = p * 10 % 301, .j = (p + 1) * 10 % 301});
  EXPECT_FALSE(Plan::make(*backwards.build(), {}).value().components().front().segmented);
}

class SegmentedPath : public testing::TestWithParam<std::tuple<std::size_t, Ends>> {
 protected:
  std::unique_ptr<Solver> segmented(const Question& question, const KernelTable& kernels = *kernels_here().back()) {
    return make_segmented_path_solver(question.model, question.path(), question.plan.options(), kernels);
  }
};

// Two solutions held to the tolerance differ by what the worst conditioned direction makes of it.
TEST_P(SegmentedPath, AgreesWithTheSolverThatGoesAlongIt) {
  const Question question(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const auto along = make_path_solver(question.model, question.path(), question.plan.options());
  const auto in_segments = segmented(question);
  const Answers a = question.ask(*along), b = question.ask(*in_segments);
  EXPECT_TRUE(a.linearised.converged && b.linearised.converged);
  ASSERT_TRUE(a.position.converged && b.position.converged);
  EXPECT_LE(b.position.max_violation, question.path().tolerance);
  EXPECT_LT(largest_difference(a.u, b.u), 100.0 * question.path().tolerance / h);
  EXPECT_LT(largest_difference(a.dv, b.dv), 100.0 * question.path().tolerance / h);
  EXPECT_LT(largest_difference(a.projected, b.projected), 1e-13);
  for (std::size_t k = 0; k < a.multipliers.size(); ++k) {
    ASSERT_NEAR(a.multipliers[k], b.multipliers[k], 1e-11 * std::abs(a.multipliers[k]) + 1e-12);
    ASSERT_DOUBLE_EQ(a.jacobian[k], b.jacobian[k]);
  }
}

TEST_P(SegmentedPath, MovesPositionsAndVelocitiesAlike) {
  const Question question(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const Answers answers = question.ask(*segmented(question));
  const std::vector<Vec3> trial = random_vectors(question.model, question.speed, 4);
  for (std::size_t i = 0; i < trial.size(); ++i)
    ASSERT_LT(norm((answers.u[i] - trial[i]) - answers.dv[i]), 1e-14 * (1.0 + norm(trial[i]) + norm(answers.dv[i])));
}

TEST_P(SegmentedPath, HasTheSameBitsOnEveryInstructionSet) {
  const Question question(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const Answers scalar = question.ask(*segmented(question, *kernels_here().front()));
  for (const KernelTable* kernels : kernels_here()) {
    SCOPED_TRACE(kernels->name);
    expect_same_bits(scalar, question.ask(*segmented(question, *kernels)));
  }
}

TEST_P(SegmentedPath, HasTheSameBitsOnAnyNumberOfThreads) {
  const Question question(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const Answers one = question.ask(*segmented(question));
  for (int threads : {1, 2, 3}) {
    ThreadTeam team(threads);
    const auto solver = segmented(question);
    solver->work_with(team);
    expect_same_bits(one, question.ask(*solver));
  }
}

// Alone or handed to the solver that goes along the path.
TEST_P(SegmentedPath, GoesOnFromItsMemory) {
  Question question(std::get<0>(GetParam()), std::get<1>(GetParam()));
  for (const double speed : {0.01, 1.0}) {
    question.speed = speed;
    const auto solver = segmented(question), resumed = segmented(question);
    static_cast<void>(question.ask(*solver));
    std::vector<double> memory;
    solver->save(memory);
    ASSERT_EQ(memory.size(), solver->memory_size());
    resumed->restore(memory);
    expect_same_bits(question.ask(*solver), question.ask(*resumed));
  }
}

// Long segments, short ones, several units; nothing left over, one rod, nearly as many as there are segments.
INSTANTIATE_TEST_SUITE_P(, SegmentedPath,
                         testing::Combine(testing::Values(256, 263, 264, 270, 500, 2047, 4096, 6151),
                                          testing::Values(Ends::free, Ends::first_fixed, Ends::both_fixed)));

// Rods that turn far in one step: quasi-Newton is slow there or the branch has to be looked at, and the solver that
// goes along the path takes over.
TEST(SegmentedPathInTrouble, IsSolvedAlongThePath) {
  const Question question(400, Ends::first_fixed);
  const std::vector<Vec3> low(question.model.positions().size());
  const auto first_step = [&](Solver& solver, double speed) {
    std::vector<Vec3> u = random_vectors(question.model, speed, 5), dv(u.size());
    EXPECT_TRUE(solver.linearise({question.model.positions().data(), low.data(), 0.0}).converged);
    EXPECT_TRUE(solver.solve_positions(u.data(), dv.data(), h, 0.0).converged);
    return u;
  };
  for (const double speed : {0.01, 5.0}) {
    const auto along = make_path_solver(question.model, question.path(), question.plan.options());
    const auto in_segments =
        make_segmented_path_solver(question.model, question.path(), question.plan.options(), *kernels_here().back());
    EXPECT_EQ(same_bits(first_step(*along, speed), first_step(*in_segments, speed)), speed > 1.0) << speed;
  }
}

// Whoever solved it, the multipliers are what the next step begins with.
TEST(SegmentedPathInTrouble, RemembersTheMultipliers) {
  const Question question(400, Ends::first_fixed);
  const std::vector<Vec3> low(question.model.positions().size());
  const auto memory_of = [&](Solver& solver, double speed) {
    std::vector<Vec3> u = random_vectors(question.model, speed, 5), dv(u.size());
    EXPECT_TRUE(solver.linearise({question.model.positions().data(), low.data(), 0.0}).converged);
    EXPECT_TRUE(solver.solve_positions(u.data(), dv.data(), h, 0.0).converged);
    std::vector<double> memory;
    solver.save(memory);
    std::sort(memory.begin(), memory.end());  // each has its own order of rows
    return memory;
  };
  for (const double speed : {0.01, 5.0}) {
    const auto along = make_path_solver(question.model, question.path(), question.plan.options());
    const auto in_segments =
        make_segmented_path_solver(question.model, question.path(), question.plan.options(), *kernels_here().back());
    const std::vector<double> expected = memory_of(*along, speed), found = memory_of(*in_segments, speed);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], expected[k], 1e-9 * speed) << speed;
  }
}

// A staircase, whose rods are little coupled, but for a light bead between two rods in line: its pivot is small, and
// branches are close there.
Model staircase(std::size_t rods, std::size_t bead, double mass) {
  ModelBuilder builder(3);
  Vec3 r{};
  for (std::size_t p = 0; p <= rods; ++p) {
    builder.add(ParticleSpec{.position = r, .mass = p == bead ? mass : 1.0});
    const std::size_t along = p < bead ? p : p + 1;
    r += along % 2 == 0 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.28, 0.96, 0.0};
  }
  for (int p = 0; p < static_cast<int>(rods); ++p) builder.add(DistanceSpec{.i = p, .j = p + 1});
  return builder.build().value();
}

// One step of the staircase by both solvers, from rest in their memory.
struct Step {
  Model model;
  Plan plan = Plan::make(model, {.tolerance = tolerance}).value();

  std::vector<Vec3> by(Solver& solver, std::vector<Vec3> u) const {
    const std::vector<Vec3> low(u.size());
    std::vector<Vec3> dv(u.size());
    EXPECT_TRUE(solver.linearise({model.positions().data(), low.data(), 0.0}).converged);
    EXPECT_TRUE(solver.solve_positions(u.data(), dv.data(), h, 0.0).converged);
    return u;
  }
  std::vector<Vec3> along(const std::vector<Vec3>& u) const {
    return by(*make_path_solver(model, plan.components().front(), plan.options()), u);
  }
  std::unique_ptr<Solver> segmented() const {
    return make_segmented_path_solver(model, plan.components().front(), plan.options(), *kernels_here().back());
  }
  std::vector<Vec3> in_segments(const std::vector<Vec3>& u) const { return by(*segmented(), u); }
};

// Rods turn by about a thousandth: nothing to look at for pivots of one, much for a pivot of two thousandths. It is
// seen inside a segment, between its last rod and the interface, and between that and the next segment.
TEST(SegmentedPathInTrouble, IsSolvedAlongThePathWhereBranchesAreClose) {
  constexpr std::size_t rods = 300;
  const std::size_t interface = PathCut(rods).interface_rod(0);
  for (const double mass : {1.0, 1e-3})
    for (const std::size_t bead : {std::size_t{10}, interface, interface + 1}) {
      const Step step{staircase(rods, bead, mass)};
      const std::vector<Vec3> u = random_vectors(step.model, 0.05, 5);
      EXPECT_EQ(same_bits(step.along(u), step.in_segments(u)), mass < 1.0) << mass << ", bead " << bead;
    }
}

// Both sides of a rod move apart across the plane, so that nothing but this rod turns or stretches.
TEST(SegmentedPathInTrouble, LooksAtRodsInsideAndBetweenSegments) {
  constexpr std::size_t rods = 300;
  const Step step{staircase(rods, rods, 1.0)};
  for (const std::size_t i : {PathCut(rods).interface_rod(3), PathCut(rods).rod(3, 11)})
    for (double turn = 0.002; turn < 0.25; turn *= 1.2) {
      std::vector<Vec3> u(rods + 1);
      for (std::size_t p = 0; p <= rods; ++p) u[p].z = (p <= i ? 0.5 : -0.5) * turn / h;
      const std::vector<Vec3> solved = step.in_segments(u);
      for (std::size_t k = 0; k < rods; ++k) {
        const Vec3 b = step.model.positions()[k + 1] - step.model.positions()[k], d = h * (solved[k + 1] - solved[k]);
        ASSERT_LE(std::abs(dot(b, d) + 0.5 * dot(d, d)), step.plan.components().front().tolerance + 1e-15)
            << "rod " << k << ", turned by " << turn;
      }
      if (turn > 0.09 && turn < 0.11) continue;
      EXPECT_EQ(same_bits(step.along(u), solved), turn > 0.1) << i << ", turned by " << turn << ": branch looked at?";
    }
}

// A segment leaves the rod after it a small part of its diagonal, the smaller the straighter it is. That is no sign of
// another branch: a straight chain is solved in segments as long as its rods turn little.
TEST(SegmentedPathInTrouble, IsNotWhenItIsStraight) {
  ModelBuilder builder(2);
  for (int p = 0; p <= 1000; ++p) builder.add(ParticleSpec{.position = {1.0 * p, 0.0, 0.0}, .fixed = p == 0});
  for (int p = 0; p < 1000; ++p) builder.add(DistanceSpec{.i = p, .j = p + 1, .length = 1.0});
  const Model model = builder.build().value();
  const Plan plan = Plan::make(model, {.tolerance = 1e-12}).value();
  const Component& path = plan.components().front();
  std::vector<Vec3> low(model.positions().size());
  const auto falls = [&](Solver& solver) {
    std::vector<Vec3> u(low.size()), dv(low.size());
    for (std::size_t p = 1; p < u.size(); ++p) u[p] = {0.0, -std::sqrt(static_cast<double>(p)), 0.0};
    EXPECT_TRUE(solver.linearise({model.positions().data(), low.data(), 0.0}).converged);
    EXPECT_TRUE(solver.solve_positions(u.data(), dv.data(), h, 0.0).converged);
    return u;
  };
  const auto along = make_path_solver(model, path, plan.options());
  const auto in_segments = make_segmented_path_solver(model, path, plan.options(), *kernels_here().back());
  const std::vector<Vec3> a = falls(*along), b = falls(*in_segments);
  EXPECT_FALSE(same_bits(a, b)) << "it was handed to the solver that goes along the path";
  EXPECT_LT(largest_difference(a, b), 1e-8);
}

TEST(SegmentedPathInTrouble, NamesTheRodThatCannotBeHeld) {
  const Question question(400, Ends::first_fixed);
  const auto solver =
      make_segmented_path_solver(question.model, question.path(), question.plan.options(), *kernels_here().back());
  const std::vector<Vec3> low(question.model.positions().size());
  ASSERT_TRUE(solver->linearise({question.model.positions().data(), low.data(), 0.0}).converged);
  std::vector<Vec3> u(low.size()), dv(low.size());
  u[250].y = 1e4;
  SolveReport report = solver->solve_positions(u.data(), dv.data(), h, 0.0);
  EXPECT_FALSE(report.converged);
  EXPECT_NEAR(report.worst_row, 249, 30);
  for (int broken = 3; broken < 400; broken += 20) {
    u.assign(low.size(), Vec3{});
    u[static_cast<std::size_t>(broken)].x = broken % 40 == 3 ? std::nan("") : std::numeric_limits<double>::infinity();
    report = solver->solve_positions(u.data(), dv.data(), h, 0.0);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.failure, SolveFailure::not_finite);
    EXPECT_TRUE(report.worst_row == broken - 1 || report.worst_row == broken) << report.worst_row;
  }
}

TEST(SegmentedPathInTrouble, KeepsToTheIterationsAllowed) {
  Step step{staircase(300, 300, 1.0)};
  step.plan = Plan::make(step.model, {.tolerance = tolerance, .max_iterations = 1}).value();
  const auto solver = step.segmented();
  std::vector<Vec3> u = random_vectors(step.model, 0.05, 5), dv(u.size());
  ASSERT_TRUE(solver->linearise({step.model.positions().data(), dv.data(), 0.0}).converged);
  EXPECT_FALSE(solver->solve_positions(u.data(), dv.data(), h, 0.0).converged);
}

TEST(SegmentedPathInTrouble, SaysWhereItIsSingular) {
  const Question question(300, Ends::both_fixed);
  const auto solver =
      make_segmented_path_solver(question.model, question.path(), question.plan.options(), *kernels_here().back());
  std::vector<Vec3> straight, low(question.model.positions().size());
  for (std::size_t p = 0; p < low.size(); ++p) straight.push_back({static_cast<double>(p), 0.0, 0.0});
  SolveReport report = solver->linearise({straight.data(), low.data(), 0.0});
  EXPECT_EQ(report.failure, SolveFailure::singular) << "a straight row between two fixed points";
  EXPECT_GE(report.worst_row, 0);
  straight[77].x = std::nan("");
  report = solver->linearise({straight.data(), low.data(), 0.0});
  EXPECT_EQ(report.failure, SolveFailure::not_finite);
  EXPECT_TRUE(report.worst_row == 76 || report.worst_row == 77) << report.worst_row;
}

}  // namespace
}  // namespace taut::test
