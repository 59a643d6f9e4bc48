// Sines and cosines of many angles, in a loop without branches that a compiler turns into vector operations: quarter
// turns apart, and the series of both functions up to an eighth of a turn (base/direction.hpp).
#pragma once

#include <cstdint>
#include <cstring>
#include <numbers>

#include "base/direction.hpp"

namespace taut {

// For angles up to a million turns.
inline void sines_and_cosines(const double* angle, double* sine, double* cosine, int count) {
  constexpr double whole = 0x1.8p52;  // added and taken away, it leaves a whole number, whose last bits are at the end
  constexpr double quarter_high = 0x1.921fb544p0, quarter_low = 0x1.0b4611a626331p-34;
  for (int k = 0; k < count; ++k) {
    const double shifted = angle[k] * (2.0 / std::numbers::pi) + whole, quarters = shifted - whole;
    const double x = (angle[k] - quarters * quarter_high) - quarters * quarter_low, y = x * x;
    double s = circle_series.sine[7], c = circle_series.cosine[7];
    for (int j = 7; j-- > 0;) {
      s = s * y + circle_series.sine[j];
      c = c * y + circle_series.cosine[j];
    }
    s *= x;
    c = c * y + 1.0;
    const auto bits = __builtin_bit_cast(std::uint64_t, shifted);
    const auto s_bits = __builtin_bit_cast(std::uint64_t, s), c_bits = __builtin_bit_cast(std::uint64_t, c);
    const std::uint64_t is_odd = 0u - (bits & 1u);  // all ones: sine and cosine change places
    const std::uint64_t mixed = (s_bits ^ c_bits) & is_odd;
    sine[k] = __builtin_bit_cast(double, (s_bits ^ mixed) ^ ((bits & 2u) << 62));
    cosine[k] = __builtin_bit_cast(double, (c_bits ^ mixed) ^ (((bits + 1u) & 2u) << 62));
  }
}

}  // namespace taut
