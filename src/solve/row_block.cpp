#include "solve/row_block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut {
namespace {

constexpr double roundings = 16.0 * std::numeric_limits<double>::epsilon();

Vec3 scaled(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

// Gradients by their product and their squares: more than 60 degrees apart.
bool is_turned(double product, double before, double now) {
  return before > 0.0 && now > 0.0 && product < 0.5 * std::sqrt(before * now);
}

}  // namespace

RowBlock::RowBlock(const Model& model, const Component& component) : model_(model), first_(1, 0) {
  std::size_t variables = 0, scratch = 0;
  for (std::int32_t r : component.rows) {
    const Row& row = model.rows()[static_cast<std::size_t>(r)];
    rows_.push_back(row);
    only_rods_ = only_rods_ && row.kind == RowKind::distance;
    axis_.push_back(row.kind == RowKind::linear ? model.linears()[static_cast<std::size_t>(row.index)].axis : -1);
    for (std::int32_t p : model.row_particles(r)) {
      particle_.push_back(p);
      weight_.push_back(model.inverse_masses()[static_cast<std::size_t>(p)]);
    }
    first_.push_back(static_cast<std::int32_t>(particle_.size()));
    const double size = model.row_size(r);
    inverse_size_.push_back(1.0 / (size > 0.0 ? size : component.size));
    lengths_.push_back(row.kind == RowKind::distance ? LengthDefect(size) : LengthDefect());
    if (row.kind != RowKind::formula) continue;
    const Formula& f = model.formulas()[static_cast<std::size_t>(row.index)].formula;
    variables = std::max(variables, static_cast<std::size_t>(f.variables()));
    scratch = std::max(scratch, f.scratch_size());
  }
  gradient_.resize(particle_.size());
  moved_gradient_.resize(particle_.size());
  position_.resize(particle_.size());
  position_low_.resize(particle_.size());
  way_.resize(particle_.size());
  defect_.resize(rows_.size());
  measure_.resize(rows_.size());
  time_derivative_.assign(rows_.size(), 0.0);
  variables_.resize(variables);
  derivatives_.resize(variables);
  direction_.resize(variables);
  scratch_.resize(scratch);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (axis_[k] >= 0) take_constant_gradient(k);
  for (std::size_t k = 0; k < rows_.size(); ++k) whole_.push_back(is_whole_relation(k));
}

// Along the axes one after the other, with the same particles and coefficients.
bool RowBlock::is_whole_relation(std::size_t k) const {
  const auto axes = static_cast<std::size_t>(dimension()), count = particles_end(k) - particles_begin(k);
  if (k + axes > rows_.size()) return false;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::size_t row = k + axis, begin = particles_begin(row);
    if (axis_[row] != static_cast<std::int32_t>(axis) || particles_end(row) - begin != count) return false;
    for (std::size_t e = 0; e < count; ++e)
      if (particle_[begin + e] != particle_[particles_begin(k) + e] ||
          gradient_[begin + e][static_cast<int>(axis)] != gradient_[particles_begin(k) + e].x)
        return false;
  }
  return true;
}

const QuadricRow& RowBlock::quadric(std::size_t row) const {
  return model_.quadrics()[static_cast<std::size_t>(rows_[row].index)];
}

const FormulaRow& RowBlock::formula(std::size_t row) const {
  return model_.formulas()[static_cast<std::size_t>(rows_[row].index)];
}

double RowBlock::gradient_norm(std::size_t row) const {
  double square = 0.0;
  for (std::size_t e = particles_begin(row); e < particles_end(row); ++e) square += dot(gradient_[e], gradient_[e]);
  return std::sqrt(square);
}

// sum q x^2 + p.x + c with x = r - center, to twice the precision.
double RowBlock::quadric_defect(std::size_t row, const Configuration& at) const {
  const QuadricRow& s = quadric(row);
  const Vec3& r = at.position[s.particle];
  const Vec3& low = at.position_low[s.particle];
  ExactSum sum;
  sum.add(s.c);
  for (int axis = 0; axis < 3; ++axis) {
    Exact x = two_difference(r[axis], s.center[axis]);
    x.low += low[axis];
    sum.add_product(s.q[axis], exact_square(x));
    sum.add_product(s.p[axis], x);
  }
  return sum.value();
}

double RowBlock::linear_defect(std::size_t row, const Configuration& at) const {
  const LinearRow& l = model_.linears()[static_cast<std::size_t>(rows_[row].index)];
  ExactSum sum;
  sum.add(-l.offset);
  for (std::int32_t t = l.first; t < l.first + l.count; ++t) {
    const LinearTerm& term = model_.linear_terms()[static_cast<std::size_t>(t)];
    sum.add_product(term.weight, {at.position[term.particle][l.axis], at.position_low[term.particle][l.axis]});
  }
  return sum.value();
}

// The variables of a formula row at r + h u (r alone when u is null).
void RowBlock::gather(std::size_t row, const Vec3* u, double h, double time) {
  std::size_t v = 0;
  for (std::size_t e = particles_begin(row); e < particles_end(row); ++e) {
    const std::int32_t p = particle_[e];
    const Vec3 r = u ? position_[e] + (position_low_[e] + h * u[p]) : position_[e];
    variables_[v++] = r.x;
    variables_[v++] = r.y;
    variables_[v++] = r.z;
  }
  variables_[v] = time;
}

// Formulas are evaluated anew along a step, when the arrays of the configuration may be gone.
void RowBlock::keep_positions(std::size_t row, const Configuration& at) {
  for (std::size_t e = particles_begin(row); e < particles_end(row); ++e) {
    position_[e] = at.position[particle_[e]];
    position_low_[e] = at.position_low[particle_[e]];
  }
}

void RowBlock::linearise(const Configuration& at) {
  const double since = at.time - time_;
  time_ = at.time;
  rounding_ = roundings;
  turned_ = jumped_ = -1;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    switch (rows_[k].kind) {
      case RowKind::distance:
        take_distance(k, at);
        measure_[k] = inverse_size_[k] * inverse_size_[k];  // with |gradient| = l
        continue;
      case RowKind::quadric:
        take_quadric(k, at);
        break;
      case RowKind::linear:
        defect_[k] = linear_defect(k, at);
        continue;
      case RowKind::formula:
        take_formula(k, at, since);
        break;
    }
    measure_[k] = inverse_size_[k] / gradient_norm(k);
    if (rows_[k].kind == RowKind::formula) rounding_ = std::max(rounding_, roundings * formula_terms(k) * measure_[k]);
  }
  linearised_ = true;
}

// The size of what cancels in a formula: variables times derivatives, which take_formula() has just found.
double RowBlock::formula_terms(std::size_t k) const {
  const std::size_t variables = 3 * (particles_end(k) - particles_begin(k)) + 1;
  double sum = 0.0;
  for (std::size_t v = 0; v < variables; ++v) sum += std::abs(variables_[v] * derivatives_[v]);
  return sum;
}

void RowBlock::take_distance(std::size_t k, const Configuration& at) {
  const std::size_t e = particles_begin(k);
  const std::int32_t i = particle_[e], j = particle_[e + 1];
  const ExactVector b = exact_difference(at.position[j], at.position_low[j], at.position[i], at.position_low[i]);
  gradient_[e] = -b.high;
  gradient_[e + 1] = b.high;
  defect_[k] = lengths_[k](b);
}

void RowBlock::take_quadric(std::size_t k, const Configuration& at) {
  const QuadricRow& s = quadric(k);
  Vec3& gradient = gradient_[particles_begin(k)];
  const Vec3 before = gradient;
  gradient = 2.0 * scaled(s.q, at.position[s.particle] - s.center) + s.p;
  defect_[k] = quadric_defect(k, at);
  if (linearised_ && s.has_saddle() && is_turned(dot(before, gradient), dot(before, before), dot(gradient, gradient)))
    turned_ = static_cast<std::int32_t>(k);
}

// Of a linear relation, which has it for good.
void RowBlock::take_constant_gradient(std::size_t k) {
  const LinearRow& l = model_.linears()[static_cast<std::size_t>(rows_[k].index)];
  auto term = model_.linear_terms().begin() + l.first;
  for (std::size_t e = particles_begin(k); e < particles_end(k); ++e, ++term) gradient_[e][l.axis] = term->weight;
  std::copy(gradient_.begin() + first_[k], gradient_.begin() + first_[k + 1], moved_gradient_.begin() + first_[k]);
  measure_[k] = inverse_size_[k] / gradient_norm(k);
}

void RowBlock::take_formula(std::size_t k, const Configuration& at, double since) {
  if (linearised_) keep_way(k, at);
  const double before = time_derivative_[k];
  keep_positions(k, at);
  gather(k, nullptr, 0.0, at.time);
  defect_[k] = formula(k).formula.gradient(variables_.data(), derivatives_.data(), scratch_.data());
  scatter(k, gradient_);
  time_derivative_[k] = derivatives_[3 * (particles_end(k) - particles_begin(k))];
  if (linearised_) compare(k, 0.5 * (before + time_derivative_[k]) * since);
}

// From the configuration before, with the gradient there.
void RowBlock::keep_way(std::size_t k, const Configuration& at) {
  for (std::size_t e = particles_begin(k); e < particles_end(k); ++e) {
    way_[e] = (at.position[particle_[e]] - position_[e]) + (at.position_low[particle_[e]] - position_low_[e]);
    moved_gradient_[e] = gradient_[e];
  }
}

// The gradients at both ends of the way, and what their mean says of sigma at its end, with what time adds: as sigma
// vanishes at both ends, that is of third order, unless it jumped in between.
void RowBlock::compare(std::size_t k, double by_time) {
  constexpr double jump = 0.5;  // of the largest change that the gradients allow
  constexpr double slight = 1e-6;
  double product = 0.0, before = 0.0, now = 0.0, steepest = 0.0, way = 0.0, sigma = by_time;
  for (std::size_t e = particles_begin(k); e < particles_end(k); ++e) {
    const Vec3 &old = moved_gradient_[e], &here = gradient_[e];
    sigma += 0.5 * dot(old + here, way_[e]);
    way += dot(way_[e], way_[e]);
    steepest += std::max(dot(old, old), dot(here, here));
    product += weight_[e] * dot(old, here);
    before += weight_[e] * dot(old, old);
    now += weight_[e] * dot(here, here);
  }
  if (is_turned(product, before, now)) turned_ = static_cast<std::int32_t>(k);
  const double allowed = std::sqrt(steepest * way);
  const bool visible = std::abs(sigma) > slight * std::sqrt(steepest) / inverse_size_[k];
  if (visible && std::abs(sigma) > jump * (allowed + std::abs(by_time))) jumped_ = static_cast<std::int32_t>(k);
}

// The derivatives of a formula row as gradients, one a particle.
void RowBlock::scatter(std::size_t k, std::vector<Vec3>& gradient) const {
  for (std::size_t e = particles_begin(k), v = 0; e < particles_end(k); ++e, v += 3)
    gradient[e] = {derivatives_[v], derivatives_[v + 1], derivatives_[v + 2]};
}

double RowBlock::moved_defect(std::size_t k, const Vec3* u, double h, double end_time) {
  const std::size_t e = particles_begin(k);
  switch (rows_[k].kind) {
    case RowKind::distance: {
      const Vec3 d = h * (u[particle_[e + 1]] - u[particle_[e]]);
      return defect_[k] + (dot(gradient_[e + 1], d) + 0.5 * dot(d, d));
    }
    case RowKind::quadric: {
      const Vec3 d = h * u[particle_[e]];
      return defect_[k] + (dot(gradient_[e], d) + dot(quadric(k).q, scaled(d, d)));
    }
    case RowKind::linear:
      return defect_[k] + h * apply(k, u);
    case RowKind::formula: {
      gather(k, u, h, end_time);
      return formula(k).formula.value(variables_.data(), scratch_.data());
    }
  }
  return 0.0;
}

// Rods alone, the common case, need not ask each row for its kind and particles; the operations are the same.
void RowBlock::moved_defects(const Vec3* u, double h, double end_time, double* out) {
  if (!only_rods_) {
    for_each(
        [&](std::size_t k) {
          const Vec3 sum = apply_relation(k, u);
          for (int axis = 0; axis < dimension(); ++axis) out[k + axis] = defect_[k + axis] + h * sum[axis];
        },
        [&](std::size_t k) { out[k] = moved_defect(k, u, h, end_time); });
    return;
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Vec3 d = h * (u[particle_[2 * k + 1]] - u[particle_[2 * k]]);
    out[k] = defect_[k] + (dot(gradient_[2 * k + 1], d) + 0.5 * dot(d, d));
  }
}

void RowBlock::apply_all(const Vec3* x, double* out) const {
  for_each(
      [&](std::size_t k) {
        const Vec3 sum = apply_relation(k, x);
        for (int axis = 0; axis < dimension(); ++axis) out[k + axis] = sum[axis];
      },
      [&](std::size_t k) { out[k] = apply(k, x); });
}

void RowBlock::subtract_impulses(const double* multipliers, Vec3* dv) const {
  if (!only_rods_) {
    for_each(
        [&](std::size_t k) {
          const double* x = multipliers + k;
          const Vec3 multiplier = {x[0], x[1], dimension() == 3 ? x[2] : 0.0};
          for (std::size_t e = particles_begin(k); e < particles_end(k); ++e)
            dv[particle_[e]] -= gradient_[e].x * (weight_[e] * multiplier);
        },
        [&](std::size_t k) { subtract_impulse(k, multipliers[k], dv); });
    return;
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Vec3& b = gradient_[2 * k + 1];
    dv[particle_[2 * k]] += (weight_[2 * k] * multipliers[k]) * b;
    dv[particle_[2 * k + 1]] -= (weight_[2 * k + 1] * multipliers[k]) * b;
  }
}

void RowBlock::take_moved_gradient(std::size_t k, const Vec3* u, double h, double end_time) {
  const std::size_t e = particles_begin(k);
  switch (rows_[k].kind) {
    case RowKind::distance: {
      const Vec3 moved = gradient_[e + 1] + h * (u[particle_[e + 1]] - u[particle_[e]]);
      moved_gradient_[e] = -moved;
      moved_gradient_[e + 1] = moved;
      break;
    }
    case RowKind::quadric:
      moved_gradient_[e] = gradient_[e] + 2.0 * scaled(quadric(k).q, h * u[particle_[e]]);
      break;
    case RowKind::linear:
      break;
    case RowKind::formula:
      gather(k, u, h, end_time);
      formula(k).formula.gradient(variables_.data(), derivatives_.data(), scratch_.data());
      scatter(k, moved_gradient_);
      break;
  }
}

double RowBlock::turn_of_particles(std::size_t k, const Vec3* u, double h) const {
  double square = 0.0;
  for (std::size_t e = particles_begin(k); e < particles_end(k); ++e) square += dot(u[particle_[e]], u[particle_[e]]);
  return -0.5 * square * (h * h) * (inverse_size_[k] * inverse_size_[k]);
}

double RowBlock::acceleration_terms(std::size_t k, const Vec3* v) {
  const std::size_t e = particles_begin(k);
  switch (rows_[k].kind) {
    case RowKind::distance: {
      const Vec3 relative = v[particle_[e + 1]] - v[particle_[e]];
      return dot(relative, relative);
    }
    case RowKind::quadric:
      return 2.0 * dot(quadric(k).q, scaled(v[particle_[e]], v[particle_[e]]));
    case RowKind::linear:
      return 0.0;
    case RowKind::formula: {
      // Along (v, 1) in the space of positions and time this is v'Hv + 2 dB/dt v + d2 sigma/dt2.
      gather(k, nullptr, 0.0, time_);
      std::size_t d = 0;
      for (std::size_t a = e; a < particles_end(k); ++a)
        for (int axis = 0; axis < 3; ++axis) direction_[d++] = v[particle_[a]][axis];
      direction_[d] = 1.0;
      return formula(k).formula.second_derivative(variables_.data(), direction_.data(), scratch_.data());
    }
  }
  return 0.0;
}

// Along the unit gradient by the particles that move: a force on those that do not is no force of the motion.
double RowBlock::force_per_multiplier(std::size_t k) const {
  if (rows_[k].kind == RowKind::distance) return 1.0 / inverse_size_[k];
  double square = 0.0;
  for (std::size_t e = particles_begin(k); e < particles_end(k); ++e)
    if (weight_[e] > 0.0) square += dot(gradient_[e], gradient_[e]);
  return -std::sqrt(square);
}

}  // namespace taut
