// The rods of a long chain that are left over when it is cut into eight lanes: fewer than eight, one after the other,
// in plain numbers. They join the interfaces of the segments in one tridiagonal system. Notation as in
// kernels/chain_sweep.hpp.
#pragma once

#include <span>
#include <vector>

#include "solve/batch/tridiagonal.hpp"
#include "solve/kernels/chain_unit.hpp"

namespace taut {

struct TailRod {
  ChainRod at;  // the reference
  double d[3];
  TridiagonalRow row;
};

// What rods are like under the multipliers so far. What is not a number stays.
struct ChainMeasure {
  double violation = 0.0, turn = 1.0;
  void include(double another_violation, double another_turn) {
    violation =
        violation <= another_violation ? another_violation : violation + (another_violation - another_violation);
    turn = turn < another_turn ? turn : another_turn;
  }
};

class ChainTail {
 public:
  // weights: of its particles, one more than there are rods.
  ChainTail(std::int32_t first_particle, std::span<const double> weights, std::span<const double> inverse_squares)
      : first_particle_(first_particle),
        weights_(weights.begin(), weights.end()),
        inverse_squares_(inverse_squares.begin(), inverse_squares.end()) {}

  std::size_t size() const { return inverse_squares_.size(); }
  // Takes the rods; there are no multipliers yet.
  void begin(std::span<TailRod> rods, const KernelArrays& arrays) const;
  // before: the last rod of the lanes.
  void take_rows(std::span<TailRod> rods, Rods state, Matrix matrix, const ChainRod& before,
                 ChainMeasure& measure) const;
  // Adds factor times the displacements.
  void add_shifts(std::span<const TailRod> rods, const ChainRod& before, double* array, double factor) const;

 private:
  std::ptrdiff_t first_particle_;
  std::vector<double> weights_, inverse_squares_;
};

}  // namespace taut
