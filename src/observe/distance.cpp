#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "taut/chaos.hpp"

namespace taut {
namespace {

// Two independent normal numbers [Box and Muller].
std::array<double, 2> normal_pair(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const auto [u, v] = uniform_pair(seed, stream, index);
  const double radius = std::sqrt(-2.0 * std::log(u)), angle = 2.0 * std::numbers::pi * v;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

double length(const Model& model, const TangentVector& vector) {
  double sum = 0.0;
  for (std::size_t i = 0; i < vector.position.size(); ++i)
    if (model.inverse_masses()[i] > 0.0)
      sum += model.masses()[i] *
             (dot(vector.position[i], vector.position[i]) + dot(vector.velocity[i], vector.velocity[i]));
  return std::sqrt(sum);
}

double distance(const Model& model, const State& a, const State& b) {
  TangentVector between{a.position, a.velocity};
  for (std::size_t i = 0; i < a.position.size(); ++i) {
    between.position[i] = (b.position[i] - a.position[i]) + (b.position_low[i] - a.position_low[i]);
    between.velocity[i] = (b.velocity[i] - a.velocity[i]) + (b.velocity_low[i] - a.velocity_low[i]);
  }
  return length(model, between);
}

TangentVector random_direction(const Model& model, Flow& flow, std::uint64_t seed, std::uint64_t stream) {
  const auto n = static_cast<std::size_t>(model.size());
  TangentVector vector{std::vector<Vec3>(n), std::vector<Vec3>(n)};
  for (std::size_t i = 0; i < n; ++i)
    for (int axis = 0; axis < model.dimension(); ++axis) {
      const auto [a, b] = normal_pair(seed, stream, 3 * i + static_cast<std::size_t>(axis));
      vector.position[i][axis] = a;
      vector.velocity[i][axis] = b;
    }
  flow.project(vector);
  const double scale = 1.0 / length(model, vector);
  for (std::vector<Vec3>* part : {&vector.position, &vector.velocity})
    for (Vec3& v : *part) v *= scale;
  return vector;
}

State moved_along(const State& state, const TangentVector& direction, double distance) {
  State moved = state;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    moved.position[i] += distance * direction.position[i];
    moved.velocity[i] += distance * direction.velocity[i];
  }
  return moved;
}

}  // namespace taut
