// Means of many quantities from the means of blocks of samples, and their standard errors: each block is one
// observation, so that errors are right also for quantities of one sample that hang together. Blocks need not be
// equally long. Errors are widened for the number of blocks (Student): twice the error covers 95 %.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/student.hpp"
#include "taut/ensemble.hpp"

namespace taut {

class BlockMeans {
 public:
  explicit BlockMeans(std::size_t quantities) : mean_(quantities, 0.0), spread_(quantities, 0.0) {}

  double samples() const { return weight_; }

  // The means of a block of so many samples [chan1983].
  void add(double samples, std::span<const double> means) { include(samples, 1.0, means, {}); }
  void add(const BlockMeans& other) { include(other.weight_, other.blocks_, other.mean_, other.spread_); }

  Estimate estimate(std::size_t k) const {
    if (blocks_ < 2.0) return {mean_[k], 0.0};
    return {mean_[k], std::sqrt(spread_[k] / (weight_ * (blocks_ - 1.0))) * student_factor(blocks_ - 1.0)};
  }

  // For files: weight, blocks, means, spreads.
  void save(std::vector<double>& to) const {
    to.insert(to.end(), {weight_, blocks_});
    to.insert(to.end(), mean_.begin(), mean_.end());
    to.insert(to.end(), spread_.begin(), spread_.end());
  }
  std::size_t saved_size() const { return 2 + 2 * mean_.size(); }
  void restore(std::span<const double> from) {
    weight_ = from[0];
    blocks_ = from[1];
    for (std::size_t k = 0; k < mean_.size(); ++k) {
      mean_[k] = from[2 + k];
      spread_[k] = from[2 + mean_.size() + k];
    }
  }

 private:
  void include(double weight, double blocks, std::span<const double> mean, std::span<const double> spread) {
    if (weight == 0.0) return;
    const double total = weight_ + weight, share = weight / total;
    for (std::size_t k = 0; k < mean_.size(); ++k) {
      const double difference = mean[k] - mean_[k];
      mean_[k] += share * difference;
      spread_[k] += (spread.empty() ? 0.0 : spread[k]) + weight_ * share * (difference * difference);
    }
    weight_ = total;
    blocks_ += blocks;
  }

  double weight_ = 0.0, blocks_ = 0.0;
  std::vector<double> mean_, spread_;  // weighted mean, weighted sum of squared deviations
};

}  // namespace taut
