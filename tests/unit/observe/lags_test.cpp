// Functions of the lag of series that can be written down, against a direct evaluation, and of random walks.
#include "taut/lags.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "base/student.hpp"
#include "observe/brownian_overlap.hpp"
#include "taut/average.hpp"

namespace taut {
namespace {

double normal(std::uint64_t seed, std::uint64_t index) {
  const auto [a, b] = uniform_pair(seed, 0, index);
  return std::sqrt(-2.0 * std::log(a)) * std::cos(2.0 * std::numbers::pi * b);
}

std::vector<double> values_of(const LagCorrelator& correlator, std::int64_t longest) {
  std::vector<double> values;
  for (const LagPoint& point : correlator.points(longest)) values.push_back(point.estimate.value);
  return values;
}

LagCorrelator of_numbers(const std::vector<double>& numbers, LagKind kind = LagKind::covariance) {
  LagCorrelator correlator(kind, 1);
  for (const double x : numbers) {
    const Vec3 sample{x, 0.0, 0.0};
    correlator.add({&sample, 1});
  }
  return correlator;
}

// The mean over all pairs whose origin is a multiple of the spacing of that lag.
double direct(const std::vector<std::vector<Vec3>>& samples, LagKind kind, std::int64_t lag) {
  std::size_t spacing = 1;
  const auto l = static_cast<std::size_t>(lag);
  while (l / spacing >= 16) spacing *= 2;
  double products = 0.0, first = 0.0, second = 0.0, pairs = 0.0;
  for (std::size_t t = 0; t + l < samples.size(); t += spacing, pairs += 1.0)
    for (std::size_t w = 0; w < samples[t].size(); ++w) {
      const Vec3 a = samples[t][w], b = samples[t + l][w];
      const double share = 1.0 / static_cast<double>(samples[t].size());
      products += share * (kind == LagKind::displacement ? dot(b - a, b - a) : dot(a, b));
      first += share * a.x;
      second += share * b.x;
    }
  const double mean = products / pairs;
  return kind == LagKind::covariance ? mean - first / pairs * second / pairs : mean;
}

TEST(LagCorrelator, AgreesWithADirectEvaluation) {
  for (const LagKind kind : {LagKind::displacement, LagKind::product, LagKind::covariance}) {
    const std::size_t walkers = kind == LagKind::covariance ? 1 : 3;
    LagCorrelator correlator(kind, walkers);
    std::vector<std::vector<Vec3>> samples;
    for (std::uint64_t t = 0; t < 1500; ++t) {
      std::vector<Vec3> sample;
      for (std::uint64_t w = 0; w < walkers; ++w) {
        const Vec3 step{normal(1, 10 * t + w), normal(2, 10 * t + w), normal(3, 10 * t + w)};
        sample.push_back(t == 0 ? step : samples.back()[w] + step);
      }
      if (kind == LagKind::covariance) sample[0].y = sample[0].z = 0.0;
      correlator.add(sample);
      samples.push_back(sample);
    }
    const std::vector<std::int64_t> lags = correlator.lags(1499);
    EXPECT_GT(lags.size(), 60u);
    EXPECT_GT(lags.back(), 1300);
    const std::vector<double> values = values_of(correlator, 1499);
    // Positions are as large as 1500^(1/2) times a few: sums of 1500 squares of 100 round at 1e-16 each.
    for (std::size_t k = 0; k < lags.size(); ++k)
      EXPECT_NEAR(values[k], direct(samples, kind, lags[k]), 1e-9) << static_cast<int>(kind) << " " << lags[k];
  }
}

TEST(LagCorrelator, OfAConstantIsZeroWithoutError) {
  const LagCorrelator correlator = of_numbers(std::vector<double>(1000, 0.1));
  for (const LagPoint& point : correlator.points(500)) {
    EXPECT_EQ(point.estimate.value, 0.0);
    EXPECT_EQ(point.estimate.error, 0.0);
  }
}

// Signs that alternate: 1, -1, 1, ... at every lag, over whole periods.
TEST(LagCorrelator, OfAPeriodicSignalIsPeriodic) {
  std::vector<double> signs;
  for (int t = 0; t < 4096; ++t) signs.push_back(t % 2 == 0 ? 3.0 : -3.0);
  const LagCorrelator product = of_numbers(signs, LagKind::product);
  for (const LagPoint& point : product.points(400)) {
    EXPECT_EQ(point.estimate.value, point.lag % 2 == 0 ? 9.0 : -9.0) << point.lag;
    EXPECT_EQ(point.estimate.error, 0.0) << point.lag;
  }
}

TEST(LagCorrelator, AtLagZeroIsTheVariance) {
  std::vector<double> numbers;
  BlockAverage average;
  for (std::uint64_t t = 0; t < 10'000; ++t) {
    numbers.push_back(100.0 + normal(4, t));
    average.add(numbers.back());
  }
  const double n = 10'000.0;
  EXPECT_NEAR(values_of(of_numbers(numbers), 0)[0], average.variance() * (n - 1.0) / n, 1e-12);
}

// Steps of unit variance along each axis: the mean-square displacement is 3 t, D = 1/2, whatever the number of samples.
TEST(LagCorrelator, FindsTheDiffusionOfARandomWalk) {
  constexpr std::size_t walkers = 50;
  LagCorrelator correlator(LagKind::displacement, walkers);
  std::vector<Vec3> at(walkers);
  for (std::uint64_t t = 0; t < 20'000; ++t) {
    for (std::uint64_t w = 0; w < walkers; ++w)
      for (int axis = 0; axis < 3; ++axis) at[w][axis] += normal(5 + static_cast<std::uint64_t>(axis), t * walkers + w);
    correlator.add(at);
  }
  int off = 0;
  const std::vector<LagPoint> points = correlator.points(1000);
  for (const LagPoint& point : points) {
    const double expected = 3.0 * static_cast<double>(point.lag);
    off += std::abs(point.estimate.value - expected) > 3.0 * point.estimate.error;
  }
  EXPECT_LE(off, 2) << "of " << points.size() << ", which hang together";
  EXPECT_NEAR(points[1].estimate.error, std::sqrt(6.0 / (walkers * 20'000.0)), 6e-4);  // to a quarter
  const DiffusionFit fit = fit_diffusion(correlator, 3, 0.25, 2.0, 100.0).value();
  EXPECT_EQ(fit.from, 2.0);
  EXPECT_LE(fit.to, 100.0);
  EXPECT_TRUE(fit.coefficient.converged);
  EXPECT_LT(std::abs(fit.coefficient.value - 2.0), 3.0 * fit.coefficient.error);  // 1/2 over the spacing of 1/4
  EXPECT_LT(fit.coefficient.error, 0.03);
  EXPECT_LT(std::abs(fit.exponent.value - 1.0), 3.0 * fit.exponent.error);
}

// The mean over all pairs of windows of the square of what they have in common, over the product of their lengths.
TEST(BrownianOverlap, IsTheMeanOverPairsOfWindows) {
  const LagPairs short_lag{5, 1, 96, 1.0, 1.0}, middle{24, 2, 39, 1.0, 1.0}, long_lag{72, 8, 4, 1.0, 1.0};
  const auto direct = [](const LagPairs& a, const LagPairs& b) {
    double sum = 0.0;
    for (std::int64_t i = 0; i < a.count; ++i)
      for (std::int64_t j = 0; j < b.count; ++j) {
        const std::int64_t s = i * a.spacing, t = j * b.spacing;
        const auto common = static_cast<double>(std::min(s + a.lag, t + b.lag) - std::max(s, t));
        if (common > 0.0) sum += common * common;
      }
    return sum / static_cast<double>(a.count * b.count * a.lag * b.lag);
  };
  for (const LagPairs& a : {short_lag, middle, long_lag})
    for (const LagPairs& b : {short_lag, middle, long_lag})
      EXPECT_NEAR(common_share(a, b), direct(a, b), 1e-14) << a.lag << " " << b.lag;
}

// Quantiles of Student's distribution at 95.45 %, over two: to 1 % from three degrees of freedom on.
TEST(Student, WidensTwoErrors) {
  for (const auto& [freedom, quantile] : {std::pair{3.0, 3.3068}, {4.0, 2.8693}, {7.0, 2.4288}, {15.0, 2.1812}})
    EXPECT_NEAR(2.0 * student_factor(freedom), quantile, 0.01 * quantile) << freedom;
}

// Straight flight: the displacement grows with the square of the lag, exactly.
TEST(LagCorrelator, OfStraightFlightHasExponentTwo) {
  LagCorrelator correlator(LagKind::displacement, 1);
  for (int t = 0; t < 2000; ++t) {
    const Vec3 at{3.0 * t, 4.0 * t, 0.0};
    correlator.add({&at, 1});
  }
  for (const LagPoint& point : correlator.points(500))
    EXPECT_NEAR(point.estimate.value, 25.0 * std::pow(static_cast<double>(point.lag), 2), 1e-7);
  EXPECT_NEAR(fit_diffusion(correlator, 2, 1.0, 10.0, 200.0)->exponent.value, 2.0, 1e-12);
}

// x' = a x + sqrt(1 - a^2) noise has autocorrelations a^k; the sum by the trapezoidal rule over lags that get sparse is
// known. The errors must cover what is found, and be those of theory to a fifth at lag zero: 2 tau of the squares.
TEST(LagCorrelator, KnowsAnAutoregression) {
  constexpr double a = 0.95;
  constexpr int n = 1 << 17;
  std::vector<double> numbers;
  double x = normal(8, 0);
  for (std::uint64_t t = 1; t <= n; ++t) {
    numbers.push_back(x);
    x = a * x + std::sqrt(1.0 - a * a) * normal(8, t);
  }
  const LagCorrelator correlator = of_numbers(numbers);
  int off = 0;
  const std::vector<LagPoint> points = correlator.points(300);
  for (const LagPoint& point : points)
    off += std::abs(point.estimate.value - std::pow(a, static_cast<double>(point.lag))) > 3.0 * point.estimate.error;
  EXPECT_LE(off, 1) << "of " << points.size();
  const double squares = (1.0 + a * a) / (1.0 - a * a);
  EXPECT_NEAR(points[0].estimate.error, std::sqrt(2.0 * squares / n), 0.2 * std::sqrt(2.0 * squares / n));
  const LagIntegral found = integrate(correlator, 2000, 0.5).value();
  EXPECT_TRUE(found.time.converged);
  const double expected = 0.5 * (0.5 + a / (1.0 - a));                                         // of a spacing of 1/2
  EXPECT_LT(std::abs(found.time.value - expected), 3.0 * found.time.error + 0.01 * expected);  // the rule: 1 % at most
  const double spread = expected * std::sqrt(2.0 * (2.0 * found.to / 0.5 + 1.0) / n);          // [sokal1997]
  EXPECT_NEAR(found.time.error, spread, 0.4 * spread);
}

TEST(LagCorrelator, OfWhatStaysHasNoDiffusion) {
  EXPECT_FALSE(fit_diffusion(of_numbers(std::vector<double>(100, 2.0), LagKind::displacement), 1, 1.0, 1.0, 10.0));
}

TEST(LagCorrelator, SaysWhenASeriesIsTooShort) {
  std::vector<double> slow;
  for (int t = 0; t < 300; ++t) slow.push_back(std::cos(0.01 * t));
  EXPECT_FALSE(integrate(of_numbers(slow), 150, 1.0)->time.converged);
  EXPECT_FALSE(integrate(of_numbers({1.0}), 10, 1.0).has_value());
}

TEST(LagCorrelator, KeepsNoLagBeyondTheLongest) {
  LagCorrelator correlator(LagKind::product, 1, 100);
  const Vec3 sample{1.0, 0.0, 0.0};
  for (int t = 0; t < 100'000; ++t) correlator.add({&sample, 1});
  EXPECT_LE(correlator.lags(1'000'000).back(), 100);
  EXPECT_GT(correlator.lags(1'000'000).back(), 90);
}

TEST(LagCorrelator, ContinuesToTheSameBits) {
  LagCorrelator whole(LagKind::displacement, 2), first(LagKind::displacement, 2), second(LagKind::displacement, 2);
  std::vector<Vec3> at(2);
  const auto walk = [&](std::uint64_t t) {
    for (std::uint64_t w = 0; w < 2; ++w) at[w] += Vec3{normal(9, 2 * t + w), normal(10, 2 * t + w), 0.0};
  };
  for (std::uint64_t t = 0; t < 3000; ++t) {
    walk(t);
    whole.add(at);
    if (t < 1234) first.add(at);
    if (t == 1233) {
      std::vector<double> saved;
      first.save(saved);
      saved.push_back(42.0);
      std::span<const double> left = saved;
      ASSERT_TRUE(second.restore(left));
      ASSERT_EQ(left.size(), 1u);  // what does not belong to it stays
    }
    if (t >= 1234) second.add(at);
  }
  std::vector<double> one, other;
  whole.save(one);
  second.save(other);
  EXPECT_EQ(one, other);
}

TEST(LagCorrelator, RefusesWhatIsNotItsMemory) {
  LagCorrelator correlator(LagKind::product, 2);
  for (const std::vector<double>& wrong : {std::vector<double>{}, {10.0, 1.0, 1e18, 3.0}, {10.0, 1.0, 2.0, 3.0, 0.5}}) {
    std::span<const double> left = wrong;
    EXPECT_FALSE(correlator.restore(left));
  }
}

}  // namespace
}  // namespace taut
