// The other yardsticks, for programs that own their arrays, as textbooks print them and without any report:
// SHAKE [ryckaert1977], rod after rod until all hold, and Newton on the tridiagonal system of one chain.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/project.hpp"

namespace taut::bench {

class TextbookShake {
 public:
  TextbookShake(std::vector<double> inverse_masses, std::vector<Distance> distances, double tolerance);
  // Returns the number of sweeps, or -1 after `most`.
  int positions(const double* reference, double* r, int most) const;

 private:
  std::vector<double> w_;
  std::vector<Distance> distances_;
  double tolerance_;
};

// Chains of equally many rods, particle after particle.
class TextbookNewton {
 public:
  TextbookNewton(std::vector<double> inverse_masses, std::size_t rods, double length, double tolerance);
  int positions(const double* reference, double* r);  // the largest number of iterations

 private:
  int solve_chain(const double* reference, double* r, const double* w);

  std::vector<double> w_, bond_, x_, upper_;
  std::size_t rods_;
  double length_, tolerance_;
};

}  // namespace taut::bench
