// A whole stage of RATTLE under constant forces in the lanes of a bundle: the formula at the head of
// dynamics/stepper.cpp, with the operations of the loops in base/packed.hpp and those of bundle_kernel.hpp, so that
// the bits are the same. Positions and velocities come in once and go out once.
#pragma once

#include "solve/kernels/bundle_kernel.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class Topology>
class BundleStageKernel : private BundleKernel<Topology> {
  using Base = BundleKernel<Topology>;
  using Vector = typename Topology::Vector;
  using Base::bundle_, Base::memory_, Base::rod, Base::rods_, Base::scratch_, Base::shape_, Base::vector,
      Base::velocity_, Base::weight, Base::x_;

 public:
  BundleStageKernel(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleStage& stage)
      : Base(shape, bundle, scratch),
        stage_(stage),
        begin_(shape.first_moving()),
        end_(shape.last_moving() + 1),
        size_(shape.particles),
        start_(scratch.start.data()),
        change_(scratch.change.data()) {}

  // v½, λ
  BundleOutcome begin(const BundleLimits& limits, BundleLane* multipliers) {
    memory_.take(stage_.velocity, start_, begin_, end_);
    each_fixed([&](int p, int g)
                   __attribute__((always_inline)) { put_vector(velocity_, p, g, zero_vector<Vector>()); });
    for (int p = begin_; p < end_; ++p)
      each_register([&](int g) __attribute__((always_inline)) {
        put_vector(velocity_, p, g, vector(start_, p, g) + half_step() * vector(bundle_.acceleration.data(), p, g));
      });
    const BundleOutcome outcome = Base::solve(stage_.h, limits, multipliers);
    if (outcome.trouble) memory_.put(stage_.trial, velocity_);
    return outcome;
  }

  // r', v*, μ, v'. Says whether the constraints are independent at r'.
  bool end(const BundleLane* multipliers) {
    memory_.take(stage_.position, scratch_.position.data(), begin_, end_);
    memory_.take(stage_.position_low, scratch_.position_low.data(), begin_, end_);
    drift_and_kick(multipliers);
    memory_.put(stage_.next_position, scratch_.position.data(), begin_, end_);
    memory_.put(stage_.next_position_low, scratch_.position_low.data(), begin_, end_);
    take_anchors();
    Pack last = pack(0.0);
    Base::factor([&](int k, int g) __attribute__((always_inline)) { Base::take_rate(k, last.part[g], g); });
    Base::backward(1.0);
    memory_.take(stage_.velocity_low, velocity_, begin_, end_);
    take_velocities();
    memory_.put(stage_.next_velocity, start_, begin_, end_);
    memory_.put(stage_.next_velocity_low, velocity_, begin_, end_);
    return Base::is_regular();
  }

 private:
  TAUT_INLINE Real half_step() const { return all(0.5 * stage_.h); }

  TAUT_INLINE Vector pull(const BundleLane* multipliers, int k, int g) const {
    return get(multipliers[k], g) * rod(k, g);
  }

  // r' = r + h v½; dv = (h/2) W f - W B^T lambda + (h/2) W f, v* = v + dv
  TAUT_INLINE void drift_and_kick(const BundleLane* multipliers) const {
    const Real h = all(stage_.h), half = half_step();
    shape_.each_joint([&](int p, auto&& pulls) __attribute__((always_inline)) {
      each_register([&](int g) __attribute__((always_inline)) {
        Base::add(scratch_.position.data(), scratch_.position_low.data(), p, g, h * vector(velocity_, p, g));
        const Vector kick = half * vector(bundle_.acceleration.data(), p, g);
        const Vector sum = pulls([&](int k) __attribute__((always_inline)) { return pull(multipliers, k, g); });
        const Vector dv = (kick + weight(p, g) * sum) + kick;
        put_vector(change_, p, g, dv);
        put_vector(velocity_, p, g, vector(start_, p, g) + dv);
      });
    });
  }
  // dv -= W B^T mu, v' = v + dv
  TAUT_INLINE void take_velocities() const {
    shape_.each_joint([&](int p, auto&& pulls) __attribute__((always_inline)) {
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector sum = pulls([&](int k) __attribute__((always_inline)) { return pull(x_, k, g); });
        Base::add(start_, velocity_, p, g, vector(change_, p, g) + weight(p, g) * sum);
      });
    });
  }

  TAUT_INLINE void take_anchors() const {
    each_fixed([&](int p, int g) __attribute__((always_inline)) {
      put_vector(scratch_.position.data(), p, g, vector(bundle_.anchor.data(), p, g));
      put_vector(scratch_.position_low.data(), p, g, vector(bundle_.anchor_low.data(), p, g));
    });
  }
  // what(p, g) for the particles before and after those that can move
  template <class Do>
  TAUT_INLINE void each_fixed(Do&& what) const {
    const auto here = [&](int p) __attribute__((always_inline)) {
      each_register([&](int g) __attribute__((always_inline)) { what(p, g); });
    };
    for (int p = 0; p < begin_; ++p) here(p);
    for (int p = end_; p < size_; ++p) here(p);
  }

  const BundleStage& stage_;
  int begin_, end_,
      size_;  // of the particles that can move, and how many there are
  BundleLane *start_, *change_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
