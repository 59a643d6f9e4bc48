// The loops of base/packed.hpp: short ones in place, long ones with the widest instructions of the machine. The bits
// are the same.
#pragma once

#include "base/packed.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {

class Loops {
 public:
  void first_kick(std::size_t n, double h, const double* a, const double* v, double* dv, double* u) const {
    n < few ? taut::first_kick(n, h, a, v, dv, u) : kernels_.first_kick(n, h, a, v, dv, u);
  }
  void further_kick(std::size_t n, double h, const double* a, const double* v, double* dv, double* u) const {
    n < few ? taut::further_kick(n, h, a, v, dv, u) : kernels_.further_kick(n, h, a, v, dv, u);
  }
  void compensated_step(std::size_t n, double h, const double* u, const double* from, const double* from_low,
                        double* to, double* to_low) const {
    n < few ? taut::compensated_step(n, h, u, from, from_low, to, to_low)
            : kernels_.compensated_step(n, h, u, from, from_low, to, to_low);
  }

 private:
  static constexpr std::size_t few = 48;
  const KernelTable& kernels_ = *kernels_here().back();
};

}  // namespace taut
