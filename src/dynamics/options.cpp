#include "dynamics/options.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dynamics/compositions.hpp"
#include "dynamics/thermostat.hpp"

namespace taut {
namespace {

// Beyond it the slowest of the Runge-Kutta methods, of order two, lets violations grow: |1 + z + z^2/2| <= 1 for
// -2 <= z.
constexpr double fastest_baumgarte = 2.0;  // times the step

using Problem = std::optional<Error>;

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

std::string list(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    text += (k == 0 ? "" : k + 1 == numbers.size() ? " or " : ", ") + std::to_string(numbers[k]);
  return text;
}

Error refuse(const std::string& what) { return {"integrator.method", what}; }

Problem check_numbers(const IntegratorOptions& options) {
  if (!(options.step > 0.0) || !std::isfinite(options.step))
    return Error{"integrator.step", "the step must be a positive number"};
  if (options.max_subdivisions < 0 || options.max_subdivisions > 40)
    return Error{"integrator.max_subdivisions", "expected a whole number from 0 to 40"};
  if (options.threads < 1) return Error{"integrator.threads", "expected at least one thread"};
  return {};
}

Problem check_order(const IntegratorOptions& options) {
  const IntegratorInfo& info = integrator_info(options.method);
  const auto& orders = info.orders;
  if (options.order == 0 || options.order == info.order ||
      std::find(orders.begin(), orders.end(), options.order) != orders.end())
    return {};
  const std::string found = "found " + std::to_string(options.order) + ", but " + info.name;
  if (orders.empty()) return Error{"integrator.order", found + " is of order " + std::to_string(info.order) + " only"};
  return Error{"integrator.order", found + " is of order " + list(orders)};
}

Problem check_stabilisation(const IntegratorOptions& options) {
  if (options.stabilisation == Stabilisation::none) return {};
  if (options.method != IntegratorMethod::closed_form)
    return Error{"integrator.stabilisation",
                 std::string(integrator_info(options.method).name) + " keeps its constraints; only closed-form drifts"};
  if (options.stabilisation != Stabilisation::baumgarte) return {};
  const double rate = baumgarte_rate(options), most = fastest_baumgarte / options.step;
  if (rate > 0.0 && rate <= most) return {};
  return Error{"integrator.baumgarte", "found " + number(rate) + ", expected a rate between 0 and 2/step = " +
                                           number(most) + ", beyond which violations grow"};
}

std::string name_of(const IntegratorOptions& options) { return integrator_info(options.method).name; }

Problem check_dashpots(const ForceField& forces, const IntegratorOptions& options) {
  if (forces.has_rate_torques())
    return refuse(name_of(options) +
                  " knows drag of single particles only, but a torque depends on the rate of its "
                  "joint; use rattle or closed-form");
  if (!forces.has_dashpots()) return {};
  return refuse(name_of(options) + " knows drag of single particles only, but a spring has damping; use drag");
}

Problem check_drag(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  if (Problem problem = check_dashpots(forces, options)) return problem;
  const std::vector<double> drags = forces.drags();
  for (int i = 0; i < model.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (model.inverse_masses()[k] > 0.0 && !(drags[k] > 0.0))
      return refuse(name_of(options) + " motion needs drag on every particle that can move, but " +
                    model.particle_name(i) + " has none; give drag in [forces]");
  }
  return {};
}

// Random motion samples a density that does not change with time.
Problem check_stillness(const Model& model, const IntegratorOptions& options) {
  if (!is_random(options.method)) return {};
  if (!model.driven().empty())
    return refuse(name_of(options) + " samples at rest, but " + model.particle_name(model.driven().front().particle) +
                  " is driven along a path; use rattle, or pull it by a spring or a potential of t");
  for (int row = 0; row < model.row_count(); ++row) {
    const Row& here = model.rows()[static_cast<std::size_t>(row)];
    if (here.kind != RowKind::formula) continue;
    const FormulaRow& formula = model.formulas()[static_cast<std::size_t>(here.index)];
    if (formula.formula.depends_on(static_cast<int>(3 * formula.particles.size())))
      return refuse(name_of(options) + " samples constraints at rest, but " + model.row_name(row) +
                    " depends on t; use rattle");
  }
  return {};
}

Problem check_walk(const ForceField& forces, const IntegratorOptions& options) {
  if (!(options.kick > 0.0) || !std::isfinite(options.kick))
    return Error{"integrator.kick", "random-walk needs the size of its kicks, a positive number"};
  if (forces.has_any() || forces.has_damping())
    return refuse("random-walk knows kicks only, but there are forces; use brownian, langevin or hmc");
  return {};
}

Problem check_langevin(const ForceField& forces, const IntegratorOptions& options) {
  if (Problem problem = check_dashpots(forces, options)) return problem;
  if (!forces.has_damping())
    return refuse("langevin takes its friction from the drag, but nothing has any; give drag in [forces]");
  return {};
}

Problem check_monte_carlo(const ForceField& forces, const IntegratorOptions& options) {
  if (!(options.temperature > 0.0)) return Error{"integrator.temperature", "hmc needs one, a positive number"};
  if (forces.has_damping()) return refuse("hmc knows no friction, but there is drag or damping; use langevin");
  if (!forces.conserves_energy())
    return refuse("hmc needs forces with a potential that does not depend on t; use langevin or brownian");
  return {};
}

Problem check_heat(const IntegratorOptions& options) {
  if (!(options.temperature >= 0.0) || !std::isfinite(options.temperature))
    return Error{"integrator.temperature", "found " + number(options.temperature) + ", expected zero or more"};
  if (options.substeps < 0) return Error{"integrator.substeps", "expected a whole number, one or more"};
  if (options.velocities == StartVelocities::thermal && !has_inertia(options.method))
    return Error{"integrator.velocities", name_of(options) + " has no velocities that could be thermal"};
  if (options.measure == Measure::rigid) return {};
  if (options.method == IntegratorMethod::random_walk)
    return Error{"integrator.measure", "random-walk samples the rigid measure only; use brownian, langevin or hmc"};
  if (!is_random(options.method))
    return Error{"integrator.measure", name_of(options) + " samples nothing; expected it with random motion only"};
  return {};
}

Problem check_forces(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  if (options.method == IntegratorMethod::verlet && model.row_count() > 0)
    return refuse("verlet knows no constraints, but there are " + std::to_string(model.row_count()) + "; use rattle");
  if (Problem problem = check_stillness(model, options)) return problem;
  switch (options.method) {
    case IntegratorMethod::overdamped:
    case IntegratorMethod::brownian:
      return check_drag(model, forces, options);
    case IntegratorMethod::random_walk:
      return check_walk(forces, options);
    case IntegratorMethod::langevin:
      return check_langevin(forces, options);
    case IntegratorMethod::hmc:
      return check_monte_carlo(forces, options);
    default:
      break;
  }
  if (!forces.has_damping()) return {};
  if (options.method == IntegratorMethod::shake)
    return refuse("shake carries no velocity that drag or damping could act on; use rattle");
  if (composition_weights(options.method).size() > 1)
    return refuse(std::string(integrator_info(options.method).name) +
                  " has steps backwards in time, where drag and damping would blow up; use rattle");
  return {};
}

Problem check_thermostat(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  const ThermostatOptions& bath = options.thermostat;
  if (bath.method == ThermostatMethod::none) return {};
  const auto wrong = [](const char* key, const std::string& what) {
    return Error{std::string("thermostat.") + key, what};
  };
  for (const auto& [key, value] : {std::pair{"temperature", bath.temperature}, {"time_constant", bath.time_constant}})
    if (!(value > 0.0) || !std::isfinite(value))
      return wrong(key, "found " + number(value) + ", expected a positive number");
  if (options.method != IntegratorMethod::verlet && options.method != IntegratorMethod::rattle &&
      composition_weights(options.method).size() < 2)
    return wrong("method", std::string(integrator_info(options.method).name) +
                               " takes no thermostat; use rattle or a composition of it");
  if (forces.has_damping()) return wrong("method", "drag and damping take heat away for good; expected none of them");
  const auto timed = [](const FormulaRow& row) {
    return row.formula.depends_on(static_cast<int>(3 * row.particles.size()));
  };
  if (!model.driven().empty() || std::any_of(model.formulas().begin(), model.formulas().end(), timed))
    return wrong("method",
                 "driven particles and constraints that depend on t have no temperature; expected none of them");
  return {};
}

Problem check_barostat(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  const BarostatOptions& bath = options.barostat;
  if (bath.method == BarostatMethod::none) return {};
  const auto wrong = [](const char* key, const std::string& what) {
    return Error{std::string("barostat.") + key, what};
  };
  for (const auto& [key, value] :
       {std::pair{"compressibility", bath.compressibility}, {"time_constant", bath.time_constant}})
    if (!(value > 0.0) || !std::isfinite(value))
      return wrong(key, "found " + number(value) + ", expected a positive number");
  if (!std::isfinite(bath.pressure)) return wrong("pressure", "expected a number");
  if (bath.every < 1) return wrong("every", "expected a whole number of steps, one or more");
  for (int axis = 0; axis < model.dimension(); ++axis)
    if (!(model.box()[axis] > 0.0))
      return wrong("method", "there is no box whose size could change; give [box] lengths");
  if (options.thermostat.method == ThermostatMethod::none)
    return wrong("method", "a volume that changes at random needs a temperature; give a [thermostat]");
  if (forces.has_torques()) return wrong("method", "torques on joints are not part of the pressure; expected none");
  if (!conserves_momentum(model, forces))
    return wrong("method",
                 "something acts from outside or is fixed, and would not move with the box; expected forces and "
                 "constraints between particles only");
  return {};
}

}  // namespace

std::optional<Error> check_options(const Model& model, const ForceField& forces, const IntegratorOptions& options) {
  Problem problem = check_numbers(options);
  if (!problem) problem = check_order(options);
  if (!problem) problem = check_stabilisation(options);
  if (!problem) problem = check_heat(options);
  if (!problem) problem = check_forces(model, forces, options);
  if (!problem) problem = check_thermostat(model, forces, options);
  if (!problem) problem = check_barostat(model, forces, options);
  return problem;
}

}  // namespace taut
