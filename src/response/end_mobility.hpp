// The mobility m of the last bead of a half chain along the next bond: all that the rest of a chain feels of it. It is
// a random number, since it depends on the directions of the bonds before (docs/freely-jointed-chain.md, section 1).
//   m = w / cosh^2(xi),  w = 1/D of the bead,  0 <= xi <= reach
#pragma once

#include <span>
#include <vector>

#include "response/even_chebyshev.hpp"

namespace taut {

// Points of m and weights on them: sum weight f(mobility) = <f(m)>.
struct EndMobility {
  // All points, no weights: after beads with these drags in sum. A straight half chain moves as one, which is the least
  // mobility: cosh^2(reach) = (drags_before + drag) / drag.
  EndMobility(const EvenChebyshev& functions, double drags_before, double drag);

  double drag, reach;
  std::vector<double> xi, mobility, weight;
};

double reach(double drags_before, double drag);
// The largest reach in the half chains that these drags make from the first bead on.
double largest_reach(std::span<const double> drags);
// Points that leave rounding alone as error, for half chains that reach this far.
int points_for(double reach);

// Two half chains joined by a bond: <s / (s + t)> at each point of t, and on average; <s t / (s + t)>.
std::vector<double> mean_shares(const EndMobility& s, const EndMobility& t);
double mean_share(const EndMobility& s, const EndMobility& t);
double mean_series(const EndMobility& s, const EndMobility& t);

// Weights under which f sums to <m f(m)>.
std::vector<double> weights_times_mobility(const EndMobility& m);
double dot(std::span<const double> a, std::span<const double> b);

}  // namespace taut
