// Freely jointed chains one by one: the response matrix from its definition, with dense matrices.
//   E = D^-1 - D^-1 B^T (B D^-1 B^T)^-1 B D^-1
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/philox.hpp"

namespace taut::test {

// Rows are the bonds: independent, uniform on the circle or the sphere.
inline Eigen::MatrixXd random_bonds(int dimension, int count, std::uint64_t seed, std::uint64_t chain) {
  Eigen::MatrixXd bonds(count, dimension);
  for (int k = 0; k < count; ++k) {
    const auto [u, v] = uniform_pair(seed, chain, static_cast<std::uint64_t>(k));
    const double angle = 2.0 * std::numbers::pi * u, z = dimension == 3 ? 2.0 * v - 1.0 : 0.0;
    const double radius = std::sqrt(1.0 - z * z);
    bonds(k, 0) = radius * std::cos(angle);
    bonds(k, 1) = radius * std::sin(angle);
    if (dimension == 3) bonds(k, 2) = z;
  }
  return bonds;
}

// Traces of the blocks E_ij over the dimension: what averages to c_ij.
inline Eigen::MatrixXd mean_blocks(const Eigen::MatrixXd& bonds, const std::vector<double>& drags) {
  const auto beads = static_cast<Eigen::Index>(drags.size()), dimension = bonds.cols();
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(beads - 1, beads * dimension);
  Eigen::VectorXd mobility(beads * dimension);
  for (Eigen::Index k = 0; k + 1 < beads; ++k) {
    B.row(k).segment(k * dimension, dimension) = -bonds.row(k);
    B.row(k).segment((k + 1) * dimension, dimension) = bonds.row(k);
  }
  for (Eigen::Index i = 0; i < beads; ++i)
    mobility.segment(i * dimension, dimension).setConstant(1.0 / drags[static_cast<std::size_t>(i)]);
  const Eigen::MatrixXd BW = B * mobility.asDiagonal();
  const Eigen::MatrixXd removed = BW.transpose() * (BW * B.transpose()).ldlt().solve(BW);
  Eigen::MatrixXd blocks(beads, beads);
  for (Eigen::Index i = 0; i < beads; ++i)
    for (Eigen::Index j = 0; j < beads; ++j)
      blocks(i, j) =
          (i == j ? mobility(i * dimension) : 0.0) -
          removed.block(i * dimension, j * dimension, dimension, dimension).trace() / static_cast<double>(dimension);
  return blocks;
}

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
