#include "response/end_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace taut {

EndMobility::EndMobility(const EvenChebyshev& functions, double drags_before, double drag_)
    : drag(drag_), reach(taut::reach(drags_before, drag_)) {
  for (const double x : functions.points()) {
    const double secant = 1.0 / std::cosh(reach * x);
    xi.push_back(reach * x);
    mobility.push_back(secant * secant / drag);
  }
}

double reach(double drags_before, double drag) { return std::asinh(std::sqrt(drags_before / drag)); }

double largest_reach(std::span<const double> drags) {
  double before = 0.0, largest = 0.0;
  for (const double drag : drags) {
    largest = std::max(largest, reach(before, drag));
    before += drag;
  }
  return largest;
}

int points_for(double reach) {
  // Functions of m that occur are even in xi and analytic for |Im xi| < pi/2; their Chebyshev series on [-reach, reach]
  // err by exp(-2 n asinh(pi / (2 reach))).
  const double rounding = 0x1p-53, rate = 2.0 * std::asinh(std::numbers::pi / (2.0 * reach));
  return static_cast<int>(std::ceil(-std::log(rounding) / rate)) + 4;
}

std::vector<double> mean_shares(const EndMobility& s, const EndMobility& t) {
  std::vector<double> shares(t.mobility.size());
  for (std::size_t a = 0; a < s.mobility.size(); ++a)
    for (std::size_t b = 0; b < shares.size(); ++b)
      shares[b] += s.weight[a] * s.mobility[a] / (s.mobility[a] + t.mobility[b]);
  return shares;
}

double mean_share(const EndMobility& s, const EndMobility& t) { return dot(mean_shares(s, t), t.weight); }

double mean_series(const EndMobility& s, const EndMobility& t) {
  return dot(mean_shares(s, t), weights_times_mobility(t));
}

std::vector<double> weights_times_mobility(const EndMobility& m) {
  std::vector<double> weights = m.weight;
  for (std::size_t a = 0; a < weights.size(); ++a) weights[a] *= m.mobility[a];
  return weights;
}

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace taut
