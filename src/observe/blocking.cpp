#include <algorithm>
#include <cmath>

#include "taut/chaos.hpp"

namespace taut {
namespace {

constexpr std::size_t fewest_blocks = 16;

// Means of neighbours; a last one without a neighbour is left out.
std::vector<double> pairs_of(const std::vector<double>& values) {
  std::vector<double> means;
  for (std::size_t k = 0; k + 1 < values.size(); k += 2) means.push_back(0.5 * (values[k] + values[k + 1]));
  return means;
}

SeriesMean plain_mean(std::span<const std::vector<double>> series, std::size_t& count) {
  double sum = 0.0, squares = 0.0;
  count = 0;
  for (const std::vector<double>& one : series) {
    for (const double value : one) sum += value;
    count += one.size();
  }
  const double n = static_cast<double>(count), mean = count > 0 ? sum / n : 0.0;
  for (const std::vector<double>& one : series)
    for (const double value : one) squares += (value - mean) * (value - mean);
  return {mean, count > 1 ? std::sqrt(squares / (n * (n - 1.0))) : 0.0};
}

}  // namespace

SeriesMean blocked_mean(std::span<const std::vector<double>> series) {
  std::size_t count = 0;
  SeriesMean result = plain_mean(series, count);
  std::vector<std::vector<double>> blocks(series.begin(), series.end());
  for (;;) {
    for (std::vector<double>& one : blocks) one = pairs_of(one);
    const SeriesMean longer = plain_mean(blocks, count);
    if (count < fewest_blocks) return result;
    result.error = std::max(result.error, longer.error);
  }
}

}  // namespace taut
