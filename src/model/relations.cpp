// Constraints that are no distance: shapes, typed equations, linear relations.
#include <cmath>

#include "model/assembly.hpp"
#include "model/coordinates.hpp"
#include "model/shapes.hpp"

namespace taut {

Problem ModelAssembly::add(const ShapeSpec& spec, const Place& place) {
  const char* type = spec.family == ShapeFamily::curve ? "curve" : "surface";
  if (auto problem = check_index(place, "on", spec.on, model.size())) return problem;
  if (auto problem = check_some_move(place, "on", model, {&spec.on, 1}, type)) return problem;
  auto row = make_shape_row(spec, model.dimension_, place);
  if (!row) return row.error();
  begin_constraint(spec.name, type);
  if (const auto* quadric = std::get_if<QuadricRow>(&*row)) {
    add_row(RowKind::quadric, model.quadrics_.size());
    model.quadrics_.push_back(*quadric);
  } else {
    add_row(RowKind::formula, model.formulas_.size());
    model.formulas_.push_back(std::move(*std::get_if<FormulaRow>(&*row)));
  }
  return {};
}

Problem ModelAssembly::add(const ImplicitSpec& spec, const Place& place) {
  if (auto problem = check_indices(place, "on", spec.on, model.size())) return problem;
  if (auto problem = check_some_move(place, "on", model, spec.on, "equation")) return problem;
  if (auto problem = check_parameters(place, spec.parameters)) return problem;
  auto formula =
      parse_of_coordinates(place, "equation", spec.equation, spec.on.size(), model.dimension_, spec.parameters);
  if (!formula) return formula.error();
  if (!depends_on_moving(*formula, spec.on, model.inverse_masses_)) {
    return place.error("equation", quoted(spec.equation) + " depends on no coordinate of a particle that moves");
  }
  begin_constraint(spec.name, "implicit");
  add_row(RowKind::formula, model.formulas_.size());
  model.formulas_.push_back({{spec.on.begin(), spec.on.end()}, std::move(*formula), 0.0});
  return {};
}

Problem ModelAssembly::add(const LinearSpec& spec, const Place& place) {
  if (auto problem = check_indices(place, "on", spec.on, model.size())) return problem;
  if (auto problem = check_some_move(place, "on", model, spec.on, "linear relation")) return problem;
  if (auto problem = check_weights(spec, place)) return problem;
  if (auto problem = check_vector(place, "offset", spec.offset, model.dimension_)) return problem;
  begin_constraint(spec.name, "linear");
  for (int axis = 0; axis < model.dimension_; ++axis) add_linear_row(spec, axis);
  return {};
}

Problem ModelAssembly::check_weights(const LinearSpec& spec, const Place& place) const {
  if (spec.weights.size() != spec.on.size()) {
    return place.error("weights", "found " + std::to_string(spec.weights.size()) + ", expected " +
                                      std::to_string(spec.on.size()) + ", one for each particle");
  }
  bool acts = false;
  for (std::size_t p = 0; p < spec.on.size(); ++p) {
    if (auto problem = check_finite(place, "weights", spec.weights[p])) return problem;
    acts = acts || (spec.weights[p] != 0.0 && moves(spec.on[p]));
  }
  if (acts) return {};
  return place.error("weights", "found only zeros for the particles that move, expected another number");
}

void ModelAssembly::add_linear_row(const LinearSpec& spec, int axis) {
  const std::size_t first = model.linear_terms_.size();
  for (std::size_t p = 0; p < spec.on.size(); ++p) {
    if (spec.weights[p] != 0.0) model.linear_terms_.push_back({spec.on[p], spec.weights[p]});
  }
  const std::size_t count = model.linear_terms_.size() - first;
  add_row(RowKind::linear, model.linears_.size());
  model.linears_.push_back(
      {static_cast<std::int32_t>(first), static_cast<std::int32_t>(count), axis, spec.offset[axis]});
}

}  // namespace taut
