// Newton's method on rigid triangles, one a lane. All that the iteration needs of the vectors are their products.
//
//   b_1, b_2   rods 0-1 and 0-2 at the reference (rod 1-2 is b_2 - b_1), d_1, d_2 the same before the constraints act
//   c_i = d_i - a_i1 b_1 - a_i2 b_2 under the multipliers x_1, x_2, x_3:
//     a_11 = (w_0 + w_1) x_1 + w_1 x_3     a_12 = w_0 x_2 - w_1 x_3
//     a_21 = w_0 x_1 - w_2 x_3             a_22 = (w_0 + w_2) x_2 + w_2 x_3
//   G_ij = b_i.b_j,  D_ij = d_i.b_j,  E_ij = d_i.d_j,  P_ij = c_i.b_j = D_ij - a_i1 G_1j - a_i2 G_2j
//   |c_i|^2 = E_ii - a_i1 (D_i1 + P_i1) - a_i2 (D_i2 + P_i2)
//   c_1.c_2 = E_12 - a_11 D_21 - a_12 D_22 - a_21 P_11 - a_22 P_12
//
// Unlike SETTLE [miyamoto1992] it asks for no symmetry of masses or lengths, and reports what it leaves.
#pragma once

#include "solve/kernels/corners.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class TriangleKernel {
 public:
  TriangleKernel(const TriangleKind& kind, const KernelArrays& arrays)
      : kind_(kind), arrays_(arrays), box_(if_any(arrays.box)), moved_box_(if_any(arrays.moved_box)) {}

  TriangleOutcome positions(const TriangleUnit& unit, const KernelLimits& limits, double (*multipliers)[3]) const {
    return project<Quantity::position>(unit, limits, multipliers);
  }
  TriangleOutcome velocities(const TriangleUnit& unit, double (*multipliers)[3]) const {
    return project<Quantity::velocity>(unit, {1.0, 1}, multipliers);
  }

 private:
  enum class Quantity { position, velocity };
  struct Products {
    Real g11, g12, g22, d11, d12, d21, d22, e11, e12, e22;
  };
  struct Defects {
    Real s1, s2, s3;  // (|c|^2 - l^2) / 2
    Real p11, p12, p21, p22;
    Real violation, turn;
  };

  // What the packs of a unit came to.
  struct Worst {
    Real violation, iterations;
  };

  template <Quantity quantity>
  TriangleOutcome project(const TriangleUnit& unit, const KernelLimits& limits, double (*multipliers)[3]) const {
    TriangleOutcome outcome;
    Worst worst = {Real{}, Real{}};
    for (int lane = 0; lane < triangle_lanes; lane += width) {
      const Sides b = load_sides(arrays_.reference, box_, unit, lane);
      const Products q = products(b, load_sides(arrays_.moved, moved_box_, unit, lane));
      Multipliers x = {Real{}, Real{}, Real{}};
      const Truth accepted = quantity == Quantity::position ? iterate(q, limits, x, worst) : solve_velocities(q, x);
      add_to_corners(arrays_, unit, lane, accepted, displacements(x, b), outcome);
      if (multipliers) put_multipliers(x, lane, multipliers);
    }
    outcome.violation = largest_lane(worst.violation);
    outcome.iterations = static_cast<int>(largest_lane(worst.iterations));
    return outcome;
  }
  TAUT_INLINE static Products products(const Sides& b, const Sides& d) {
    return {dot(b.first, b.first),  dot(b.first, b.second), dot(b.second, b.second), dot(d.first, b.first),
            dot(d.first, b.second), dot(d.second, b.first), dot(d.second, b.second), dot(d.first, d.first),
            dot(d.first, d.second), dot(d.second, d.second)};
  }

  TAUT_INLINE Truth iterate(const Products& products, const KernelLimits& limits, Multipliers& x, Worst& worst) const {
    Real active = all(1.0), iterations = Real{}, determinant = all(1.0);
    Defects defects = defects_at(products, x);
    for (int iteration = 0;; ++iteration) {
      active = defects.violation > limits.tolerance ? active : Real{};
      if (iteration == limits.max_iterations || largest_lane(active) == 0.0) break;
      correct(defects, active, x, determinant);
      iterations += active;
      defects = defects_at(products, x);
    }
    const Real turn = determinant > 0.0 ? defects.turn : Real{};
    const Truth accepted = accept(defects.violation, turn, limits.tolerance, worst.violation);
    worst.iterations = larger(worst.iterations, accepted ? iterations : Real{});
    return accepted;
  }

  TAUT_INLINE Defects defects_at(const Products& q, const Multipliers& x) const {
    const double *w = kind_.weight, *scale = kind_.inverse_square, *square = kind_.square;
    const Real a11 = (w[0] + w[1]) * x.x1 + w[1] * x.x3, a12 = w[0] * x.x2 - w[1] * x.x3;
    const Real a21 = w[0] * x.x1 - w[2] * x.x3, a22 = (w[0] + w[2]) * x.x2 + w[2] * x.x3;
    Defects r;
    r.p11 = q.d11 - a11 * q.g11 - a12 * q.g12;
    r.p12 = q.d12 - a11 * q.g12 - a12 * q.g22;
    r.p21 = q.d21 - a21 * q.g11 - a22 * q.g12;
    r.p22 = q.d22 - a21 * q.g12 - a22 * q.g22;
    const Real c11 = q.e11 - a11 * (q.d11 + r.p11) - a12 * (q.d12 + r.p12);
    const Real c22 = q.e22 - a21 * (q.d21 + r.p21) - a22 * (q.d22 + r.p22);
    const Real c12 = q.e12 - a11 * q.d21 - a12 * q.d22 - a21 * r.p11 - a22 * r.p12;
    r.s1 = 0.5 * (c11 - square[0]);
    r.s2 = 0.5 * (c22 - square[1]);
    r.s3 = 0.5 * ((c11 + c22) - 2.0 * c12 - square[2]);
    const Real largest =
        larger(larger(magnitude(r.s1) * scale[0], magnitude(r.s2) * scale[1]), magnitude(r.s3) * scale[2]);
    const Real sum = (r.s1 + r.s2) + r.s3;
    r.violation = largest + (sum - sum);  // not a number as soon as a defect is not finite
    r.turn = smaller(smaller(r.p11 * scale[0], r.p22 * scale[1]), ((r.p22 - r.p12) - (r.p21 - r.p11)) * scale[2]);
    return r;
  }

  // J x = s, by the adjugate: one division.
  TAUT_INLINE void correct(const Defects& r, Real active, Multipliers& x, Real& determinant) const {
    const double* w = kind_.weight;
    const Real r1 = r.p21 - r.p11, r2 = r.p22 - r.p12;  // c_3.b_1, c_3.b_2
    const Real j11 = (w[0] + w[1]) * r.p11, j12 = w[0] * r.p12, j13 = w[1] * (r.p11 - r.p12);
    const Real j21 = w[0] * r.p21, j22 = (w[0] + w[2]) * r.p22, j23 = w[2] * (r.p22 - r.p21);
    const Real j31 = -(w[1] * r1), j32 = w[2] * r2, j33 = (w[1] + w[2]) * (r2 - r1);
    const Real m11 = j22 * j33 - j23 * j32, m12 = j23 * j31 - j21 * j33, m13 = j21 * j32 - j22 * j31;
    const Real now = j11 * m11 + j12 * m12 + j13 * m13;
    const Real step = active / now;
    x.x1 += step * (m11 * r.s1 + (j13 * j32 - j12 * j33) * r.s2 + (j12 * j23 - j13 * j22) * r.s3);
    x.x2 += step * (m12 * r.s1 + (j11 * j33 - j13 * j31) * r.s2 + (j13 * j21 - j11 * j23) * r.s3);
    x.x3 += step * (m13 * r.s1 + (j12 * j31 - j11 * j32) * r.s2 + (j11 * j22 - j12 * j21) * r.s3);
    determinant = active > 0.0 ? now : determinant;
  }

  // c = b, s_k = b_k.d_k, d the relative velocities: one linear solve, right unless a number is not finite.
  TAUT_INLINE Truth solve_velocities(const Products& q, Multipliers& x) const {
    Defects r;
    r.p11 = q.g11, r.p12 = r.p21 = q.g12, r.p22 = q.g22;
    r.s1 = q.d11, r.s2 = q.d22, r.s3 = (q.d22 - q.d12) - (q.d21 - q.d11);
    Real determinant{};
    correct(r, all(1.0), x, determinant);
    const Real sum = (x.x1 + x.x2) + x.x3;
    return sum - sum == 0.0;
  }

  TAUT_INLINE Corners displacements(const Multipliers& x, const Sides& b) const {
    const double* w = kind_.weight;
    const Vector pull1 = x.x1 * b.first, pull2 = x.x2 * b.second, pull3 = x.x3 * (b.second - b.first);
    return {all(w[0]) * (pull1 + pull2), all(w[1]) * (pull3 - pull1), all(-w[2]) * (pull2 + pull3)};
  }

  const TriangleKind& kind_;
  const KernelArrays& arrays_;
  const Periods *box_, *moved_box_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
