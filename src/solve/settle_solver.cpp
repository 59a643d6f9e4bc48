// Rigid water, and any isosceles triangle with equal masses at its base, by the closed form of settle.hpp: it gives the
// displacements, and A lambda = -B (displacement) / h the multipliers, so that the impulse is one along the rods to the
// last bit; what rounding leaves is corrected where the tolerance asks for more. Any other triangle by the iterations
// of matrix_solver.hpp on its 3 x 3 matrix, a ring of three.
#include "solve/settle_solver.hpp"

#include <cmath>
#include <optional>

#include "solve/matrix_solver.hpp"
#include "solve/ring_gram.hpp"
#include "solve/settle.hpp"

namespace taut {
namespace {

// Where a row block holds the ends of the two legs: the gradients there are the legs, from the apex.
struct Legs {
  std::size_t left, right;
  std::int32_t apex, left_end, right_end;
  double length, base;
};

// The legs and base seen from the corner that rows `left` and `right` share.
Legs legs_at(const Model& model, const RowBlock& block, const std::vector<std::int32_t>& rows, std::size_t left,
             std::size_t right) {
  const std::size_t base = 3 - left - right;
  const std::size_t l = block.particles_begin(left), r = block.particles_begin(right);
  const bool first = block.particle(l) == block.particle(r) || block.particle(l) == block.particle(r + 1);
  const std::int32_t apex = block.particle(first ? l : l + 1);
  const std::size_t left_end = first ? l + 1 : l, right_end = block.particle(r) == apex ? r + 1 : r;
  return {left_end,
          right_end,
          apex,
          block.particle(left_end),
          block.particle(right_end),
          model.row_size(rows[left]),
          model.row_size(rows[base])};
}

bool is_symmetric(const Model& model, const std::vector<std::int32_t>& rows, std::size_t left, std::size_t right,
                  const Legs& legs) {
  constexpr double rounding = 1e-14;  // of lengths taken from positions; the corrections take care of the rest
  const std::vector<double>& w = model.inverse_masses();
  return w[static_cast<std::size_t>(legs.left_end)] == w[static_cast<std::size_t>(legs.right_end)] &&
         std::abs(model.row_size(rows[left]) - model.row_size(rows[right])) <= rounding * legs.length;
}

std::optional<Legs> isosceles_legs(const Model& model, const RowBlock& block, const std::vector<std::int32_t>& rows) {
  for (std::size_t base = 0; base < 3; ++base) {
    const std::size_t left = (base + 1) % 3, right = (base + 2) % 3;
    const Legs legs = legs_at(model, block, rows, left, right);
    if (is_symmetric(model, rows, left, right, legs)) return legs;
  }
  return std::nullopt;
}

class SettleSolver final : public MatrixSolver<RingGram> {
 public:
  SettleSolver(const Model& model, const Component& component, const SolverOptions& options)
      : MatrixSolver<RingGram>(model, component, options, Iteration::quasi_newton),
        legs_(isosceles_legs(model, block_, component.rows)) {
    if (legs_)
      settle_.emplace(legs_->length, legs_->base, model.masses()[static_cast<std::size_t>(legs_->apex)],
                      model.masses()[static_cast<std::size_t>(legs_->left_end)]);
  }

 private:
  Guess take_guess(Vec3* u, double h, double* lambda) override {
    if (!settle_) return MatrixSolver<RingGram>::take_guess(u, h, lambda);
    const Settle::Triangle moved = settle_->displacement(old_sides(), trial_sides(u, h));
    if (!is_finite(moved.apex + moved.left + moved.right)) return MatrixSolver<RingGram>::take_guess(u, h, lambda);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t e = block_.particles_begin(k);
      lambda[k] = -dot(block_.gradient(e + 1), of(moved, block_.particle(e + 1)) - of(moved, block_.particle(e))) / h;
    }
    matrix_.solve(lambda);
    subtract_impulse(lambda, u);
    return Guess::exact;
  }

  const Vec3& of(const Settle::Triangle& triangle, std::int32_t particle) const {
    return particle == legs_->apex ? triangle.apex : particle == legs_->left_end ? triangle.left : triangle.right;
  }
  Settle::Sides old_sides() const { return {block_.gradient(legs_->left), block_.gradient(legs_->right)}; }
  Settle::Sides trial_sides(const Vec3* u, double h) const {
    const Settle::Sides old = old_sides();
    return {old.left + h * (u[legs_->left_end] - u[legs_->apex]),
            old.right + h * (u[legs_->right_end] - u[legs_->apex])};
  }

  std::optional<Legs> legs_;  // of an isosceles triangle
  std::optional<Settle> settle_;
};

}  // namespace

std::unique_ptr<Solver> make_settle_solver(const Model& model, const Component& component,
                                           const SolverOptions& options) {
  return std::make_unique<SettleSolver>(model, component, options);
}

}  // namespace taut
