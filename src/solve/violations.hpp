// How far a state is from its constraints, straight from their definitions and the rounded positions and velocities:
// a check on the solvers that shares no arithmetic with them.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut {

class ViolationMeter {
 public:
  ViolationMeter(const Model& model, const Plan& plan);

  struct Reading {
    double position = 0.0, velocity = 0.0;  // in the measure of the tolerance
    std::int32_t worst_row = -1;            // by position
  };
  Reading read(const State& state, double step);

 private:
  struct Value {
    double sigma, rate, gradient_square;  // rate: B v + dsigma/dt
  };
  Value distance(const DistanceRow& row, const State& state) const;
  Value quadric(const QuadricRow& row, const State& state) const;
  Value linear(const LinearRow& row, const State& state) const;
  Value formula(const FormulaRow& row, const State& state);
  Value evaluate(const Row& row, const State& state);

  const Model& model_;
  std::vector<double> size_;  // s of each row
  std::vector<double> variables_, derivatives_, scratch_;
};

}  // namespace taut
