#include <Eigen/Core>
#include <algorithm>

#include "solve/dense_algebra.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;

std::vector<Vec3> mean_of(std::span<const std::vector<Vec3>> frames) {
  std::vector<Vec3> mean(frames[0].size());
  for (const std::vector<Vec3>& frame : frames)
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += (1.0 / static_cast<double>(frames.size())) * frame[i];
  return mean;
}

std::optional<Error> bad_frames(std::span<const std::vector<Vec3>> frames, int count) {
  if (frames.size() < 2)
    return Error{"trajectory", "found " + std::to_string(frames.size()) + " frames, expected at least two"};
  const std::size_t size = frames[0].size();
  for (const std::vector<Vec3>& frame : frames)
    if (frame.size() != size)
      return Error{"trajectory", "found frames of " + std::to_string(size) + " and of " + std::to_string(frame.size()) +
                                     " particles, expected equal ones"};
  const auto most = std::min(3 * size, frames.size() - 1);
  if (count < 1 || static_cast<std::size_t>(count) > most)
    return Error{"modes",
                 "found " + std::to_string(count) + " components asked for, expected 1 to " + std::to_string(most)};
  return std::nullopt;
}

}  // namespace

Expected<PrincipalComponents> principal_components(std::span<const std::vector<Vec3>> frames, int count) {
  if (const std::optional<Error> error = bad_frames(frames, count)) return *error;
  PrincipalComponents result;
  result.mean = mean_of(frames);
  const auto n = static_cast<Eigen::Index>(3 * result.mean.size()), m = static_cast<Eigen::Index>(frames.size());
  Matrix deviations(n, m);
  for (Eigen::Index f = 0; f < m; ++f)
    for (std::size_t i = 0; i < result.mean.size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        deviations(3 * static_cast<Eigen::Index>(i) + axis, f) =
            frames[static_cast<std::size_t>(f)][i][axis] - result.mean[i][axis];
  const auto [values, vectors] = symmetric_modes(deviations * deviations.transpose() / static_cast<double>(m));
  result.total = values.sum();
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index from = n - 1 - k;
    Mode mode{std::max(values[from], 0.0), std::vector<Vec3>(result.mean.size())};
    for (std::size_t i = 0; i < mode.motion.size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        mode.motion[i][axis] = vectors(3 * static_cast<Eigen::Index>(i) + axis, from);
    result.components.push_back(std::move(mode));
  }
  return result;
}

std::vector<double> projection(const PrincipalComponents& components, std::span<const Vec3> frame) {
  std::vector<double> along;
  for (const Mode& mode : components.components) {
    double sum = 0.0;
    for (std::size_t i = 0; i < frame.size(); ++i) sum += dot(mode.motion[i], frame[i] - components.mean[i]);
    along.push_back(sum);
  }
  return along;
}

}  // namespace taut
