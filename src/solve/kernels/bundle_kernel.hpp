// A step of RATTLE on eight components of rods of one shape, one a lane: path_solver.cpp for any graph, with the same
// operations, so that a path alone and a path in a bundle move alike to the last bit.
//
//   b_k = r_j - r_i,  A = B W B^T = L D L^T        at the configuration; A_kk = (w_i + w_j) b_k.b_k
//   positions:  d_k = h (u_j - u_i),  sigma_k = sigma_k(r) + b_k.d_k + d_k.d_k / 2,  A x = sigma / h until it vanishes;
//               where that is slow, Newton's matrix with rows b_k + d_k
//   velocities: A x = B v
//
// A lane that is done gets corrections of zero, whatever the others still need. All eight lanes go through each line
// together: the registers of one line are independent, which hides the latency of a chain of dependent lines.
#pragma once

#include "solve/kernels/bundle_lines.hpp"
#include "solve/kernels/bundle_topology.hpp"
#include "solve/limits.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class Topology>
class BundleKernel {
 public:
  BundleKernel(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch)
      : shape_(shape),
        bundle_(bundle),
        scratch_(scratch),
        memory_(shape, bundle),
        rods_(shape.rods),
        rod_(bundle.rods.data()),
        weight_(bundle.weight.data()),
        lower_(bundle.lower.data()),
        velocity_(scratch.velocity.data()),
        pull_(scratch.pull.data() + 3),
        x_(scratch.x.data()) {}

  // Takes rods, defects and the factor.
  void linearise(const BundleArrays& at) {
    memory_.take(at.position, scratch_.position.data());
    memory_.take(at.position_low, scratch_.position_low.data());
    factor([](int /*k*/, int /*g*/) {});
  }

  // dv -= W B^T x with A x = B v
  void velocities(const double* v, double* dv) {
    memory_.take(v, velocity_);
    for (int k = 0; k < rods_; ++k) each_register([&](int g) __attribute__((always_inline)) { take_rate(k, g); });
    scale_by_pivots(1.0);
    backward();
    take_pulls(x_);
    add_impulses_to(dv);
  }

  // multipliers: a guess in, the solution out.
  BundleOutcome positions(double* u, double* dv, double h, int max_iterations, BundleLane* multipliers) {
    memory_.take(u, velocity_);
    const BundleOutcome outcome = solve(h, max_iterations, multipliers);
    memory_.put(u, velocity_);
    take_pulls(multipliers);
    add_impulses_to(dv);
    return outcome;
  }

 protected:
  struct Residual {
    Pack violation, turn;
  };

  // The same for trial velocities that are in the lanes.
  TAUT_INLINE BundleOutcome solve(double h, int max_iterations, BundleLane* multipliers) const {
    take_pulls(multipliers);
    subtract_impulses(velocity_);
    Pack active = pack(1.0), newton = pack(0.0), iterations = pack(0.0);
    Residual residual = take_residuals(h);
    for (int iteration = 0; iteration < max_iterations; ++iteration) {
      each_register([&](int g) __attribute__((always_inline)) { iterations.part[g] += active.part[g]; });
      scale_by_pivots(1.0 / h);
      backward();
      if (any(newton)) replace_by_newton(newton, h);
      correct(active, multipliers);
      const Pack before = residual.violation;
      residual = take_residuals(h);
      each_register([&](int g) __attribute__((always_inline)) {
        const Real now = residual.violation.part[g];
        active.part[g] = now > get(bundle_.tolerance, g) ? active.part[g] : Real{};
        newton.part[g] = now > fast_enough * before.part[g] ? active.part[g] : newton.part[g];
      });
      if (!any(active)) break;
    }
    return outcome_of(residual, iterations, h);
  }

  // Rods, defects and the factor at the positions in the lanes; also(k, g) as soon as rod k has its.
  template <class Also>
  TAUT_INLINE void factor(Also&& also) const {
    Pack margin = pack(1.0);
    for (int k = 0; k < rods_; ++k) {
      each_register([&](int g) __attribute__((always_inline)) { take_rod(k, g); });
      take_row(k);
      each_register([&](int g) __attribute__((always_inline)) {
        margin.part[g] = smaller(margin.part[g], eliminate(k, g));
        also(k, g);
      });
    }
    put(bundle_.margin, margin);
  }

  TAUT_INLINE Vector rod(int k, int g) const { return load_vector(rod_[k].b, g * width); }
  TAUT_INLINE Real weight(std::int32_t p, int g) const { return get(weight_[p], g); }
  TAUT_INLINE Real both_weights(int k, int g) const { return weight(shape_.first(k), g) + weight(shape_.second(k), g); }

  // b_k and its defect, to twice the precision: exact_difference and LengthDefect of base/exact.hpp.
  TAUT_INLINE void take_rod(int k, int g) const {
    const BundleLane *high = scratch_.position.data(), *low = scratch_.position_low.data();
    const Vector from = vector(high, shape_.first(k), g), to = vector(high, shape_.second(k), g);
    const Vector from_low = vector(low, shape_.first(k), g), to_low = vector(low, shape_.second(k), g);
    const Rounded x = two_difference(to.x, from.x), y = two_difference(to.y, from.y), z = two_difference(to.z, from.z);
    const Vector b = {x.value, y.value, z.value};
    const Vector rest = {x.error + (to_low.x - from_low.x), y.error + (to_low.y - from_low.y),
                         z.error + (to_low.z - from_low.z)};
    store_vector(rod_[k].b, g * width, b);
    store(rod_[k].defect + g * width, defect(rod_[k], b, rest, g));
  }
  struct Rounded {
    Real value, error;
  };
  TAUT_INLINE static Rounded two_difference(Real a, Real b) {
    const Real s = a - b, t = s - a;
    return {s, (a - (s - t)) - (b + t)};
  }
  TAUT_INLINE static Real defect(const BundleRod& rod, const Vector& b, const Vector& low, int g) {
    const Real grid = load(rod.grid + g * width);
    const Real x = (b.x + grid) - grid, y = (b.y + grid) - grid, z = (b.z + grid) - grid;
    const Real squares = ((x * x + y * y) + z * z) - load(rod.square_high + g * width);
    const Real rest = (b.x + x) * (b.x - x) + (b.y + y) * (b.y - y) + (b.z + z) * (b.z - z);
    return 0.5 * (squares + (rest - load(rod.square_low + g * width))) + dot(b, low);
  }

  // Row k of A, left of the diagonal.
  TAUT_INLINE void take_row(int k) const {
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          each_register([&](int g) __attribute__((always_inline)) {
            put(lower_[e], g,
                entry.particle < 0 ? Real{}
                                   : (entry.sign * weight(entry.particle, g)) * dot(rod(entry.column, g), rod(k, g)));
          });
        });
  }
  // Row k of L and the pivot, which it returns over the diagonal entry.
  TAUT_INLINE Real eliminate(int k, int g) const {
    const Vector b = rod(k, g);
    Real pivot = both_weights(k, g) * dot(b, b);
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          const Real a = get(lower_[e], g);
          shape_.each_update(
              e, [&](int target, int source) __attribute__((always_inline)) {
                put(lower_[target], g, get(lower_[target], g) - a * get(lower_[source], g));
              });
          const Real ratio = a * load(rod_[entry.column].inverse_pivot + g * width);
          put(lower_[e], g, ratio);
          pivot -= a * ratio;
        });
    store(rod_[k].inverse_pivot + g * width, 1.0 / pivot);
    return pivot * load(rod_[k].inverse_diagonal + g * width);
  }

  // Line k of L y = B v.
  TAUT_INLINE void take_rate(int k, int g) const {
    const Vector relative = vector(velocity_, shape_.second(k), g) - vector(velocity_, shape_.first(k), g);
    put(x_[k], g, forward(lower_, x_, k, dot(rod(k, g), relative), g));
  }
  // Line k of L y = s.
  TAUT_INLINE Real forward(const BundleLane* lower, const BundleLane* y, int k, Real s, int g) const {
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry)
               __attribute__((always_inline)) { s -= get(lower[e], g) * get(y[entry.column], g); });
    return s;
  }
  TAUT_INLINE void scale_by_pivots(double scale) const {
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        put(x_[k], g, get(x_[k], g) * (scale * load(rod_[k].inverse_pivot + g * width)));
      });
  }
  TAUT_INLINE void backward() const {
    for (int k = rods_; k-- > 0;) backward_line(lower_, x_, k);
  }
  // x_k is final: takes it out of the lines before.
  TAUT_INLINE void backward_line(const BundleLane* upper, BundleLane* x, int k) const {
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          BundleLane& to = x[entry.column];
          each_register([&](int g) __attribute__((always_inline)) {
            put(to, g, get(to, g) - get(upper[e], g) * get(x[k], g));
          });
        });
  }

  TAUT_INLINE void take_pulls(const BundleLane* multipliers) const {
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        put_vector(pull_, k, g, get(multipliers[k], g) * rod(k, g));
      });
  }
  // to -= W B^T x, with x_k b_k of every rod in pull_.
  TAUT_INLINE void subtract_impulses(BundleLane* to) const {
    shape_.each_joint([&](int p, auto&& pulls) __attribute__((always_inline)) {
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector sum = pulls([&](int k) __attribute__((always_inline)) { return vector(pull_, k, g); });
        put_vector(to, p, g, vector(to, p, g) + weight(p, g) * sum);
      });
    });
  }
  TAUT_INLINE void add_impulses_to(double* dv) const {
    memory_.take(dv, scratch_.change.data());
    subtract_impulses(scratch_.change.data());
    memory_.put(dv, scratch_.change.data());
  }

  // The defects after the drift and their forward substitution.
  TAUT_INLINE Residual take_residuals(double h) const {
    Residual residual = {pack(0.0), pack(0.0)};
    Pack sum = pack(0.0);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector d = displacement(k, h, g);
        const Real along = dot(rod(k, g), d), scale = load(rod_[k].inverse_square + g * width);
        const Real sigma = load(rod_[k].defect + g * width) + (along + 0.5 * dot(d, d));
        residual.violation.part[g] = larger(residual.violation.part[g], magnitude(sigma) * scale);
        residual.turn.part[g] = smaller(residual.turn.part[g], along * scale);
        sum.part[g] += sigma;
        put(x_[k], g, forward(lower_, x_, k, sigma, g));
      });
    // Not a number as soon as a defect is not finite.
    each_register([&](int g)
                      __attribute__((always_inline)) { residual.violation.part[g] += sum.part[g] - sum.part[g]; });
    return residual;
  }
  TAUT_INLINE Vector displacement(int k, double h, int g) const {
    return all(h) * (vector(velocity_, shape_.second(k), g) - vector(velocity_, shape_.first(k), g));
  }
  TAUT_INLINE void correct(const Pack& active, BundleLane* multipliers) const {
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Real solved = get(x_[k], g);
        const Real x = active.part[g] > 0.0 ? solved : Real{};
        put(multipliers[k], g, get(multipliers[k], g) + x);
        put_vector(pull_, k, g, x * rod(k, g));
      });
    subtract_impulses(velocity_);
  }

  TAUT_INLINE BundleOutcome outcome_of(const Residual& residual, const Pack& iterations, double h) const {
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
    if (outcome.trouble) describe(residual, iterations, h, outcome);
    return outcome;
  }
  [[gnu::noinline]] void describe(const Residual& residual, const Pack& iterations, double h,
                                  BundleOutcome& outcome) const {
    const Pack pivot = newton_factor(h);
    for (int lane = 0; lane < lanes; ++lane)
      outcome.lane_iterations[static_cast<std::size_t>(lane)] = static_cast<int>(lane_of(iterations, lane));
    each_register([&](int g) __attribute__((always_inline)) {
      store(outcome.violation + g * width, residual.violation.part[g]);
      store(outcome.turn + g * width, residual.turn.part[g]);
      store(outcome.newton_pivot + g * width, pivot.part[g]);
    });
  }

  // L D U of the matrix with rows b_k + d_k. Returns its smallest pivot.
  [[gnu::noinline]] Pack newton_factor(double h) const {
    Pack smallest = pack(1.0);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector b = rod(k, g), moved = b + displacement(k, h, g);
        put_vector(scratch_.now.data(), k, g, moved);
        const Real pivot = eliminate_newton(k, both_weights(k, g) * dot(moved, b), g);
        put(scratch_.newton_inverse.data()[k], g, 1.0 / pivot);
        smallest.part[g] = smaller(smallest.part[g], pivot);
      });
    return smallest;
  }
  TAUT_INLINE Real eliminate_newton(int k, Real pivot, int g) const {
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
          const Real scale = get(scratch_.newton_inverse.data()[entry.column], g);
          shape_.each_update(
              e, [&](int target, int source) __attribute__((always_inline)) {
                put(lower[target], g, get(lower[target], g) - a * get(upper[source], g));
                put(upper[target], g, get(upper[target], g) - b * get(lower[source], g));
              });
          put(lower[e], g, a * scale);
          put(upper[e], g, b * scale);
          pivot -= b * (a * scale);
        });
    return pivot;
  }
  // x of the lanes that need Newton's matrix, from the defects.
  [[gnu::noinline]] void replace_by_newton(const Pack& newton, double h) const {
    BundleLane* x = scratch_.newton_x.data();
    newton_factor(h);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        const Vector d = displacement(k, h, g);
        const Real sigma = load(rod_[k].defect + g * width) + (dot(rod(k, g), d) + 0.5 * dot(d, d));
        put(x[k], g, forward(scratch_.newton_lower.data(), x, k, sigma, g));
      });
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) {
        put(x[k], g, get(x[k], g) * ((1.0 / h) * get(scratch_.newton_inverse.data()[k], g)));
      });
    for (int k = rods_; k-- > 0;) {
      backward_line(scratch_.newton_upper.data(), x, k);
      each_register([&](int g) __attribute__((always_inline)) {
        const Real solved = get(x[k], g), quasi = get(x_[k], g);
        put(x_[k], g, newton.part[g] > 0.0 ? solved : quasi);
      });
    }
  }

  Topology shape_;
  Bundle& bundle_;
  BundleScratch& scratch_;
  BundleMemory memory_;
  int rods_;
  BundleRod* rod_;
  const BundleLane* weight_;
  BundleLane* lower_;
  BundleLane *velocity_, *pull_, *x_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
