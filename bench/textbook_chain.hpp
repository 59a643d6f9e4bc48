// The yardstick: RATTLE for a hanging chain of unit masses and rods in three dimensions, written by hand as a textbook
// would [andersen1983, bailey2008]: full Newton on the tridiagonal system for positions, one tridiagonal solve for
// velocities. It does this one thing only: no other constraint, force or mass, no report, no care for round-off.
#pragma once

#include <cstddef>
#include <vector>

#include "taut/vec.hpp"

namespace taut::bench {

class TextbookChain {
 public:
  TextbookChain(std::size_t links, double step, double tolerance);  // horizontal along x, at rest, the first bead fixed
  void step();
  const std::vector<Vec3>& positions() const { return r_; }

 private:
  void solve_positions();
  void solve_velocities();

  std::size_t n_;
  double h_, tolerance_;
  std::vector<Vec3> r_, v_, bond_;
  std::vector<double> w_, upper_, x_;
};

}  // namespace taut::bench
