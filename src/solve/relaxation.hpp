// The factor omega by which a sweep multiplies its corrections: fixed, or adapted from solve to solve.
//
// Successive solves of a run are alike, so their numbers of sweeps can be compared [barth1995]: omega moves on in the
// same direction while the number falls, and turns round with half the stride when it does not. The search is for
// log(2 - omega), as the optimum for n rods in a row lies at 2 - omega of order 1/n. Any omega between 0 and 2
// converges where A is positive definite, so a wrong one costs time, not the result.
#pragma once

#include <span>
#include <vector>

namespace taut {

class Relaxation {
 public:
  enum class Kind { fixed, adaptive };
  Relaxation(Kind kind, double factor) : kind_(kind), factor_(factor) {}

  double factor() const { return factor_; }
  // After a solve that converged, or did not: then the search starts anew.
  void learn(int sweeps, bool converged);

  static constexpr std::size_t memory_size = 3;
  void save(std::vector<double>& memory) const { memory.insert(memory.end(), {factor_, stride_, sweeps_}); }
  void restore(std::span<const double> memory) { factor_ = memory[0], stride_ = memory[1], sweeps_ = memory[2]; }

 private:
  static constexpr double first_stride = 0.7;  // 2 - omega about halves

  Kind kind_;
  double factor_;
  double stride_ = first_stride;
  double sweeps_ = 0.0;  // of the solve before; 0: there is none
};

}  // namespace taut
