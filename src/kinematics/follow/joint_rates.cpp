// Rates of joints from their values at points of a path: the derivatives, at each point, of the parabola in time
// through it and its neighbours. Balls turn, so theirs are taken in the rotation vector from the point itself, which
// gives the angular velocity and acceleration in the frame of the joint.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "taut/follow.hpp"

namespace taut {
namespace {

constexpr double shortest_part = 1e-3;  // of the mean, for points that coincide: time does not stand still

std::vector<double> times_of(const HandPath& path, double duration) {
  std::vector<double> times = {0.0};
  double length = 0.0;
  const int pieces = path.points() - 1;
  for (int k = 0; k < pieces; ++k) length += path.way_from(k);
  const double least = length > 0.0 ? shortest_part * length / pieces : 1.0;
  const double mean = length > 0.0 ? length / pieces : 1.0;
  for (int k = 0; k < pieces; ++k) {
    const bool on_the_spot = path.way_from(k) == 0.0 && path.turns_from(k);  // takes as long as a step
    times.push_back(times.back() + (on_the_spot ? mean : std::max(least, path.way_from(k))));
  }
  const double all = times.back();
  for (double& time : times) time *= all > 0.0 ? duration / all : 0.0;
  if (all > 0.0) times.back() = duration;
  return times;
}

// First and second derivative at t = 0 of the parabola through (0, 0), (s, a) and (t, b).
struct Rates {
  double velocity, acceleration;
};
Rates rates_at_origin(double s, double a, double t, double b) {
  const double acceleration = 2.0 * (b / t - a / s) / (t - s);
  return {a / s - 0.5 * acceleration * s, acceleration};
}

// What the values of a joint changed by, seen from one point of the path at another.
std::array<double, 3> change(const JointSpec& joint, const double* here, const double* there) {
  if (joint.kind != JointKind::ball) return {*there - *here, 0.0, 0.0};
  const Rotation turn = inverse(rotation_by({here[0], here[1], here[2]})) * rotation_by({there[0], there[1], there[2]});
  const Vec3 vector = rotation_vector(turn);
  return {vector.x, vector.y, vector.z};
}

// Two more points for the parabola at this one; at the ends both are on one side.
std::pair<std::size_t, std::size_t> neighbours(std::size_t k, std::size_t count) {
  if (count == 2) return {1 - k, 1 - k};
  if (k == 0) return {1, 2};
  return {k - 1, k + 1 < count ? k + 1 : k - 2};
}

}  // namespace

JointRates joint_rates(const Arm& arm, std::span<const double> values, const HandPath& path, double duration) {
  const auto n = static_cast<std::size_t>(arm.value_count());
  JointRates rates{times_of(path, duration), std::vector<double>(values.size()), std::vector<double>(values.size())};
  const auto count = static_cast<std::size_t>(path.points());
  if (count < 2) return rates;
  for (std::size_t k = 0; k < count; ++k) {
    const auto [a, b] = neighbours(k, count);
    const double s = rates.times[a] - rates.times[k], t = rates.times[b] - rates.times[k];
    for (std::size_t j = 0; j < arm.joints().size(); ++j) {
      const JointSpec& joint = arm.joints()[j];
      const auto first = static_cast<std::size_t>(arm.first_value(static_cast<int>(j)));
      const auto at = [&](std::size_t point) {
        return change(joint, &values[k * n + first], &values[point * n + first]);
      };
      const auto to_a = at(a), to_b = at(b);
      for (std::size_t v = 0; v < static_cast<std::size_t>(value_count(joint.kind)); ++v) {
        const Rates found = count > 2 ? rates_at_origin(s, to_a[v], t, to_b[v]) : Rates{to_a[v] / s, 0.0};
        rates.velocities[k * n + first + v] = found.velocity;
        rates.accelerations[k * n + first + v] = found.acceleration;
      }
    }
  }
  return rates;
}

}  // namespace taut
