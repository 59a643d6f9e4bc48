// Random series whose statistics are known, and counts of how often an error covers the truth.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include "base/philox.hpp"

namespace taut::test {

// Gaussian numbers of unit variance, the same for the same seed.
class Gauss {
 public:
  explicit Gauss(std::uint64_t seed) : seed_(seed) {}
  double operator()() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const auto [a, b] = uniform_pair(seed_, 7, index_++);
    const double radius = std::sqrt(-2.0 * std::log(a)), angle = 2.0 * std::numbers::pi * b;
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }

 private:
  std::uint64_t seed_, index_ = 0;
  double spare_ = 0.0;
  bool has_spare_ = false;
};

// x' = a x + sqrt(1 - a^2) noise: mean zero, variance one, autocorrelations a^k; started in equilibrium.
class Autoregression {
 public:
  // With this integrated correlation time, 1/2 + sum of a^k = (1 + a) / (2 (1 - a)).
  Autoregression(double time, std::uint64_t seed) : a_((time - 0.5) / (time + 0.5)), gauss_(seed), x_(gauss_()) {}
  double memory() const { return a_; }
  double next() {
    const double now = x_;
    x_ = a_ * x_ + std::sqrt(1.0 - a_ * a_) * gauss_();
    return now;
  }

 private:
  double a_;
  Gauss gauss_;
  double x_;
};

// How often deviations are within one and two errors.
class Coverage {
 public:
  void add(double found, double truth, double error) {
    const double z = std::abs(found - truth) / error;
    ++count_;
    within_one_ += z < 1.0;
    within_two_ += z < 2.0;
    squares_ += z * z;
  }
  int count() const { return count_; }
  double rms() const { return std::sqrt(squares_ / count_); }
  double within_one() const { return static_cast<double>(within_one_) / count_; }
  double within_two() const { return static_cast<double>(within_two_) / count_; }

  // Within three binomial deviations of what a right error covers. Student's widening holds two errors at 95 %, and
  // lets one error cover somewhat more than 68 %: from 16 blocks, 71 %.
  void expect_right(const std::string& what) const {
    constexpr double one = 0.6827, two = 0.9545, one_of_16_blocks = 0.707;
    EXPECT_GE(within_one(), one - spread(one)) << what;
    EXPECT_LE(within_one(), one_of_16_blocks + spread(one)) << what;
    expect_not_too_small(what);
    EXPECT_LE(within_two(), two + spread(two)) << what;
  }
  // At least.
  void expect_not_too_small(const std::string& what) const {
    constexpr double two = 0.9545;
    EXPECT_GE(within_two(), two - spread(two)) << what << ", rms " << rms();
  }

 private:
  double spread(double p) const { return 3.0 * std::sqrt(p * (1.0 - p) / count_); }
  int count_ = 0, within_one_ = 0, within_two_ = 0;
  double squares_ = 0.0;
};

}  // namespace taut::test
