#include "dynamics/tangent_frame.hpp"

#include <algorithm>

namespace taut {
namespace {

Vec3 scaled(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

}  // namespace

TangentFrame::TangentFrame(const Model& model, const ForceField& forces, const Component& rows)
    : model_(model),
      forces_(forces),
      force_workspace_(forces),
      row_of_(rows.rows),
      block_(model, rows),
      gram_(block_),
      acceleration_(static_cast<std::size_t>(model.size())),
      multipliers_(rows.rows.size()) {
  std::size_t widest = 2, scratch = 0;
  for (const std::int32_t row : row_of_) {
    hessian_start_.push_back(hessians_.size());
    const Row& r = model.rows()[static_cast<std::size_t>(row)];
    if (r.kind != RowKind::formula) continue;
    const FormulaRow& formula = model.formulas()[static_cast<std::size_t>(r.index)];
    const std::size_t n = 3 * formula.particles.size() + 1;
    hessians_.resize(hessians_.size() + n * n);
    widest = std::max(widest, formula.particles.size());
    scratch = std::max(scratch, formula.formula.scratch_size());
  }
  for (std::size_t k = 0; k < block_.size(); ++k)
    widest = std::max(widest, block_.particles_end(k) - block_.particles_begin(k));
  bent_.resize(widest);
  variables_.resize(3 * widest + 1);
  scratch_.resize(scratch);
}

std::int32_t TangentFrame::take(const State& state) {
  state_ = state;
  forces_.evaluate(state.position.data(), state.time, acceleration_.data(), force_workspace_);
  for (std::size_t i = 0; i < acceleration_.size(); ++i) acceleration_[i] *= model_.inverse_masses()[i];
  if (forces_.depends_on_state()) stiffness_ = forces_.stiffness(state.position.data(), state.time, force_workspace_);
  block_.linearise({state.position.data(), state.position_low.data(), state.time});
  take_hessians();
  return model_row(gram_.factorise_symmetric());
}

void TangentFrame::take_hessians() {
  for (std::size_t k = 0; k < row_of_.size(); ++k) {
    const Row& row = model_.rows()[static_cast<std::size_t>(row_of_[k])];
    if (row.kind != RowKind::formula) continue;
    const FormulaRow& formula = model_.formulas()[static_cast<std::size_t>(row.index)];
    std::size_t v = 0;
    for (const std::int32_t particle : formula.particles)
      for (int axis = 0; axis < 3; ++axis) variables_[v++] = state_.position[static_cast<std::size_t>(particle)][axis];
    variables_[v] = state_.time;
    formula.formula.hessian(variables_.data(), hessians_.data() + hessian_start_[k], scratch_.data());
  }
}

double TangentFrame::bend(std::size_t k, const Vec3* x) {
  const Row& row = model_.rows()[static_cast<std::size_t>(row_of_[k])];
  const auto index = static_cast<std::size_t>(row.index);
  const std::size_t e = block_.particles_begin(k);
  switch (row.kind) {
    case RowKind::distance:
      bent_[1] = x[block_.particle(e + 1)] - x[block_.particle(e)];
      bent_[0] = -bent_[1];
      return 0.0;
    case RowKind::quadric:
      bent_[0] = 2.0 * scaled(model_.quadrics()[index].q, x[block_.particle(e)]);
      return 0.0;
    case RowKind::linear:
      std::fill(bent_.begin(), bent_.end(), Vec3{});
      return 0.0;
    case RowKind::formula:
      return bend_formula(k, model_.formulas()[index], x);
  }
  return 0.0;
}

double TangentFrame::bend_formula(std::size_t k, const FormulaRow& formula, const Vec3* x) {
  const std::size_t coordinates = 3 * formula.particles.size(), n = coordinates + 1;
  const double* hessian = hessians_.data() + hessian_start_[k];
  const auto row_times_x = [&](std::size_t a) {
    double sum = 0.0;
    for (std::size_t b = 0; b < coordinates; ++b)
      sum += hessian[a * n + b] * x[formula.particles[b / 3]][static_cast<int>(b % 3)];
    return sum;
  };
  for (std::size_t a = 0; a < coordinates; ++a) bent_[a / 3][static_cast<int>(a % 3)] = row_times_x(a);
  return row_times_x(coordinates);
}

void TangentFrame::apply_jacobian(const Vec3* x, double* out) const {
  for (std::size_t k = 0; k < block_.size(); ++k) out[k] = block_.apply(k, x);
}

void TangentFrame::add_rate_of_jacobian(const Vec3* x, double* out) {
  for (std::size_t k = 0; k < block_.size(); ++k) {
    double sum = bend(k, x);
    for (std::size_t e = block_.particles_begin(k), n = 0; e < block_.particles_end(k); ++e, ++n)
      sum += dot(bent_[n], state_.velocity[static_cast<std::size_t>(block_.particle(e))]);
    out[k] += sum;
  }
}

void TangentFrame::subtract_impulses(const double* multipliers, Vec3* out) const {
  block_.subtract_impulses(multipliers, out);
}

void TangentFrame::subtract_bending(const double* multipliers, const Vec3* x, Vec3* out) {
  for (std::size_t k = 0; k < block_.size(); ++k) {
    bend(k, x);
    for (std::size_t e = block_.particles_begin(k), n = 0; e < block_.particles_end(k); ++e, ++n)
      out[block_.particle(e)] -= (block_.weight(e) * multipliers[k]) * bent_[n];
  }
}

void TangentFrame::subtract_stiffness(double factor, const Vec3* x, Vec3* out) const {
  for (const MatrixEntry& entry : stiffness_) {
    const double weight = model_.inverse_masses()[static_cast<std::size_t>(entry.row / 3)];
    out[entry.row / 3][entry.row % 3] -= factor * weight * entry.value * x[entry.column / 3][entry.column % 3];
  }
}

void TangentFrame::project(TangentVector& vector) {
  for (std::size_t i = 0; i < vector.position.size(); ++i)
    if (!(model_.inverse_masses()[i] > 0.0)) vector.position[i] = vector.velocity[i] = {};
  apply_jacobian(vector.position.data(), multipliers_.data());
  gram_.solve(multipliers_.data());
  subtract_impulses(multipliers_.data(), vector.position.data());
  apply_jacobian(vector.velocity.data(), multipliers_.data());
  add_rate_of_jacobian(vector.position.data(), multipliers_.data());
  gram_.solve(multipliers_.data());
  subtract_impulses(multipliers_.data(), vector.velocity.data());
}

}  // namespace taut
