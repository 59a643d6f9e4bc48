#include "io/scenario/hinges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace taut::io {
namespace {

// A side of a unit, seen from the joint.
struct Arm {
  int vertex, end;
  double angle;
};

std::map<int, std::vector<Arm>> arms_by_joint(const UnitNetwork& network, const std::vector<int>& joint_of) {
  std::map<int, std::vector<Arm>> joints;
  for (const std::vector<int>& unit : network.units)
    for (std::size_t k = 0; k < unit.size(); ++k) {
      const int vertex = unit[k], end = unit[(k + 1) % unit.size()];
      const Vec3 side = network.nodes[static_cast<std::size_t>(end)] - network.nodes[static_cast<std::size_t>(vertex)];
      joints[joint_of[static_cast<std::size_t>(vertex)]].push_back({vertex, end, std::atan2(side.y, side.x)});
    }
  for (auto& [joint, arms] : joints)
    std::sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.angle < b.angle; });
  return joints;
}

// The particles of two arms, each once, and the formulas' names for them.
class Places {
 public:
  explicit Places(int first) : first_(first) {}
  std::string name(char axis, int node) {
    const auto at = std::find(particles_.begin(), particles_.end(), first_ + node);
    const auto number = at - particles_.begin() + 1;
    if (at == particles_.end()) particles_.push_back(first_ + node);
    return fmt::format("{}{}", axis, number);
  }
  std::string along(char axis, const Arm& arm) {
    const std::string end = name(axis, arm.end);
    return fmt::format("({}-{})", end, name(axis, arm.vertex));
  }
  const std::vector<int>& particles() const { return particles_; }

 private:
  int first_;
  std::vector<int> particles_;
};

// k/2 (angle - angle at rest)^2; the difference as one arc tangent, which has no jump near zero.
PotentialSpec hinge(const Arm& a, const Arm& b, double stiffness, int first) {
  Places places(first);
  const std::string ax = places.along('x', a), ay = places.along('y', a);
  const std::string bx = places.along('x', b), by = places.along('y', b);
  const std::string cross = fmt::format("({}*{}-{}*{})", ax, by, ay, bx);
  const std::string dot = fmt::format("({}*{}+{}*{})", ax, bx, ay, by);
  const double rest = b.angle - a.angle;
  return {places.particles(),
          fmt::format("k/2*atan2(c*{0}-s*{1},c*{1}+s*{0})^2", cross, dot),
          {{"k", stiffness}, {"c", std::cos(rest)}, {"s", std::sin(rest)}}};
}

}  // namespace

std::vector<PotentialSpec> make_hinges(const UnitNetwork& network, const std::vector<int>& joint_of, double stiffness,
                                       int first) {
  std::vector<PotentialSpec> hinges;
  for (const auto& [joint, arms] : arms_by_joint(network, joint_of)) {
    const std::size_t count = arms.size() == 2 ? 1 : arms.size() < 2 ? 0 : arms.size();
    for (std::size_t k = 0; k < count; ++k)
      hinges.push_back(hinge(arms[k], arms[(k + 1) % arms.size()], stiffness, first));
  }
  return hinges;
}

}  // namespace taut::io
