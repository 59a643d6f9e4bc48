// A root of a continuous function between two points where its signs differ, to the last bit: secants and inverse
// parabolas where they converge, halves where they do not [brent1973, chapter 4].
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace taut {

struct Bracket {
  double a, fa, b, fb;  // fa and fb are of different sign, or one is zero
};

// f(x) returns false where it has no value; then the search ends there. The best point is b.
template <class Function>
bool find_root(Bracket& at, Function&& f) {
  auto& [a, fa, b, fb] = at;
  double c = a, fc = fa, step = b - a, before = step;
  for (int iteration = 0; iteration < 200; ++iteration) {
    if (std::abs(fc) < std::abs(fb)) {  // b is the best, c on the other side of the root
      a = b, b = c, c = a;
      fa = fb, fb = fc, fc = fa;
    }
    const double finest = 2.0 * std::numeric_limits<double>::epsilon() * std::abs(b) + 1e-300;
    const double half = 0.5 * (c - b);
    if (std::abs(half) <= finest || fb == 0.0) return true;
    double p = half, q = 1.0;  // halves, unless an interpolation is better
    if (std::abs(before) >= finest && std::abs(fa) > std::abs(fb)) {
      const double s = fb / fa;
      if (a == c) {
        p = 2.0 * half * s;
        q = 1.0 - s;
      } else {
        const double t = fa / fc, r = fb / fc;
        p = s * (2.0 * half * t * (t - r) - (b - a) * (r - 1.0));
        q = (t - 1.0) * (r - 1.0) * (s - 1.0);
      }
      q = p > 0.0 ? -q : q;
      p = std::abs(p);
      const bool good = 2.0 * p < std::min(3.0 * half * q - std::abs(finest * q), std::abs(before * q));
      if (!good) p = half, q = 1.0, step = half;
    } else {
      step = half;
    }
    before = step;
    step = p / q;
    a = b, fa = fb;
    b += std::abs(step) > finest ? step : std::copysign(finest, half);
    if (!f(b, fb)) return false;
    if ((fb > 0.0) == (fc > 0.0)) c = a, fc = fa, step = before = b - a;
  }
  return true;
}

}  // namespace taut
