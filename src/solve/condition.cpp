#include "solve/condition.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/philox.hpp"
#include "solve/dense_algebra.hpp"
#include "solve/gram.hpp"

namespace taut {
namespace {

constexpr std::size_t most_dense_rows = 200;
constexpr double visible = 0.2;  // of the largest entry of the eigenvector

std::vector<std::int32_t> visible_rows(const std::vector<std::int32_t>& rows, const Eigen::VectorXd& vector) {
  const double limit = visible * vector.cwiseAbs().maxCoeff();
  std::vector<std::int32_t> found;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (std::abs(vector[static_cast<Eigen::Index>(k)]) >= limit) found.push_back(rows[k]);
  std::sort(found.begin(), found.end());
  return found;
}

// y = A x and y = A^-1 x with the rows scaled to a unit diagonal.
class ScaledGram {
 public:
  ScaledGram(const Model& model, const Component& component, ParticleFields& fields)
      : block_(model, component), field_(fields.zeros(component.particles)), scale_(size()) {
    block_.linearise({model.positions().data(), fields.zero(), 0.0});
    for (std::size_t k = 0; k < block_.size(); ++k) {
      double square = 0.0;
      for (std::size_t e = block_.particles_begin(k); e < block_.particles_end(k); ++e)
        square += block_.weight(e) * dot(block_.gradient(e), block_.gradient(e));
      scale_[static_cast<Eigen::Index>(k)] = 1.0 / std::sqrt(square);
    }
  }

  Eigen::Index size() const { return static_cast<Eigen::Index>(block_.size()); }

  void times(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> y) {
    field_.reset();
    for (Eigen::Index k = 0; k < size(); ++k)
      block_.subtract_impulse(static_cast<std::size_t>(k), -x[k] * scale_[k], field_.data());
    for (Eigen::Index k = 0; k < size(); ++k)
      y[k] = scale_[k] * block_.apply(static_cast<std::size_t>(k), field_.data());
  }

  Eigen::MatrixXd dense() {
    Eigen::MatrixXd matrix(size(), size());
    for (Eigen::Index k = 0; k < size(); ++k) times(Eigen::VectorXd::Unit(size(), k), matrix.col(k));
    return matrix;
  }

  const RowBlock& block() const { return block_; }
  const Eigen::VectorXd& scale() const { return scale_; }

 private:
  RowBlock block_;
  ParticleField field_;
  Eigen::VectorXd scale_;
};

Condition dense_condition(ScaledGram& gram, const std::vector<std::int32_t>& rows) {
  const SymmetricModes modes = symmetric_modes(gram.dense());
  return {modes.values[modes.values.size() - 1] / modes.values[0], visible_rows(rows, modes.vectors.col(0))};
}

// The eigenvalue of an operator that its powers single out, and its vector, which begins random.
template <class Apply>
double power_iteration(Eigen::VectorXd& x, Apply&& apply) {
  constexpr int iterations = 40;
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = uniform_pair(0, 3, static_cast<std::uint64_t>(k))[0] - 0.5;
  double value = 0.0;
  Eigen::VectorXd y(x.size());
  for (int n = 0; n < iterations; ++n) {
    x.normalize();
    apply(x, y);
    value = x.dot(y);
    x.swap(y);
  }
  x.normalize();
  return value;
}

// The rows of paths and trees are in a good order already.
SparseFactor::Order order_of(const Component& component) {
  const bool ordered = component.solver == SolverMethod::tridiagonal || component.solver == SolverMethod::tree;
  return ordered ? SparseFactor::Order::as_given : SparseFactor::Order::minimum_degree;
}

Condition sparse_condition(ScaledGram& scaled, const Component& component) {
  Gram factor(scaled.block(), order_of(component));
  static_cast<void>(factor.factorise_dropping(0.0));
  Eigen::VectorXd x(scaled.size());
  Eigen::VectorXd unscaled(scaled.size());
  const double largest = power_iteration(x, [&](const Eigen::VectorXd& v, Eigen::VectorXd& y) {
    unscaled = v.cwiseProduct(scaled.scale());
    factor.multiply(unscaled.data(), y.data());
    y = y.cwiseProduct(scaled.scale());
  });
  const double inverse = power_iteration(x, [&](const Eigen::VectorXd& v, Eigen::VectorXd& y) {
    y = v.cwiseQuotient(scaled.scale());
    factor.solve(y.data());
    y = y.cwiseQuotient(scaled.scale());
  });
  return {largest * inverse, visible_rows(component.rows, x)};
}

}  // namespace

Condition condition(const Model& model, const Component& component, ParticleFields& fields) {
  if (component.rows.empty()) return {};  // its rows have no gradients here
  ScaledGram gram(model, component, fields);
  return component.rows.size() <= most_dense_rows ? dense_condition(gram, component.rows)
                                                  : sparse_condition(gram, component);
}

}  // namespace taut
