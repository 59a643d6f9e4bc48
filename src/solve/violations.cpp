#include "solve/violations.hpp"

#include <algorithm>
#include <cmath>

namespace taut {
namespace {

// A row that holds where its gradient vanishes is not off.
double relative(double value, double unit) { return value == 0.0 ? 0.0 : std::abs(value) / unit; }

}  // namespace

ViolationMeter::ViolationMeter(const Model& model, const Plan& plan)
    : model_(model), size_(static_cast<std::size_t>(model.row_count()), 0.0) {
  for (const Component& component : plan.components())
    for (const std::vector<std::int32_t>* rows : {&component.rows, &component.dependent})
      for (std::int32_t k : *rows) {
        double& size = size_[static_cast<std::size_t>(k)];
        size = model.row_size(k);
        if (!(size > 0.0)) size = component.size;
      }
  std::size_t variables = 0, scratch = 0;
  for (const FormulaRow& row : model.formulas()) {
    variables = std::max(variables, static_cast<std::size_t>(row.formula.variables()));
    scratch = std::max(scratch, row.formula.scratch_size());
  }
  variables_.resize(variables);
  derivatives_.resize(variables);
  scratch_.resize(scratch);
}

ViolationMeter::Value ViolationMeter::distance(const DistanceRow& row, const State& state) const {
  const Vec3 b = state.position[static_cast<std::size_t>(row.j)] - state.position[static_cast<std::size_t>(row.i)];
  const Vec3 v = state.velocity[static_cast<std::size_t>(row.j)] - state.velocity[static_cast<std::size_t>(row.i)];
  return {0.5 * (norm(b) - row.length) * (norm(b) + row.length), dot(b, v), row.length * row.length};
}

ViolationMeter::Value ViolationMeter::quadric(const QuadricRow& row, const State& state) const {
  const Vec3 x = state.position[static_cast<std::size_t>(row.particle)] - row.center;
  Value value{row.c, 0.0, 0.0};
  for (int axis = 0; axis < 3; ++axis) {
    const double gradient = 2.0 * row.q[axis] * x[axis] + row.p[axis];
    value.sigma += (row.q[axis] * x[axis] + row.p[axis]) * x[axis];
    value.rate += gradient * state.velocity[static_cast<std::size_t>(row.particle)][axis];
    value.gradient_square += gradient * gradient;
  }
  return value;
}

ViolationMeter::Value ViolationMeter::linear(const LinearRow& row, const State& state) const {
  Value value{-row.offset, 0.0, 0.0};
  for (std::int32_t t = row.first; t < row.first + row.count; ++t) {
    const LinearTerm& term = model_.linear_terms()[static_cast<std::size_t>(t)];
    value.sigma += term.weight * state.position[static_cast<std::size_t>(term.particle)][row.axis];
    value.rate += term.weight * state.velocity[static_cast<std::size_t>(term.particle)][row.axis];
    value.gradient_square += term.weight * term.weight;
  }
  return value;
}

ViolationMeter::Value ViolationMeter::formula(const FormulaRow& row, const State& state) {
  std::size_t v = 0;
  for (std::int32_t p : row.particles)
    for (int axis = 0; axis < 3; ++axis) variables_[v++] = state.position[static_cast<std::size_t>(p)][axis];
  variables_[v] = state.time;
  Value value{row.formula.gradient(variables_.data(), derivatives_.data(), scratch_.data()), derivatives_[v], 0.0};
  v = 0;
  for (std::int32_t p : row.particles)
    for (int axis = 0; axis < 3; ++axis, ++v) {
      value.rate += derivatives_[v] * state.velocity[static_cast<std::size_t>(p)][axis];
      value.gradient_square += derivatives_[v] * derivatives_[v];
    }
  return value;
}

ViolationMeter::Value ViolationMeter::evaluate(const Row& row, const State& state) {
  const auto index = static_cast<std::size_t>(row.index);
  switch (row.kind) {
    case RowKind::distance:
      return distance(model_.distances()[index], state);
    case RowKind::quadric:
      return quadric(model_.quadrics()[index], state);
    case RowKind::linear:
      return linear(model_.linears()[index], state);
    case RowKind::formula:
      break;
  }
  return formula(model_.formulas()[index], state);
}

ViolationMeter::Reading ViolationMeter::read(const State& state, double step) {
  Reading reading;
  for (int k = 0; k < model_.row_count(); ++k) {
    const Value value = evaluate(model_.rows()[static_cast<std::size_t>(k)], state);
    const double unit = std::sqrt(value.gradient_square) * size_[static_cast<std::size_t>(k)];
    reading.velocity = std::max(reading.velocity, relative(value.rate * step, unit));
    if (const double position = relative(value.sigma, unit); !(position <= reading.position)) {
      reading.position = position;
      reading.worst_row = k;
    }
  }
  return reading;
}

}  // namespace taut
