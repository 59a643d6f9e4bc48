#include "response/frame_coordinates.hpp"

#include <algorithm>
#include <string>

namespace taut {
namespace {

constexpr Eigen::Index most_coordinates = 4000;  // half a minute of eigenvalues, and 128 MB a matrix
constexpr std::size_t block = 256;               // frames of one product

double mass_of(const FrameWeights& weights, std::size_t particle) {
  const double mass = weights.masses.empty() ? 1.0 : weights.masses[particle];
  return std::isfinite(mass) ? mass : 0.0;
}

}  // namespace

FrameCoordinates::FrameCoordinates(std::span<const std::vector<Vec3>> frames, const FrameWeights& weights)
    : dimension_(weights.dimension), mean_(frames[0].size()) {
  for (std::size_t i = 0; i < mean_.size(); ++i)
    if (const double mass = mass_of(weights, i); mass > 0.0) {
      moving_.push_back(static_cast<int>(i));
      roots_.push_back(std::sqrt(mass));
    }
  for (const std::vector<Vec3>& frame : frames)
    for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] += (1.0 / static_cast<double>(frames.size())) * frame[i];
}

std::vector<double> FrameCoordinates::masses() const {
  std::vector<double> masses(mean_.size(), 0.0);
  for (std::size_t k = 0; k < moving_.size(); ++k) masses[static_cast<std::size_t>(moving_[k])] = roots_[k] * roots_[k];
  return masses;
}

Eigen::MatrixXd FrameCoordinates::covariance(std::span<const std::vector<Vec3>> frames) const {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(count(), count()), q;
  for (std::size_t begin = 0; begin < frames.size(); begin += block) {
    const std::size_t size = std::min(block, frames.size() - begin);
    q.resize(count(), static_cast<Eigen::Index>(size));
    for (std::size_t f = 0; f < size; ++f)
      for (Eigen::Index k = 0; k < particles(); ++k) {
        const auto i = static_cast<std::size_t>(particle(k));
        const Vec3 deviation = root_mass(k) * (frames[begin + f][i] - mean_[i]);
        for (int axis = 0; axis < dimension_; ++axis)
          q(k * dimension_ + axis, static_cast<Eigen::Index>(f)) = deviation[axis];
      }
    sum.noalias() += q * q.transpose();
  }
  return sum / static_cast<double>(frames.size());
}

std::optional<Error> bad_frames(std::span<const std::vector<Vec3>> frames, const FrameWeights& weights) {
  if (frames.size() < 2)
    return Error{"trajectory", "found " + std::to_string(frames.size()) + " frames, expected at least two"};
  const std::size_t size = frames[0].size();
  for (const std::vector<Vec3>& frame : frames)
    if (frame.size() != size)
      return Error{"trajectory", "found frames of " + std::to_string(size) + " and of " + std::to_string(frame.size()) +
                                     " particles, expected equal ones"};
  if (!weights.masses.empty() && weights.masses.size() != size)
    return Error{"trajectory", "found " + std::to_string(weights.masses.size()) + " masses and frames of " +
                                   std::to_string(size) + " particles, expected as many"};
  const Eigen::Index count = FrameCoordinates(frames.first(1), weights).count();
  if (count == 0) return Error{"trajectory", "none of its particles moves; expected one that does"};
  if (count > most_coordinates)
    return Error{"trajectory", "a spectrum of " + std::to_string(count) +
                                   " coordinates is too large; expected at most " + std::to_string(most_coordinates)};
  return std::nullopt;
}

}  // namespace taut
