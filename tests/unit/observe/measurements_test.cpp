// Means and errors of series whose correlations are known; quantities that can be written down.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "taut/observe.hpp"

namespace taut {
namespace {

double normal(std::uint64_t seed, std::uint64_t index) {
  const auto [a, b] = uniform_pair(seed, 0, index);
  return std::sqrt(-2.0 * std::log(a)) * std::cos(2.0 * std::numbers::pi * b);
}

// x' = a x + sqrt(1 - a^2) noise has autocorrelations a^k: 1/2 + sum a^k = 1/2 + a / (1 - a), and a mean of variance
// 2 tau / N. An error from blocks is known to a few per cent, a tenth here.
TEST(BlockAverage, KnowsTheCorrelationTimeOfAnAutoregression) {
  for (const double a : {0.0, 0.5, 0.9, 0.98}) {
    constexpr int n = 1 << 18;
    const double tau = 0.5 + a / (1.0 - a);
    BlockAverage average;
    double x = normal(1, 0);
    for (int k = 1; k <= n; ++k) {
      average.add(x);
      x = a * x + std::sqrt(1.0 - a * a) * normal(1, static_cast<std::uint64_t>(k));
    }
    EXPECT_TRUE(average.converged());
    EXPECT_NEAR(average.correlation_time(), tau, 0.2 * tau) << a;
    EXPECT_NEAR(average.error(), std::sqrt(2.0 * tau / n), 0.1 * std::sqrt(2.0 * tau / n)) << a;
    EXPECT_NEAR(average.mean(), 0.0, 4.0 * average.error()) << a;
    EXPECT_NEAR(average.variance(), 1.0, 8.0 * std::sqrt(2.0 * tau / n)) << a;
  }
}

// A series as long as a few correlation times says that its error is not known.
TEST(BlockAverage, SaysWhenASeriesIsTooShort) {
  BlockAverage average;
  for (int k = 0; k < 100; ++k) average.add(std::sin(0.01 * k));
  EXPECT_FALSE(average.converged());
  EXPECT_GT(average.error(), 0.05);
}

// What is not a number is never known.
TEST(BlockAverage, IsNotConvergedWithoutNumbers) {
  BlockAverage average;
  for (std::uint64_t k = 0; k < 5000; ++k) average.add(k == 17 ? std::nan("") : normal(3, k));
  EXPECT_FALSE(average.converged());
}

TEST(BlockAverage, ContinuesToTheSameBits) {
  BlockAverage whole, first;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    whole.add(normal(2, k));
    if (k < 333) first.add(normal(2, k));
  }
  std::vector<double> saved;
  first.save(saved);
  ASSERT_EQ(saved.size(), BlockAverage::saved_size);
  BlockAverage second;
  second.restore(saved);
  for (std::uint64_t k = 333; k < 1000; ++k) second.add(normal(2, k));
  EXPECT_EQ(whole.mean(), second.mean());
  EXPECT_EQ(whole.error(), second.error());
  EXPECT_EQ(whole.minimum(), second.minimum());
  EXPECT_EQ(whole.maximum(), second.maximum());
}

// Series that have nothing to do with each other, one after the other or merged: the same values, and errors as close
// as the blocks that straddle the joints make them.
TEST(BlockAverage, MergesSeries) {
  constexpr int parts = 8, length = 1 << 12;
  BlockAverage whole, merged;
  for (std::uint64_t part = 0; part < parts; ++part) {
    BlockAverage one;
    double x = normal(3 + part, 0);
    for (std::uint64_t k = 1; k <= length; ++k) {
      one.add(x);
      whole.add(x);
      x = 0.8 * x + 0.6 * normal(3 + part, k);
    }
    merged.merge(one);
  }
  merged.merge(BlockAverage{});
  EXPECT_EQ(merged.count(), whole.count());
  EXPECT_NEAR(merged.mean(), whole.mean(), 1e-14);
  EXPECT_NEAR(merged.variance(), whole.variance(), 1e-13);
  EXPECT_EQ(merged.minimum(), whole.minimum());
  EXPECT_EQ(merged.maximum(), whole.maximum());
  EXPECT_NEAR(merged.error(), whole.error(), 1e-13);  // the length is a power of two: no block straddles
}

Model zigzag() {
  ModelBuilder builder(3);
  for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{2, 1, 0}, Vec3{2, 1, 3}})
    builder.add(ParticleSpec{.position = r});
  return builder.build().value();
}

State at(std::int64_t step, double time, const std::vector<Vec3>& positions) {
  return {.time = time,
          .step = step,
          .position = positions,
          .velocity = std::vector<Vec3>(positions.size()),
          .position_low = {},
          .velocity_low = {}};
}

TEST(Measurements, AreWhatGeometrySays) {
  const Model model = zigzag();
  const double half = std::numbers::pi / 2.0;
  Measurements all = Measurements::make(model,
                                        {{.name = "d", .on = {0, 3}},
                                         {.name = "d2", .kind = MeasureKind::squared_distance, .on = {0, 3}},
                                         {.name = "a", .kind = MeasureKind::angle, .on = {0, 1, 2}},
                                         {.name = "c", .kind = MeasureKind::cosine, .on = {1, 0, 2}},
                                         {.name = "t", .kind = MeasureKind::dihedral, .on = {0, 1, 2, 3}},
                                         {.name = "g", .kind = MeasureKind::gyration, .on = {0, 1}},
                                         {.name = "f",
                                          .kind = MeasureKind::formula,
                                          .on = {1, 3},
                                          .formulas = {"k*x1*z2 + t"},
                                          .parameters = {{"k", 2.0}}}},
                                        1.0)
                         .value();
  const auto& values = all.take(at(0, 0.25, model.positions()));
  EXPECT_NEAR(*values[0], std::sqrt(14.0), 1e-15);
  EXPECT_NEAR(*values[1], 14.0, 1e-14);
  EXPECT_NEAR(*values[2], half, 1e-15);
  EXPECT_NEAR(*values[3], 2.0 / std::sqrt(5.0), 1e-15);
  EXPECT_NEAR(std::abs(*values[4]), half, 1e-15);
  EXPECT_NEAR(*values[5], 1.0, 1e-15);
  EXPECT_NEAR(*values[6], 12.25, 1e-14);
}

// A trans zigzag is at pi, a cis arc at zero.
// Two pairs that are 2 and 3 apart: the mean over both, each counted, and each vector by itself.
TEST(Measurements, AverageOverMolecules) {
  const Model model = zigzag();
  const std::vector<int> both = {0, 1, 2, 3};
  const std::vector<std::size_t> ends = {2, 4};
  const double first = norm(model.positions()[1] - model.positions()[0]),
               second = norm(model.positions()[3] - model.positions()[2]);
  Measurements all =
      Measurements::make(
          model,
          {{.name = "d", .on = both, .molecule_ends = ends, .histogram = MeasureSpec::Bins{0.0, 8.0, 8}},
           {.name = "d2", .kind = MeasureKind::squared_distance, .on = both, .molecule_ends = ends},
           {.name = "g", .kind = MeasureKind::gyration, .on = both, .molecule_ends = ends},
           {.name = "r", .kind = MeasureKind::vector_autocorrelation, .on = both, .molecule_ends = ends}},
          1.0)
          .value();
  const auto& values = all.take(at(0, 0.0, model.positions()));
  EXPECT_NEAR(*values[0], 0.5 * (first + second), 1e-15);
  EXPECT_NEAR(*values[1], 0.5 * (first * first + second * second), 1e-14);
  EXPECT_NEAR(*values[2], 0.25 * (first + second), 1e-15);
  const Measurement found = all.results()[0];
  EXPECT_EQ(found.samples, 1);
  EXPECT_EQ(found.counted, 2);
  EXPECT_EQ(found.counts[static_cast<std::size_t>(first) + 1] + found.counts[static_cast<std::size_t>(second) + 1],
            first == second ? 4 : 2);
  static_cast<void>(all.take(at(1, 1.0, model.positions())));
  const LagFunction function = all.functions()[0];
  EXPECT_EQ(function.walkers, 2u);
  for (const std::vector<std::size_t>& wrong : {std::vector<std::size_t>{2, 3}, {3, 2, 4}, {1, 4}})
    EXPECT_FALSE(Measurements::make(model, {{.name = "d", .on = both, .molecule_ends = wrong}}, 1.0)) << wrong[0];
}

TEST(Measurements, TellDihedralsApart) {
  const Model model = zigzag();
  Measurements all =
      Measurements::make(model, {{.name = "t", .kind = MeasureKind::dihedral, .on = {0, 1, 2, 3}}}, 1.0).value();
  const std::vector<Vec3> trans = {{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, -1, 0}},
                          cis = {{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  EXPECT_NEAR(std::abs(*all.take(at(0, 0.0, trans))[0]), std::numbers::pi, 1e-15);
  EXPECT_NEAR(*all.take(at(1, 0.0, cis))[0], 0.0, 1e-15);
}

TEST(Measurements, KeepTheirOwnTime) {
  const Model model = zigzag();
  Measurements all =
      Measurements::make(model,
                         {{.name = "a", .on = {0, 1}, .every = 4},
                          {.name = "b", .on = {0, 3}, .every = 6, .histogram = MeasureSpec::Bins{0.0, 8.0, 4}}},
                         0.5)
          .value();
  EXPECT_TRUE(all.due(0));
  EXPECT_FALSE(all.due(3));
  EXPECT_EQ(all.next(4), 6);
  EXPECT_EQ(all.next(6), 8);
  for (std::int64_t step = 0; step <= 12; ++step) {
    const auto& values = all.take(at(step, 0.0, model.positions()));
    EXPECT_EQ(values[0].has_value(), step % 4 == 0);
    EXPECT_EQ(values[1].has_value(), step % 6 == 0);
  }
  const std::vector<Measurement> results = all.results();
  EXPECT_EQ(results[0].samples, 4);
  EXPECT_EQ(results[0].mean, 2.0);
  EXPECT_EQ(results[0].error, 0.0);
  EXPECT_EQ(results[1].counts, (std::vector<std::int64_t>{0, 0, 3, 0, 0, 0}));
  Measurements other = Measurements::make(model, {{.name = "a", .on = {0, 1}}}, 1.0).value();
  EXPECT_FALSE(other.restore(all.memory()));
}

TEST(Measurements, RefuseInASentence) {
  const Model model = zigzag();
  const auto refusal = [&](MeasureSpec spec) {
    spec.origin = "measure[0]";
    const Error error = Measurements::make(model, {spec}, 1.0).error();
    return error.key + ": " + error.message;
  };
  EXPECT_EQ(refusal({.name = "a", .kind = MeasureKind::angle, .on = {0, 1}}),
            "measure[0].on: found 2 particles, expected 3");
  EXPECT_EQ(refusal({.name = "a", .on = {0, 4}}), "measure[0].on: found particle 4, expected 0 to 3");
  EXPECT_EQ(refusal({.name = "a", .kind = MeasureKind::gyration, .on = {0}}),
            "measure[0].on: found 1 particles, expected at least 2");
  EXPECT_NE(
      refusal({.name = "a", .kind = MeasureKind::formula, .on = {0}, .formulas = {"x +"}}).find("measure[0].formula: "),
      std::string::npos);
  EXPECT_EQ(refusal({.name = "a", .kind = MeasureKind::vector_autocorrelation, .on = {0}}),
            "measure[0].on: found one particle, expected a chain or several particles in order");
  EXPECT_EQ(refusal({.name = "a", .on = {0, 1}, .histogram = MeasureSpec::Bins{1.0, 1.0, 4}}),
            "measure[0].histogram: expected a lower bound below the upper one and at least one bin");
}

// Two dumb-bells that fly apart, spin and drift; the second is joined by a spring. Their centres move straight, and
// against the drift of all in opposite directions.
TEST(Measurements, FollowTheCentresOfMolecules) {
  ModelBuilder builder(2);
  for (int k = 0; k < 4; ++k)
    builder.add(ParticleSpec{.position = {1.0 * k, 0.0, 0.0}, .mass = k % 2 == 0 ? 1.0 : 3.0});
  builder.add(ParticleSpec{.position = {9.0, 0.0, 0.0}, .fixed = true});
  builder.add(DistanceSpec{.i = 0, .j = 1});
  const Model model = builder.build().value();
  const std::vector<SpringSpec> springs = {{.i = 2, .j = 3, .stiffness = 1.0, .rest_length = 1.0}};
  const MeasureSpec all_of{.name = "m", .kind = MeasureKind::mean_square_displacement, .on = {0, 1, 2, 3}};
  MeasureSpec centres = all_of, without_drift = all_of, velocities = all_of;
  centres.walkers = without_drift.walkers = velocities.walkers = Walkers::molecules;
  without_drift.drift = velocities.drift = Drift::remove;
  velocities.kind = MeasureKind::velocity_autocorrelation;
  Measurements all = Measurements::make(model, {all_of, centres, without_drift, velocities}, 0.5, springs).value();
  EXPECT_TRUE(all.names().empty());
  for (int t = 0; t < 200; ++t) {
    State state = at(t, 0.5 * t, model.positions());
    for (std::size_t k = 0; k < 4; ++k) {
      const double side = k < 2 ? 1.0 : -1.0, lever = k % 2 == 0 ? 3.0 : -1.0;  // about the centre of mass
      state.position[k] = {(1.0 + 2.0 * side) * t + lever * std::cos(0.3 * t), lever * std::sin(0.3 * t), 0.0};
      state.velocity[k] = {1.0 + 2.0 * side, 0.0, 0.0};
    }
    EXPECT_TRUE(all.take(state).empty());
  }
  const std::vector<LagFunction> found = all.functions();
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].walkers, 4u);
  EXPECT_EQ(found[1].walkers, 2u);
  ASSERT_GT(found[1].lags.size(), 10u);
  EXPECT_LE(found[1].lags.back(), 10.0);  // a tenth of the run
  for (std::size_t k = 0; k < found[1].lags.size(); ++k) {
    const double steps = found[1].lags[k] / 0.5;
    EXPECT_NEAR(found[1].values[k].value, 5.0 * steps * steps, 1e-9);  // (9 + 1) / 2
    EXPECT_NEAR(found[2].values[k].value, 4.0 * steps * steps, 1e-9);
    EXPECT_NEAR(found[3].values[k].value, 4.0, 1e-13);
    const double turn = 0.5 * (9.0 + 1.0) * 2.0 * (1.0 - std::cos(0.3 * steps));
    EXPECT_NEAR(found[0].values[k].value, 5.0 * steps * steps + turn, 0.1 * (steps + 1.0));  // cross terms average out
  }
}

// A vector that turns: cos(w t) times its square; and the same from formulas, with velocities.
TEST(Measurements, CorrelateVectors) {
  const Model model = zigzag();
  const MeasureSpec ends{.name = "R", .kind = MeasureKind::vector_autocorrelation, .on = {0, 3}};
  MeasureSpec typed = ends, velocity = ends;
  typed.formulas = {"x2 - x1", "y2 - y1"};
  velocity.formulas = {"vx2", "vy2"};
  Measurements all = Measurements::make(model, {ends, typed, velocity}, 1.0).value();
  constexpr double w = 2.0 * std::numbers::pi / 64.0;
  for (int t = 0; t < 1024; ++t) {
    State state = at(t, t, std::vector<Vec3>(4));
    state.position[3] = {2.0 * std::cos(w * t), 2.0 * std::sin(w * t), 0.0};
    state.velocity[3] = {-std::sin(w * t), std::cos(w * t), 0.0};
    static_cast<void>(all.take(state));
  }
  const std::vector<LagFunction> found = all.functions();
  for (std::size_t k = 0; k < found[0].lags.size(); ++k) {
    EXPECT_NEAR(found[0].values[k].value, 4.0 * std::cos(w * found[0].lags[k]), 1e-13);
    EXPECT_EQ(found[1].values[k].value, found[0].values[k].value);
    EXPECT_NEAR(found[2].values[k].value, std::cos(w * found[0].lags[k]), 1e-13);
  }
}

}  // namespace
}  // namespace taut
