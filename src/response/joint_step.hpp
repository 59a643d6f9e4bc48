// One joint: from the mobility m of a half chain to that of the half chain with one more bead, m'. With c the cosine of
// the joint and w' = 1/D' (docs/freely-jointed-chain.md, eq. 3)
//   m' = w' - w'^2 c^2 / (w' + m),   that is   tanh(xi') = c tanh(X),  sinh(X) = cosh(xi) sqrt(D/D').
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "response/end_mobility.hpp"
#include "response/joint_rule.hpp"

namespace taut {

struct JointAverage {
  // The rule integrates polynomials of twice the degree that its points interpolate: half as many will do.
  JointAverage(int dimension, int points) : functions(points), rule(dimension, points / 2 + 4) {}
  EvenChebyshev functions;
  JointRule rule;
};

// What is averaged together with a function of m': nothing, or the share 1 - m'/w' of a force that passes on, eq. (7).
enum class JointFactor : std::uint8_t { none, share };

class JointStep {
 public:
  // `average` must outlive the step.
  JointStep(const JointAverage& average, const EndMobility& from, const EndMobility& to, JointFactor factor);
  // Weights on the points of `from` become weights on those of `to`: under these f sums to what the average over the
  // joint of factor f(m') sums to under those.
  std::vector<double> operator()(std::span<const double> weights) const;

 private:
  const JointAverage& average_;
  std::vector<double> moments_;  // <factor T_2j(xi' / reach')> from each point: by j, then point
};

}  // namespace taut
