// A step of RATTLE on eight components of rods of one shape, one a lane: path_solver.cpp for any graph, with the same
// operations, so that a path alone and a path in a bundle move alike to the last bit.
//
//   b_k = r_j - r_i,  A = B W B^T = L D L^T        at the configuration; A_kk = (w_i + w_j) b_k.b_k
//   positions:  d_k = h (u_j - u_i),  sigma_k = sigma_k(r) + b_k.d_k + d_k.d_k / 2,  A x = sigma / h until it vanishes;
//               where that is slow, and from far off, Newton's matrix with rows b_k + d_k
//   velocities: A x = B v
//
// A lane that is done gets corrections of zero, whatever the others still need. All eight lanes go through each line
// together: the registers of one line are independent, which hides the latency of a chain of dependent lines.
#pragma once

#include "solve/kernels/bundle_factor.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class Topology>
class BundleKernel : protected BundleFactor<Topology> {
 protected:
  using Base = BundleFactor<Topology>;
  using Vector = typename Topology::Vector;
  using Base::add, Base::backward, Base::both_weights, Base::bundle_, Base::earlier, Base::factor, Base::forward,
      Base::inverse_pivots, Base::is_regular, Base::lower_, Base::memory_, Base::pull_, Base::rod, Base::rod_,
      Base::rods_, Base::scratch_, Base::shape_, Base::take_pulls, Base::take_rates, Base::vector, Base::velocity_,
      Base::weight, Base::x_;

 public:
  using Base::Base;

  // Takes rods, defects and the factor.
  void linearise(const BundleArrays& at) {
    memory_.take(at.position, scratch_.position.data());
    memory_.take(at.position_low, scratch_.position_low.data());
    factor([](int /*k*/, int /*g*/) {});
  }

  // dv -= W B^T x with A x = B v
  void velocities(const double* v, double* dv) {
    memory_.take(v, velocity_);
    take_rates();
    backward(1.0);
    take_pulls(x_);
    Base::add_impulses_to(dv);
  }

  // multipliers: a guess in, zeros from far off; the solution out. dv may be null.
  BundleOutcome positions(double* u, double* dv, double h, const BundleLimits& limits, BundleLane* multipliers) {
    memory_.take(u, velocity_);
    const BundleOutcome outcome = solve(h, limits, multipliers);
    memory_.put(u, velocity_);
    if (!dv) return outcome;
    take_pulls(multipliers);
    Base::add_impulses_to(dv);
    return outcome;
  }

  // After it: r' = r + h u, and rods, defects and the factor there. Says whether the constraints are independent.
  bool drift(const BundleDrift& move) {
    BundleLane *high = scratch_.position.data(), *low = scratch_.position_low.data();
    memory_.take(move.position, high);
    memory_.take(move.position_low, low);
    for (int p = move.begin; p < move.end; ++p)
      each_register([&](int g) __attribute__((always_inline)) {
        add(high, low, p, g, all(move.h) * vector(velocity_, p, g));
      });
    memory_.put(move.next_position, high, move.begin, move.end);
    memory_.put(move.next_position_low, low, move.begin, move.end);
    factor([](int /*k*/, int /*g*/) {});
    return is_regular();
  }

 protected:
  struct Residual {
    Pack violation, turn;
    Pack pivot;  // the smallest of Newton's matrix, if it was taken
  };

  // The same for trial velocities that are in the lanes.
  TAUT_INLINE BundleOutcome solve(double h, const BundleLimits& limits, BundleLane* multipliers) const {
    const bool far = limits.ahead == Ahead::far;
    if (!far) {
      take_pulls(multipliers);
      Base::subtract_impulses(velocity_);
    }
    Pack active = pack(1.0), newton = pack(0.0), iterations = pack(0.0);
    Residual residual = take_residuals(h);
    for (int iteration = 0; iteration < limits.max_iterations; ++iteration) {
      each_register([&](int g) __attribute__((always_inline)) { iterations.part[g] += active.part[g]; });
      if (!far || iteration == 0)
        correct_quasi(active, newton, h, multipliers);
      else
        correct_newton(active, h, multipliers);
      const Pack before = residual.violation;
      residual = far ? take_newton_residuals(h) : take_residuals(h);
      each_register([&](int g) __attribute__((always_inline)) {
        const Real now = residual.violation.part[g];
        active.part[g] = now > get(bundle_.tolerance, g) ? active.part[g] : Real{};
        newton.part[g] = now > fast_enough * before.part[g] ? active.part[g] : newton.part[g];
      });
      if (!any(active)) break;
    }
    return outcome_of(residual, iterations, h, limits.ahead);
  }

  // The defects after the drift and their forward substitution.
  TAUT_INLINE Residual take_residuals(double h) const {
    Residual residual = {pack(0.0), pack(0.0), pack(0.0)};
    Pack sum = pack(0.0), last = pack(0.0);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Real sigma = take_residual(k, displacement(k, h, g), residual, sum, g);
        forward(lower_, x_, k, sigma, last.part[g], g);
      });
    note_not_finite(sum, residual);
    return residual;
  }
  TAUT_INLINE Real take_residual(int k, const Vector& d, Residual& residual, Pack& sum, int g) const {
    const Real along = dot(rod(k, g), d), scale = load(rod_[k].inverse_square + g * width);
    const Real sigma = load(rod_[k].defect + g * width) + (along + 0.5 * dot(d, d));
    residual.violation.part[g] = larger(residual.violation.part[g], magnitude(sigma) * scale);
    residual.turn.part[g] = smaller(residual.turn.part[g], along * scale);
    sum.part[g] += sigma;
    return sigma;
  }
  // Not a number as soon as a defect is not finite.
  TAUT_INLINE static void note_not_finite(const Pack& sum, Residual& residual) {
    each_register([&](int g)
                      __attribute__((always_inline)) { residual.violation.part[g] += sum.part[g] - sum.part[g]; });
  }
  TAUT_INLINE Vector displacement(int k, double h, int g) const {
    return all(h) * (vector(velocity_, shape_.second(k), g) - vector(velocity_, shape_.first(k), g));
  }
  // By A, or in some lanes by Newton's matrix.
  TAUT_INLINE void correct_quasi(const Pack& active, const Pack& newton, double h, BundleLane* multipliers) const {
    if (any(newton)) {
      backward(1.0 / h);
      replace_by_newton(newton, h);
      correct(x_, active, multipliers);
    } else {
      correct_backward(lower_, x_, inverse_pivots(1.0 / h), active, multipliers);
    }
  }
  // By Newton's matrix, which take_newton_residuals() took.
  TAUT_INLINE void correct_newton(const Pack& active, double h, BundleLane* multipliers) const {
    correct_backward(scratch_.newton_upper.data(), scratch_.newton_x.data(), newton_pivots(h), active, multipliers);
  }
  // As x is found, rod by rod; along a path the particle behind a rod then knows both of its pulls.
  template <class Pivot>
  TAUT_INLINE void correct_backward(const BundleLane* upper, BundleLane* x, Pivot&& inverse_pivot, const Pack& active,
                                    BundleLane* multipliers) const {
    if constexpr (Topology::is_path) {
      Vector last[groups];
      for (Vector& pull : last) pull = zero_vector<Vector>();
      backward(
          upper, x, inverse_pivot, [&](int k) __attribute__((always_inline)) {
            each_register([&](int g) __attribute__((always_inline)) {
              const Vector pull = corrected(k, x, active, multipliers, g);
              if (shape_.moves(k + 1)) add_impulse(k + 1, last[g] - pull, g);
              last[g] = pull;
            });
          });
      if (shape_.moves(0)) each_register([&](int g) __attribute__((always_inline)) { add_impulse(0, last[g], g); });
    } else {
      backward(upper, x, inverse_pivot, [](int /*k*/) {});
      correct(x, active, multipliers);
    }
  }
  TAUT_INLINE void add_impulse(int p, const Vector& sum, int g) const {
    put_vector(velocity_, p, g, vector(velocity_, p, g) + weight(p, g) * sum);
  }
  TAUT_INLINE void correct(const BundleLane* x, const Pack& active, BundleLane* multipliers) const {
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        put_vector(pull_, k, g, corrected(k, x, active, multipliers, g));
      });
    Base::subtract_impulses(velocity_);
  }
  // The pull of rod k by its x, which its multiplier takes in.
  TAUT_INLINE Vector corrected(int k, const BundleLane* from, const Pack& active, BundleLane* multipliers,
                               int g) const {
    const Real solved = get(from[k], g);
    const Real x = active.part[g] > 0.0 ? solved : Real{};
    put(multipliers[k], g, get(multipliers[k], g) + x);
    return x * rod(k, g);
  }

  TAUT_INLINE BundleOutcome outcome_of(const Residual& residual, const Pack& iterations, double h, Ahead ahead) const {
    BundleOutcome outcome;
    Pack trouble = pack(0.0);  // zero, positive, or not a number
    each_register([&](int g) __attribute__((always_inline)) {
      const Real violation = residual.violation.part[g], turned = -2.0 * residual.turn.part[g];
      const Real reach = harmless_turn * get(bundle_.margin, g);
      const Real excess = violation > get(bundle_.tolerance, g) ? violation : Real{};
      trouble.part[g] = (turned > reach * reach ? turned : Real{}) + (excess + (violation - violation));
    });
    outcome.trouble = !(sum_of(trouble) == 0.0);
    outcome.iterations = static_cast<int>(largest_of(iterations));
    outcome.largest_violation = largest_of(residual.violation);
    if (outcome.trouble) {
      describe(residual, iterations, outcome);
      put(outcome.newton_pivot, ahead == Ahead::far ? residual.pivot : take_newton_residuals(h).pivot);
    }
    return outcome;
  }
  [[gnu::noinline]] void describe(const Residual& residual, const Pack& iterations, BundleOutcome& outcome) const {
    for (int lane = 0; lane < lanes; ++lane)
      outcome.lane_iterations[static_cast<std::size_t>(lane)] = static_cast<int>(lane_of(iterations, lane));
    put(outcome.violation, residual.violation);
    put(outcome.turn, residual.turn);
  }

  // The same as take_residuals() with the matrix of rows b_k + d_k, which it takes and factors, L D U.
  [[gnu::noinline]] Residual take_newton_residuals(double h) const {
    Residual residual = {pack(0.0), pack(0.0), pack(1.0)};
    Pack sum = pack(0.0), last = pack(0.0), last_inverse = pack(0.0);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector b = rod(k, g), d = displacement(k, h, g), moved = b + d;
        put_vector(scratch_.now.data(), k, g, moved);
        const Real sigma = take_residual(k, d, residual, sum, g);
        const Real pivot = eliminate_newton(k, both_weights(k, g) * dot(moved, b), last_inverse.part[g], g);
        residual.pivot.part[g] = smaller(residual.pivot.part[g], pivot);
        forward(scratch_.newton_lower.data(), scratch_.newton_x.data(), k, sigma, last.part[g], g);
      });
    note_not_finite(sum, residual);
    return residual;
  }
  TAUT_INLINE Real eliminate_newton(int k, Real pivot, Real& last, int g) const {
    BundleLane *lower = scratch_.newton_lower.data(), *upper = scratch_.newton_upper.data();
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          const Real w = entry.particle < 0 ? Real{} : entry.sign * weight(entry.particle, g);
          put(lower[e], g, w * dot(vector(scratch_.now.data(), k, g), rod(entry.column, g)));
          put(upper[e], g, w * dot(vector(scratch_.now.data(), entry.column, g), rod(k, g)));
        });
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          const Real a = get(lower[e], g), b = get(upper[e], g);
          const Real scale = earlier(scratch_.newton_inverse.data(), entry.column, last, g);
          shape_.each_update(
              e, [&](int target, int source) __attribute__((always_inline)) {
                put(lower[target], g, get(lower[target], g) - a * get(upper[source], g));
                put(upper[target], g, get(upper[target], g) - b * get(lower[source], g));
              });
          put(lower[e], g, a * scale);
          put(upper[e], g, b * scale);
          pivot -= b * (a * scale);
        });
    last = 1.0 / pivot;
    put(scratch_.newton_inverse.data()[k], g, last);
    return pivot;
  }
  TAUT_INLINE auto newton_pivots(double h) const {
    return [ inverse = scratch_.newton_inverse.data(), scale = 1.0 / h ](int k, int g) __attribute__((always_inline)) {
      return scale * get(inverse[k], g);
    };
  }
  // x of the lanes that need Newton's matrix.
  [[gnu::noinline]] void replace_by_newton(const Pack& newton, double h) const {
    BundleLane* x = scratch_.newton_x.data();
    take_newton_residuals(h);
    backward(
        scratch_.newton_upper.data(), x, newton_pivots(h), [&](int k) __attribute__((always_inline)) {
          each_register([&](int g) __attribute__((always_inline)) {
            const Real solved = get(x[k], g), quasi = get(x_[k], g);
            put(x_[k], g, newton.part[g] > 0.0 ? solved : quasi);
          });
        });
  }
};

}  // namespace taut::TAUT_INSTRUCTION_SET
