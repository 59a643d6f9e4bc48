// LINCS [hess1997]: with unit bond directions at the start of the step the equations are linear,
//   S A S y = S (B r* - d),   (S A S)^-1 = (I - N)^-1 ~ I + N + N^2 + ... + N^order,   N = I - S A S,
// and what a bond gains by turning is corrected afterwards, `iterations` times: a bond of length l' aims at
//   p = sqrt(2 d^2 - l'^2)          [hess1997], repeated in [hess2008].
// In our variables b = d times the unit direction, sigma = (l'^2 - d^2) / 2: the first pass corrects the linear part
// of sigma, the others d (d - p) = 2 sigma / (1 + sqrt(1 - 2 sigma / d^2)), which has no cancellation.
//
// Where we deviate: elsewhere the work is fixed, and what it leaves is nobody's business. Here order and iterations are
// what is done in any case; corrections go on until the tolerance holds, and a solve that cannot reach it fails with
// its worst constraint. A tolerance that order and iterations reach by themselves gives the method as published.
// Velocities are projected by the same expansion, repeated on the residual.
#include "solve/lincs_solver.hpp"

#include <algorithm>
#include <cmath>

#include "solve/coupling.hpp"
#include "solve/refining_solver.hpp"

namespace taut {
namespace {

constexpr int default_passes = 5000;  // nearly straight rods converge slowly

class LincsSolver final : public RefiningSolver {
 public:
  LincsSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RefiningSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_passes,
                       1 + options.iterations),
        order_(options.order),
        coupling_(block_),
        power_(size()),
        next_(size()) {}

 private:
  std::int32_t take_inverse() override {
    branch_.take();
    return coupling_.take();
  }

  void apply_inverse(double* x) override {
    for (std::size_t k = 0; k < size(); ++k) x[k] = power_[k] = coupling_.scale(k) * x[k];
    for (int n = 0; n < order_; ++n) {
      coupling_.multiply(power_.data(), next_.data());
      std::swap(power_, next_);
      for (std::size_t k = 0; k < size(); ++k) x[k] += power_[k];
    }
    for (std::size_t k = 0; k < size(); ++k) x[k] *= coupling_.scale(k);
  }

  double target(std::size_t k, double defect, int pass, const Vec3* u, double h) const override {
    if (pass == 0) return block_.defect(k) + h * block_.apply(k, u);
    const double inside = std::max(1.0 - 2.0 * defect * block_.measure(k), 0.0);  // longer than sqrt(2) d: p = 0
    return 2.0 * defect / (1.0 + std::sqrt(inside));
  }

  int order_;
  Coupling coupling_;
  std::vector<double> power_, next_;
};

}  // namespace

std::unique_ptr<Solver> make_lincs_solver(const Model& model, const Component& component,
                                          const SolverOptions& options) {
  return std::make_unique<LincsSolver>(model, component, options);
}

}  // namespace taut
