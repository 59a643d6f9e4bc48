// Newton's method on eight segments of one long chain, one a lane, a sweep at a time: between two of them the caller
// solves for the interfaces of all segments (solve/batch/long_chain_solve.hpp). Notation as in chain_sweep.hpp.
#pragma once

#include "solve/kernels/chain_sweep.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class LongChainKernel : private ChainSweep {
 public:
  LongChainKernel(const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch)
      : ChainSweep(unit, scratch, stretch) {}

  using ChainSweep::take_rods;

  void sweep(Rods state, Matrix matrix) {
    if (matrix == Matrix::gram)
      ChainSweep::sweep<Rods::as_given, Matrix::gram>();
    else if (matrix == Matrix::none)
      ChainSweep::sweep<Rods::moved, Matrix::none>();
    else if (state == Rods::as_given)
      ChainSweep::sweep<Rods::as_given, Matrix::newton>();
    else
      ChainSweep::sweep<Rods::moved, Matrix::newton>();
  }
  void substitute() { substitute_rods({1, 1, 1, 1, 1, 1, 1, 1}); }
  void add_shifts(const KernelArrays& arrays) const {
    add_shifts(arrays.moved, 1.0);
    if (arrays.velocity) add_shifts(arrays.velocity, arrays.inverse_step);
  }

 private:
  void add_shifts(double* array, double factor) const {
    double* at[lanes];
    for (int s = 0; s < lanes; ++s) at[s] = array + 3 * unit_.first_particle[static_cast<std::size_t>(s)];
    memory_.add_shifts(begin_, end_, at, factor);
  }
};

}  // namespace taut::TAUT_INSTRUCTION_SET
