// Errors of mean-square displacements in Brownian motion, whose windows overlap.
#pragma once

#include "taut/lags.hpp"

namespace taut {

// The covariance of the means of two lags, over the product of the means and over the relative variance of one pair of
// moments: the mean over pairs of windows of (time in common)^2, over the product of the lags. One for a single window;
// about 2 lag / (3 T) for one lag in a run of the length T.
double common_share(LagPairs a, LagPairs b);

// The relative variance of the squared displacement of one pair of moments, which is 2 / n for n independent Gaussian
// coordinates, and the number of degrees of freedom that it is known by. Walkers that go together, or that differ, have
// more than 2 / (their coordinates); that is the least.
struct PairScatter {
  double variance, freedom;
};
PairScatter scatter_of(const LagPairs& pairs, double coordinates);

// Whether displacements grow with the lag, near enough for errors of Brownian motion.
bool diffuses(const DiffusionFit& fit);

}  // namespace taut
