#include "solve/singular_projection.hpp"

#include "solve/independent_rows.hpp"
#include "solve/row_span.hpp"

namespace taut {

SingularProjection::SingularProjection(const Model& model, const Plan& plan)
    : block_(model, solved_rows(plan)), gram_(block_), x_(block_.size()) {}

void SingularProjection::project(const Configuration& at, const Vec3* v, Vec3* dv) {
  block_.linearise(at);
  static_cast<void>(gram_.factorise_dropping(dependence_tolerance * dependence_tolerance));
  for (std::size_t k = 0; k < x_.size(); ++k) x_[k] = block_.apply(k, v) + block_.time_derivative(k);
  gram_.solve(x_.data());
  for (std::size_t k = 0; k < x_.size(); ++k) block_.subtract_impulse(k, x_[k], dv);
}

}  // namespace taut
