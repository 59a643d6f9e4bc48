#include "solve/batch/single_batch.hpp"

#include <algorithm>
#include <cmath>

#include "solve/make_solver.hpp"

namespace taut {
namespace {

Vec3 at(const double* array, std::int32_t particle) {
  const double* r = array + 3 * static_cast<std::ptrdiff_t>(particle);
  return {r[0], r[1], r[2]};
}

Vec3 nearest_image(Vec3 a, const Periods& box) {
  for (int axis = 0; axis < 3; ++axis) {
    const double period = box.length[axis];
    if (period > 0.0) a[axis] -= period * std::nearbyint(a[axis] / period);
  }
  return a;
}

}  // namespace

SingleBatch::SingleBatch(const Model& model, const Component& component, const SolverOptions& options)
    : model_(model), solver_(make_solver(model, component, options)), particles_(particles_of(model, component)) {
  const auto local = [this](std::int32_t p) {
    return static_cast<std::size_t>(std::lower_bound(particles_.begin(), particles_.end(), p) - particles_.begin());
  };
  std::vector<std::vector<std::int32_t>> rows_at(particles_.size());
  for (std::int32_t row : solver_->rows())
    for (std::int32_t p : model.row_particles(row)) rows_at[local(p)].push_back(row);
  std::vector<bool> seen(particles_.size(), false);
  walk_.push_back({particles_.front(), particles_.front()});
  seen[0] = true;
  for (std::size_t reached = 0; reached < walk_.size(); ++reached) {
    const std::int32_t from = walk_[reached].to;
    for (std::int32_t row : rows_at[local(from)])
      for (std::int32_t to : model.row_particles(row)) {
        if (seen[local(to)]) continue;
        seen[local(to)] = true;
        walk_.push_back({from, to});
      }
  }
}

void SingleBatch::prepare(BatchWorkspace& workspace) const {
  const auto n = static_cast<std::size_t>(model_.size());
  for (auto* array : {&workspace.reference, &workspace.reference_low, &workspace.moved, &workspace.shift})
    array->resize(n);
  workspace.x.resize(std::max(workspace.x.size(), solver_->rows().size()));
}

void SingleBatch::take_reference(const KernelArrays& arrays, BatchWorkspace& workspace) const {
  for (const Step& step : walk_) {
    const auto from = static_cast<std::size_t>(step.from), to = static_cast<std::size_t>(step.to);
    const Vec3 away = at(arrays.reference, step.to) - at(arrays.reference, step.from);
    workspace.reference[to] = step.from == step.to ? at(arrays.reference, step.to)
                                                   : workspace.reference[from] + nearest_image(away, arrays.box);
    workspace.shift[to] = {};
  }
}

void SingleBatch::add_shift(const KernelArrays& arrays, const BatchWorkspace& workspace) const {
  for (std::int32_t particle : particles_)
    for (int axis = 0; axis < 3; ++axis) {
      const double shift = workspace.shift[static_cast<std::size_t>(particle)][axis];
      arrays.moved[3 * static_cast<std::ptrdiff_t>(particle) + axis] += shift;
      if (arrays.velocity)
        arrays.velocity[3 * static_cast<std::ptrdiff_t>(particle) + axis] += shift * arrays.inverse_step;
    }
}

// The shift is -W B^T lambda, so lambda = -A^-1 B shift. A position solve may have put Newton's matrix in place of A.
void SingleBatch::put_multipliers(BatchWorkspace& workspace, double* multipliers) {
  static_cast<void>(solver_->linearise({workspace.reference.data(), workspace.reference_low.data(), 0.0}));
  solver_->apply_jacobian(workspace.shift.data(), workspace.x.data());
  static_cast<void>(solver_->solve(workspace.x.data(), 1.0));
  for (std::size_t k = 0; k < solver_->rows().size(); ++k) multipliers[solver_->rows()[k]] = -workspace.x[k];
}

SolveReport SingleBatch::positions(int /*unit*/, const KernelArrays& arrays, BatchWorkspace& workspace,
                                   double* multipliers) {
  take_reference(arrays, workspace);
  for (std::int32_t p : particles_)
    workspace.moved[static_cast<std::size_t>(p)] =
        nearest_image(at(arrays.moved, p) - workspace.reference[static_cast<std::size_t>(p)], arrays.box);
  SolveReport report = solver_->linearise({workspace.reference.data(), workspace.reference_low.data(), 0.0});
  if (!report.converged) return report;
  solver_->forget(Ahead::far);
  report = solver_->solve_positions(workspace.moved.data(), workspace.shift.data(), 1.0, 0.0);
  if (!report.converged) return report;
  add_shift(arrays, workspace);
  if (multipliers) put_multipliers(workspace, multipliers);
  return report;
}

SolveReport SingleBatch::velocities(int /*unit*/, const KernelArrays& arrays, BatchWorkspace& workspace,
                                    double* multipliers) {
  take_reference(arrays, workspace);
  for (std::int32_t p : particles_) workspace.moved[static_cast<std::size_t>(p)] = at(arrays.moved, p);
  SolveReport report = solver_->linearise({workspace.reference.data(), workspace.reference_low.data(), 0.0});
  if (!report.converged) return report;
  report = solver_->solve_velocities(workspace.moved.data(), workspace.shift.data(), 1.0);
  if (!report.converged) return report;
  add_shift(arrays, workspace);
  if (multipliers) put_multipliers(workspace, multipliers);
  return report;
}

}  // namespace taut
