#include "solve/row_span.hpp"

#include <algorithm>
#include <cmath>

namespace taut {

Component component_of(std::vector<std::int32_t> rows, double size) {
  Component component;
  component.solver = SolverMethod::sparse;
  component.rows = std::move(rows);
  component.size = size;
  return component;
}

Component solved_rows(const Plan& plan) {
  std::vector<std::int32_t> rows;
  for (const Component& component : plan.components())
    rows.insert(rows.end(), component.rows.begin(), component.rows.end());
  return component_of(std::move(rows), 1.0);
}

RowSpan::RowSpan(const Model& model, const Component& rows, const Configuration& at,
                 std::span<const std::int32_t> particles, ParticleFields& fields)
    : block_(model, rows), gram_(block_), particles_(particles), fields_(fields) {
  block_.linearise(at);
  static_cast<void>(gram_.factorise_dropping(0.0));
}

std::vector<std::int32_t> RowSpan::combination(const RowBlock& other, std::size_t k) {
  constexpr double visible = 1e-6;  // a part of the largest
  ParticleField field = fields_.zeros(particles_);
  other.subtract_impulse(k, -1.0, field.data());
  std::vector<double> x(block_.size());
  for (std::size_t l = 0; l < x.size(); ++l) x[l] = block_.apply(l, field.data());
  gram_.solve(x.data());
  double largest = other.gradient_norm(k);
  for (std::size_t l = 0; l < x.size(); ++l) largest = std::max(largest, std::abs(x[l] *= block_.gradient_norm(l)));
  std::vector<std::int32_t> rows;
  for (std::size_t l = 0; l < x.size(); ++l)
    if (std::abs(x[l]) > visible * largest) rows.push_back(static_cast<std::int32_t>(l));
  return rows;
}

void RowSpan::add_least_motion(std::vector<double> rates, ParticleField& a) {
  gram_.solve(rates.data());
  for (std::size_t l = 0; l < rates.size(); ++l) block_.subtract_impulse(l, -rates[l], a.data());
}

void RowSpan::make_tangent(ParticleField& t) {
  std::vector<double> rates(block_.size());
  for (std::size_t l = 0; l < rates.size(); ++l) rates[l] = -block_.apply(l, t.data());
  add_least_motion(std::move(rates), t);
}

// t'(d2 sigma)t alone: what explicit time adds is odd in t or free of it, and cancels.
std::vector<double> RowSpan::curvatures(RowBlock& rows, const ParticleField& t) {
  ParticleField back = fields_.zeros(particles_);
  for (const std::int32_t p : particles_) back[p] = -t[p];
  std::vector<double> values(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    values[k] = 0.5 * (rows.acceleration_terms(k, t.data()) + rows.acceleration_terms(k, back.data())) -
                rows.acceleration_terms(k, fields_.zero());
  return values;
}

std::vector<double> RowSpan::second_order_excess(RowBlock& other, const ParticleField& t) {
  ParticleField a = fields_.zeros(particles_);
  add_least_motion(curvatures(block_, t), a);
  std::vector<double> excess = curvatures(other, t);
  for (std::size_t k = 0; k < excess.size(); ++k) {
    double sum = excess[k], size = std::abs(excess[k]);
    for (std::size_t e = other.particles_begin(k); e < other.particles_end(k); ++e) {
      const double part = dot(other.gradient(e), a[other.particle(e)]);
      sum -= part;
      size += std::abs(part);
    }
    excess[k] = size > 0.0 ? sum / size : 0.0;
  }
  return excess;
}

}  // namespace taut
