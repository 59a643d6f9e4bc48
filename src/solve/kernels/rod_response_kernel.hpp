// Traces of blocks of R^-1 - R^-1 B^T A^-1 B R^-1 for any framework of rods. With unit vectors u_k along the rods,
// a_kl = s w u_k.u_l where two rods share a particle of weight w = 1 / R. A = L D L^T in an order of little fill, and
// Z = A^-1 follows row by row from the last [takahashi1973],
//   Z_kl = -sum_j L_jk Z_jl (l > k),   Z_kk = 1 / d_k - sum_j L_jk Z_jk.
#pragma once

#include "solve/kernels/pack.hpp"
#include "solve/kernels/rod_response_unit.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class RodResponseKernel {
 public:
  TAUT_INLINE RodResponseKernel(const RodResponseProgram& program, const RodResponseUnit& unit, int lane)
      : program_(program), unit_(unit), lane_(lane) {}

  TAUT_INLINE void traces() const {
    assemble();
    eliminate();
    for (std::size_t k = program_.rods; k-- > 0;) invert(k);
    for (std::size_t k = 0; k < program_.rods; ++k) take_products(k);
    for (std::size_t p = 0; p < program_.pairs.size(); ++p) take_trace(p);
  }

 private:
  TAUT_INLINE Real get(const RodResponseUnit::Line* line, std::size_t k) const { return load(line[k] + lane_); }
  TAUT_INLINE void put(RodResponseUnit::Line* line, std::size_t k, Real x) const { store(line[k] + lane_, x); }
  TAUT_INLINE Vector bond(std::size_t k) const { return load_vector(unit_.bonds[k], lane_); }
  TAUT_INLINE std::size_t place(std::size_t k, std::size_t l) const { return k * program_.rods + l; }
  TAUT_INLINE std::size_t row(std::size_t entry) const { return static_cast<std::size_t>(program_.entries[entry].row); }

  TAUT_INLINE void assemble() const {
    for (std::size_t k = 0; k < program_.rods; ++k) {
      put(unit_.pivots, k, all(program_.diagonal[k]));
      for (std::size_t e = program_.entries_begin[k]; e < program_.entries_begin[k + 1]; ++e) {
        const double coupling = program_.entries[e].coupling;
        put(unit_.factor, e, coupling == 0.0 ? Real{} : coupling * dot(bond(k), bond(row(e))));
      }
    }
  }

  // Afterwards `factor` holds L, and `pivots` 1 / d.
  TAUT_INLINE void eliminate() const {
    Real least = all(1.0);
    for (std::size_t k = 0; k < program_.rods; ++k) {
      const Real pivot = get(unit_.pivots, k), inverse = 1.0 / pivot;
      least = smaller(least, pivot / program_.diagonal[k]);
      for (std::size_t u = program_.updates_begin[k]; u < program_.updates_begin[k + 1]; ++u) {
        const RodResponseProgram::Update& update = program_.updates[u];
        const Real change = inverse * get(unit_.factor, static_cast<std::size_t>(update.first)) *
                            get(unit_.factor, static_cast<std::size_t>(update.second));
        RodResponseUnit::Line* const to = update.target < 0 ? unit_.pivots : unit_.factor;
        const auto at = static_cast<std::size_t>(update.target < 0 ? -1 - update.target : update.target);
        put(to, at, get(to, at) - change);
      }
      for (std::size_t e = program_.entries_begin[k]; e < program_.entries_begin[k + 1]; ++e)
        put(unit_.factor, e, inverse * get(unit_.factor, e));
      put(unit_.pivots, k, inverse);
    }
    store(*unit_.least + lane_, least);
  }

  TAUT_INLINE void invert(std::size_t k) const {
    const std::size_t begin = program_.entries_begin[k], end = program_.entries_begin[k + 1];
    for (std::size_t l = k + 1; l < program_.rods; ++l) {
      Real sum = Real{};
      for (std::size_t e = begin; e < end; ++e) sum -= get(unit_.factor, e) * get(unit_.z, place(row(e), l));
      put(unit_.z, place(k, l), sum);
      put(unit_.z, place(l, k), sum);
    }
    Real own = get(unit_.pivots, k);
    for (std::size_t e = begin; e < end; ++e) own -= get(unit_.factor, e) * get(unit_.z, place(row(e), k));
    put(unit_.z, place(k, k), own);
  }

  // Z_kl u_k.u_l in the place of Z_kl, l > k; u_k.u_k is one.
  TAUT_INLINE void take_products(std::size_t k) const {
    for (std::size_t l = k + 1; l < program_.rods; ++l)
      put(unit_.z, place(k, l), get(unit_.z, place(k, l)) * dot(bond(k), bond(l)));
  }

  TAUT_INLINE void take_trace(std::size_t p) const {
    Real sum = Real{};
    for (std::size_t t = program_.terms_begin[p]; t < program_.terms_begin[p + 1]; ++t)
      sum += program_.terms[t].sign * get(unit_.z, static_cast<std::size_t>(program_.terms[t].place));
    put(unit_.traces, p, program_.pairs[p].own - program_.pairs[p].product * sum);
  }

  const RodResponseProgram& program_;
  const RodResponseUnit& unit_;
  int lane_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
