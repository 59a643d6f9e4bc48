// Arithmetic with its rounding error kept. None of it uses fused multiply-add, so that every build
// gives the same bits.
//
// [knuth1969] two_sum: a + b = s + e exactly.  [dekker1971] two_product: a b = p + e exactly.
#pragma once

#include <cmath>

#include "taut/vec.hpp"

namespace taut {

struct Exact {  // the unevaluated sum high + low
  double high = 0.0;
  double low = 0.0;
};

[[gnu::always_inline]] inline Exact two_sum(double a, double b) {
  const double s = a + b;
  const double t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

inline Exact two_difference(double a, double b) {
  const double s = a - b;
  const double t = s - a;
  return {s, (a - (s - t)) - (b + t)};
}

inline Exact two_product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double ca = splitter * a, cb = splitter * b;
  const double ah = ca - (ca - a), bh = cb - (cb - b);
  const double al = a - ah, bl = b - bh;
  const double p = a * b;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

// Sums of products to about twice the precision of a double.
class ExactSum {
 public:
  void add(double a) {
    const Exact s = two_sum(high_, a);
    high_ = s.high;
    low_ += s.low;
  }
  void add(const Exact& a) {
    add(a.high);
    low_ += a.low;
  }
  void add_product(double a, const Exact& b) {
    add(two_product(a, b.high));
    low_ += a * b.low;
  }
  double value() const { return high_ + low_; }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
};

inline Exact exact_square(const Exact& a) {
  Exact p = two_product(a.high, a.high);
  p.low += 2.0 * a.high * a.low;
  return p;
}

// b - a for positions kept as value + low.
struct ExactVector {
  Vec3 high, low;
};
inline ExactVector exact_difference(const Vec3& b, const Vec3& b_low, const Vec3& a, const Vec3& a_low) {
  const Exact x = two_difference(b.x, a.x), y = two_difference(b.y, a.y), z = two_difference(b.z, a.z);
  return {{x.high, y.high, z.high},
          {x.low + (b_low.x - a_low.x), y.low + (b_low.y - a_low.y), z.low + (b_low.z - a_low.z)}};
}

// (|b|^2 - l^2) / 2 without cancellation, for |b| close to l. Each component is cut to the grid q = 2^(e-25),
// l < 2^e: the squares of the cut parts are multiples of q^2 below 2^52 q^2, so their sum and its difference
// with the cut part of l^2 are exact; what was cut off enters at first order, with an error near 1e-24 l^2.
class LengthDefect {
 public:
  LengthDefect() = default;
  explicit LengthDefect(double length) {
    grid_ = std::ldexp(1.5, std::ilogb(length) + 1 + 27);
    const double cut = on_grid(length);
    square_high_ = cut * cut;
    square_low_ = (length + cut) * (length - cut);
  }

  double operator()(const ExactVector& b) const {
    const double x = on_grid(b.high.x), y = on_grid(b.high.y), z = on_grid(b.high.z);
    const double squares = ((x * x + y * y) + z * z) - square_high_;
    const double rest =
        (b.high.x + x) * (b.high.x - x) + (b.high.y + y) * (b.high.y - y) + (b.high.z + z) * (b.high.z - z);
    return 0.5 * (squares + (rest - square_low_)) + dot(b.high, b.low);
  }

  double grid() const { return grid_; }
  double square_high() const { return square_high_; }
  double square_low() const { return square_low_; }

 private:
  double on_grid(double a) const { return (a + grid_) - grid_; }
  double grid_ = 0.0, square_high_ = 0.0, square_low_ = 0.0;
};

}  // namespace taut
