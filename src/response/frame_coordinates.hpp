// The coordinates of frames that have a part in statistics: those along the first axes, of particles with a weight.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "taut/modes.hpp"

namespace taut {

class FrameCoordinates {
 public:
  FrameCoordinates(std::span<const std::vector<Vec3>> frames, const FrameWeights& weights);

  Eigen::Index particles() const { return static_cast<Eigen::Index>(moving_.size()); }
  Eigen::Index count() const { return particles() * dimension_; }
  int dimension() const { return dimension_; }
  int particle(Eigen::Index k) const { return moving_[static_cast<std::size_t>(k)]; }
  double root_mass(Eigen::Index k) const { return roots_[static_cast<std::size_t>(k)]; }
  const std::vector<Vec3>& mean() const { return mean_; }
  std::vector<double> masses() const;  // one a particle, zero without a part

  // Mean of q q^T with q = sqrt(m) (r - mean), the axes of a particle next to each other.
  Eigen::MatrixXd covariance(std::span<const std::vector<Vec3>> frames) const;

 private:
  int dimension_;
  std::vector<int> moving_;
  std::vector<double> roots_;  // of masses
  std::vector<Vec3> mean_;
};

// Too few frames, unequal ones, more coordinates than a dense spectrum takes.
std::optional<Error> bad_frames(std::span<const std::vector<Vec3>> frames, const FrameWeights& weights);

}  // namespace taut
