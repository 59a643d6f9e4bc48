// Follows the configuration in time without any dynamics: at each time a least-squares fit of all coupled rows, each in
// the measure of the tolerance, from where the last one led [more1978],
//   (J J^T + m) y = s,  x -= J^T y
// and bisection between the last time with a solution and the first without. At the end of a branch the fit stays off
// however close to that time it is tried; where the equations are only hard to solve, it does not.
#include "dynamics/locking.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/driven_motion.hpp"
#include "solve/disjoint_sets.hpp"
#include "solve/row_block.hpp"

namespace taut {
namespace {

constexpr std::size_t most_rows = 300;  // of a dense fit
constexpr double solved = 1e-12;        // relative; a fit that is off by less has a solution
constexpr int most_iterations = 200, most_bisections = 45;
constexpr int pieces = 128;  // of the time ahead, for what drives the mechanism may turn far in it

bool is_timed(const Model& model, std::int32_t row) {
  const Row& at = model.rows()[static_cast<std::size_t>(row)];
  if (at.kind == RowKind::formula) {
    const FormulaRow& formula = model.formulas()[static_cast<std::size_t>(at.index)];
    if (formula.formula.depends_on(3 * static_cast<int>(formula.particles.size()))) return true;
  }
  const std::vector<std::int32_t> particles = model.row_particles(row);
  return std::any_of(model.driven().begin(), model.driven().end(), [&](const DrivenPath& path) {
    return std::find(particles.begin(), particles.end(), path.particle) != particles.end();
  });
}

// Rows that share moving particles with this one, directly or through others.
Component coupled_rows(const Model& model, std::int32_t row) {
  DisjointSets sets(model.positions().size() + model.rows().size());
  const auto node = [&](std::int32_t k) { return static_cast<std::int32_t>(model.positions().size()) + k; };
  for (std::int32_t k = 0; k < model.row_count(); ++k)
    for (const std::int32_t p : model.row_particles(k))
      if (model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0) sets.join(node(k), p);
  Component found;
  for (std::int32_t k = 0; k < model.row_count(); ++k)
    if (sets.find(node(k)) == sets.find(node(row))) found.rows.push_back(k);
  return found;
}

class Fit {
 public:
  Fit(const Model& model, const Component& rows, const State& state)
      : model_(model), block_(model, rows), driven_(model), here_(state.position), zero_(here_.size()) {
    columns_.assign(here_.size(), -1);
    for (std::size_t e = 0; e < block_.particles_end(block_.size() - 1); ++e) {
      std::int32_t& column = columns_[static_cast<std::size_t>(block_.particle(e))];
      if (block_.weight(e) > 0.0 && column < 0) column = 3 * moving_++;
    }
  }

  // Whether there is a solution at this time near the last; if so, it becomes the last.
  bool at(double time) {
    const std::vector<Vec3> last = here_;
    for (const DrivenPath& path : model_.driven()) here_[path.particle] = driven_.position(path, time);
    if (descend(time)) return true;
    here_ = last;
    return false;
  }
  bool is_finite() const { return finite_; }

 private:
  bool descend(double time) {
    double damping = 1e-6, off = take(time);
    for (int k = 0; k < most_iterations && std::isfinite(off) && off > solved; ++k) {
      const std::vector<Vec3> before = here_;
      const double off_before = off;
      move(damping);
      off = take(time);
      if (off < off_before) {
        damping *= 0.1;
        continue;
      }
      here_ = before;
      off = take(time);
      damping = std::max(10.0 * damping, 1e-15);
      if (damping > 1e6) break;
    }
    finite_ = finite_ && std::isfinite(off);
    return off <= solved;
  }

  // Residuals and their slopes; returns the norm.
  double take(double time) {
    block_.linearise({here_.data(), zero_.data(), time});
    const auto rows = static_cast<Eigen::Index>(block_.size());
    slope_.setZero(rows, 3 * moving_);
    residual_.resize(rows);
    for (std::size_t k = 0; k < block_.size(); ++k) {
      residual_[static_cast<Eigen::Index>(k)] = block_.measure(k) * block_.defect(k);
      for (std::size_t e = block_.particles_begin(k); e < block_.particles_end(k); ++e)
        if (const std::int32_t column = columns_[static_cast<std::size_t>(block_.particle(e))]; column >= 0)
          for (int axis = 0; axis < 3; ++axis)
            slope_(static_cast<Eigen::Index>(k), column + axis) += block_.measure(k) * block_.gradient(e)[axis];
    }
    return residual_.norm();
  }

  void move(double damping) {
    Eigen::MatrixXd normal = slope_ * slope_.transpose();
    normal.diagonal().array() += damping * normal.diagonal().maxCoeff();
    const Eigen::VectorXd change = slope_.transpose() * normal.ldlt().solve(residual_);
    for (std::size_t i = 0; i < here_.size(); ++i)
      if (columns_[i] >= 0)
        for (int axis = 0; axis < 3; ++axis) here_[i][axis] -= change[columns_[i] + axis];
  }

  const Model& model_;
  RowBlock block_;
  DrivenMotion driven_;
  std::vector<Vec3> here_, zero_;
  std::vector<std::int32_t> columns_;  // the first of each particle; -1: it does not move
  std::int32_t moving_ = 0;
  Eigen::MatrixXd slope_;
  Eigen::VectorXd residual_;
  bool finite_ = true;
};

}  // namespace

std::optional<double> locking_time(const Model& model, std::int32_t row, const State& state, double until) {
  if (row < 0) return {};
  const Component rows = coupled_rows(model, row);
  const auto timed = [&](std::int32_t k) { return is_timed(model, k); };
  if (rows.rows.size() > most_rows || std::none_of(rows.rows.begin(), rows.rows.end(), timed)) return {};
  Fit fit(model, rows, state);
  double last = state.time, end = last;
  if (!fit.at(last)) return {};
  for (int k = 1; k <= pieces && end == last; ++k) {  // beyond the first lock there may be solutions again
    const double next = state.time + (until - state.time) * k / pieces;
    if (fit.at(next)) last = next;
    end = next;
  }
  if (end == last) return {};
  for (int k = 0; k < most_bisections; ++k) {
    const double middle = 0.5 * (last + end);
    (fit.at(middle) ? last : end) = middle;
  }
  return fit.is_finite() ? std::optional(last) : std::nullopt;
}

}  // namespace taut
