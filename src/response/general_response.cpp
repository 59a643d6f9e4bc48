#include "response/response_solver.hpp"
#include "solve/saddle.hpp"

namespace taut {
namespace {

std::vector<std::int32_t> independent_rows(const Plan& plan) {
  std::vector<std::int32_t> rows;
  for (const Component& component : plan.components())
    rows.insert(rows.end(), component.rows.begin(), component.rows.end());
  return rows;
}

class GeneralResponse final : public ResponseSolver {
 public:
  GeneralResponse(std::vector<std::int32_t> rows, Saddle saddle)
      : rows_(std::move(rows)), saddle_(std::move(saddle)), lambda_(rows_.size()) {}

  void apply(const Vec3* force, Vec3* motion, double* multipliers) override {
    saddle_.solve(force, {}, motion, lambda_.data());
    for (std::size_t k = 0; k < rows_.size(); ++k) multipliers[rows_[k]] = lambda_[k];
  }

  bool take_columns(std::span<const std::int32_t> coordinates, Vec3* motions) override {
    saddle_.columns(coordinates, motions);
    return true;
  }

  const std::vector<std::vector<Vec3>>& free_motions() const override { return saddle_.free_motions(); }

 private:
  std::vector<std::int32_t> rows_;
  Saddle saddle_;
  std::vector<double> lambda_;
};

const char* why_unsolvable(const Resistance& resistance, ResponseKind kind) {
  if (kind == ResponseKind::velocity)
    return "the drag leaves the velocity undetermined (B D^-1 B^T is singular, which an indefinite or unsymmetric D "
           "allows); expected a positive definite one";
  if (resistance.entries.empty()) return "nothing resists a displacement; expected springs or potentials";
  if (!resistance.symmetric)
    return "motions are free of any stiffness, and that is not symmetric; expected potentials where a body is free";
  return "more than 500 motions are free of any stiffness; expected springs or potentials that hold them";
}

}  // namespace

Expected<std::unique_ptr<ResponseSolver>> make_general_response(const Model& model, const Plan& plan,
                                                                const Resistance& resistance, ResponseKind kind) {
  std::vector<std::int32_t> rows = independent_rows(plan);
  const std::vector<Vec3> low(model.positions().size());
  Saddle saddle(model, rows, resistance.entries,
                resistance.symmetric ? Saddle::Symmetry::symmetric : Saddle::Symmetry::unsymmetric,
                {model.positions().data(), low.data(), 0.0});
  if (!saddle.solvable() || (kind == ResponseKind::velocity && !saddle.free_motions().empty()))
    return Error{"forces", why_unsolvable(resistance, kind)};
  return std::unique_ptr<ResponseSolver>(std::make_unique<GeneralResponse>(std::move(rows), std::move(saddle)));
}

}  // namespace taut
