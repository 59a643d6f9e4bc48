#include <algorithm>
#include <cmath>

#include "taut/chaos.hpp"

namespace taut {
namespace {

constexpr double least_growth = 1e3;
constexpr double begin = 10.0, end = 1.0 / 30.0;  // of the first and of the largest distance
constexpr double lost = 0.1;                      // of the largest

std::size_t first_beyond(std::span<const double> distances, double limit) {
  const auto beyond = std::find_if(distances.begin(), distances.end(), [&](double d) { return d >= limit; });
  return static_cast<std::size_t>(beyond - distances.begin());
}

struct Line {
  double slope, at_zero;
};

// Least squares of ln y against x.
Line fit_line(std::span<const double> x, std::span<const double> y) {
  double n = 0.0, mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    n += 1.0;
    const double dx = x[k] - mx, ly = std::log(y[k]);
    mx += dx / n;
    my += (ly - my) / n;
    xx += dx * (x[k] - mx);
    xy += dx * (ly - my);
  }
  return {xy / xx, my - xy / xx * mx};
}

}  // namespace

std::optional<DivergenceFit> fit_divergence(std::span<const double> times, std::span<const double> distances) {
  if (distances.size() < 3 || !(distances[0] > 0.0)) return std::nullopt;
  const double largest = *std::max_element(distances.begin(), distances.end());
  if (!(largest >= least_growth * distances[0])) return std::nullopt;
  const std::size_t first = first_beyond(distances, begin * distances[0]);
  const std::size_t last = first_beyond(distances, end * largest);
  if (last < first + 2) return std::nullopt;
  const std::size_t memory = first_beyond(distances, lost * largest);
  const Line line = fit_line(times.subspan(first, last - first), distances.subspan(first, last - first));
  return DivergenceFit{line.slope, line.at_zero, times[first], times[last], times[memory]};
}

}  // namespace taut
