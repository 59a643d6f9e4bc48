// Freely jointed chains one by one: the response matrix from its definition, with dense matrices.
//   E = D^-1 - D^-1 B^T (B D^-1 B^T)^-1 B D^-1
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <vector>

namespace taut::test {

// Rows are the bonds: independent, uniform on the circle or the sphere.
Eigen::MatrixXd random_bonds(int dimension, int count, std::uint64_t seed, std::uint64_t chain);

// Traces of the blocks E_ij over the dimension: what averages to c_ij.
Eigen::MatrixXd mean_blocks(const Eigen::MatrixXd& bonds, const std::vector<double>& drags);

// Mean and standard error of numbers that come in one by one [welford1962].
class RunningMean {
 public:
  void add(const Eigen::ArrayXXd& sample) {
    if (count_++ == 0) mean_ = squares_ = Eigen::ArrayXXd::Zero(sample.rows(), sample.cols());
    const Eigen::ArrayXXd step = sample - mean_;
    mean_ += step / count_;
    squares_ += step * (sample - mean_);
  }
  const Eigen::ArrayXXd& mean() const { return mean_; }
  Eigen::ArrayXXd deviation() const { return (squares_ / (count_ - 1)).sqrt(); }  // of one sample
  Eigen::ArrayXXd error() const { return deviation() / std::sqrt(static_cast<double>(count_)); }

 private:
  int count_ = 0;
  Eigen::ArrayXXd mean_, squares_;
};

}  // namespace taut::test
