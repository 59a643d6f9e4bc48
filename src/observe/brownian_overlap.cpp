// Displacements of Brownian motion over two windows have a covariance that is proportional to the time in common, and
// the squares of Gaussian numbers have twice the square of their covariance [bullerjahn2020]. The average
// over all pairs of windows is a sum over their offset u, of which there are n(u) pairs:
//   share = sum_u n(u) c(u)^2 / (n_a n_b l_a l_b),   c(u) = min(l_a, u + l_b) - max(0, u)
#include "observe/brownian_overlap.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// Windows j of b and i of a with j spacing_b - i spacing_a = offset; the spacing of a divides that of b, and the
// offset.
std::int64_t pairs_at(std::int64_t offset, const LagPairs& a, const LagPairs& b) {
  const std::int64_t first = std::max<std::int64_t>(0, -floor_of(-offset, b.spacing));
  const std::int64_t last = std::min(b.count - 1, floor_of(offset + (a.count - 1) * a.spacing, b.spacing));
  return std::max<std::int64_t>(0, last - first + 1);
}

}  // namespace

double common_share(LagPairs a, LagPairs b) {
  if (a.spacing > b.spacing) std::swap(a, b);
  double sum = 0.0;
  for (std::int64_t u = -(b.lag / a.spacing) * a.spacing; u < a.lag; u += a.spacing) {
    const auto common = static_cast<double>(std::min(a.lag, u + b.lag) - std::max<std::int64_t>(0, u));
    if (common > 0.0) sum += static_cast<double>(pairs_at(u, a, b)) * common * common;
  }
  return sum / (static_cast<double>(a.count) * static_cast<double>(b.count)) /
         (static_cast<double>(a.lag) * static_cast<double>(b.lag));
}

// With m the mean and s the mean square over pairs, c the relative variance and p the share: s = m0^2 (1 + c) and
// m^2 = m0^2 (1 + c p) are expected, so that c = (r - 1) / (1 - r p), r = s / m^2. Squares of the deviations of two
// windows go with the fourth power of the time in common, which leaves 5 T / (2 lag) independent ones; of n
// coordinates, their variance is 1 + 3 c times that of the squares of a Gaussian number.
PairScatter scatter_of(const LagPairs& pairs, double coordinates) {
  constexpr double least_rest = 0.25;  // of 1 - r p: the run holds hardly a window beyond the first
  const double ratio = pairs.mean_square / (pairs.mean * pairs.mean);
  const double rest = std::max(least_rest, 1.0 - ratio * common_share(pairs, pairs));
  const double variance = std::max((ratio - 1.0) / rest, 2.0 / coordinates);
  const auto lag = static_cast<double>(pairs.lag);
  const double run = lag + static_cast<double>((pairs.count - 1) * pairs.spacing);
  return {variance, std::max(1.0, 2.5 * run / lag / (1.0 + 3.0 * variance))};
}

}  // namespace taut
