// The judgements that position solvers share.
//
// The equations of a step have several roots; the right one belongs to the branch that the step began on. There the
// matrix B' W B^T (B' at the end of the step, B at its start) keeps the positive pivots that A = B W B^T has at the
// start: det B' W B^T changes its sign where two branches meet.
#pragma once

namespace taut {

// b.d / l^2 of a rod that turns by 60 degrees in one step; beyond, the step is refused.
constexpr double largest_turn = -0.5;
// Whether the step was so long that the pivots must be looked at. Branches meet where a pivot vanishes: near a
// configuration with a small pivot, relative to its diagonal entry, a small turn leads from one to the other.
constexpr double harmless_turn = 0.1;  // |d| / l of a tenth of that ratio changes no sign
inline bool is_suspicious(double turn, double smallest_pivot_ratio) {
  const double reach = harmless_turn * smallest_pivot_ratio;
  return -2.0 * turn > reach * reach;
}
// What a solve has before it. Near the solution the factor at hand gains digits fast. From far off, without a guess, a
// correction by it and then Newton's matrix, new each time, take about half as many corrections.
enum class Ahead { near, far };
// Quasi-Newton gains at least this factor an iteration, or Newton takes over.
constexpr double fast_enough = 0.1;
// Whether an iteration that should converge linearly wanders off: rods stretched beyond their own length, after it was
// ten times closer. It might come back, but then to any root.
inline bool is_lost(double violation, double smallest_so_far) {
  return violation > 1.0 && violation > 10.0 * smallest_so_far;
}
// A pivot below this part of its diagonal entry: the rows depend on one another.
constexpr double smallest_pivot = 1e-13;
// Below this part, solvers for regular configurations give way to the one that bears singular ones. Small masses beside
// large ones lead to pivots of 1e-6 without any harm.
constexpr double near_singular = 1e-7;

}  // namespace taut
