// SETTLE [miyamoto1992], the closed form for a rigid isosceles triangle: corner 0 between two equal sides, corners 1
// and 2 of equal mass. Everything is relative to the centre of mass, which the constraints do not move.
//
// The triangle is taken by its altitude and its base, which are orthogonal, or nearly so where the reference is not
// quite on the constraints:
//
//   B = b_1 + b_2,  D = b_2 - b_1,  N = B x D     at the reference; the constraints push in the plane of B and D
//   F = d_1 + d_2,  G = d_2 - d_1                 before they act: corner 0 is at -share F, the others are at
//                                                 (1/2 - share) F -+ G/2
// Heights over that plane stay as they are. They tilt the triangle, of which, seen from above, remain
//
//   corner 0 at (0, H), the others at (-+X, -ratio H -+ T)      ratio = depth / height
//   H^2 = height^2 - (share F.n)^2,  X^2 = half_base^2 - (G.n height / 2H)^2,  T = (share F.n) (G.n) / 2H
//
// with n = N/|N|. It then turns in the plane by theta, so that the constraints exert no torque:
//   alpha sin theta + beta cos theta = gamma.
// The original makes unit vectors of its axes. Here only squares of |B| and |N| occur, by way of x = X |N|,
//   sigma = sin theta |N| / |B|  and  kappa = cos theta / |B|,
// and one division serves these squares and H: two divisions and three roots instead of five and seven.
#pragma once

#include "solve/kernels/corners.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class SettleKernel {
 public:
  SettleKernel(const TriangleKind& kind, const KernelArrays& arrays)
      : arrays_(arrays),
        box_(if_any(arrays.box)),
        moved_box_(if_any(arrays.moved_box)),
        inverse_weight_{1.0 / kind.weight[0], 1.0 / kind.weight[1]},
        share_(all(kind.settle.share)),
        inverse_share_(all(1.0 / kind.settle.share)),
        ratio_(all(kind.settle.depth / kind.settle.height)),
        minus_ratio_(-ratio_),
        height_square_(all(kind.settle.height * kind.settle.height)),
        half_base_square_(all(kind.settle.half_base * kind.settle.half_base)),
        side_scale_(all(0.25 * kind.inverse_square[0])),
        base_scale_(all(kind.inverse_square[2])) {}

  // In sweeps over the lanes: a root of one triangle is under way while others are worked on.
  TriangleOutcome positions(const TriangleUnit& unit, double tolerance, double (*multipliers)[3]) const {
    Stage stages[packs];
    for (int i = 0; i < packs; ++i) take(unit, i * width, stages[i]);
    for (int i = 0; i < packs; ++i) prepare(stages[i]);
    for (int i = 0; i < packs; ++i) tilt(stages[i]);
    for (int i = 0; i < packs; ++i) turn(stages[i]);
    TriangleOutcome outcome;
    Real violation{};
    for (int i = 0; i < packs; ++i) {
      const Displacement e = displacement(stages[i]);
      if (multipliers) put_multipliers(multipliers_of(e), i * width, multipliers);
      finish(unit, i * width, stages[i], e, tolerance, violation, outcome);
    }
    outcome.violation = largest_lane(violation);
    return outcome;
  }

 private:
  static constexpr int packs = triangle_lanes / width;
  struct Stage {
    Vector b, d, f, g;         // B, D, F, G
    Real bb, bd, nn;           // B.B, B.D, N.N
    Real fb, fd, gb, gd;       // in the plane: share F = (fb B + fd D) / nn, G / 2 = (gb B + gd D) / nn
    Real rise, half_gn, lift;  // share F.N, G.N / 2, nn H^2
    Real inverse;              // 1 / (nn lift bb)
    Real inverse_nn, inverse_bb;
    Real h, x, t_over_h, t;  // H, X |N|, T / H, T
    Real sigma, kappa;
  };

  TAUT_INLINE static Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }

  TAUT_INLINE void take(const TriangleUnit& unit, int lane, Stage& stage) const {
    const Sides b = load_sides(arrays_.reference, box_, unit, lane);
    assign(stage.b, b.first + b.second), assign(stage.d, b.second - b.first);
    const Sides d = load_sides(arrays_.moved, moved_box_, unit, lane);
    assign(stage.f, d.first + d.second), assign(stage.g, d.second - d.first);
  }

  TAUT_INLINE void prepare(Stage& stage) const {
    const Vector &b = stage.b, &d = stage.d, &f = stage.f, &g = stage.g, n = cross(b, d);
    const Real bb = dot(b, b), bd = dot(b, d), dd = dot(d, d), nn = bb * dd - bd * bd;
    const Real fb = dot(f, b), fd = dot(f, d), gb = dot(g, b), gd = dot(g, d);
    stage.bb = bb, stage.bd = bd, stage.nn = nn;
    stage.fb = share_ * (dd * fb - bd * fd), stage.fd = share_ * (bb * fd - bd * fb);
    stage.gb = 0.5 * (dd * gb - bd * gd), stage.gd = 0.5 * (bb * gd - bd * gb);
    stage.rise = share_ * dot(f, n), stage.half_gn = 0.5 * dot(g, n);
    stage.lift = height_square_ * nn - stage.rise * stage.rise;
    stage.inverse = 1.0 / ((nn * stage.lift) * bb);
  }

  TAUT_INLINE void tilt(Stage& stage) const {
    const Real nn_inverse = stage.nn * stage.inverse, half_gn = stage.half_gn;
    const Real inverse_nn = stage.inverse * (stage.lift * stage.bb), inverse_hh = nn_inverse * (stage.nn * stage.bb);
    stage.inverse_nn = inverse_nn;
    stage.inverse_bb = nn_inverse * stage.lift;
    stage.h = square_root(stage.lift * inverse_nn);
    stage.x = square_root(half_base_square_ * stage.nn - height_square_ * ((half_gn * half_gn) * inverse_hh));
    stage.t_over_h = (stage.rise * half_gn) * (inverse_nn * inverse_hh);
  }

  TAUT_INLINE void turn(Stage& stage) const {
    const Real inverse_nn = stage.inverse_nn, x = stage.x, t = stage.t_over_h * stage.h;
    const Real alpha = x + ratio_ * (stage.h * stage.bb) - t * stage.bd;
    const Real beta = t * stage.nn + x * stage.bd, beta_nn = beta * inverse_nn;
    const Real gamma = ratio_ * stage.fd - stage.gb;
    const Real square = alpha * alpha + beta * beta_nn, inverse = 1.0 / square;
    const Real root = square_root(square * stage.inverse_bb - (gamma * gamma) * inverse_nn);
    stage.t = t;
    stage.sigma = (alpha * gamma - beta * root) * inverse;
    stage.kappa = (beta_nn * gamma + alpha * root) * inverse;
  }

  // Along B and D: of corner 0, from which the middle of the base goes away, and of half the base.
  struct Displacement {
    Real apex_b, apex_d, half_b, half_d;
  };
  TAUT_INLINE static Displacement displacement(const Stage& stage) {
    const Real inverse_nn = stage.inverse_nn, across = stage.sigma * stage.h;
    const Real along = stage.kappa * stage.x - stage.sigma * stage.t;
    const Real up = (stage.sigma * stage.x) * inverse_nn + stage.kappa * stage.t;
    return {(across * stage.bd + stage.fb) * inverse_nn - stage.kappa * stage.h,
            (stage.fd - across * stage.bb) * inverse_nn, -((along * stage.bd + stage.gb) * inverse_nn + up),
            (along * stage.bb - stage.gd) * inverse_nn};
  }

  TAUT_INLINE void finish(const TriangleUnit& unit, int lane, const Stage& stage, const Displacement& e,
                          double tolerance, Real& violation, TriangleOutcome& outcome) const {
    const Vector apex = e.apex_b * stage.b + e.apex_d * stage.d, half = e.half_b * stage.b + e.half_d * stage.d;
    const Vector middle = minus_ratio_ * apex;
    const Vector f = stage.f - inverse_share_ * apex, g = stage.g + (half + half);
    const Truth accepted = accept(violation_of(f, g), turn_of(f, g, stage), tolerance, violation);
    add_to_corners(arrays_, unit, lane, accepted, {apex, middle - half, middle + half}, outcome);
  }
  // Measures the sides c_1, c_2 = (F -+ G) / 2 and the base G that were reached.
  TAUT_INLINE Real violation_of(const Vector& f, const Vector& g) const {
    const Real gg = dot(g, g);
    const Real mean = (dot(f, f) + gg) * side_scale_ - 1.0, apart = dot(f, g) * (side_scale_ + side_scale_);
    const Real base = gg * base_scale_ - 1.0;
    const Real sum = (mean + apart) + base;  // not a number as soon as a defect is not finite
    return 0.5 * larger(magnitude(mean) + magnitude(apart), magnitude(base)) + (sum - sum);
  }
  // The smallest b.c / l^2.
  TAUT_INLINE Real turn_of(const Vector& f, const Vector& g, const Stage& stage) const {
    const Real base = dot(g, stage.d);
    const Real mean = dot(f, stage.b) + base, apart = dot(f, stage.d) + dot(g, stage.b);
    return smaller((mean - magnitude(apart)) * side_scale_, base * base_scale_);
  }

  // e_0 = w_0 (x_1 b_1 + x_2 b_2), e_1 = w_1 (x_3 (b_2 - b_1) - x_1 b_1)
  TAUT_INLINE Multipliers multipliers_of(const Displacement& e) const {
    const Real apex_2 = e.apex_b + e.apex_d, half_2 = e.half_b + e.half_d;
    return {(e.apex_b - e.apex_d) * inverse_weight_[0], apex_2 * inverse_weight_[0],
            -(ratio_ * apex_2 + half_2) * inverse_weight_[1]};
  }

  const KernelArrays& arrays_;
  const Periods *box_, *moved_box_;
  double inverse_weight_[2];
  Real share_, inverse_share_, ratio_, minus_ratio_, height_square_, half_base_square_;
  Real side_scale_, base_scale_;  // 1 / 4l^2, 1 / l^2
};

}  // namespace taut::TAUT_INSTRUCTION_SET
