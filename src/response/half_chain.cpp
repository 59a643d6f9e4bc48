#include "response/half_chain.hpp"

#include <numeric>

namespace taut {
namespace {

// Of probabilities: rounding must not add up along the chain.
std::vector<double> normalised(std::vector<double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

HalfChain::HalfChain(const JointAverage& average, std::span<const double> drags) : average_(average) {
  double before = 0.0;
  for (const double drag : drags) {
    ends_.emplace_back(average.functions, before, drag);
    before += drag;
  }
  ends_.front().weight = normalised(std::vector<double>(ends_.front().xi.size(), 1.0));  // xi = 0 at all points
  for (int beads = 1; beads < size(); ++beads)
    ends_[static_cast<std::size_t>(beads)].weight = normalised(joint(beads, JointFactor::none)(end(beads).weight));
}

Problem check_dimension(int dimension) {
  if (dimension == 2 || dimension == 3) return {};
  return Error{"dimension", "found " + std::to_string(dimension) + ", expected 2 or 3"};
}

}  // namespace taut
