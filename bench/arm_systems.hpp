// Arms to be measured, for Taut and for its peers: hinges in a row, and random targets within reach.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "base/random_stream.hpp"
#include "taut/vec.hpp"

namespace taut::bench {

struct Hinge {
  Vec3 place;  // from the hinge before, in its frame
  Vec3 axis;
  double lower, upper;  // radians
};

struct ArmSystem {
  std::string name;
  int dimension;
  std::vector<Hinge> hinges;
  Vec3 hand;
  std::vector<int> aim;  // hinges that turn the stretched arm about its shoulder; all others are straight at zero
  Vec3 shoulder;
};

inline constexpr double degree = std::numbers::pi / 180.0;

inline ArmSystem plane_arm(int links) {
  ArmSystem arm{"plane arm of " + std::to_string(links) + " limbs", 2, {}, {1.0, 0.0, 0.0}, {0}, {}};
  for (int k = 0; k < links; ++k)
    arm.hinges.push_back({{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, -150.0 * degree, 150.0 * degree});
  return arm;
}

// Waist, shoulder, elbow and a wrist of three axes that meet, as most welding robots have it.
inline ArmSystem six_axis_arm() {
  const Vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
  return {"six-axis arm",
          3,
          {{{0.0, 0.0, 0.0}, z, -170.0 * degree, 170.0 * degree},
           {{0.0, 0.0, 0.4}, y, -120.0 * degree, 120.0 * degree},
           {{0.45, 0.0, 0.0}, y, -150.0 * degree, 150.0 * degree},
           {{0.2, 0.0, 0.0}, x, -185.0 * degree, 185.0 * degree},
           {{0.22, 0.0, 0.0}, y, -120.0 * degree, 120.0 * degree},
           {{0.0, 0.0, 0.0}, x, -350.0 * degree, 350.0 * degree}},
          {0.08, 0.0, 0.0},
          {0, 1},
          {0.0, 0.0, 0.4}};
}

// Axes along the arm and across it in turn.
inline ArmSystem seven_axis_arm() {
  const Vec3 y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
  return {"seven-axis arm",
          3,
          {{{0.0, 0.0, 0.0}, z, -170.0 * degree, 170.0 * degree},
           {{0.0, 0.0, 0.34}, y, -120.0 * degree, 120.0 * degree},
           {{0.0, 0.0, 0.2}, z, -170.0 * degree, 170.0 * degree},
           {{0.0, 0.0, 0.2}, y, -120.0 * degree, 120.0 * degree},
           {{0.0, 0.0, 0.2}, z, -170.0 * degree, 170.0 * degree},
           {{0.0, 0.0, 0.2}, y, -120.0 * degree, 120.0 * degree},
           {{0.0, 0.0, 0.0}, z, -175.0 * degree, 175.0 * degree}},
          {0.0, 0.0, 0.126},
          {0, 1},
          {0.0, 0.0, 0.34}};
}

inline std::vector<ArmSystem> arm_systems() { return {plane_arm(6), plane_arm(20), six_axis_arm(), seven_axis_arm()}; }

// Within limits, uniform; of the arm at full stretch when only the hinges that aim are to turn.
inline std::vector<double> random_values(const ArmSystem& arm, std::uint64_t index, bool stretched) {
  RandomStream random(1, 0, index);
  std::vector<double> values(arm.hinges.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Hinge& hinge = arm.hinges[k];
    const double value = hinge.lower + random.uniform() * (hinge.upper - hinge.lower);
    const bool aims = std::find(arm.aim.begin(), arm.aim.end(), static_cast<int>(k)) != arm.aim.end();
    values[k] = !stretched || aims ? value : 0.0;
  }
  return values;
}

// Every solve starts here: bent a little, so that no arm is straight.
inline std::vector<double> start_values(const ArmSystem& arm) { return std::vector<double>(arm.hinges.size(), 0.1); }

// The target that hands at `at` stand for: the place itself, or this part of the way to it from the shoulder.
inline Vec3 target_of(const ArmSystem& arm, const Vec3& at, double stretch) {
  return stretch > 0.0 ? arm.shoulder + stretch * (at - arm.shoulder) : at;
}

inline constexpr int arm_targets = 10000;
inline constexpr double arm_stretches[] = {0.0, 0.99, 0.999, 0.9999};  // 0: anywhere

inline std::string arm_case_name(const ArmSystem& arm, double stretch) {
  if (stretch == 0.0) return arm.name + ", reach a point";
  std::string percent = std::to_string(100.0 * stretch);
  percent.erase(percent.find_last_not_of('0') + 1);
  if (percent.back() == '.') percent.pop_back();
  return arm.name + ", a point at " + percent + " % of its reach";
}

}  // namespace taut::bench
