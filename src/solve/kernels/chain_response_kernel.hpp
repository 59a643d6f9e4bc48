// Traces of the blocks of R^-1 - R^-1 B^T A^-1 B R^-1 near the diagonal, for chains, in closed form. With unit vectors
// u_k along the bonds and weights w_i = 1 / R_i, A is tridiagonal: a_kk = w_k + w_k+1, a_k,k+1 = -w_k+1 u_k.u_k+1. Its
// pivots from either end,
//   p_k = a_kk - a_k-1,k^2 / p_k-1,   q_k = a_kk - a_k,k+1^2 / q_k+1,
// give Z = A^-1: Z_kk = 1 / (p_k + q_k - a_kk) and Z_kl = t_k ... t_l-1 Z_ll for k < l with t_k = -a_k,k+1 / p_k. The
// block of beads i < j is a product of two vectors,
//   t_i ... t_j-2 P_i Q_j^T,   P_i = w_i (t_i-1 u_i-1 - u_i),   Q_j = w_j (t_j-1 Z_jj u_j - Z_j-1,j-1 u_j-1),
// where terms of bonds beyond the ends are left out.
#pragma once

#include "solve/kernels/chain_response_unit.hpp"
#include "solve/kernels/pack.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ChainResponseKernel {
 public:
  TAUT_INLINE ChainResponseKernel(const ChainResponseUnit& unit, int lane)
      : unit_(unit), lane_(lane), bonds_(unit.beads - 1) {}

  TAUT_INLINE void traces() const {
    eliminate();
    for (std::size_t i = 0; i < unit_.beads; ++i) take_vectors(i);
    for (std::size_t i = 0; i < unit_.beads; ++i) take_row(i);
  }

 private:
  TAUT_INLINE Vector bond(std::size_t k) const { return load_vector(unit_.bonds[k], lane_); }
  TAUT_INLINE Real t(std::size_t k) const { return load(unit_.t[k] + lane_); }
  TAUT_INLINE Real z(std::size_t k) const { return load(unit_.z[k] + lane_); }
  TAUT_INLINE double diagonal(std::size_t k) const { return unit_.weights[k] + unit_.weights[k + 1]; }
  TAUT_INLINE Real coupling(std::size_t k) const { return -unit_.weights[k + 1] * dot(bond(k), bond(k + 1)); }

  // Pivots from the front go into z, then those from the back turn them into Z_kk.
  TAUT_INLINE void eliminate() const {
    Real pivot = all(diagonal(0));
    for (std::size_t k = 0;; ++k) {
      store(unit_.z[k] + lane_, pivot);
      if (k + 1 == bonds_) break;
      const Real a = coupling(k), step = -a / pivot;
      store(unit_.t[k] + lane_, step);
      pivot = diagonal(k + 1) + a * step;
    }
    pivot = all(diagonal(bonds_ - 1));
    for (std::size_t k = bonds_; k-- > 0;) {
      store(unit_.z[k] + lane_, 1.0 / (z(k) + (pivot - diagonal(k))));
      if (k == 0) break;
      const Real a = coupling(k - 1);
      pivot = diagonal(k - 1) - a * a / pivot;
    }
  }

  TAUT_INLINE void take_vectors(std::size_t i) const {
    const Real w = all(unit_.weights[i]);
    Vector p = {Real{}, Real{}, Real{}}, q = p;
    if (i < bonds_) assign(p, -w * bond(i));
    if (i > 0) assign(q, -(w * z(i - 1)) * bond(i - 1));
    if (i > 0 && i < bonds_) {
      assign(p, p + (w * t(i - 1)) * bond(i - 1));
      assign(q, q + (w * t(i - 1) * z(i)) * bond(i));
    }
    store_vector(unit_.p[i], lane_, p);
    store_vector(unit_.q[i], lane_, q);
  }

  TAUT_INLINE void take_row(std::size_t i) const {
    ChainResponseUnit::Line* const out = unit_.traces + i * (unit_.distance + 1);
    const std::size_t last = i + unit_.distance < unit_.beads ? i + unit_.distance : unit_.beads - 1;
    store(out[0] + lane_, own(i));
    const Vector p = load_vector(unit_.p[i], lane_);
    Real decay = all(1.0);
    for (std::size_t j = i + 1; j <= last; ++j) {
      if (j > i + 1) decay *= t(j - 2);
      store(out[j - i] + lane_, decay * dot(p, load_vector(unit_.q[j], lane_)));
    }
  }

  // w dim - w^2 (Z_i-1,i-1 + Z_ii - 2 Z_i-1,i u_i-1.u_i)
  TAUT_INLINE Real own(std::size_t i) const {
    const double w = unit_.weights[i];
    Real sum = Real{};
    if (i > 0) sum += z(i - 1);
    if (i < bonds_) sum += z(i);
    if (i > 0 && i < bonds_) sum -= 2.0 * (t(i - 1) * z(i)) * dot(bond(i - 1), bond(i));
    return unit_.dimension * w - (w * w) * sum;
  }

  const ChainResponseUnit& unit_;
  int lane_;
  std::size_t bonds_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
