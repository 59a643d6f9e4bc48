#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/classify.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

struct Extent {
  double largest_coordinate = 0.0;
  double size = 0.0;
};

// The box around the component's particles and all that its rows touch, at the start.
Extent extent(const Model& model, const CoupledRows& rows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  Extent found;
  for (std::int32_t k : rows.rows)
    for (std::int32_t p : model.row_particles(k))
      for (int axis = 0; axis < 3; ++axis) {
        const double x = model.positions()[static_cast<std::size_t>(p)][axis];
        low[axis] = std::min(low[axis], x);
        high[axis] = std::max(high[axis], x);
        found.largest_coordinate = std::max(found.largest_coordinate, std::abs(x));
      }
  found.size = norm(high - low);
  if (!(found.size > 0.0)) found.size = std::max(found.largest_coordinate, 1.0);
  return found;
}

double smallest_size(const Model& model, const CoupledRows& rows, double component_size) {
  double smallest = component_size;
  for (std::int32_t k : rows.rows) {
    const double size = model.row_size(k);
    if (size > 0.0) smallest = std::min(smallest, size);
  }
  return smallest;
}

// No coordinate of size X can be resolved below epsilon X. Defects of the other rows are exact; a formula's terms are
// rounded one by one on the way, which costs it some more.
double resolution(const Model& model, const CoupledRows& rows) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon(), roundings = 16.0;
  const bool formula = std::any_of(rows.rows.begin(), rows.rows.end(), [&](std::int32_t k) {
    return model.rows()[static_cast<std::size_t>(k)].kind == RowKind::formula;
  });
  return formula ? roundings * epsilon : epsilon;
}

Expected<SolverMethod> chosen_method(const Model& model, const Classification& found, const CoupledRows& rows,
                                     const SolverOptions& options) {
  if (options.method == SolverMethod::automatic) return found.solver;
  if (options.method == SolverMethod::tridiagonal && found.path_rods.empty())
    return Error{"solver.method", "tridiagonal treats paths of rods only, but the component of " +
                                      model.row_name(rows.rows.front()) + " is a " + graph_kind_name(found.kind) +
                                      "; use auto or sparse"};
  return options.method;
}

std::string reason_for(const Classification& found, const SolverOptions& options) {
  return options.method == SolverMethod::automatic ? found.reason : "chosen in the scenario";
}

}  // namespace

Expected<Plan> Plan::make(const Model& model, const SolverOptions& options) {
  if (!(options.tolerance > 0.0) || !(options.tolerance < 1.0))
    return Error{"solver.tolerance", "the tolerance must be between 0 and 1"};
  if (options.max_iterations < 0)
    return Error{"solver.max_iterations", "the number of iterations must not be negative"};
  Plan plan;
  plan.options_ = options;
  plan.tolerance_ = options.tolerance;
  for (CoupledRows& rows : coupled_rows(model)) {
    Classification found = classify(model, rows);
    const Expected<SolverMethod> method = chosen_method(model, found, rows, options);
    if (!method) return method.error();
    const Extent box = extent(model, rows);
    const double floor = resolution(model, rows) * box.largest_coordinate / smallest_size(model, rows, box.size);
    const bool path = *method == SolverMethod::tridiagonal;
    Component component{graph_kind_name(found.kind),
                        *method,
                        reason_for(found, options),
                        path ? std::move(found.path_rods) : std::move(rows.rows),
                        path ? std::move(found.path_particles) : std::move(rows.particles),
                        box.size,
                        std::max(options.tolerance, floor)};
    plan.tolerance_raised_ = plan.tolerance_raised_ || floor > options.tolerance;
    plan.tolerance_ = std::max(plan.tolerance_, component.tolerance);
    plan.components_.push_back(std::move(component));
  }
  return plan;
}

}  // namespace taut
