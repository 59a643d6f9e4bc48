// Newton's method on eight chains, one a lane. Notation as in chain_sweep.hpp.
#pragma once

#include "solve/kernels/chain_sweep.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ChainKernel : private ChainSweep {
 public:
  ChainKernel(const ChainUnit& unit, ChainScratch& scratch, const KernelArrays& arrays)
      : ChainSweep(unit, scratch, whole(unit, scratch)), arrays_(arrays) {
    for (double& pivot : outcome_.smallest_pivot) pivot = 1.0;
  }

  KernelOutcome positions(const KernelLimits& limits) {
    const double tolerance = limits.tolerance;
    take_rods();
    double expected = 1.0;  // of the largest violation, by quadratic convergence
    for (int iteration = 0;; ++iteration) {
      const double before = worst_;
      const bool almost_sure = expected <= 0.1 * tolerance;
      if (iteration == 0)
        sweep<Rods::as_given, Matrix::newton>();
      else if (almost_sure)
        sweep<Rods::moved, Matrix::none>();
      else
        sweep<Rods::moved, Matrix::newton>();
      if (!judge(tolerance, iteration) || iteration == limits.max_iterations) break;
      if (almost_sure) sweep<Rods::moved, Matrix::newton>();
      expected = iteration == 0 ? 1.0 : worst_ * (worst_ / before) * (worst_ / before);
      substitute();
    }
    accept(tolerance);
    scatter();
    return outcome_;
  }

  KernelOutcome velocities() {
    take_rods();
    sweep<Rods::as_given, Matrix::gram>();
    substitute();
    accept_velocities();
    scatter();
    return outcome_;
  }

 private:
  static ChainStretch& whole(const ChainUnit& unit, ChainScratch& scratch) {
    scratch.whole.end = unit.rods;
    return scratch.whole;
  }

  // Nothing is before a lane, and nothing after it.
  void take_rods() {
    ChainSweep::take_rods(arrays_);
    for (int k : {begin_ - 1, end_}) geometry_[k] = {}, multipliers_[k] = {};
  }

  // Which lanes go on. Returns whether any does.
  bool judge(double tolerance, int iteration) {
    worst_ = 0.0;
    bool any = false;
    for (int s = 0; s < lanes; ++s) {
      const auto lane = static_cast<std::size_t>(s);
      const double violation = outcome_.violation[s] = stretch_.violation[s];
      outcome_.turn[s] = stretch_.turn[s];
      if (!(violation <= worst_)) worst_ = violation;
      if (outcome_.converged[lane]) continue;
      outcome_.iterations[lane] = iteration;
      outcome_.converged[lane] = violation <= tolerance;
      const bool hopeless = !(violation < 1e300);
      active_[s] = outcome_.converged[lane] || hopeless ? 0.0 : 1.0;
      any = any || active_[s] > 0.0;
    }
    return any;
  }

  // A linear solve is right unless a pivot vanished or a number was not finite: then multipliers are not either.
  void accept_velocities() {
    for (int s = 0; s < lanes; ++s) {
      const double last = multipliers_[0].value[s];
      outcome_.converged[static_cast<std::size_t>(s)] = outcome_.smallest_pivot[s] > 0.0 && last - last == 0.0;
    }
  }
  void accept(double tolerance) {
    for (int s = 0; s < lanes; ++s)
      outcome_.converged[static_cast<std::size_t>(s)] = is_accepted(outcome_, s, tolerance);
  }

  void substitute() {
    const ChainRow& last = stretch_.last_row;
    for (int s = 0; s < lanes; ++s) {
      const double pivot = last.diagonal[s] - last.lower[s] * stretch_.next[s];
      const double x = (last.defect[s] + last.lower[s] * stretch_.y[s]) / pivot;
      stretch_.interface[s] = active_[s] > 0.0 ? x : 0.0;
      outcome_.smallest_pivot[s] = stretch_.smallest[s] < pivot ? stretch_.smallest[s] : pivot;
    }
    substitute_rods(active_);
  }

  void scatter() {
    memory_.add_shifts(arrays_.moved, 1.0, outcome_);
    if (arrays_.velocity) memory_.add_shifts(arrays_.velocity, arrays_.inverse_step, outcome_);
  }

  const KernelArrays& arrays_;
  KernelOutcome outcome_;
  Lanes active_ = {1, 1, 1, 1, 1, 1, 1, 1};
  double worst_ = 1.0;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
