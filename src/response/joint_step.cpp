#include "response/joint_step.hpp"

#include <cmath>

namespace taut {
namespace {

double value(JointFactor factor, double xi) {
  if (factor == JointFactor::none) return 1.0;
  const double tangent = std::tanh(xi);
  return tangent * tangent;  // 1 - m'/w'
}

// moments[j] += weight T_j(y) for all points abreast.
void add_moments(std::span<const double> y, std::span<const double> weight, std::span<double> moments) {
  const std::size_t n = y.size();
  std::vector<double> before(y.begin(), y.end()), value(n, 1.0);  // T_-1 = T_1, and T_0
  for (std::size_t row = 0; row < moments.size(); row += n) {
    for (std::size_t a = 0; a < n; ++a) {
      moments[row + a] += weight[a] * value[a];
      const double next = 2.0 * y[a] * value[a] - before[a];
      before[a] = value[a];
      value[a] = next;
    }
  }
}

}  // namespace

JointStep::JointStep(const JointAverage& average, const EndMobility& from, const EndMobility& to, JointFactor factor)
    : average_(average), moments_(from.xi.size() * from.xi.size()) {
  const std::size_t n = from.xi.size();
  std::vector<double> X(n), y(n), weight(n), sum(n);
  for (std::size_t a = 0; a < n; ++a) X[a] = std::asinh(std::cosh(from.xi[a]) * std::sqrt(from.drag / to.drag));
  for (int q = 0; q < average.rule.size(); ++q) {
    for (std::size_t a = 0; a < n; ++a) {
      const double xi = average.rule.abscissa(q) * X[a], x = xi / to.reach, probability = average.rule.weight(q, X[a]);
      y[a] = 2.0 * x * x - 1.0;  // T_2j(x) = T_j(y)
      weight[a] = probability * value(factor, xi);
      sum[a] += probability;
    }
    add_moments(y, weight, moments_);
  }
  for (std::size_t row = 0; row < moments_.size(); row += n)
    for (std::size_t a = 0; a < n; ++a) moments_[row + a] /= sum[a];
}

std::vector<double> JointStep::operator()(std::span<const double> weights) const {
  std::vector<double> moments;
  for (std::size_t row = 0; row < moments_.size(); row += weights.size())
    moments.push_back(dot(weights, std::span(moments_).subspan(row, weights.size())));
  return average_.functions.weights(moments);
}

}  // namespace taut
