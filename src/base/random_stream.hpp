// A short sequence of random numbers that belongs to a seed, a stream and an index (a step, say): numbers of any
// distribution in turn, from counter-based ones, with arithmetic that gives the same bits everywhere.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/direction.hpp"
#include "base/elementary.hpp"
#include "base/philox.hpp"

namespace taut {

class RandomStream {
 public:
  // Up to 2^24 numbers for an index.
  RandomStream(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
      : seed_(seed), stream_(stream), next_(index << 24) {}

  double uniform() { return pair()[0]; }  // in (0, 1)
  double normal() {
    if (has_spare_) return has_spare_ = false, spare_;
    const auto u = pair();
    const double radius = std::sqrt(-2.0 * natural_log(u[0]));
    const CirclePoint at = circle_point(u[1]);
    spare_ = radius * at.sine;
    has_spare_ = true;
    return radius * at.cosine;
  }
  // The sum of the squares of so many normal numbers: one by one, or as twice a gamma variate by rejection
  // [marsaglia2000].
  double sum_of_squares(int count) {
    if (count < 12) {
      double sum = 0.0;
      for (int k = 0; k < count; ++k) {
        const double x = normal();
        sum += x * x;
      }
      return sum;
    }
    const double d = 0.5 * count - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
      const double x = normal(), cube_root = 1.0 + c * x, u = uniform();
      if (cube_root <= 0.0) continue;
      const double v = cube_root * cube_root * cube_root;
      if (natural_log(u) < 0.5 * x * x + d - d * v + d * natural_log(v)) return 2.0 * d * v;
    }
  }

 private:
  std::array<double, 2> pair() { return uniform_pair(seed_, stream_, next_++); }

  std::uint64_t seed_, stream_, next_;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace taut
