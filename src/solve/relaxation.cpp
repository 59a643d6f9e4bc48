#include "solve/relaxation.hpp"

#include <algorithm>
#include <cmath>

namespace taut {

void Relaxation::learn(int sweeps, bool converged) {
  constexpr double least_stride = 0.05, smallest_gap = 1e-3;  // of omega to 2
  if (kind_ == Kind::fixed) return;
  if (!converged) {
    factor_ = 1.0, stride_ = first_stride, sweeps_ = 0.0;
    return;
  }
  if (sweeps_ > 0.0 && sweeps >= sweeps_)
    stride_ = std::copysign(std::max(0.5 * std::abs(stride_), least_stride), -stride_);
  sweeps_ = sweeps;
  factor_ = 2.0 - std::clamp((2.0 - factor_) * std::exp(-stride_), smallest_gap, 1.0);
}

}  // namespace taut
