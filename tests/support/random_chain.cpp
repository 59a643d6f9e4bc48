#include "support/random_chain.hpp"

#include <Eigen/Cholesky>
#include <numbers>

#include "base/philox.hpp"

namespace taut::test {

Eigen::MatrixXd random_bonds(int dimension, int count, std::uint64_t seed, std::uint64_t chain) {
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

Eigen::MatrixXd mean_blocks(const Eigen::MatrixXd& bonds, const std::vector<double>& drags) {
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

}  // namespace taut::test
