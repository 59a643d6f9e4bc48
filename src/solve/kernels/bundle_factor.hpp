// The rods of a bundle, the factor of A = B W B^T and what is solved and pushed with it, for eight components of one
// shape, one a lane. The formulas are those of bundle_kernel.hpp.
#pragma once

#include "solve/kernels/bundle_lines.hpp"
#include "solve/kernels/bundle_topology.hpp"
#include "solve/limits.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

template <class Topology>
class BundleFactor {
 public:
  using Vector = typename Topology::Vector;

  BundleFactor(const BundleShape& shape, Bundle& bundle, BundleScratch& scratch)
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

 protected:
  // Rods, defects and the factor at the positions in the lanes; also(k, g) as soon as rod k has its.
  template <class Also>
  TAUT_INLINE void factor(Also&& also) const {
    Pack margin = pack(1.0), last = pack(0.0);
    for (int k = 0; k < rods_; ++k) {
      each_register([&](int g) __attribute__((always_inline)) { take_rod(k, g); });
      take_row(k);
      each_register([&](int g) __attribute__((always_inline)) {
        margin.part[g] = smaller(margin.part[g], eliminate(k, last.part[g], g));
        also(k, g);
      });
    }
    put(bundle_.margin, margin);
  }

  // A number of an earlier rod. In a path it is the last, which has not left its register.
  TAUT_INLINE static Real earlier(const BundleLane* from, int k, Real last, int g) {
    if constexpr (Topology::is_path)
      return last;
    else
      return get(from[k], g);
  }
  TAUT_INLINE static Vector vector(const BundleLane* from, int k, int g) { return get_vector<Vector>(from, k, g); }
  TAUT_INLINE Vector rod(int k, int g) const { return load_vector<Vector>(rod_[k].b, g * width); }
  TAUT_INLINE Real weight(std::int32_t p, int g) const { return get(weight_[p], g); }
  TAUT_INLINE Real both_weights(int k, int g) const { return weight(shape_.first(k), g) + weight(shape_.second(k), g); }

  // to, low = from + (low + change), as two_sum of base/exact.hpp
  TAUT_INLINE static void add(BundleLane* to, BundleLane* low, int p, int g, const Vector& change) {
    const Vector a = vector(to, p, g), b = vector(low, p, g) + change;
    const Vector s = a + b, t = s - a;
    put_vector(to, p, g, s);
    put_vector(low, p, g, (a - (s - t)) + (b - t));
  }

  // b_k and its defect, to twice the precision: exact_difference and LengthDefect of base/exact.hpp.
  TAUT_INLINE void take_rod(int k, int g) const {
    const BundleLane *high = scratch_.position.data(), *low = scratch_.position_low.data();
    const Vector from = vector(high, shape_.first(k), g), to = vector(high, shape_.second(k), g);
    const Vector b = to - from, t = b - to;
    const Vector error = (to - (b - t)) - (from + t);
    const Vector rest = error + (vector(low, shape_.second(k), g) - vector(low, shape_.first(k), g));
    store_vector(rod_[k].b, g * width, b);
    store(rod_[k].defect + g * width, defect(rod_[k], b, rest, g));
  }
  TAUT_INLINE static Real defect(const BundleRod& rod, const Vector& b, const Vector& low, int g) {
    const Real grid = load(rod.grid + g * width);
    const Vector coarse = rounded(b, grid);
    const Real squares = dot(coarse, coarse) - load(rod.square_high + g * width);
    const Real rest = dot(b + coarse, b - coarse);
    return 0.5 * (squares + (rest - load(rod.square_low + g * width))) + dot(b, low);
  }
  // By adding and taking away a large number.
  TAUT_INLINE static Vector rounded(const Vector& b, Real grid) {
    if constexpr (Vector::dimension == 3)
      return {(b.x + grid) - grid, (b.y + grid) - grid, (b.z + grid) - grid};
    else
      return {(b.x + grid) - grid, (b.y + grid) - grid};
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
  // Row k of L and the pivot, which it returns over the diagonal entry. last: 1 / pivot of the rod before.
  TAUT_INLINE Real eliminate(int k, Real& last, int g) const {
    const Vector b = rod(k, g);
    Real pivot = both_weights(k, g) * dot(b, b);
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry) __attribute__((always_inline)) {
          const Real a = get(lower_[e], g);
          shape_.each_update(
              e, [&](int target, int source) __attribute__((always_inline)) {
                put(lower_[target], g, get(lower_[target], g) - a * get(lower_[source], g));
              });
          const Real ratio = a * (Topology::is_path ? last : load(rod_[entry.column].inverse_pivot + g * width));
          put(lower_[e], g, ratio);
          pivot -= a * ratio;
        });
    last = 1.0 / pivot;
    store(rod_[k].inverse_pivot + g * width, last);
    return pivot * load(rod_[k].inverse_diagonal + g * width);
  }

  // L y = B v
  TAUT_INLINE void take_rates() const {
    Pack last = pack(0.0);
    for (int k = 0; k < rods_; ++k)
      each_register([&](int g) __attribute__((always_inline)) { take_rate(k, last.part[g], g); });
  }
  TAUT_INLINE void take_rate(int k, Real& last, int g) const {
    const Vector relative = vector(velocity_, shape_.second(k), g) - vector(velocity_, shape_.first(k), g);
    forward(lower_, x_, k, dot(rod(k, g), relative), last, g);
  }
  // Line k of L y = s. last: y of the line before, then of this one.
  TAUT_INLINE void forward(const BundleLane* lower, BundleLane* y, int k, Real s, Real& last, int g) const {
    shape_.each_entry(
        k, [&](int e, const BundleShape::Entry& entry)
               __attribute__((always_inline)) { s -= get(lower[e], g) * earlier(y, entry.column, last, g); });
    last = s;
    put(y[k], g, s);
  }
  // x = L^-T D^-1 x, scaled
  TAUT_INLINE void backward(double scale) const {
    backward(lower_, x_, inverse_pivots(scale), [](int /*k*/) {});
  }
  TAUT_INLINE auto inverse_pivots(double scale) const {
    return [ this, scale ](int k, int g) __attribute__((always_inline)) {
      return scale * load(rod_[k].inverse_pivot + g * width);
    };
  }
  // x = U^-1 D^-1 x with 1 / D from inverse_pivot(k, g); then(k) as soon as x_k is final
  template <class Pivot, class Then>
  TAUT_INLINE void backward(const BundleLane* upper, BundleLane* x, Pivot&& inverse_pivot, Then&& then) const {
    if constexpr (Topology::is_path) {
      Pack last = pack(0.0);
      for (int k = rods_; k-- > 0;) {
        each_register([&](int g) __attribute__((always_inline)) {
          Real here = get(x[k], g) * inverse_pivot(k, g);
          if (k + 1 < rods_) here -= get(upper[k], g) * last.part[g];
          put(x[k], g, here);
          last.part[g] = here;
        });
        then(k);
      }
    } else {
      for (int k = 0; k < rods_; ++k)
        each_register([&](int g) __attribute__((always_inline)) { put(x[k], g, get(x[k], g) * inverse_pivot(k, g)); });
      for (int k = rods_; k-- > 0;) {
        backward_line(upper, x, k);
        then(k);
      }
    }
  }
  // Takes x_k out of the lines before.
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

  TAUT_INLINE bool is_regular() const {
    Pack trouble = pack(0.0);  // zero, positive, or not a number
    each_register([&](int g) __attribute__((always_inline)) {
      const Real last = load(rod_[rods_ - 1].inverse_pivot + g * width);
      trouble.part[g] = (get(bundle_.margin, g) > smallest_pivot ? Real{} : all(1.0)) + (last - last);
    });
    return sum_of(trouble) == 0.0;
  }

  Topology shape_;
  Bundle& bundle_;
  BundleScratch& scratch_;
  BundleMemory<Vector> memory_;
  int rods_;
  BundleRod* rod_;
  const BundleLane* weight_;
  BundleLane* lower_;
  BundleLane *velocity_, *pull_, *x_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
