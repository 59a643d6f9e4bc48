// Logarithm, exponential, sine and cosine from additions, products and divisions alone, which give the same bits on
// every machine and in a browser; for one number or for a register of them. They are compiled where they are called,
// also for wider instruction sets, and must not be shared between those.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/direction.hpp"

namespace taut {

// 2 / (2k + 1): ln m = 2 atanh s = s (2 + 2 s^2 / 3 + ...),  s = (m - 1) / (m + 1)
struct LogSeries {
  double term[10];
};
constexpr LogSeries make_log_series() {
  LogSeries series = {};
  for (int k = 0; k < 10; ++k) series.term[k] = 2.0 / (2.0 * k + 1.0);
  return series;
}
inline constexpr LogSeries log_series = make_log_series();

// c0 + c1 y + ...
template <class Real, int size>
[[gnu::always_inline]] inline Real polynomial(const double (&series)[size], Real y) {
  Real sum = Real{} + series[size - 1];
  for (int k = size - 1; k-- > 0;) sum = sum * y + series[k];
  return sum;
}

// A whole number below 2^52, held in the bits, as a Real.
template <class Bits, class Real>
[[gnu::always_inline]] inline Real real_of(Bits whole) {
  return __builtin_bit_cast(Real, whole | 0x4330000000000000u) - 0x1p52;
}

// ln x of a positive normal number: x = m 2^e with m between sqrt(1/2) and sqrt(2), where s^2 < 0.03 and the first
// term left out is below 1e-16 of the sum.
template <class Bits, class Real>
[[gnu::always_inline]] inline Real natural_log(Real x) {
  const Bits bits = __builtin_bit_cast(Bits, x);
  const Real whole = __builtin_bit_cast(Real, (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
  const auto large = whole > Real{} + std::numbers::sqrt2;
  const Real m = large ? 0.5 * whole : whole;
  const Real biased = real_of<Bits, Real>(bits >> 52);
  const Real e = (large ? biased + 1.0 : biased) - 1023.0;
  const Real s = (m - 1.0) / (m + 1.0);
  return s * polynomial(log_series.term, s * s) + e * std::numbers::ln2;
}
inline double natural_log(double x) { return natural_log<std::uint64_t, double>(x); }

// exp x for x between -700 and 700: x = k ln 2 + r with |r| < 0.35, the series of exp r, and k as an exponent.
inline double natural_exp(double x) {
  constexpr int terms = 15;
  const double k = std::floor(x * (1.0 / std::numbers::ln2) + 0.5);
  const double r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33;  // ln 2 in two parts
  double sum = 1.0;
  for (int n = terms; n > 0; --n) sum = sum * (r / n) + 1.0;
  return sum * __builtin_bit_cast(double, static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52);
}

// sin x and cos x for x up to an eighth of a turn.
template <class Real>
struct SineAndCosine {
  Real sine, cosine;
};
template <class Real>
[[gnu::always_inline]] inline SineAndCosine<Real> sine_and_cosine(Real x) {
  const Real y = x * x;
  return {x * polynomial(circle_series.sine, y), y * polynomial(circle_series.cosine, y) + 1.0};
}

}  // namespace taut
