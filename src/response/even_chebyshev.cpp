#include "response/even_chebyshev.hpp"

#include <cmath>
#include <numbers>

namespace taut {

EvenChebyshev::EvenChebyshev(int size) {
  const double right_angle = 0.5 * std::numbers::pi;
  for (int a = 0; a < size; ++a) points_.push_back(std::cos(right_angle * (2 * a + 1) / (2 * size)));
  for (int j = 0; j < size; ++j) {
    for (int a = 0; a < size; ++a) {  // cos(2 j arccos x_a), of an angle below 2 pi
      const int right_angles_times_size = j * (2 * a + 1) % (4 * size);
      transform_.push_back((j == 0 ? 1.0 : 2.0) * std::cos(right_angle * right_angles_times_size / size));
    }
  }
}

std::vector<double> EvenChebyshev::weights(std::span<const double> moments) const {
  std::vector<double> weights(points_.size());
  for (std::size_t j = 0; j < moments.size(); ++j)
    for (std::size_t a = 0; a < weights.size(); ++a) weights[a] += moments[j] * transform_[j * weights.size() + a];
  for (double& weight : weights) weight /= size();
  return weights;
}

}  // namespace taut
