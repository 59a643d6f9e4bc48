// Half chains that look infinite, with equal drags of 1; the equations are those of docs/freely-jointed-chain.md.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "response/half_chain.hpp"
#include "taut/freely_jointed.hpp"

namespace taut {
namespace {

// The last of so many beads does not feel the first: end_factor to this power is below 1e-19, also in the plane.
constexpr int infinite = 32;
// Over so many joints the slowest transient, a factor of 0.57 a joint, vanishes; for the values themselves, 0.49 a
// joint, fewer do, and leave the amplitude fewer roundings.
constexpr int followed = 72, settled = 48;
// Values are known to about 1e-14.
constexpr double finest_tolerance = 1e-12;

Problem check_not_negative(const char* name, int value) {
  if (value >= 0) return {};
  return Error{name, "found " + std::to_string(value) + ", expected zero or a positive number"};
}

std::vector<double> equal_drags(int beads) { return std::vector<double>(static_cast<std::size_t>(beads), 1.0); }

// eq. (6), (7) between a bead deep in the chain, or at its end, and beads at growing distance from it.
void follow_values(int dimension, const HalfChain& half, InfiniteChain& chain) {
  const EndMobility &deep = half.end(infinite), &single = half.end(1);
  chain.values = {1.0 - 1.0 / dimension};
  chain.end_values = {(dimension - 1 + mean_share(deep, single)) / dimension};
  std::vector<double> weights = weights_times_mobility(deep);
  for (int beads = infinite; beads < infinite + followed; ++beads) {
    chain.values.push_back(dot(mean_shares(deep, half.end(beads)), weights) / dimension);
    chain.end_values.push_back(dot(mean_shares(single, half.end(beads)), weights) / dimension);
    weights = half.joint(beads, JointFactor::share)(weights);
  }
}

// The leading eigenvalue of g -> <c^2 g(m')> / (1 + m)^2 = <(1 - m') g(m')> / (1 + m), eq. (12), by its powers.
double end_factor(const HalfChain& half) {
  std::vector<double> weights = half.end(infinite).weight;
  double sum = 1.0, factor = 0.0;
  for (int beads = infinite; beads < infinite + followed; ++beads) {
    for (std::size_t a = 0; a < weights.size(); ++a) weights[a] /= 1.0 + half.end(beads).mobility[a];
    weights = half.joint(beads, JointFactor::share)(weights);
    const double next = std::accumulate(weights.begin(), weights.end(), 0.0);
    factor = next / sum;
    sum = next;
  }
  return factor;
}

void cut_or_continue(std::vector<double>& values, int distances, double factor) {
  while (static_cast<int>(values.size()) <= distances) values.push_back(values.back() * factor);
  values.resize(static_cast<std::size_t>(distances) + 1);
}

// The largest relative difference between the middle bead of so many, at least 3, and the infinite chain.
double middle_difference(int dimension, const HalfChain& half, int beads) {
  const int before = (beads - 1) / 2, after = beads - 1 - before;
  const auto next = [&](int left, int right) { return mean_series(half.end(left), half.end(right)); };
  const double self = dimension - 2 + mean_share(half.end(after), half.end(before + 1)) +
                      mean_share(half.end(before), half.end(after + 1));
  const double infinite_next = next(infinite, infinite);
  return std::max({std::abs(self / (dimension - 1) - 1.0), std::abs(next(before + 1, after) / infinite_next - 1.0),
                   std::abs(next(before, after + 1) / infinite_next - 1.0)});
}

}  // namespace

Expected<InfiniteChain> infinite_chain(int dimension, int distances, int points) {
  if (auto problem = check_dimension(dimension)) return *problem;
  if (auto problem = check_not_negative("distances", distances)) return *problem;
  if (auto problem = check_not_negative("points", points)) return *problem;
  const std::vector<double> drags = equal_drags(infinite + followed);
  const JointAverage average(dimension, points > 0 ? points : points_for(largest_reach(drags)));
  const HalfChain half(average, drags);
  InfiniteChain chain;
  follow_values(dimension, half, chain);
  chain.factor = chain.values[followed] / chain.values[followed - 1];
  chain.amplitude = chain.values[settled] / std::pow(chain.factor, settled);
  chain.end_factor = end_factor(half);
  cut_or_continue(chain.values, distances, chain.factor);
  cut_or_continue(chain.end_values, distances, chain.factor);
  return chain;
}

Expected<int> length_to_look_infinite(int dimension, double tolerance) {
  if (auto problem = check_dimension(dimension)) return *problem;
  if (!(tolerance >= finest_tolerance && tolerance < 1.0))
    return Error{"tolerance",
                 "found " + number(tolerance) + ", expected at least " + number(finest_tolerance) + " and less than 1"};
  const std::vector<double> drags = equal_drags(infinite);
  const JointAverage average(dimension, points_for(largest_reach(drags)));
  const HalfChain half(average, drags);
  int beads = 2 * infinite - 1;
  while (beads >= 3 && middle_difference(dimension, half, beads) <= tolerance) --beads;
  return beads + 1;
}

}  // namespace taut
