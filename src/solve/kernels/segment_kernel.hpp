// Eight segments of one long path, one a lane, between the rods of an interface [wang1981, design: exact, nothing is
// truncated]. With z = A^-1 s of the segments alone and x_- and x_+ the multipliers of the interface rods at their
// ends,
//
//   x = z - c_- x_- p - c_+ x_+ q,    p = A^-1 e_first,  q = A^-1 e_last,  c = couplings to the interface
//
// p and q are known as soon as A is factored; what the ends of z, p and q leave for the interface is a tridiagonal
// system of its own, which the caller solves between two of these calls.
#pragma once

#include "solve/kernels/bundle_kernel.hpp"
#include "solve/kernels/segment_unit.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class SegmentKernel : private BundleKernel<SegmentTopology> {
 public:
  SegmentKernel(const BundleShape& shape, SegmentUnit& unit, BundleScratch& scratch)
      : BundleKernel(shape, unit.bundle, scratch), unit_(unit) {
    x_ = unit.x.data();
  }

  void linearise(const BundleArrays& at) {
    BundleKernel::linearise(at);
    take_ends();
  }
  // x_ = z, for velocities
  void begin_velocities(const double* v) {
    memory_.take(v, velocity_);
    take_rates();
    backward(1.0);
  }
  void end_velocities(double* dv) {
    take_interface();
    take_outer_pulls();
    take_pulls(x_);
    add_impulses_to(dv);
  }

  // The guess acts on the velocities; x_ = z for what is left.
  SegmentResidual begin_positions(const double* u, double h, const BundleLane* multipliers) {
    velocity_ = unit_.velocity.data();
    memory_.take(u, velocity_);
    take_outer_pulls();
    take_pulls(multipliers);
    subtract_impulses(velocity_);
    return solve_residuals(h);
  }
  // The correction z - ..., and what is left after it.
  SegmentResidual correct_positions(double h, BundleLane* multipliers) {
    velocity_ = unit_.velocity.data();
    take_interface();
    take_outer_pulls();
    correct(x_, pack(1.0), multipliers);
    return solve_residuals(h);
  }
  void end_positions(double* u, double* dv, const BundleLane* multipliers) {
    memory_.put(u, unit_.velocity.data());
    take_outer_pulls();
    take_pulls(multipliers);
    add_impulses_to(dv);
  }

 private:
  void take_ends() {
    BundleLane *p = unit_.from_first.data(), *q = unit_.from_last.data();
    each_register([&](int g) __attribute__((always_inline)) {
      Real product = all(1.0);
      for (int k = 0; k < rods_; ++k) {
        put(p[k], g, product * load(rod_[k].inverse_pivot + g * width));
        if (k + 1 < rods_) product = -(product * get(lower_[k], g));
      }
      Real last = load(rod_[rods_ - 1].inverse_pivot + g * width), first = get(p[rods_ - 1], g);
      put(q[rods_ - 1], g, last);
      for (int k = rods_ - 1; k-- > 0;) {
        last = -(get(lower_[k], g) * last);
        first = get(p[k], g) - get(lower_[k], g) * first;
        put(q[k], g, last);
        put(p[k], g, first);
      }
    });
  }

  TAUT_INLINE void take_interface() const {
    const BundleLane *p = unit_.from_first.data(), *q = unit_.from_last.data();
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        put(x_[k], g, (get(x_[k], g) - get(unit_.before, g) * get(p[k], g)) - get(unit_.after, g) * get(q[k], g));
      });
  }
  TAUT_INLINE void take_outer_pulls() const {
    for (int c = 0; c < 3; ++c) pull_[c - 3] = unit_.pull_before[c], pull_[3 * rods_ + c] = unit_.pull_after[c];
  }
  TAUT_INLINE SegmentResidual solve_residuals(double h) const {
    const Residual residual = take_residuals(h);
    backward(1.0 / h);
    Pack turn = residual.turn;
    for (Real& part : turn.part) part = -part;
    return {largest_of(residual.violation), -largest_of(turn)};
  }

  SegmentUnit& unit_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
