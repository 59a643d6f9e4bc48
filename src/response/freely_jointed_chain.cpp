// Equations: docs/freely-jointed-chain.md. Bond k joins beads k and k + 1; s_k and t_k are the mobilities of its two
// beads along it in the chain without it, on the left and on the right, and independent of each other.
#include <algorithm>
#include <cassert>
#include <numeric>

#include "response/half_chain.hpp"
#include "taut/freely_jointed.hpp"

namespace taut {
namespace {

std::vector<double> reversed(std::span<const double> drags) { return {drags.rbegin(), drags.rend()}; }

int points_for_both_halves(std::span<const double> drags) {
  return points_for(std::max(largest_reach(drags), largest_reach(reversed(drags))));
}

// Beyond that, the reach of xi and the number of points exceed what rounding lets one use.
constexpr double least_drag = 1e-16;

Problem check_drags(std::span<const double> drags) {
  if (drags.empty()) return Error{"drags", "found none, expected one a bead"};
  for (std::size_t i = 0; i < drags.size(); ++i)
    if (auto problem = check_positive({"", "drags", i}, "", drags[i])) return problem;
  const double all = std::accumulate(drags.begin(), drags.end(), 0.0);
  const auto least = std::min_element(drags.begin(), drags.end());
  if (*least >= least_drag * all) return {};
  return Error{"drags[" + std::to_string(least - drags.begin()) + "]",
               "found " + number(*least) + ", expected at least " + number(least_drag) + " of the sum, " + number(all)};
}

}  // namespace

struct FreelyJointedChain::Impl {
  Impl(int dim, std::span<const double> d, int points)
      : dimension(dim),
        drags(d.begin(), d.end()),
        average(dim, points),
        left(average, d),
        right(average, reversed(d)) {}

  int size() const { return static_cast<int>(drags.size()); }
  const EndMobility& s(int bond) const { return left.end(bond + 1); }
  const EndMobility& t(int bond) const { return right.end(size() - 1 - bond); }
  // From t(bond) to t(bond - 1).
  JointStep joint_before(int bond) const { return right.joint(size() - 1 - bond, JointFactor::share); }

  // eq. (6): D_i c_ii = (dim - 2 + <t_i / (s_i + t_i)> + <s_i-1 / (s_i-1 + t_i-1)>) / dim; a missing bond adds 1.
  double diagonal(int i) const {
    const double next = i + 1 < size() ? mean_share(t(i), s(i)) : 1.0;
    const double previous = i > 0 ? mean_share(s(i - 1), t(i - 1)) : 1.0;
    return (dimension - 2 + next + previous) / (dimension * drags[static_cast<std::size_t>(i)]);
  }

  // eq. (7): dim c_ij = < s_i / (s_i + t_i) (1 - t_i / w_i+1) ... (1 - t_j-2 / w_j-1) t_j-1 >, i < j, taken from the
  // right: weights on the points of t that hold all factors but the first.
  std::vector<double> start(int bond) const { return weights_times_mobility(t(bond)); }

  // Entries at distances from 1 on, bond after bond from the right; open[d - 1] are the weights for beads d apart.
  void fill(std::vector<std::vector<double>>& band) const {
    std::vector<std::vector<double>> open;
    for (int bond = size() - 2; bond >= 0; --bond) {
      if (!open.empty()) pass(open, joint_before(bond + 1));
      open.insert(open.begin(), start(bond));
      if (open.size() == band.size()) open.pop_back();
      const std::vector<double> shares = mean_shares(s(bond), t(bond));
      for (std::size_t d = 1; d <= open.size(); ++d)
        band[d][static_cast<std::size_t>(bond)] = dot(shares, open[d - 1]) / dimension;
    }
  }

  static void pass(std::vector<std::vector<double>>& open, const JointStep& joint) {
    for (std::vector<double>& weights : open) weights = joint(weights);
  }

  int dimension;
  std::vector<double> drags;
  JointAverage average;
  HalfChain left, right;
};

FreelyJointedChain::FreelyJointedChain(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FreelyJointedChain::FreelyJointedChain(FreelyJointedChain&&) noexcept = default;
FreelyJointedChain& FreelyJointedChain::operator=(FreelyJointedChain&&) noexcept = default;
FreelyJointedChain::~FreelyJointedChain() = default;

Expected<FreelyJointedChain> FreelyJointedChain::make(int dimension, std::span<const double> drags, int points) {
  if (auto problem = check_dimension(dimension)) return *problem;
  if (points < 0) return Error{"points", "found " + std::to_string(points) + ", expected zero or a positive number"};
  if (auto problem = check_drags(drags)) return *problem;
  return FreelyJointedChain(
      std::make_unique<Impl>(dimension, drags, points > 0 ? points : points_for_both_halves(drags)));
}

int FreelyJointedChain::size() const { return impl_->size(); }
int FreelyJointedChain::dimension() const { return impl_->dimension; }
int FreelyJointedChain::points() const { return impl_->average.functions.size(); }

double FreelyJointedChain::entry(int i, int j) const {
  assert(std::min(i, j) >= 0 && std::max(i, j) < size());
  if (i == j) return impl_->diagonal(i);
  const int first = std::min(i, j);
  int bond = std::max(i, j) - 1;
  std::vector<double> weights = impl_->start(bond);
  for (; bond > first; --bond) weights = impl_->joint_before(bond)(weights);
  return dot(mean_shares(impl_->s(first), impl_->t(first)), weights) / impl_->dimension;
}

std::vector<std::vector<double>> FreelyJointedChain::band(int width) const {
  assert(width >= 0 && width < size());
  std::vector<std::vector<double>> band;
  for (int d = 0; d <= width; ++d) band.emplace_back(static_cast<std::size_t>(size() - d));
  for (int i = 0; i < size(); ++i) band[0][static_cast<std::size_t>(i)] = impl_->diagonal(i);
  if (width > 0) impl_->fill(band);
  return band;
}

}  // namespace taut
