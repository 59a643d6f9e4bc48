#include "forces/coulomb.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace taut {
namespace {

// exp(-x) from basic operations; every term of exp(x) is positive.
double exp_minus(double x) {
  double sum = 1.0, term = 1.0;
  for (int k = 1; k < 200; ++k) {
    term *= x / k;
    sum += term;
  }
  return 1.0 / sum;
}

// Coefficients of erf(a r)/r in u, lowest power first, as many as matter.
std::vector<double> damped_part(double a, double x) {
  constexpr int most = 120, beyond = 80;
  const double end = exp_minus(x);
  std::vector<double> moment(most + beyond + 1, 0.0);
  for (int k = most + beyond; k-- > 0;)
    moment[static_cast<std::size_t>(k)] = (end + 2.0 * x * moment[static_cast<std::size_t>(k) + 1]) / (2 * k + 1);
  std::vector<double> coefficients;
  double power = 2.0 * a * std::numbers::inv_sqrtpi;  // times (-x)^k / k!
  for (int k = 0; k < most; ++k) {
    coefficients.push_back(power * moment[static_cast<std::size_t>(k)]);
    power *= -x / (k + 1);
    if (k > x && std::abs(coefficients.back()) < 0x1p-56 * coefficients.front()) break;
  }
  return coefficients;
}

// Q = 2 dP/ds from P, both lowest power first.
std::vector<double> twice_slope(const std::vector<double>& p, double to_u) {
  std::vector<double> slope;
  for (std::size_t k = 1; k < p.size(); ++k) slope.push_back(2.0 * to_u * static_cast<double>(k) * p[k]);
  return slope;
}

}  // namespace

CoulombLaw coulomb_law(const PairForcesSpec& spec) {
  CoulombLaw law;
  if (spec.electrostatics == Electrostatics::none) return law;
  const double cut = spec.cutoff, s0 = 0.5 * cut * cut;
  law.constant = spec.coulomb_constant;
  law.cutoff_squared = cut * cut;
  law.to_u = 1.0 / s0;
  std::vector<double> p;
  if (spec.electrostatics == Electrostatics::reaction_field) {
    const double e = spec.dielectric;
    const double k = (e == 0.0 ? 0.5 : (e - 1.0) / (2.0 * e + 1.0)) / (cut * cut * cut);
    p = {1.0 / cut + k * cut * cut - k * s0, -k * s0};
  } else {
    p = damped_part(spec.damping, spec.damping * spec.damping * s0);
  }
  law.force = twice_slope(p, law.to_u);
  for (auto* list : {&p, &law.force}) std::reverse(list->begin(), list->end());
  if (spec.electrostatics == Electrostatics::damped_shifted) {
    // force and energy vanish at the cut-off
    law.linear = 1.0 / (cut * cut) + cut * polynomial(law.force, 1.0);
    const double shift = 1.0 / cut - polynomial(p, 1.0) + law.linear * cut;
    p.back() += shift;
    law.self = -(0.5 * shift + spec.damping * std::numbers::inv_sqrtpi);
  }
  law.energy = std::move(p);
  return law;
}

}  // namespace taut
