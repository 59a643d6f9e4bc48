// Every error that the program prints, of series whose truth is known: how often is the truth within one and two
// errors? Each case has at least 200 seeds. The list:
//   taut run       means of measurements, kinetic temperature, averages of a certificate     OfMeans
//                  whether they are called converged                                         OfWhatIsCalledConverged
//                  autocorrelations, correlation times                                       OfAutocorrelations
//                  diffusion coefficients after Green and Kubo                               OfGreenAndKubo
//                  displacements, diffusion coefficients, exponents of the lag               OfDiffusionCoefficients,
//                                                                                            OfDiffusionAfterFlight
//   taut chaos     Lyapunov exponents                                                        OfLyapunovExponents
//   taut response  ensembles                                                                 OfResponseEnsembles
// Histograms, pressure and density are printed without errors.
#include <gtest/gtest.h>

#include "response/block_means.hpp"
#include "support/synthetic_series.hpp"
#include "taut/average.hpp"
#include "taut/lags.hpp"

namespace taut::test {
namespace {

BlockAverage average_of(Autoregression series, int values) {
  BlockAverage average;
  for (int t = 0; t < values; ++t) average.add(series.next());
  return average;
}

TEST(Coverage, OfMeans) {
  for (const double time : {0.5, 3.0, 10.0}) {
    const int values = static_cast<int>(1000.0 * time);
    Coverage all;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const BlockAverage average = average_of({time, seed}, values);
      all.add(average.mean(), 0.0, average.error());
      EXPECT_TRUE(average.converged()) << "seed " << seed;
    }
    all.expect_right("correlation time " + std::to_string(time));
  }
}

// Runs of 30 to 1000 correlation times. What is called converged has errors of the right size; the others are no
// smaller than they should be, from 30 times on.
TEST(Coverage, OfWhatIsCalledConverged) {
  Coverage converged;
  int called = 0;
  for (const int times : {30, 60, 100, 150, 200, 300, 400, 600, 1000}) {
    Coverage all;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const BlockAverage average = average_of({5.0, 1000 + seed}, 5 * times);
      all.add(average.mean(), 0.0, average.error());
      if (!average.converged()) continue;
      converged.add(average.mean(), 0.0, average.error());
      called += times <= 100;
    }
    if (times > 60) all.expect_not_too_small(std::to_string(times) + " correlation times");
    EXPECT_GT(all.within_two(), 0.90) << times;
  }
  EXPECT_LE(called, 9) << "of 900 runs of at most 100 correlation times";
  EXPECT_GT(converged.count(), 800);
  EXPECT_LT(converged.rms(), 1.1);
  converged.expect_right("converged");
}

// As exponents are found: copies of a trajectory, each with its rates of growth in 243 blocks of time.
TEST(Coverage, OfLyapunovExponents) {
  for (const int copies : {1, 4}) {
    Coverage all;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      BlockAverage rates;
      for (int copy = 0; copy < copies; ++copy)
        rates.merge(average_of({0.8, 4 * seed + static_cast<std::uint64_t>(copy)}, 243));
      all.add(rates.mean(), 0.0, rates.error());
    }
    all.expect_right(std::to_string(copies) + " copies");
  }
}

// Independent samples in blocks of eight, the last of them smaller, and blocks of 128 after the first 1024.
TEST(Coverage, OfResponseEnsembles) {
  for (const int samples : {60, 1024, 3000}) {
    Coverage all;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      Gauss gauss(seed);
      BlockMeans means(1);
      for (int begin = 0; begin < samples;) {
        const int size = std::min(begin < 1024 ? 8 : 128, samples - begin);
        double sum = 0.0;
        for (int k = 0; k < size; ++k) sum += std::exp(0.5 * gauss());  // not symmetric
        const double mean = sum / size;
        means.add(size, {&mean, 1});
        begin += size;
      }
      all.add(means.estimate(0).mean, std::exp(0.125), means.estimate(0).error);
    }
    samples < 100 ? all.expect_not_too_small("60 samples") : all.expect_right(std::to_string(samples));
  }
}

// Autocorrelations of a number, and the correlation time that they add up to.
TEST(Coverage, OfAutocorrelations) {
  constexpr double time = 2.0;
  constexpr int values = 4000;
  Coverage at_zero, at_time, far, integral;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    Autoregression series(time, 5000 + seed);
    LagCorrelator correlator(LagKind::covariance, 1);
    for (int t = 0; t < values; ++t) {
      const Vec3 sample{series.next(), 0.0, 0.0};
      correlator.add({&sample, 1});
    }
    for (const LagPoint& point : correlator.points(14)) {
      Coverage* const of = point.lag == 0 ? &at_zero : point.lag == 2 ? &at_time : point.lag == 14 ? &far : nullptr;
      if (of) of->add(point.estimate.value, std::pow(series.memory(), point.lag), point.estimate.error);
    }
    const LagIntegral found = integrate(correlator, values / 10, 1.0).value();
    integral.add(found.time.value, time, found.time.error);
  }
  at_zero.expect_right("at lag zero");
  at_time.expect_right("after the correlation time");
  far.expect_right("where nothing is left");
  integral.expect_not_too_small("correlation time");
}

// Velocities that forget: the diffusion coefficient after Green and Kubo.
TEST(Coverage, OfGreenAndKubo) {
  constexpr double time = 3.0;
  Coverage all;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<Autoregression> velocities;
    for (std::uint64_t k = 0; k < 9; ++k) velocities.emplace_back(time, 10 * seed + k);
    LagCorrelator correlator(LagKind::product, 3);
    std::vector<Vec3> sample(3);
    for (int t = 0; t < 3000; ++t) {
      for (std::size_t k = 0; k < 9; ++k) sample[k / 3][static_cast<int>(k % 3)] = velocities[k].next();
      correlator.add(sample);
    }
    const LagEstimate integral = integrate(correlator, 300, 1.0).value().integral;
    all.add(integral.value, 3.0 * time, integral.error);
  }
  all.expect_not_too_small("integral");
  EXPECT_LT(all.rms(), 1.1);
}

struct Walk {
  const char* name;
  std::size_t walkers;
  int dimension, samples;
  double together;  // share of each step that neighbours have in common
  double longest;   // lag, of the run
};

std::vector<std::vector<Vec3>> walk(const Walk& of, std::uint64_t seed) {
  Gauss gauss(seed);
  std::vector<std::vector<Vec3>> all;
  std::vector<Vec3> at(of.walkers);
  const double own = std::sqrt(1.0 - of.together), common = std::sqrt(of.together);
  for (int t = 0; t < of.samples; ++t) {
    for (int axis = 0; axis < of.dimension; ++axis)
      for (std::size_t w = 0; w < of.walkers; w += 2) {
        const double shared = of.together > 0.0 ? common * gauss() : 0.0;
        for (std::size_t k = w; k < std::min(w + 2, of.walkers); ++k) at[k][axis] += shared + own * gauss();
      }
    all.push_back(at);
  }
  return all;
}

// Free Brownian motion: of one walker and of many, of walkers that go together in pairs, with lags up to two fifths of
// the run. Before, two errors covered 44 % of the last of these.
TEST(Coverage, OfDiffusionCoefficients) {
  for (const Walk& of : {Walk{"one in space", 1, 3, 1000, 0.0, 0.1}, Walk{"long lags", 1, 3, 1000, 0.0, 0.2},
                         Walk{"many", 12, 3, 400, 0.0, 0.1}, Walk{"many, long lags", 12, 3, 400, 0.0, 0.4},
                         Walk{"pairs", 12, 3, 400, 0.9, 0.2}, Walk{"in the plane", 5, 2, 500, 0.0, 0.2}}) {
    Coverage coefficient, exponent, shortest, longest;
    for (std::uint64_t seed = 0; seed < 250; ++seed) {
      LagCorrelator correlator(LagKind::displacement, of.walkers);
      for (const std::vector<Vec3>& sample : walk(of, seed)) correlator.add(sample);
      const double to = of.longest * of.samples;
      const DiffusionFit fit = fit_diffusion(correlator, of.dimension, 1.0, 0.1 * to, to).value();
      coefficient.add(fit.coefficient.value, 0.5, fit.coefficient.error);
      exponent.add(fit.exponent.value, 1.0, fit.exponent.error);
      const std::vector<LagPoint> points = correlator.points(static_cast<std::int64_t>(to));
      shortest.add(points[1].estimate.value, of.dimension, points[1].estimate.error);
      const LagPoint& last = points.back();
      longest.add(last.estimate.value, of.dimension * static_cast<double>(last.lag), last.estimate.error);
    }
    coefficient.expect_right(std::string(of.name) + ": D");
    exponent.expect_not_too_small(std::string(of.name) + ": exponent");
    shortest.expect_right(std::string(of.name) + ": lag one");
    longest.expect_not_too_small(std::string(of.name) + ": longest lag");
  }
}

// Ornstein and Uhlenbeck's velocities: displacements that fly first and diffuse later, with D = 1/2 + sum of a^k.
TEST(Coverage, OfDiffusionAfterFlight) {
  constexpr double time = 5.0;
  Coverage coefficient;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<Autoregression> velocities;
    for (std::uint64_t k = 0; k < 9; ++k) velocities.emplace_back(time, 10 * seed + k);
    LagCorrelator correlator(LagKind::displacement, 3);
    std::vector<Vec3> at(3);
    for (int t = 0; t < 2000; ++t) {
      for (std::size_t k = 0; k < 9; ++k) at[k / 3][static_cast<int>(k % 3)] += velocities[k].next();
      correlator.add(at);
    }
    const DiffusionFit fit = fit_diffusion(correlator, 3, 1.0, 40.0, 400.0).value();
    coefficient.add(fit.coefficient.value, time, fit.coefficient.error);
  }
  coefficient.expect_right("D");
}

}  // namespace
}  // namespace taut::test
