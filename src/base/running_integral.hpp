// The integral of a smooth function from samples at equal distances, known after each of them. Gregory's rule: the sum
// of trapezoids, and differences at both ends that take away its error,
//
//   integral = h (f_0/2 + f_1 + ... + f_n/2) - h sum_k c_k (back^k f_n + (-1)^k fore^k f_0)
//
// with c_k = 1/12, 1/24, 19/720, 3/160, 863/60480, 275/24192; back and fore are backward and forward differences. As
// many differences are taken as there are samples for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace taut {

class GregorySum {
 public:
  void add(double sample);
  double value() const;  // for samples at a distance of 1
  std::int64_t samples() const { return static_cast<std::int64_t>(count_); }
  double last() const { return last_[0]; }

  static constexpr std::size_t stored = 16;
  void save(std::vector<double>& to) const;
  void load(std::span<const double> from);  // `stored` numbers

 private:
  static constexpr std::array<double, 6> factor = {1.0 / 12,  1.0 / 24,      19.0 / 720,
                                                   3.0 / 160, 863.0 / 60480, 275.0 / 24192};
  static constexpr std::size_t ends = factor.size() + 1;
  using End = std::array<double, ends>;
  double count_ = 0.0, sum_ = 0.0;
  End first_ = {}, last_ = {};  // samples; of the last ones the newest first
};

// The integral, and what every other sample alone would make of it: where both differ, the samples are too few.
class RunningIntegral {
 public:
  explicit RunningIntegral(double step = 1.0) : step_(step) {}
  void add(double sample);
  double value() const { return before_ + step_ * all_.value(); }
  double doubt() const { return doubt_; }  // the largest difference so far

  std::vector<double> save() const;
  void load(std::span<const double> from);  // `stored` numbers; at another step, it goes on from the same sample
  static constexpr std::size_t stored = 2 * GregorySum::stored + 3;

 private:
  double step_;
  double before_ = 0.0;  // with other steps
  GregorySum all_, every_other_;
  double doubt_ = 0.0;
};

inline void GregorySum::add(double sample) {
  if (count_ < static_cast<double>(ends)) first_[static_cast<std::size_t>(count_)] = sample;
  std::copy_backward(last_.begin(), last_.end() - 1, last_.end());
  last_[0] = sample;
  sum_ += sample;
  count_ += 1.0;
}

inline double GregorySum::value() const {
  if (count_ < 2.0) return 0.0;
  const auto differences = std::min(factor.size(), static_cast<std::size_t>(std::min(count_, 8.0)) - 1);
  double value = sum_ - 0.5 * (first_[0] + last_[0]);
  End fore = first_, back = last_;  // both from the end inwards: differences of `back` have the sign of its definition
  for (std::size_t k = 0; k < differences; ++k) {
    for (std::size_t i = 0; i + 1 < ends - k; ++i) {
      fore[i] -= fore[i + 1];  // (-1)^k fore^k f_0
      back[i] -= back[i + 1];
    }
    value -= factor[k] * (fore[0] + back[0]);
  }
  return value;
}

inline void GregorySum::save(std::vector<double>& to) const {
  to.insert(to.end(), {count_, sum_});
  to.insert(to.end(), first_.begin(), first_.end());
  to.insert(to.end(), last_.begin(), last_.end());
}

inline void GregorySum::load(std::span<const double> from) {
  count_ = from[0];
  sum_ = from[1];
  std::copy_n(from.begin() + 2, ends, first_.begin());
  std::copy_n(from.begin() + 2 + ends, ends, last_.begin());
}

inline void RunningIntegral::add(double sample) {
  all_.add(sample);
  if (all_.samples() % 2 == 0) return;
  every_other_.add(sample);
  doubt_ = std::max(doubt_, std::abs(step_) * std::abs(all_.value() - 2.0 * every_other_.value()));
}

inline std::vector<double> RunningIntegral::save() const {
  std::vector<double> numbers;
  all_.save(numbers);
  every_other_.save(numbers);
  numbers.insert(numbers.end(), {doubt_, before_, step_});
  return numbers;
}

inline void RunningIntegral::load(std::span<const double> from) {
  all_.load(from.subspan(0, GregorySum::stored));
  every_other_.load(from.subspan(GregorySum::stored, GregorySum::stored));
  doubt_ = from[2 * GregorySum::stored];
  before_ = from[2 * GregorySum::stored + 1];
  const double step = from[2 * GregorySum::stored + 2];
  if (step == step_) return;
  before_ += step * all_.value();
  const double sample = all_.last();
  all_ = every_other_ = {};
  add(sample);
}

}  // namespace taut
