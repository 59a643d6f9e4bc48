// Normal random numbers by the transform of Box and Muller [box1958], from counter-based bits [salmon2011]:
//   z = sqrt(-2 ln u) (cos a, sin a)
// A block of Philox makes two such pairs, each from 40 bits for u and 24 for a: the numbers reach 7.5 standard
// deviations, beyond which one in 1e13 should lie. Thirty-two numbers follow from eight blocks, one a lane, so that
// number 32 g + 8 j + lane is the j-th of block 8 g + lane on every instruction set.
#pragma once

#include "base/elementary.hpp"
#include "solve/kernels/gaussian_unit.hpp"
#include "solve/kernels/pack.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

#if TAUT_LANES == 1
using Bits = std::uint64_t;
#else
using Bits = std::uint64_t __attribute__((vector_size(8 * TAUT_LANES)));
#endif

class GaussianKernel {
 public:
  explicit GaussianKernel(const GaussianDraw& draw) : draw_(draw) {}

  // The numbers 32 batch, 32 batch + 1, ...
  TAUT_INLINE void batch(std::uint64_t batch, double* out) const {
    each_register([&](int g) __attribute__((always_inline)) {
      Bits c[4] = {first_counters(8 * batch + static_cast<std::uint64_t>(g * width)), Bits{} + draw_.draw,
                   Bits{} + (draw_.step & low), Bits{} + (draw_.step >> 32)};
      philox(c);
      pair(c[0], c[1], out + g * width);
      pair(c[2], c[3], out + 2 * lanes + g * width);
    });
  }

 private:
  static constexpr std::uint64_t low = 0xFFFFFFFF;

  TAUT_INLINE static Bits first_counters(std::uint64_t first) {
#if TAUT_LANES == 1
    return first & low;
#else
    Bits counters{};
    for (int lane = 0; lane < width; ++lane) counters[lane] = (first + static_cast<std::uint64_t>(lane)) & low;
    return counters;
#endif
  }

  // base/philox.hpp, on 32-bit numbers in lanes of 64 bits
  TAUT_INLINE void philox(Bits* c) const {
    constexpr std::uint64_t m0 = 0xD2511F53, m1 = 0xCD9E8D57, w0 = 0x9E3779B9, w1 = 0xBB67AE85;
    std::uint64_t k0 = draw_.seed & low, k1 = draw_.seed >> 32;
    for (int round = 0; round < 10; ++round) {
      const Bits p0 = c[0] * m0, p1 = c[2] * m1;
      c[0] = (p1 >> 32) ^ c[1] ^ k0;
      c[1] = p1 & low;
      c[2] = (p0 >> 32) ^ c[3] ^ k1;
      c[3] = p0 & low;
      k0 = (k0 + w0) & low;
      k1 = (k1 + w1) & low;
    }
  }

  // 40 bits for the radius; 22 for the angle within a quarter turn, one that swaps the two, one for their sign.
  TAUT_INLINE static void pair(Bits a, Bits b, double* out) {
    const Real u = (real_of<Bits, Real>((a << 8) | (b >> 24)) + 0.5) * 0x1p-40;
    const Real part = (real_of<Bits, Real>(b & 0x3FFFFF) + 0.5) * 0x1p-22 - 0.5;
    const Real radius = square_root(-2.0 * natural_log<Bits, Real>(u));
    const auto [sine, cosine] = sine_and_cosine(part * (0.5 * std::numbers::pi));
    const Real along = signed_by(b >> 23, radius) * cosine, across = signed_by(b >> 23, radius) * sine;
    const auto swapped = (b & 0x400000) != 0;
    store(out, swapped ? across : along);
    store(out + lanes, swapped ? along : across);
  }
  // -a where the last bit is set
  TAUT_INLINE static Real signed_by(Bits bit, Real a) {
    return __builtin_bit_cast(Real, __builtin_bit_cast(Bits, a) ^ (bit << 63));
  }

  GaussianDraw draw_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
