#include <algorithm>
#include <string>

#include "response/frame_coordinates.hpp"
#include "solve/dense_algebra.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

// A motion of unit x.M x from an eigenvector of the covariance; the first of its components that is not small is
// positive.
std::vector<Vec3> motion_of(const Eigen::VectorXd& q, const FrameCoordinates& coordinates) {
  const double small = 1e-8 * q.cwiseAbs().maxCoeff();
  const auto first = std::find_if(q.begin(), q.end(), [&](double value) { return std::abs(value) > small; });
  const double sign = first != q.end() && *first < 0.0 ? -1.0 : 1.0;
  std::vector<Vec3> motion(coordinates.mean().size());
  for (Eigen::Index k = 0; k < coordinates.particles(); ++k)
    for (int axis = 0; axis < coordinates.dimension(); ++axis)
      motion[static_cast<std::size_t>(coordinates.particle(k))][axis] =
          sign * q[k * coordinates.dimension() + axis] / coordinates.root_mass(k);
  return motion;
}

}  // namespace

Expected<PrincipalComponents> principal_components(std::span<const std::vector<Vec3>> frames, int count,
                                                   const FrameWeights& weights) {
  if (const std::optional<Error> error = bad_frames(frames, weights)) return *error;
  const FrameCoordinates coordinates(frames, weights);
  const auto most = std::min(coordinates.count(), static_cast<Eigen::Index>(frames.size()) - 1);
  if (count < 1 || count > most)
    return Error{"modes", "found " + std::to_string(count) + " components asked for, expected 1 to " +
                              std::to_string(most) + ": there are " + std::to_string(coordinates.count()) +
                              " coordinates and " + std::to_string(frames.size()) + " frames"};
  const auto [values, vectors] = symmetric_modes(coordinates.covariance(frames));
  PrincipalComponents result;
  result.mean = coordinates.mean();
  result.total = values.sum();
  result.masses = coordinates.masses();
  for (Eigen::Index from = values.size(); from-- > 0;) result.variances.push_back(std::max(values[from], 0.0));
  for (Eigen::Index k = 0; k < count; ++k)
    result.components.push_back(
        {result.variances[static_cast<std::size_t>(k)], motion_of(vectors.col(values.size() - 1 - k), coordinates)});
  return result;
}

std::vector<double> projection(std::span<const Mode> modes, std::span<const Vec3> frame, std::span<const Vec3> origin,
                               std::span<const double> masses) {
  std::vector<double> along;
  for (const Mode& mode : modes) {
    double sum = 0.0;
    for (std::size_t i = 0; i < frame.size(); ++i)
      if (masses[i] > 0.0) sum += masses[i] * dot(mode.motion[i], frame[i] - origin[i]);
    along.push_back(sum);
  }
  return along;
}

std::vector<double> projection(const PrincipalComponents& components, std::span<const Vec3> frame) {
  return projection(components.components, frame, components.mean, components.masses);
}

}  // namespace taut
