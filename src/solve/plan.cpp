#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/bundles.hpp"
#include "solve/classify.hpp"
#include "solve/extent.hpp"
#include "solve/independent_rows.hpp"
#include "solve/reduced_gram.hpp"
#include "solve/redundancy.hpp"
#include "solve/rigidity.hpp"
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

bool all_between_moving(const Model& model, const CoupledRows& coupled) {
  return std::all_of(coupled.rows.begin(), coupled.rows.end(), [&](std::int32_t k) {
    const std::vector<std::int32_t> ends = model.row_particles(k);
    return model.rows()[static_cast<std::size_t>(k)].kind == RowKind::distance &&
           std::all_of(ends.begin(), ends.end(),
                       [&](std::int32_t p) { return model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; });
  });
}

// A rigid body looks the same wherever it goes: rows that are independent at the start stay so.
bool is_rigid_body(const Model& model, const CoupledRows& coupled) {
  constexpr std::size_t most = 100;  // to find out costs the cube
  return coupled.rows.size() <= most && all_between_moving(model, coupled) && is_rigid(model, coupled);
}

bool solves_all_rows_at_once(SolverMethod method) {
  return method == SolverMethod::automatic || method == SolverMethod::sparse || method == SolverMethod::newton;
}

bool is_rod_between(const Model& model, std::int32_t row, std::int32_t i, std::int32_t j) {
  const Row& here = model.rows()[static_cast<std::size_t>(row)];
  if (here.kind != RowKind::distance) return false;
  const DistanceRow& rod = model.distances()[static_cast<std::size_t>(here.index)];
  return (rod.i == i && rod.j == j) || (rod.i == j && rod.j == i);
}

// The same rod once more.
bool is_repetition(const Model& model, const DependentSet& set) {
  const Row& row = model.rows()[static_cast<std::size_t>(set.row)];
  if (row.kind != RowKind::distance || set.others.size() != 1) return false;
  const DistanceRow& rod = model.distances()[static_cast<std::size_t>(row.index)];
  return is_rod_between(model, set.others.front(), rod.i, rod.j);
}

// Of the dependent rows those that are left out of the solve: repeated rods, rows of rigid bodies, and all for methods
// that cannot bear them.
std::vector<bool> rows_left_out(const Model& model, const Redundancy& redundancy, SolverMethod method) {
  const std::vector<bool>& dependent = redundancy.dependent;
  std::vector<bool> left_out(dependent.size(), false);
  if (dependent.empty()) return left_out;
  for (const DependentSet& set : redundancy.sets)
    left_out[static_cast<std::size_t>(set.row)] = set.kind != DependenceKind::redundant || is_repetition(model, set);
  for (const CoupledRows& coupled : coupled_rows(model)) {
    const auto depends = [&](std::int32_t k) { return dependent[static_cast<std::size_t>(k)]; };
    if (std::none_of(coupled.rows.begin(), coupled.rows.end(), depends)) continue;
    if (solves_all_rows_at_once(method) && !is_rigid_body(model, coupled)) continue;
    for (const std::int32_t k : coupled.rows) left_out[static_cast<std::size_t>(k)] = depends(k);
  }
  return left_out;
}

Classification all_rows_kept(GraphKind kind, std::size_t rows, std::size_t dependent) {
  return {kind,
          SolverMethod::sparse,
          std::to_string(rows) + " rows of rank " + std::to_string(rows - dependent) +
              ": one sparse solve of all, which bears redundant ones",
          {},
          {}};
}

// Takes the dependent ones out of a component's rows.
std::vector<std::int32_t> take_dependent(std::vector<std::int32_t>& rows, const std::vector<bool>& dependent) {
  std::vector<std::int32_t> taken;
  if (dependent.empty()) return taken;
  const auto depends = [&](std::int32_t k) { return dependent[static_cast<std::size_t>(k)]; };
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(taken), depends);
  std::erase_if(rows, depends);
  return taken;
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
  const std::vector<bool> left_out = rows_left_out(model, redundancy, options.method);
  plan.dependent_sets_ = std::move(redundancy.sets);
  const std::vector<bool> on_loops = rows_that_may_depend(model);
  for (CoupledRows& rows : coupled_rows(model, left_out)) {
    const bool rigid = is_rigid_body(model, rows);
    const bool singular_somewhere = !rigid && std::any_of(rows.rows.begin(), rows.rows.end(), [&](std::int32_t k) {
      const bool is_formula = model.rows()[static_cast<std::size_t>(k)].kind == RowKind::formula;
      return is_formula || on_loops[static_cast<std::size_t>(k)];  // the gradient of a formula may vanish
    });
    Classification found = classify(model, rows);
    const std::size_t all = rows.rows.size();
    std::vector<std::int32_t> dependent = take_dependent(rows.rows, redundancy.dependent);
    if (!dependent.empty()) found = all_rows_kept(found.kind, all, dependent.size());
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
    component.keeps_all = !dependent.empty();
    component.may_be_singular = singular_somewhere;
    component.dependent = std::move(dependent);
    plan.tolerance_raised_ = plan.tolerance_raised_ || floor > options.tolerance;
    plan.tolerance_ = std::max(plan.tolerance_, component.tolerance);
    plan.components_.push_back(std::move(component));
  }
  assign_dependent_rows(model, left_out, plan.components_);
  if (options.method == SolverMethod::automatic) plan.choose_lanes(model);
  return plan;
}

// Where components are alike, or long, there is work for all lanes of a register. Relations are the solver's own
// affair, and told here.
void Plan::choose_lanes(const Model& model) {
  for (Component& component : components_)
    if (component.keeps_all) {
      continue;
    } else if (is_long_path(component)) {
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
