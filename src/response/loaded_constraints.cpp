#include "response/loaded_constraints.hpp"

#include "base/largest_norm.hpp"
#include "response/response_solver.hpp"
#include "solve/curvature.hpp"

namespace taut {

Expected<LoadedConstraints> loaded_constraints(const Model& model, const ForceField& forces) {
  const Expected<Plan> plan = Plan::make(model, {});
  if (!plan) return plan.error();
  Expected<std::unique_ptr<ResponseSolver>> inertial = make_diagonal_response(model, *plan);
  if (!inertial) return inertial.error();
  const auto size = static_cast<std::size_t>(model.size());
  std::vector<Vec3> force(size), acceleration(size);
  std::vector<double> multipliers(static_cast<std::size_t>(model.row_count()), 0.0);
  ForceWorkspace workspace(forces);
  forces.evaluate(model.positions().data(), 0.0, force.data(), workspace);
  (*inertial)->apply(force.data(), acceleration.data(), multipliers.data());
  LoadedConstraints loaded;
  loaded.largest_acceleration = largest_norm(acceleration);
  for (std::size_t i = 0; i < size; ++i) force[i] *= model.inverse_masses()[i];
  loaded.largest_load = largest_norm(force);
  loaded.stiffness = curvature(model, multipliers, {model.positions().data(), acceleration.data(), 0.0});
  return loaded;
}

}  // namespace taut
