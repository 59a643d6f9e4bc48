// Charges at a distance r, s = r^2, up to a cut-off R. Both methods have the form
//   U = q q' (1/r - P(s) + g r),   force / r = -2 dU/ds = q q' ((1/s - g) / r + Q(s)),   Q = 2 dP/ds
// with a polynomial P:
//   reaction field [tironi1995]   g = 0, P = c - k s;  k = (e - 1) / ((2 e + 1) R^3), c = 1/R + k R^2, e the
//   permittivity
//                                 of the surroundings relative to that inside
//   damped shifted [fennell2006]  U = q q' (erfc(a r)/r - erfc(a R)/R - F (r - R)), F = d/dR (erfc(a R)/R)
// For the latter 1/r - erfc(a r)/r = erf(a r)/r =: H(s) is an entire function of s. Its Taylor series around the middle
// s0 = R^2/2, with x = a^2 s0 and u = s/s0 - 1,
//   H = (2 a / sqrt(pi)) sum_k (-x u)^k / k! M_k,   M_k = integral of t^(2k) exp(-x t^2) over (0, 1)
//   M_k = (exp(-x) + 2 x M_(k+1)) / (2 k + 1)
// has positive moments that a recurrence downwards gives to the last digits. So pairs need neither exp nor erfc, force
// and energy belong together exactly, and the bits are those of +, -, *, / and the square root.
#pragma once

#include <vector>

#include "taut/forces.hpp"

namespace taut {

struct CoulombLaw {
  double constant = 0.0;  // of q q'; 0: no charges
  double cutoff_squared = 0.0;
  double linear = 0.0;              // g
  double to_u = 0.0;                // u = s to_u - 1
  std::vector<double> energy = {};  // P as a polynomial of u, highest power first
  std::vector<double> force = {};   // Q likewise
  double self = 0.0;                // energy of a charge with itself, times q^2
};

CoulombLaw coulomb_law(const PairForcesSpec& spec);
inline constexpr double largest_damping = 6.0;  // times the cut-off; erfc(6) is 2e-17

inline double polynomial(const std::vector<double>& coefficients, double u) {
  double sum = 0.0;
  for (const double c : coefficients) sum = sum * u + c;
  return sum;
}

}  // namespace taut
