// A whole stage of RATTLE under constant forces in the lanes of a bundle: the formula at the head of
// dynamics/stepper.cpp, with the operations of the loops in base/packed.hpp and those of bundle_kernel.hpp, so that
// the bits are the same. Positions and velocities come in once and go out once.
#pragma once

#include "solve/kernels/bundle_kernel.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class Topology>
class BundleStageKernel : private BundleKernel<Topology> {
  using Base = BundleKernel<Topology>;
  using Base::bundle_, Base::memory_, Base::rod, Base::rods_, Base::scratch_, Base::shape_, Base::velocity_,
      Base::weight, Base::x_;

 public:
  BundleStageKernel(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch, const BundleStage& stage)
      : Base(shape, bundle, scratch),
        stage_(stage),
        begin_(3 * shape.first_moving()),
        end_(3 * shape.last_moving() + 3),
        size_(3 * shape.particles),
        start_(scratch.start.data()),
        change_(scratch.change.data()) {}

  // v½, λ
  BundleOutcome begin(int max_iterations, BundleLane* multipliers) {
    memory_.take(stage_.velocity, start_, begin_, end_);
    for (int q = 0; q < begin_; ++q) put(velocity_[q], pack(0.0));
    for (int q = begin_; q < end_; ++q)
      each_register([&](int g) __attribute__((always_inline)) {
        put(velocity_[q], g, get(start_[q], g) + half_step() * get(bundle_.acceleration.data()[q], g));
      });
    for (int q = end_; q < size_; ++q) put(velocity_[q], pack(0.0));
    const BundleOutcome outcome = Base::solve(stage_.h, max_iterations, multipliers);
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
    Base::factor([&](int k, int g) __attribute__((always_inline)) { Base::take_rate(k, g); });
    Base::scale_by_pivots(1.0);
    Base::backward();
    memory_.take(stage_.velocity_low, velocity_, begin_, end_);
    take_velocities();
    memory_.put(stage_.next_velocity, start_, begin_, end_);
    memory_.put(stage_.next_velocity_low, velocity_, begin_, end_);
    return is_regular();
  }

 private:
  TAUT_INLINE Real half_step() const { return all(0.5 * stage_.h); }

  // to, low = from + (low + change), as two_sum of base/exact.hpp
  TAUT_INLINE static void add(BundleLane& to, BundleLane& low, Real change, int g) {
    const Real a = get(to, g), b = get(low, g) + change;
    const Real s = a + b, t = s - a;
    put(to, g, s);
    put(low, g, (a - (s - t)) + (b - t));
  }
  TAUT_INLINE Vector pull(const BundleLane* multipliers, int k, int g) const {
    return get(multipliers[k], g) * rod(k, g);
  }

  // r' = r + h v½; dv = (h/2) W f - W B^T lambda + (h/2) W f, v* = v + dv
  TAUT_INLINE void drift_and_kick(const BundleLane* multipliers) const {
    const Real h = all(stage_.h), half = half_step();
    shape_.each_joint([&](int p, auto&& pulls) __attribute__((always_inline)) {
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector u = vector(velocity_, p, g);
        add(scratch_.position.data()[3 * p], scratch_.position_low.data()[3 * p], h * u.x, g);
        add(scratch_.position.data()[3 * p + 1], scratch_.position_low.data()[3 * p + 1], h * u.y, g);
        add(scratch_.position.data()[3 * p + 2], scratch_.position_low.data()[3 * p + 2], h * u.z, g);
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
        const Vector dv = vector(change_, p, g) + weight(p, g) * sum;
        add(start_[3 * p], velocity_[3 * p], dv.x, g);
        add(start_[3 * p + 1], velocity_[3 * p + 1], dv.y, g);
        add(start_[3 * p + 2], velocity_[3 * p + 2], dv.z, g);
      });
    });
  }

  TAUT_INLINE void take_anchors() const {
    const auto copy = [&](int q) __attribute__((always_inline)) {
      scratch_.position.data()[q] = bundle_.anchor.data()[q];
      scratch_.position_low.data()[q] = bundle_.anchor_low.data()[q];
    };
    for (int q = 0; q < begin_; ++q) copy(q);
    for (int q = end_; q < size_; ++q) copy(q);
  }

  TAUT_INLINE bool is_regular() const {
    Pack trouble = pack(0.0);  // zero, positive, or not a number
    each_register([&](int g) __attribute__((always_inline)) {
      const Real last = load(Base::rod_[rods_ - 1].inverse_pivot + g * width);
      trouble.part[g] = (get(bundle_.margin, g) > smallest_pivot ? Real{} : all(1.0)) + (last - last);
    });
    return sum_of(trouble) == 0.0;
  }

  const BundleStage& stage_;
  int begin_, end_, size_;  // columns of the particles that can move, and of all
  BundleLane *start_, *change_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
