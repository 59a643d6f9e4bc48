// With one resistance a particle, an answer is the projection of the free motion W f onto the tangent space of the
// constraints, as that of velocities in every step of RATTLE: A lambda = B W f, x = W f - W B^T lambda.
#include <algorithm>

#include "response/path_response.hpp"
#include "response/response_solver.hpp"
#include "solve/make_solver.hpp"

namespace taut {
namespace {

class DiagonalResponse final : public ResponseSolver {
 public:
  DiagonalResponse(const Model& model, const Plan& plan) : model_(model) {
    for (const Component& component : plan.components())
      if (PathResponse::treats(component))
        paths_.emplace_back(model, component);
      else
        solvers_.push_back(make_solver(model, component, plan.options()));
    for (const std::unique_ptr<Solver>& solver : solvers_) x_.resize(std::max(x_.size(), solver->rows().size()));
    places_.resize(static_cast<std::size_t>(model.size()));
    for (std::size_t p = 0; p < paths_.size(); ++p)
      for (std::size_t k = 0; k < paths_[p].particles().size(); ++k)
        places_[static_cast<std::size_t>(paths_[p].particles()[k])] = {static_cast<std::int32_t>(p),
                                                                       static_cast<std::int32_t>(k)};
  }

  // A row that follows from others at this configuration, as far as rounding can tell; -1: none does.
  std::int32_t linearise() {
    const std::vector<Vec3> low(model_.positions().size());
    for (const PathResponse& path : paths_)
      if (path.dependent_row() >= 0) return path.dependent_row();
    for (const std::unique_ptr<Solver>& solver : solvers_) {
      const SolveReport report = solver->linearise({model_.positions().data(), low.data(), 0.0});
      if (!report.converged) return std::max(report.worst_row, 0);
    }
    return -1;
  }

  void apply(const Vec3* force, Vec3* motion, double* multipliers) override {
    const std::vector<double>& w = model_.inverse_masses();
    for (std::size_t i = 0; i < w.size(); ++i) motion[i] = w[i] * force[i];
    for (PathResponse& path : paths_) path.constrain(motion, multipliers);
    for (const std::unique_ptr<Solver>& solver : solvers_) {
      solver->apply_jacobian(motion, x_.data());
      static_cast<void>(solver->solve(x_.data(), 1.0));  // direct: what can fail is the linearisation
      solver->subtract_impulse(x_.data(), motion);
      for (std::size_t k = 0; k < solver->rows().size(); ++k) multipliers[solver->rows()[k]] = x_[k];
    }
  }

  bool take_column(int particle, int axis, Vec3* motion) override {
    const Place place = places_[static_cast<std::size_t>(particle)];
    if (place.path < 0 || !(model_.inverse_masses()[static_cast<std::size_t>(particle)] > 0.0)) return false;
    std::fill(motion, motion + model_.size(), Vec3{});
    paths_[static_cast<std::size_t>(place.path)].take_column(static_cast<std::size_t>(place.index), axis, motion);
    return true;
  }
  std::span<PathResponse> paths() override { return paths_; }
  const std::vector<std::vector<Vec3>>& free_motions() const override { return none_; }

 private:
  struct Place {  // of a particle
    std::int32_t path = -1, index = 0;
  };
  const Model& model_;
  std::vector<PathResponse> paths_;
  std::vector<Place> places_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::vector<double> x_;
  std::vector<std::vector<Vec3>> none_;
};

}  // namespace

Expected<std::unique_ptr<ResponseSolver>> make_diagonal_response(const Model& model, const Plan& plan) {
  auto response = std::make_unique<DiagonalResponse>(model, plan);
  if (const std::int32_t row = response->linearise(); row >= 0)
    return Error{"constraints",
                 model.row_name(row) + " nearly depends on others here, and their forces cannot be told apart"};
  return std::unique_ptr<ResponseSolver>(std::move(response));
}

}  // namespace taut
