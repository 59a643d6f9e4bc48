// P-SHAKE [gonnet2007]: constraints are combined so that correcting one leaves the others alone. The combinations that
// do are the rows of P = A^-1, and for a rigid cluster one P serves the whole run: A = B W B^T holds the scalar
// products of rods, which rotation and translation do not change. P is taken at the start, passes cost O(n^2), and
// nothing is factored in a step.
//
// Limits: a pass shrinks the errors by about the angle in radians that the cluster turns in the step, and by how far
// the start was from the constraints. A flexible component would leave its P behind; it is refused, see
// suitability.hpp.
#include "solve/p_shake_solver.hpp"

#include <algorithm>

#include "solve/dense_gram.hpp"
#include "solve/refining_solver.hpp"

namespace taut {
namespace {

constexpr int default_passes = 100;

class PShakeSolver final : public RefiningSolver {
 public:
  PShakeSolver(const Model& model, const Component& component, const SolverOptions& options)
      : RefiningSolver(model, component, options.max_iterations > 0 ? options.max_iterations : default_passes, 1),
        inverse_(size() * size(), 0.0),
        product_(size()) {
    const std::vector<Vec3> low(model.positions().size());
    block_.linearise({model.positions().data(), low.data(), 0.0});
    DenseGram gram(block_);
    vanished_ = gram.factorise_symmetric();
    for (std::size_t k = 0; k < size() && vanished_ < 0; ++k) {
      inverse_[k * size() + k] = 1.0;
      gram.solve(&inverse_[k * size()]);  // a column, and as A is symmetric a row
    }
    branch_.take();  // once: pivots are made of A's entries
  }

 private:
  std::int32_t take_inverse() override { return vanished_; }

  void apply_inverse(double* x) override {
    for (std::size_t k = 0; k < size(); ++k) {
      double sum = 0.0;
      for (std::size_t l = 0; l < size(); ++l) sum += inverse_[k * size() + l] * x[l];
      product_[k] = sum;
    }
    std::copy(product_.begin(), product_.end(), x);
  }

  std::vector<double> inverse_, product_;
  std::int32_t vanished_;
};

}  // namespace

std::unique_ptr<Solver> make_p_shake_solver(const Model& model, const Component& component,
                                            const SolverOptions& options) {
  return std::make_unique<PShakeSolver>(model, component, options);
}

}  // namespace taut
