#include "solve/branch.hpp"

#include "solve/limits.hpp"

namespace taut {

void Branch::take() {
  known_ = gram_.factorise_symmetric() < 0;
  margin_ = gram_.smallest_pivot_ratio();
}

bool Branch::is_left(double turn, const Vec3* u, double h, double end_time) {
  if (!known_ || !is_suspicious(turn, margin_)) return false;
  for (std::size_t k = 0; k < rows_.size(); ++k) rows_.take_moved_gradient(k, u, h, end_time);
  return gram_.factorise_unsymmetric() >= 0 || gram_.smallest_pivot_ratio() <= 0.0;
}

}  // namespace taut
