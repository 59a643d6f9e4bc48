// A dependent row d has the gradient g_d = sum_k X_kd g_k of independent rows k, all in units of their forces. Forces f
// of the independent rows alone do the same as f - X y together with y on the dependent rows; of all these
//   (1 + X^T X) y = X^T f
// has the least norm. X is never formed: X = A^-1 B W B_d^T, and conjugate gradients [hestenes1952] solve for y.
#include "solve/force_sharing.hpp"

#include <cmath>

namespace taut {
namespace {

constexpr int most_iterations = 1000;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void add(double factor, const std::vector<double>& b, std::vector<double>& a) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += factor * b[k];
}

Component with_rows(Component component, const std::vector<std::int32_t>& rows) {
  component.rows = rows;
  return component;
}

// B_to W B_from^T x
std::vector<double> carried(const RowBlock& from, const std::vector<double>& x, const RowBlock& to,
                            ParticleField field) {
  for (std::size_t k = 0; k < x.size(); ++k) from.subtract_impulse(k, -x[k], field.data());
  std::vector<double> out(to.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = to.apply(k, field.data());
  return out;
}

void times_force(const RowBlock& rows, std::vector<double>& x) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] *= rows.force_per_multiplier(k);
}

void over_force(const RowBlock& rows, std::vector<double>& x) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] /= rows.force_per_multiplier(k);
}

}  // namespace

ForceSharing::ForceSharing(const Model& model, const Component& component, ParticleFields& fields)
    : rows_(component.rows),
      dependent_rows_(component.dependent),
      particles_(component.particles),
      independent_(model, component),
      dependent_(model, with_rows(component, component.dependent)),
      gram_(independent_),
      fields_(fields) {}

ForceSharing::Values ForceSharing::onto_independent(const Values& y) {
  Values multipliers = y;
  over_force(dependent_, multipliers);
  Values x = carried(dependent_, multipliers, independent_, fields_.zeros(particles_));
  gram_.solve(x.data());
  times_force(independent_, x);
  return x;
}

ForceSharing::Values ForceSharing::onto_dependent(Values f) {
  times_force(independent_, f);
  gram_.solve(f.data());
  Values y = carried(independent_, f, dependent_, fields_.zeros(particles_));
  over_force(dependent_, y);
  return y;
}

ForceSharing::Values ForceSharing::shares(const Values& f) {
  Values residual = onto_dependent(f), y(residual.size(), 0.0), direction = residual;
  double square = dot(residual, residual);
  const double end = 1e-32 * dot(f, f);
  for (int k = 0; k < most_iterations && square > end; ++k) {
    const Values moved = onto_independent(direction);
    Values applied = onto_dependent(moved);
    add(1.0, direction, applied);
    const double length = square / (dot(direction, direction) + dot(moved, moved));
    add(length, direction, y);
    add(-length, applied, residual);
    const double before = std::exchange(square, dot(residual, residual));
    Values next = residual;
    add(square / before, direction, next);
    direction = std::move(next);
  }
  return y;
}

void ForceSharing::share(const Configuration& at, std::span<double> forces) {
  independent_.linearise(at);
  dependent_.linearise(at);
  static_cast<void>(gram_.factorise_dropping(0.0));
  Values f(rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) f[k] = forces[static_cast<std::size_t>(rows_[k])];
  const Values y = shares(f);
  add(-1.0, onto_independent(y), f);
  for (std::size_t k = 0; k < rows_.size(); ++k) forces[static_cast<std::size_t>(rows_[k])] = f[k];
  for (std::size_t k = 0; k < y.size(); ++k) forces[static_cast<std::size_t>(dependent_rows_[k])] = y[k];
}

}  // namespace taut
