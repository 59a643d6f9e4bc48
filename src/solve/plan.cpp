#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/bundles.hpp"
#include "solve/classify.hpp"
#include "solve/extent.hpp"
#include "solve/reduced_gram.hpp"
#include "solve/redundancy.hpp"
#include "solve/segmented_path_solver.hpp"
#include "solve/suitability.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

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
  if (std::optional<std::string> why = refusal(options.method, model, rows, found))
    return Error{"solver.method", std::move(*why)};
  return options.method;
}

// The component's rows in the order that the method wants them.
std::vector<std::int32_t> rows_for(SolverMethod method, Classification& found, CoupledRows& rows) {
  const bool wants_order = method == SolverMethod::tridiagonal || method == SolverMethod::ring ||
                           method == SolverMethod::settle || method == SolverMethod::tree;
  if (!wants_order) return std::move(rows.rows);
  return std::move(found.path_rods.empty() ? found.ordered_rows : found.path_rods);
}

std::string reason_for(const Classification& found, const SolverOptions& options) {
  return options.method == SolverMethod::automatic ? found.reason : "chosen in the scenario";
}

// Each row that is not solved for goes to the component that moves its particles.
void assign_dependent_rows(const Model& model, const std::vector<bool>& dependent, std::vector<Component>& components) {
  if (dependent.empty()) return;
  std::vector<std::int32_t> owner(static_cast<std::size_t>(model.size()), -1);
  for (std::size_t c = 0; c < components.size(); ++c)
    for (std::int32_t p : components[c].particles)
      if (model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0)
        owner[static_cast<std::size_t>(p)] = static_cast<std::int32_t>(c);
  for (std::size_t k = 0; k < dependent.size(); ++k) {
    if (!dependent[k]) continue;
    for (std::int32_t p : model.row_particles(static_cast<int>(k)))
      if (const std::int32_t c = owner[static_cast<std::size_t>(p)]; c >= 0) {
        components[static_cast<std::size_t>(c)].dependent.push_back(static_cast<std::int32_t>(k));
        break;
      }
  }
}

// Lanes eliminate in the order of the component; they know no closed form and no border.
void join_bundle(Component& component) {
  constexpr const char* how = "eight at a time, one a lane";
  if (component.solver == SolverMethod::settle || component.solver == SolverMethod::ring) {
    component.solver = SolverMethod::sparse;
    component.reason = std::to_string(component.rows.size()) + " rods: " + how;
  } else {
    component.reason += std::string("; ") + how;
  }
}

}  // namespace

Expected<Plan> Plan::make(const Model& model, const SolverOptions& options) {
  if (!(options.tolerance > 0.0) || !(options.tolerance < 1.0))
    return Error{"solver.tolerance", "the tolerance must be between 0 and 1"};
  if (options.max_iterations < 0)
    return Error{"solver.max_iterations", "the number of iterations must not be negative"};
  if (!(options.relaxation > 0.0) || !(options.relaxation < 2.0))
    return Error{"solver.relaxation", "the relaxation factor must be between 0 and 2, outside of which sweeps diverge"};
  if (options.order < 0) return Error{"solver.order", "the order of the expansion must not be negative"};
  if (options.iterations < 0) return Error{"solver.iterations", "the number of iterations must not be negative"};
  Plan plan;
  plan.options_ = options;
  plan.tolerance_ = options.tolerance;
  Redundancy redundancy = find_redundancy(model);
  plan.dependent_sets_ = std::move(redundancy.sets);
  for (CoupledRows& rows : coupled_rows(model, redundancy.dependent)) {
    Classification found = classify(model, rows);
    const Expected<SolverMethod> method = chosen_method(model, found, rows, options);
    if (!method) return method.error();
    const Extent box = extent(model, rows.rows);
    const double floor = resolution(model, rows) * box.largest_coordinate / smallest_size(model, rows, box.size);
    const bool path = *method == SolverMethod::tridiagonal;
    Component component{graph_kind_name(found.kind),
                        *method,
                        reason_for(found, options),
                        rows_for(*method, found, rows),
                        path ? std::move(found.path_particles) : std::move(rows.particles),
                        box.size,
                        std::max(options.tolerance, floor)};
    plan.tolerance_raised_ = plan.tolerance_raised_ || floor > options.tolerance;
    plan.tolerance_ = std::max(plan.tolerance_, component.tolerance);
    plan.components_.push_back(std::move(component));
  }
  assign_dependent_rows(model, redundancy.dependent, plan.components_);
  if (options.method == SolverMethod::automatic) plan.choose_lanes(model);
  return plan;
}

// Where components are alike, or long, there is work for all lanes of a register. Relations are the solver's own
// affair, and told here.
void Plan::choose_lanes(const Model& model) {
  for (Component& component : components_)
    if (is_long_path(component)) {
      component.segmented = true;
      component.reason += "; in segments, one a lane";
    } else if (component.kind == graph_kind_name(GraphKind::mixed) && ReducedGram::pays(RowBlock(model, component))) {
      component.reason += "; linear relations are eliminated once for all";
    }
  bundles_ = gather_bundles(model, components_);
  for (const std::vector<std::int32_t>& bundle : bundles_)
    for (std::int32_t c : bundle) join_bundle(components_[static_cast<std::size_t>(c)]);
}

}  // namespace taut
