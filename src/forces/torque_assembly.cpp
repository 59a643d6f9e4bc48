// Torques on joints, checked and added.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "forces/assembly.hpp"
#include "forces/joint_coordinate.hpp"
#include "model/coordinates.hpp"

namespace taut {
namespace {

using Names = std::span<const Variable>;

Expected<Formula> parse(const Place& place, std::string_view field, const std::string& text, Names variables,
                        const Parameters& parameters) {
  if (auto problem = check_parameter_names(place, variables, parameters)) return *problem;
  Expected<Formula> formula = Formula::parse(text, variables, parameters);
  if (formula) return formula;
  return place.error(field, formula.error().message);
}

std::string shape_of(JointMotion kind, int dimension) {
  if (kind == JointMotion::shift) return "3 particles of a shift: two that a direction is between, and the one that shifts";
  return dimension == 2 ? "3 particles of a turn in the plane: an end, the joint, the other end"
                        : "4 particles of a turn in space: an end, two on the axis, the other end";
}

// A coordinate that has a derivative where the particles stand.
Problem check_geometry(const Place& place, const Model& model, const TorqueSpec& spec) {
  const std::vector<std::int32_t> particles(spec.between.begin(), spec.between.end());
  const JointAt at = joint_at(spec.kind, particles, model.positions().data());
  for (const Vec3& slope : at.slope)
    if (!is_finite(slope))
      return place.error("between", spec.kind == JointMotion::shift
                                        ? "the first two particles are in one place, so that there is no direction"
                                        : "an end is where the joint is, or on its axis, so that there is no angle");
  return {};
}

}  // namespace

Problem ForceAssembly::check_torque(const TorqueSpec& spec, const Place& place) const {
  const std::size_t expected = spec.kind == JointMotion::turn && model.dimension() == 3 ? 4 : 3;
  if (spec.between.size() != expected)
    return place.error("between", "found " + std::to_string(spec.between.size()) + ", expected " +
                                      shape_of(spec.kind, model.dimension()));
  if (auto problem = check_particles(place, "between", spec.between)) return problem;
  if (auto problem = check_geometry(place, model, spec)) return problem;
  for (const auto& [key, value] : {std::pair{"zero", spec.zero}, {"rest", spec.rest}})
    if (auto problem = check_finite(place, key, value)) return problem;
  for (const auto& [key, value] : {std::pair{"stiffness", spec.stiffness}, {"damping", spec.damping}})
    if (auto problem = check_not_negative(place, key, value)) return problem;
  if (spec.kind == JointMotion::turn && std::abs(spec.rest) >= 180.0)
    return place.error("rest", "found " + number(spec.rest) + ", expected less than half a turn from zero");
  if (auto problem = check_parameters(place, spec.parameters)) return problem;
  if (spec.energy.empty() && spec.torque.empty() && spec.stiffness == 0.0 && spec.damping == 0.0)
    return place.error("torque", "missing; expected it, or energy, stiffness or damping");
  return {};
}

Problem ForceAssembly::add(const TorqueSpec& spec, const Place& place) {
  if (auto problem = check_torque(spec, place)) return problem;
  const double unit = spec.kind == JointMotion::turn ? std::numbers::pi / 180.0 : 1.0;
  ForceField::Torque torque{
      {}, spec.between.size(), spec.kind, unit * spec.zero, spec.stiffness, unit * spec.rest, spec.damping, {}, {}};
  std::copy(spec.between.begin(), spec.between.end(), torque.particle.begin());
  const std::array<Variable, 2> of_energy = {{{"q", 0}, {"t", 1}}};
  const std::array<Variable, 3> of_torque = {{{"q", 0}, {"w", 1}, {"t", 2}}};
  const auto take = [&](const char* key, const std::string& text, Names variables,
                        std::optional<Formula>& to) -> Problem {
    if (text.empty()) return {};
    Expected<Formula> formula = parse(place, key, text, variables, spec.parameters);
    if (!formula) return formula.error();
    reserve_scratch(6 + formula->scratch_size());
    to = std::move(*formula);
    return {};
  };
  if (auto problem = take("energy", spec.energy, of_energy, torque.energy)) return problem;
  if (auto problem = take("torque", spec.torque, of_torque, torque.torque)) return problem;
  if (torque.energy && !torque.energy->depends_on(0))
    return place.error("energy", quoted(spec.energy) + " does not depend on q");
  if (torque.damping > 0.0 || (torque.torque && torque.torque->depends_on(1)))
    field.rated_.push_back(field.torques_.size());
  field.torques_.push_back(std::move(torque));
  return {};
}

}  // namespace taut
