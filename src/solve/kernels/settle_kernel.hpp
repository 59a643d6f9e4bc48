// SETTLE [miyamoto1992], the closed form for a rigid isosceles triangle: corner 0 between two equal sides, corners 1
// and 2 of equal mass. Everything is relative to the centre of mass, which the constraints do not move.
//
//   canonical triangle: corner 0 at height a over the centre of mass, corners 1 and 2 at -b, half the base c
//   axes of the plane of the reference: Z = b_1 x b_2, X = r_0 x Z, Y = Z x X      (r_0 the trial corner 0)
//   phi, psi tilt the triangle out of that plane to the trial heights; theta turns it in the plane:
//     alpha sin theta + beta cos theta = gamma
#pragma once

#include "solve/kernels/corners.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class SettleKernel {
 public:
  SettleKernel(const TriangleKind& kind, const KernelArrays& arrays)
      : kind_(kind),
        arrays_(arrays),
        share_{kind.settle.share},
        height_(kind.settle.height),
        depth_(kind.settle.depth),
        half_base_(kind.settle.half_base) {}

  // In four sweeps over the lanes: a root of one triangle is under way while others are worked on.
  TriangleOutcome positions(const TriangleUnit& unit, double tolerance, double (*multipliers)[3]) const {
    TriangleOutcome outcome;
    Stage stages[packs];
    for (int i = 0; i < packs; ++i) prepare(unit, i * width, stages[i]);
    for (int i = 0; i < packs; ++i) tilt(stages[i]);
    for (int i = 0; i < packs; ++i) turn(stages[i]);
    for (int i = 0; i < packs; ++i) finish(unit, i * width, tolerance, stages[i], outcome);
    for (int i = 0; i < packs && multipliers; ++i) put_multipliers(multipliers_of(stages[i]), i * width, multipliers);
    return outcome;
  }

 private:
  static constexpr int packs = triangle_lanes / width;
  struct Stage {
    Vector b1, b2, r0, r1, r2;  // rods of the reference; trial corners, from the centre of mass
    Vector x, y, z;             // the axes
    Vector to0, to1, to2;       // where the corners go, in these axes
  };

  TAUT_INLINE static Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  TAUT_INLINE static Vector unit_vector(const Vector& a) { return (1.0 / square_root(dot(a, a))) * a; }

  TAUT_INLINE void prepare(const TriangleUnit& unit, int lane, Stage& stage) const {
    const Corners reference = load_corners(arrays_.reference, unit, lane);
    const Vector b1 = rod(reference.at0, reference.at1, arrays_.box),
                 b2 = rod(reference.at0, reference.at2, arrays_.box);
    const Corners trial = load_corners(arrays_.moved, unit, lane);
    const Vector d1 = rod(trial.at0, trial.at1, arrays_.moved_box), d2 = rod(trial.at0, trial.at2, arrays_.moved_box);
    const Vector r0 = all(-share_) * (d1 + d2);
    const Vector z = cross(b1, b2), x = cross(r0, z), y = cross(z, x);
    stage.b1 = b1, stage.b2 = b2;
    stage.r0 = r0, stage.r1 = d1 + r0, stage.r2 = d2 + r0;
    stage.x = unit_vector(x), stage.y = unit_vector(y), stage.z = unit_vector(z);
  }

  TAUT_INLINE void tilt(Stage& stage) const {
    const Real z0 = dot(stage.z, stage.r0), z1 = dot(stage.z, stage.r1), z2 = dot(stage.z, stage.r2);
    const Real sin_phi = z0 * (1.0 / height_);
    const Real cos_phi = square_root(1.0 - sin_phi * sin_phi);
    const Real sin_psi = (z1 - z2) * (0.5 / half_base_) / cos_phi;
    const Real cos_psi = square_root(1.0 - sin_psi * sin_psi);
    const Real x1 = -half_base_ * cos_psi;
    const Real middle = -depth_ * cos_phi, tilt = half_base_ * sin_psi * sin_phi;
    stage.to0 = {Real{}, height_ * cos_phi, z0};
    stage.to1 = {x1, middle - tilt, z1};
    stage.to2 = {-x1, middle + tilt, z2};
  }

  TAUT_INLINE void turn(Stage& stage) const {
    const Vector ux = stage.x, uy = stage.y;
    const Real b1x = dot(ux, stage.b1), b1y = dot(uy, stage.b1), b2x = dot(ux, stage.b2), b2y = dot(uy, stage.b2);
    const Real r1x = dot(ux, stage.r1), r1y = dot(uy, stage.r1), r2x = dot(ux, stage.r2), r2y = dot(uy, stage.r2);
    const Real x1 = stage.to1.x, y1 = stage.to1.y, y2 = stage.to2.y, y0 = stage.to0.y;
    const Real alpha = x1 * (b1x - b2x) + b1y * y1 + b2y * y2;
    const Real beta = x1 * (b2y - b1y) + b1x * y1 + b2x * y2;
    const Real gamma = b1x * r1y - r1x * b1y + b2x * r2y - r2x * b2y;
    const Real square = alpha * alpha + beta * beta;
    const Real sin_theta = (alpha * gamma - beta * square_root(square - gamma * gamma)) / square;
    const Real cos_theta = square_root(1.0 - sin_theta * sin_theta);
    stage.to0.x = -(y0 * sin_theta), stage.to0.y = y0 * cos_theta;
    stage.to1.x = x1 * cos_theta - y1 * sin_theta, stage.to1.y = x1 * sin_theta + y1 * cos_theta;
    stage.to2.x = -(x1 * cos_theta) - y2 * sin_theta, stage.to2.y = -(x1 * sin_theta) + y2 * cos_theta;
  }

  TAUT_INLINE static Vector in_space(const Stage& stage, const Vector& v) {
    return v.x * stage.x + (v.y * stage.y + v.z * stage.z);
  }

  TAUT_INLINE void finish(const TriangleUnit& unit, int lane, double tolerance, const Stage& stage,
                          TriangleOutcome& outcome) const {
    const Vector n0 = in_space(stage, stage.to0), n1 = in_space(stage, stage.to1), n2 = in_space(stage, stage.to2);
    judge(n0, n1, n2, stage.b1, stage.b2, lane, tolerance, outcome);
    add_to_corners(arrays_, unit, lane, outcome, {n0 - stage.r0, n1 - stage.r1, n2 - stage.r2});
  }

  // From where the corners went: e_0 = w_0 (x_1 b_1 + x_2 b_2), e_1 = w_1 (x_3 (b_2 - b_1) - x_1 b_1).
  TAUT_INLINE Multipliers multipliers_of(const Stage& stage) const {
    const Vector &b1 = stage.b1, &b2 = stage.b2;
    const Vector e0 = all(1.0 / kind_.weight[0]) * (in_space(stage, stage.to0) - stage.r0);
    const Vector e1 = all(1.0 / kind_.weight[1]) * (in_space(stage, stage.to1) - stage.r1);
    const Real g11 = dot(b1, b1), g12 = dot(b1, b2), g22 = dot(b2, b2), scale = 1.0 / (g11 * g22 - g12 * g12);
    return {(g22 * dot(e0, b1) - g12 * dot(e0, b2)) * scale, (g11 * dot(e0, b2) - g12 * dot(e0, b1)) * scale,
            (g11 * dot(e1, b2) - g12 * dot(e1, b1)) * scale};
  }

  // Measures what was reached.
  TAUT_INLINE void judge(const Vector& n0, const Vector& n1, const Vector& n2, const Vector& b1, const Vector& b2,
                         int lane, double tolerance, TriangleOutcome& outcome) const {
    const double* scale = kind_.inverse_square;
    const Vector c1 = n1 - n0, c2 = n2 - n0, c3 = n2 - n1;
    const Real s1 = dot(c1, c1) * scale[0] - 1.0, s2 = dot(c2, c2) * scale[1] - 1.0, s3 = dot(c3, c3) * scale[2] - 1.0;
    const Real sum = (s1 + s2) + s3;
    const Real largest = larger(larger(magnitude(s1), magnitude(s2)), magnitude(s3));
    store(outcome.violation + lane, 0.5 * largest + (sum - sum));
    store(outcome.turn + lane, smaller(dot(c1, b1) * scale[0], dot(c2, b2) * scale[1]));
    store(outcome.smallest_pivot + lane, all(1.0));
    for (int j = 0; j < width; ++j)
      outcome.converged[static_cast<std::size_t>(lane + j)] = is_accepted(outcome, lane + j, tolerance);
  }

  const TriangleKind& kind_;
  const KernelArrays& arrays_;
  double share_, height_, depth_, half_base_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
