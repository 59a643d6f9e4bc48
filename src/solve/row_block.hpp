// The rows of one component, of any kind, packed: gradients, defects, and their evaluation along a step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/exact.hpp"
#include "solve/solver.hpp"
#include "taut/model.hpp"

namespace taut {

class RowBlock {
 public:
  RowBlock(const Model& model, const Component& component);

  std::size_t size() const { return rows_.size(); }
  std::size_t particles_begin(std::size_t row) const { return static_cast<std::size_t>(first_[row]); }
  std::size_t particles_end(std::size_t row) const { return static_cast<std::size_t>(first_[row + 1]); }
  std::int32_t particle(std::size_t entry) const { return particle_[entry]; }
  double weight(std::size_t entry) const { return weight_[entry]; }           // inverse mass of that particle
  const Vec3& gradient(std::size_t entry) const { return gradient_[entry]; }  // at the configuration
  const Vec3& moved_gradient(std::size_t entry) const { return moved_gradient_[entry]; }
  const Vec3* gradients() const { return gradient_.data(); }  // of all entries
  const Vec3* moved_gradients() const { return moved_gradient_.data(); }
  double measure(std::size_t row) const { return measure_[row]; }  // 1 / (|grad sigma| s)
  double defect(std::size_t row) const { return defect_[row]; }    // sigma at the configuration
  double gradient_norm(std::size_t row) const;
  // What rounding leaves of any sigma at the configuration, in the measure of the tolerance; the terms of a formula are
  // rounded one by one, so that it grows with the coordinates and the time that it knows.
  double rounding() const { return rounding_; }
  // Rows of the block, see RowChanges; -1: none. Of formulas, and of quadrics whose gradient can vanish.
  std::int32_t turned() const { return turned_; }
  std::int32_t jumped() const { return jumped_; }

  int dimension() const { return model_.dimension(); }
  // The axis of a linear relation, whose gradient never changes; -1 of other rows.
  std::int32_t axis(std::size_t row) const { return axis_[row]; }
  // Linear relations of different axes have gradients at right angles, always.
  bool are_across(std::size_t row, std::size_t other) const {
    return axis_[row] >= 0 && axis_[other] >= 0 && axis_[row] != axis_[other];
  }

  void linearise(const Configuration& at);

  // sigma_k(r + h u, end_time); for all but formulas it is the defect plus increments, free of cancellation.
  double moved_defect(std::size_t row, const Vec3* u, double h, double end_time);
  void moved_defects(const Vec3* u, double h, double end_time, double* out);  // of all rows
  void take_moved_gradient(std::size_t row, const Vec3* u, double h, double end_time);
  bool is_rod(std::size_t row) const { return rows_[row].kind == RowKind::distance; }
  // How far a rod turns: b.d / l^2, or about -|d|^2 / 2 l^2; for other rows that of their particles' displacements.
  double turn(std::size_t row, const Vec3* u, double h) const {
    const std::size_t e = particles_begin(row);
    return is_rod(row) ? h * dot(gradient_[e + 1], u[particle_[e + 1]] - u[particle_[e]]) * measure_[row]
                       : turn_of_particles(row, u, h);
  }

  double apply(std::size_t row, const Vec3* x) const {
    double sum = 0.0;
    if (const std::int32_t axis = axis_[row]; axis >= 0)
      for (std::size_t e = particles_begin(row); e < particles_end(row); ++e)
        sum += gradient_[e][axis] * x[particle_[e]][axis];
    else
      for (std::size_t e = particles_begin(row); e < particles_end(row); ++e) sum += dot(gradient_[e], x[particle_[e]]);
    return sum;
  }
  void subtract_impulse(std::size_t row, double multiplier, Vec3* dv) const {
    if (const std::int32_t axis = axis_[row]; axis >= 0) {
      for (std::size_t e = particles_begin(row); e < particles_end(row); ++e)
        dv[particle_[e]][axis] -= weight_[e] * multiplier * gradient_[e][axis];
      return;
    }
    for (std::size_t e = particles_begin(row); e < particles_end(row); ++e)
      dv[particle_[e]] -= (weight_[e] * multiplier) * gradient_[e];
  }
  void apply_all(const Vec3* x, double* out) const;
  void subtract_impulses(const double* multipliers, Vec3* dv) const;  // of all rows
  double time_derivative(std::size_t row) const { return time_derivative_[row]; }
  double acceleration_terms(std::size_t row, const Vec3* v);
  double force_per_multiplier(std::size_t row) const;

 private:
  double turn_of_particles(std::size_t row, const Vec3* u, double h) const;
  const QuadricRow& quadric(std::size_t row) const;
  const FormulaRow& formula(std::size_t row) const;
  void take_distance(std::size_t row, const Configuration& at);
  void take_quadric(std::size_t row, const Configuration& at);
  void take_formula(std::size_t row, const Configuration& at, double since);
  void keep_way(std::size_t row, const Configuration& at);
  void compare(std::size_t row, double by_time);
  double formula_terms(std::size_t row) const;
  void take_constant_gradient(std::size_t row);
  bool is_whole_relation(std::size_t row) const;
  // sum of coefficient * x[particle] of a whole relation
  Vec3 apply_relation(std::size_t row, const Vec3* x) const {
    Vec3 sum = {};
    for (std::size_t e = particles_begin(row); e < particles_end(row); ++e) sum += gradient_[e].x * x[particle_[e]];
    return sum;
  }
  // Calls relation(k) for whole relations and other(k) for all other rows.
  template <class Relation, class Other>
  void for_each(Relation&& relation, Other&& other) const {
    for (std::size_t k = 0; k < rows_.size(); k += whole_[k] ? dimension() : 1)
      if (whole_[k])
        relation(k);
      else
        other(k);
  }
  void scatter(std::size_t row, std::vector<Vec3>& gradient) const;
  double quadric_defect(std::size_t row, const Configuration& at) const;
  double linear_defect(std::size_t row, const Configuration& at) const;
  void keep_positions(std::size_t row, const Configuration& at);
  void gather(std::size_t row, const Vec3* u, double h, double time);

  const Model& model_;
  std::vector<Row> rows_;
  bool only_rods_ = true;
  std::vector<std::int32_t> first_, particle_;
  std::vector<std::int32_t> axis_;  // of a linear relation; -1 of other rows
  std::vector<bool> whole_;         // whether this and the next rows are one relation along all axes
  std::vector<double> weight_;
  std::vector<Vec3> gradient_, moved_gradient_;
  std::vector<double> defect_, measure_, inverse_size_, time_derivative_;
  std::vector<LengthDefect> lengths_;  // of distance rows
  double time_ = 0.0;                  // of the configuration
  bool linearised_ = false;            // at any
  std::int32_t turned_ = -1, jumped_ = -1;
  double rounding_ = 0.0;
  std::vector<Vec3> position_, position_low_;                          // there, of formula rows
  std::vector<Vec3> way_;                                              // to there, of formula rows
  std::vector<double> variables_, derivatives_, direction_, scratch_;  // for formulas
};

}  // namespace taut
