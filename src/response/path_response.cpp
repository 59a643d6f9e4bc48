#include "response/path_response.hpp"

#include <cmath>

#include "solve/limits.hpp"

namespace taut {

PathResponse::PathResponse(const Model& model, const Component& component)
    : dimension_(model.dimension()), particles_(component.particles), rows_(component.rows) {
  for (std::int32_t p : particles_) weights_.push_back(model.inverse_masses()[static_cast<std::size_t>(p)]);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Vec3 b = along(model.positions().data(), k);
    const double length = norm(b);
    inverse_lengths_.push_back(1.0 / length);
    rods_.push_back({(1.0 / length) * b, 0.0, 0.0});
  }
  x_.resize(rows_.size());
  eliminate();
}

void PathResponse::eliminate() {
  double pivot = weights_[0] + weights_[1];
  for (std::size_t k = 0; k < rods_.size(); ++k) {
    const double diagonal = weights_[k] + weights_[k + 1];
    if (k > 0) {
      const double coupling = -weights_[k] * dot(rods_[k - 1].u, rods_[k].u);
      rods_[k - 1].t = -coupling * rods_[k - 1].inverse_pivot;
      pivot = diagonal + coupling * rods_[k - 1].t;
    }
    if (!(pivot > smallest_pivot * diagonal) && dependent_ < 0) dependent_ = rows_[k];
    rods_[k].inverse_pivot = 1.0 / pivot;
  }
}

void PathResponse::constrain(Vec3* motion, double* multipliers) {
  const std::size_t n = rods_.size();
  double before = 0.0, carried = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    before = dot(rods_[k].u, along(motion, k)) + carried;
    carried = rods_[k].t * before;
    x_[k] = before * rods_[k].inverse_pivot;
  }
  double next = 0.0;
  Vec3 pull{};  // of the rod after
  for (std::size_t k = n; k-- > 0;) {
    next = x_[k] + rods_[k].t * next;
    const Vec3 here = next * rods_[k].u;
    motion[particles_[k + 1]] += weights_[k + 1] * (pull - here);
    multipliers[rows_[k]] = next * inverse_lengths_[k];
    pull = here;
  }
  motion[particles_[0]] += weights_[0] * pull;
}

// Z_kk = 1 / (p_k + q_k - a_kk) with the pivots q from the other end, then P and Q of each particle.
void PathResponse::take_vectors() {
  if (!p_.empty()) return;
  const std::size_t n = rods_.size();
  z_.resize(n);
  double pivot = weights_[n - 1] + weights_[n];
  for (std::size_t k = n; k-- > 0;) {
    const double diagonal = weights_[k] + weights_[k + 1];
    z_[k] = 1.0 / (1.0 / rods_[k].inverse_pivot + (pivot - diagonal));
    if (k == 0) break;
    const double coupling = weights_[k] * dot(rods_[k - 1].u, rods_[k].u);
    pivot = weights_[k - 1] + weights_[k] - coupling * coupling / pivot;
  }
  p_.resize(n + 1);
  q_.resize(n + 1);
  for (std::size_t i = 0; i <= n; ++i) {
    const double w = weights_[i];
    if (i < n) p_[i] -= w * rods_[i].u;
    if (i > 0) q_[i] -= (w * z_[i - 1]) * rods_[i - 1].u;
    if (i == 0 || i == n) continue;
    p_[i] += (w * rods_[i - 1].t) * rods_[i - 1].u;
    q_[i] += (w * rods_[i - 1].t * z_[i]) * rods_[i].u;
  }
}

// Outwards from the particle, until nothing is left: in a random chain some hundred particles on.
void PathResponse::take_column(std::size_t place, int axis, Vec3* motion) {
  constexpr double nothing = 1e-300;
  take_vectors();
  const ResponseBlock own = own_block(place);
  const auto a = static_cast<std::size_t>(axis);
  motion[particles_[place]] = {own[0][a], own[1][a], own[2][a]};
  double factor = q_[place][axis];
  for (std::size_t i = place; i-- > 0 && std::abs(factor) > nothing;) {
    motion[particles_[i]] = factor * p_[i];
    if (i > 0) factor *= rods_[i - 1].t;
  }
  factor = p_[place][axis];
  for (std::size_t i = place + 1; i < particles_.size() && std::abs(factor) > nothing; ++i) {
    motion[particles_[i]] = factor * q_[i];
    factor *= i < rods_.size() ? rods_[i - 1].t : 0.0;
  }
}

// w - w^2 (Z_i-1,i-1 u_i-1 u_i-1^T + Z_ii u_i u_i^T - Z_i-1,i (u_i-1 u_i^T + u_i u_i-1^T))
ResponseBlock PathResponse::own_block(std::size_t i) const {
  const double w = weights_[i];
  ResponseBlock block = {};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension_); ++axis) block[axis][axis] = w;
  const auto subtract = [&](double factor, const Vec3& a, const Vec3& b) {
    const ResponseBlock part = product(factor, a, b);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c) block[r][c] -= part[r][c];
  };
  if (i > 0) subtract(w * w * z_[i - 1], rods_[i - 1].u, rods_[i - 1].u);
  if (i < rods_.size()) subtract(w * w * z_[i], rods_[i].u, rods_[i].u);
  if (i == 0 || i == rods_.size()) return block;
  const double coupling = -w * w * rods_[i - 1].t * z_[i];
  subtract(coupling, rods_[i - 1].u, rods_[i].u);
  subtract(coupling, rods_[i].u, rods_[i - 1].u);
  return block;
}

}  // namespace taut
