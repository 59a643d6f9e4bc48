#include "solve/batch/long_chain_solve.hpp"

#include <cmath>

namespace taut {

LongChainSolve::LongChainSolve(const LongChain& chain, LongChainScratch& scratch, const KernelArrays& arrays,
                               const KernelTable& kernels, ThreadTeam* team)
    : chain_(chain),
      lanes_(scratch.lanes),
      stretches_(scratch.stretches.data(), chain.cut.stretches),
      tail_(scratch.tail.data(), chain.cut.tail),
      interface_(scratch.interface.data(), kernel_lanes * stretches_.size() + tail_.size()),
      arrays_(arrays),
      kernels_(kernels),
      team_(team) {
  for (std::size_t k = 0; k < stretches_.size(); ++k) {
    stretches_[k].begin = static_cast<int>(chain.cut.begin(k));
    stretches_[k].end = static_cast<int>(chain.cut.begin(k + 1));
  }
}

bool LongChainSolve::positions(const KernelLimits& limits) {
  take_rods();
  sweep(Rods::as_given, Matrix::newton);
  double before = 1.0;
  bool almost_sure = false;
  for (; !(measure_.violation <= limits.tolerance); ++iterations_) {
    const double now = measure_.violation;
    if (!(now < 1e300) || iterations_ == limits.max_iterations) return false;
    if (almost_sure) sweep(Rods::moved, Matrix::newton);
    // What quadratic convergence makes of the largest violation: where that will do, no matrix is made.
    const double expected = iterations_ == 0 ? 1.0 : now * (now / before) * (now / before);
    almost_sure = expected <= 0.1 * limits.tolerance;
    before = now;
    substitute();
    sweep(Rods::moved, almost_sure ? Matrix::none : Matrix::newton);
  }
  const bool on_branch = measure_.turn > smallest_along && pivots_positive_;
  if (on_branch) add_shifts();
  return on_branch;
}

// A linear solve is right unless a pivot vanished or a number was not finite: then multipliers are not either.
bool LongChainSolve::velocities() {
  take_rods();
  sweep(Rods::as_given, Matrix::gram);
  substitute();
  bool solved = pivots_positive_;
  for (const ChainStretch& stretch : stretches_)
    for (int lane = 0; lane < kernel_lanes; ++lane)
      solved = solved && std::isfinite(lanes_.rod(stretch.begin, lane).multiplier);
  if (solved) add_shifts();
  return solved;
}

template <class Work>
void LongChainSolve::for_each_stretch(Work&& work) {
  share(team_, stretches_.size(), [&](std::size_t begin, std::size_t end, int /*thread*/) {
    for (std::size_t k = begin; k < end; ++k) work(stretches_[k]);
  });
}

void LongChainSolve::take_rods() {
  for_each_stretch([&](ChainStretch& s) { kernels_.long_chain_take_rods(chain_.unit, lanes_, s, arrays_); });
  chain_.tail.begin(tail_, arrays_);
  link_lanes();
}

void LongChainSolve::sweep(Rods state, Matrix matrix) {
  for_each_stretch([&](ChainStretch& s) { kernels_.long_chain_sweep(chain_.unit, lanes_, s, state, matrix); });
  measure_ = {};
  for (const ChainStretch& stretch : stretches_)
    for (int lane = 0; lane < kernel_lanes; ++lane) measure_.include(stretch.violation[lane], stretch.turn[lane]);
  chain_.tail.take_rows(tail_, state, matrix, last_rod(), measure_);
}

void LongChainSolve::substitute() {
  put_interface_rows();
  solve_tridiagonal(interface_);
  take_interface();
  for_each_stretch([&](ChainStretch& s) { kernels_.long_chain_substitute(chain_.unit, lanes_, s); });
  link_lanes();
}

void LongChainSolve::add_shifts() {
  for_each_stretch([&](ChainStretch& s) { kernels_.long_chain_add_shifts(chain_.unit, lanes_, s, arrays_); });
  chain_.tail.add_shifts(tail_, last_rod(), arrays_.moved, 1.0);
  if (arrays_.velocity) chain_.tail.add_shifts(tail_, last_rod(), arrays_.velocity, arrays_.inverse_step);
}

// The rods before and after each lane, with their multipliers.
void LongChainSolve::link_lanes() {
  const int rods = chain_.unit.rods, last = kernel_lanes - 1;
  for (int lane = 0; lane < kernel_lanes; ++lane) {
    lanes_.put(-1, lane, lane > 0 ? lanes_.rod(rods - 1, lane - 1) : ChainRod{});
    lanes_.put(rods, lane, lane < last ? lanes_.rod(0, lane + 1) : tail_.empty() ? ChainRod{} : tail_.front().at);
  }
}

// visit(stretch, lane), segment by segment along the chain.
template <class Visit>
void LongChainSolve::for_each_segment(Visit&& visit) {
  for (int lane = 0; lane < kernel_lanes; ++lane)
    for (ChainStretch& stretch : stretches_) visit(stretch, lane);
}

// The last rod of each segment and the tail. Where the next rod is the first of a segment, the last of that takes its
// place.
void LongChainSolve::put_interface_rows() {
  TridiagonalRow* row = interface_.data();
  pivots_positive_ = true;
  for_each_segment([&](const ChainStretch& s, int lane) {
    if (row != interface_.data()) {
      TridiagonalRow& before = row[-1];
      before.diagonal -= before.upper * s.sum_left[lane];
      before.defect -= before.upper * s.sum_y[lane];
      before.upper *= s.product[lane];
    }
    const ChainRow& last = s.last_row;
    *row++ = {last.lower[lane] * s.left[lane], last.diagonal[lane] - last.lower[lane] * s.next[lane], -last.upper[lane],
              last.defect[lane] + last.lower[lane] * s.y[lane]};
    pivots_positive_ = pivots_positive_ && s.smallest[lane] > 0.0;
  });
  for (const TailRod& rod : tail_) *row++ = rod.row;
}

// Corrections for the segments, multipliers for the tail.
void LongChainSolve::take_interface() {
  const TridiagonalRow* row = interface_.data();
  double before = 0.0;
  for_each_segment([&](ChainStretch& s, int lane) {
    s.interface_before[lane] = before;
    s.interface[lane] = before = (row++)->defect;
  });
  for (TailRod& rod : tail_) rod.at.multiplier += (row++)->defect;
  for (const TridiagonalRow& solved : interface_) pivots_positive_ = pivots_positive_ && solved.diagonal > 0.0;
}

}  // namespace taut
