// Steps of arms in motion: rigid bodies made of points, under gravity from rest, with and without dampers at all
// joints.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "case.hpp"
#include "measure.hpp"
#include "taut/arm_model.hpp"
#include "taut/arm_problem.hpp"
#include "taut/integrate.hpp"

namespace taut::bench {
namespace {

constexpr double step = 1e-3;
constexpr int samples = 20, steps = 500;  // half a second each, from rest

enum class Dampers { none, all };

ForceSpecs forces_on(const ArmModel& arm, Dampers dampers) {
  ForceSpecs forces{.gravity = arm.model.dimension() == 2 ? Vec3{0.0, -9.81, 0.0} : Vec3{0.0, 0.0, -9.81}};
  if (dampers == Dampers::all)
    for (const ArmPoints::Coordinate& joint : arm.joints)
      if (!joint.particles.empty())
        forces.torques.push_back({.between = {joint.particles.begin(), joint.particles.end()}, .damping = 0.5});
  return forces;
}

Arm arm_of(const char* file) {
  return read_arm_problem(std::filesystem::path(TAUT_SOURCE_DIR) / "tests/data/arms" / file).arm;
}

Arm rods(int limbs) {
  ArmBuilder builder(2);
  for (int k = 0; k < limbs; ++k) builder.add_link(1.0, -3.0, 3.0);
  return builder.build().value();
}

Case swing_case(const std::string& name, const Arm& arm, Dampers dampers) {
  const std::vector<double> bent(static_cast<std::size_t>(arm.value_count()), 0.5);
  const ArmModel parts = make_arm_model(arm, bent).value();
  const ForceField forces = ForceField::make(parts.model, forces_on(parts, dampers)).value();
  const Plan plan = Plan::make(parts.model, {}).value();
  Case result{.name = fmt::format("{}{}, {} rows", name, dampers == Dampers::all ? " with dampers" : "",
                                  parts.model.row_count()),
              .unit = "step",
              .ns = 1e300};
  std::int64_t iterations = 0;
  for (int sample = 0; sample < samples; ++sample) {
    Integrator integrator = Integrator::make(parts.model, forces, plan, {.step = step}).value();
    State state = initial_state(parts.model);
    if (!integrator.start(state).ok()) throw InputError(name + " could not be started");
    const double begin = processor_seconds_now();
    for (int k = 0; k < steps; ++k) {
      const StepReport report = integrator.step(state);
      if (!report.ok()) throw InputError(integrator.explain(report));
      iterations += report.position.iterations;
      result.error = std::max(result.error, report.position.max_violation);
    }
    result.ns = std::min(result.ns, 1e9 * (processor_seconds_now() - begin) / steps);
  }
  result.iterations = static_cast<double>(iterations) / (samples * steps);
  return result;
}

}  // namespace

std::vector<Case> swing_cases() {
  std::vector<Case> cases;
  for (const auto& [name, arm] :
       {std::pair{"six-axis arm (UR5e)", arm_of("six_axis_ur5e.urdf")},
        std::pair{"seven-axis arm (Panda)", arm_of("seven_axis_panda.urdf")}, std::pair{"plane arm of 3 rods", rods(3)},
        std::pair{"plane arm of 20 rods", rods(20)}})
    for (const Dampers dampers : {Dampers::none, Dampers::all}) cases.push_back(swing_case(name, arm, dampers));
  return cases;
}

}  // namespace taut::bench
