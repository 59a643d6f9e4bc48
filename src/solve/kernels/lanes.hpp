// What kernels of all kinds and instruction sets share: eight lanes, the caller's arrays, and how a solve went.
#pragma once

#include <array>
#include <cstddef>

namespace taut {

constexpr int kernel_lanes = 8;
using Lanes = double[kernel_lanes];

// Of an orthogonal box; 0: not periodic.
struct Periods {
  double length[3] = {};
  bool any() const { return length[0] > 0.0 || length[1] > 0.0 || length[2] > 0.0; }
};

struct KernelArrays {
  const double* reference;  // (N,3), where the gradients are taken
  double* moved;            // (N,3): positions, trial in and constrained out; or velocities
  double* velocity;         // += displacement * inverse_step, or null
  double inverse_step;
  Periods box;        // of the reference
  Periods moved_box;  // the same for positions, none for velocities
};

struct KernelLimits {
  double tolerance;
  int max_iterations;
};

// How the solve of each lane went; a lane that did not converge has changed nothing.
struct KernelOutcome {
  std::array<int, kernel_lanes> iterations = {};
  std::array<bool, kernel_lanes> converged = {};
  Lanes violation = {};       // in the measure of the tolerance
  Lanes turn = {};            // the smallest b.c / l^2: how far the rods turned
  Lanes smallest_pivot = {};  // of the last matrix
};

// Solved, and on the branch that the reference lies on: no rod turned by more than 60 degrees, no pivot changed its
// sign.
constexpr double smallest_along = 0.5;
inline bool is_accepted(const KernelOutcome& outcome, int lane, double tolerance) {
  return outcome.violation[lane] <= tolerance && outcome.turn[lane] > smallest_along &&
         outcome.smallest_pivot[lane] > 0.0;
}

}  // namespace taut
