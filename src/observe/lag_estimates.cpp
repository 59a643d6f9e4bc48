// What follows from functions of the lag: diffusion coefficients and correlation times.
#include <algorithm>
#include <cmath>

#include "base/student.hpp"
#include "base/whole.hpp"
#include "observe/brownian_overlap.hpp"
#include "taut/lags.hpp"

namespace taut {
namespace {

constexpr double window = 6.0;  // correlation times, of an integral

// The slope of y over x by least squares.
double slope_of(std::span<const double> x, std::span<const double> y, std::span<const double> weight) {
  double w = 0.0, wx = 0.0, wy = 0.0, wxx = 0.0, wxy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    w += weight[k];
    wx += weight[k] * x[k];
    wy += weight[k] * y[k];
  }
  const double mx = wx / w, my = wy / w;
  for (std::size_t k = 0; k < x.size(); ++k) {
    wxx += weight[k] * (x[k] - mx) * (x[k] - mx);
    wxy += weight[k] * (x[k] - mx) * (y[k] - my);
  }
  return wxy / wxx;
}

// Of the values at these times up to the one at `last`.
double trapezoidal(std::span<const double> times, std::span<const double> values, std::size_t last) {
  double sum = 0.0;
  for (std::size_t k = 0; k < last; ++k) sum += 0.5 * (values[k] + values[k + 1]) * (times[k + 1] - times[k]);
  return sum;
}

std::vector<double> times_of(std::span<const std::int64_t> lags, double spacing) {
  std::vector<double> times;
  for (const std::int64_t lag : lags) times.push_back(static_cast<double>(lag) * spacing);
  return times;
}

bool moves(const LagCorrelator& correlator, std::int64_t lag) {
  const auto value = [](std::span<const double> values) { return values[0]; };
  return correlator.estimate({&lag, 1}, value).value > 0.0;
}

// What each y contributes to the slope, which is linear in them.
std::vector<double> slope_shares(std::span<const double> x, std::span<const double> weight) {
  std::vector<double> shares, unit(x.size(), 0.0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    unit[k] = 1.0;
    shares.push_back(slope_of(x, unit, weight));
    unit[k] = 0.0;
  }
  return shares;
}

// In Brownian motion, the error of a sum of relative deviations of displacements, with these factors.
double brownian_error(std::span<const LagPairs> pairs, std::span<const double> factors, const PairScatter& scatter) {
  double sum = 0.0;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (std::size_t m = 0; m <= k; ++m)
      sum += (m < k ? 2.0 : 1.0) * factors[k] * factors[m] * common_share(pairs[k], pairs[m]);
  return std::sqrt(scatter.variance * std::max(0.0, sum)) * student_factor(scatter.freedom);
}

// Blocks know best where there are enough of them; otherwise theory does, if the motion is what it is about.
void complete(LagEstimate& estimate, double brownian, bool diffuses, bool known) {
  if (estimate.converged) return;
  estimate.error = diffuses ? brownian : std::max(brownian, estimate.error);
  estimate.converged = diffuses && known;
}

void add_brownian_errors(const LagCorrelator& correlator, int dimension, std::span<const std::int64_t> lags,
                         std::vector<double> slope, const std::vector<double>& exponent, DiffusionFit& fit) {
  constexpr double enough = 15.0;  // degrees of freedom, as 16 blocks have
  if (fit.coefficient.converged && fit.exponent.converged) return;
  std::vector<LagPairs> pairs;
  for (const std::int64_t lag : lags) {
    pairs.push_back(correlator.pairs(lag));
    slope[pairs.size() - 1] *= pairs.back().mean / (2.0 * dimension);
  }
  const PairScatter scatter = scatter_of(pairs.front(), static_cast<double>(correlator.walkers()) * dimension);
  const bool known = scatter.freedom >= enough;
  complete(fit.coefficient, brownian_error(pairs, slope, scatter), diffuses(fit), known);
  complete(fit.exponent, brownian_error(pairs, exponent, scatter), diffuses(fit), known);
}

}  // namespace

bool diffuses(const DiffusionFit& fit) {
  constexpr double near_one = 0.25;
  return std::abs(fit.exponent.value - 1.0) <= near_one;
}

std::optional<DiffusionFit> fit_diffusion(const LagCorrelator& correlator, int dimension, double spacing, double from,
                                          double to) {
  constexpr double rounding = 1e-9;
  std::vector<std::int64_t> lags = correlator.lags(count_of(to / spacing * (1.0 + rounding)));
  std::erase_if(
      lags, [&](std::int64_t lag) { return lag == 0 || static_cast<double>(lag) * spacing < from * (1.0 - rounding); });
  if (lags.size() < 2 || !moves(correlator, lags.front())) return std::nullopt;
  const std::vector<double> times = times_of(lags, spacing);
  std::vector<double> logarithms, even(times.size(), 1.0), weights;
  for (const double t : times) {
    logarithms.push_back(std::log(t));
    weights.push_back(1.0 / (t * t));
  }
  DiffusionFit fit{.from = times.front(), .to = times.back(), .coefficient = {}, .exponent = {}};
  fit.coefficient = correlator.estimate(
      lags, [&](std::span<const double> values) { return slope_of(times, values, weights) / (2.0 * dimension); });
  fit.exponent = correlator.estimate(lags, [&](std::span<const double> values) {
    std::vector<double> logs;
    for (const double value : values) logs.push_back(std::log(value));
    return slope_of(logarithms, logs, even);
  });
  add_brownian_errors(correlator, dimension, lags, slope_shares(times, weights), slope_shares(logarithms, even), fit);
  return fit;
}

std::optional<LagIntegral> integrate(const LagCorrelator& correlator, std::int64_t longest, double spacing) {
  const std::vector<std::int64_t> lags = correlator.lags(longest);
  if (lags.size() < 2) return std::nullopt;
  const std::vector<double> times = times_of(lags, spacing);
  std::vector<double> values;
  for (const LagPoint& point : correlator.points(longest)) values.push_back(point.estimate.value);
  if (!(values[0] > 0.0)) return std::nullopt;
  std::size_t last = 1;
  while (last + 1 < times.size() && times[last] * values[0] < window * trapezoidal(times, values, last)) ++last;
  const bool decayed = times[last] * values[0] >= window * trapezoidal(times, values, last);
  LagIntegral result{.to = times[last], .integral = {}, .time = {}};
  const std::span<const std::int64_t> used(lags.data(), last + 1);
  result.integral = correlator.estimate(used, [&](std::span<const double> v) { return trapezoidal(times, v, last); });
  result.time =
      correlator.estimate(used, [&](std::span<const double> v) { return trapezoidal(times, v, last) / v[0]; });
  result.integral.converged &= decayed;
  result.time.converged &= decayed;
  return result;
}

}  // namespace taut
