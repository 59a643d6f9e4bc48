#include "support/dense_constraints.hpp"

#include <Eigen/LU>

namespace taut::test {
namespace {

template <class Add>
double evaluate_formula(const FormulaRow& row, const std::vector<Vec3>& r, double t, Add&& add) {
  std::vector<double> x, slope(3 * row.particles.size() + 1), scratch(row.formula.scratch_size());
  for (const std::int32_t p : row.particles)
    for (int axis = 0; axis < 3; ++axis) x.push_back(r[static_cast<std::size_t>(p)][axis]);
  x.push_back(t);
  const double value = row.formula.gradient(x.data(), slope.data(), scratch.data());
  for (std::size_t p = 0; p < row.particles.size(); ++p)
    for (int axis = 0; axis < 3; ++axis) add(row.particles[p], axis, slope[3 * p + static_cast<std::size_t>(axis)]);
  return value;
}

}  // namespace

Eigen::VectorXd DenseConstraints::sigma(const std::vector<Vec3>& r, double t) const {
  Eigen::VectorXd value(model_.row_count());
  for (int k = 0; k < model_.row_count(); ++k) value[k] = evaluate(k, r, t, nullptr);
  return value;
}

Eigen::MatrixXd DenseConstraints::jacobian(const std::vector<Vec3>& r, double t) const {
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(model_.row_count(), 3 * model_.size());
  for (int k = 0; k < model_.row_count(); ++k) evaluate(k, r, t, &b);
  return b;
}

Eigen::VectorXd DenseConstraints::inverse_masses() const {
  Eigen::VectorXd w(3 * model_.size());
  for (int i = 0; i < model_.size(); ++i)
    w.segment<3>(3 * i).setConstant(model_.inverse_masses()[static_cast<std::size_t>(i)]);
  return w;
}

Eigen::VectorXd DenseConstraints::multipliers(const std::vector<Vec3>& r, const std::vector<Vec3>& u, double h,
                                              double t) const {
  const Eigen::MatrixXd response = inverse_masses().asDiagonal() * jacobian(r, t).transpose();
  Eigen::VectorXd lambda = Eigen::VectorXd::Zero(model_.row_count());
  for (int iteration = 0; iteration < 30; ++iteration) {
    const std::vector<Vec3> there = moved(r, h * (flat(u) - response * lambda));
    const Eigen::VectorXd step = (h * jacobian(there, t) * response).partialPivLu().solve(sigma(there, t));
    lambda += step;
    if (step.norm() <= 1e-15 * lambda.norm()) break;
  }
  return lambda;
}

Eigen::VectorXd DenseConstraints::flat(const std::vector<Vec3>& vectors) {
  Eigen::VectorXd all(3 * static_cast<Eigen::Index>(vectors.size()));
  for (std::size_t i = 0; i < vectors.size(); ++i)
    all.segment<3>(3 * static_cast<Eigen::Index>(i)) << vectors[i].x, vectors[i].y, vectors[i].z;
  return all;
}

std::vector<Vec3> DenseConstraints::moved(std::vector<Vec3> r, const Eigen::VectorXd& by) {
  for (std::size_t i = 0; i < r.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) r[i][axis] += by[3 * static_cast<Eigen::Index>(i) + axis];
  return r;
}

double DenseConstraints::evaluate(int k, const std::vector<Vec3>& r, double t, Eigen::MatrixXd* b) const {
  const Row& row = model_.rows()[static_cast<std::size_t>(k)];
  const auto index = static_cast<std::size_t>(row.index);
  const auto add = [&](std::int32_t particle, int axis, double slope) {
    if (b) (*b)(k, 3 * particle + axis) += slope;
  };
  switch (row.kind) {
    case RowKind::distance: {
      const DistanceRow& d = model_.distances()[index];
      const Vec3 bond = r[static_cast<std::size_t>(d.j)] - r[static_cast<std::size_t>(d.i)];
      for (int axis = 0; axis < 3; ++axis) add(d.j, axis, bond[axis]), add(d.i, axis, -bond[axis]);
      return 0.5 * (dot(bond, bond) - d.length * d.length);
    }
    case RowKind::quadric: {
      const QuadricRow& q = model_.quadrics()[index];
      const Vec3 x = r[static_cast<std::size_t>(q.particle)] - q.center;
      double value = q.c;
      for (int axis = 0; axis < 3; ++axis) {
        add(q.particle, axis, 2.0 * q.q[axis] * x[axis] + q.p[axis]);
        value += q.q[axis] * x[axis] * x[axis] + q.p[axis] * x[axis];
      }
      return value;
    }
    case RowKind::linear: {
      const LinearRow& l = model_.linears()[index];
      double value = -l.offset;
      for (std::int32_t term = l.first; term < l.first + l.count; ++term) {
        const auto [particle, weight] = model_.linear_terms()[static_cast<std::size_t>(term)];
        add(particle, l.axis, weight);
        value += weight * r[static_cast<std::size_t>(particle)][l.axis];
      }
      return value;
    }
    case RowKind::formula:
      break;
  }
  return evaluate_formula(model_.formulas()[index], r, t, add);
}

}  // namespace taut::test
