// The derivative of a RATTLE stage (stepper.cpp) with respect to where it starts. With K = -df/dr the stiffness,
// C(x) = sum_k x_k d2 sigma_k, D the decay exp(-h c/2m) of drag over half a stage, and a prime at the end of the stage:
//
//   v½ = D v + (h/2) W f − W Bᵀ λ            δv½ = D δv − ((h/2) W K + W C(λ)) δr − W Bᵀ δλ
//   r' = r + h v½,  σ(r') = 0                δr' = δr + h δv½,  B' δr' = 0
//   v' = D (v½ + (h/2) W f' − W B'ᵀ μ)       δv' = D (δv½ − ((h/2) W K' + W C'(μ)) δr' − W B'ᵀ δμ)
//   B' v' + ∂σ/∂t = 0                        B' δv' + (v'·∂²σ + ∂B'/∂t) δr' = 0
//
// δλ follows from h (B' W Bᵀ) δλ = B' (δr + h δv½ without δλ), the matrix of Newton's iteration at its end, and δμ from
// B' D W B'ᵀ, which is A' without drag and otherwise reached by corrections with the factor of A'. λ and μ are read off
// the states at both ends: v½ = (r' − r)/h. Each stage is a symplectic map of the cotangent bundle of the manifold
// [leimkuhler1994], and so is its derivative on tangent vectors, to rounding; a test holds both.
#include "dynamics/tangent_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solve/row_span.hpp"

namespace taut {
namespace {

double largest(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0,
                         [](double most, double value) { return std::max(most, std::abs(value)); });
}

}  // namespace

TangentMap::TangentMap(const Model& model, const ForceField& forces, const Plan& plan)
    : model_(model),
      drag_rate_(forces.drags()),
      first_(model, forces, solved_rows(plan)),
      second_(model, forces, solved_rows(plan)) {
  for (std::size_t i = 0; i < drag_rate_.size(); ++i) drag_rate_[i] *= model.inverse_masses()[i];
  decay_.assign(drag_rate_.size(), 1.0);
  for (std::vector<double>* rows : {&lambda_, &mu_, &x_}) rows->resize(first_.rows());
  for (std::vector<Vec3>* field : {&half_velocity_, &velocity_}) field->resize(drag_rate_.size());
}

std::int32_t TangentMap::place(const State& state) { return end_->take(state); }

std::int32_t TangentMap::take(const State& after, double h) {
  std::swap(start_, end_);
  if (const std::int32_t singular = end_->take(after); singular >= 0) return singular;
  if (h != h_)
    for (std::size_t i = 0; i < decay_.size(); ++i) decay_[i] = std::exp(-0.5 * h * drag_rate_[i]);
  h_ = h;
  find_impulses(h);
  return factorise_step(h);
}

// W Bᵀ λ = D v + (h/2) W f − v½ and W B'ᵀ μ = v½ + (h/2) W f' − v'/D, of the particles that move.
void TangentMap::find_impulses(double h) {
  const State &before = start_->state(), &after = end_->state();
  const std::vector<double>& w = model_.inverse_masses();
  const auto multipliers = [&](TangentFrame& frame, std::vector<double>& found) {
    frame.apply_jacobian(velocity_.data(), found.data());
    frame.gram().solve(found.data());
  };
  for (std::size_t i = 0; i < w.size(); ++i) {
    const Vec3 moved = (after.position[i] - before.position[i]) + (after.position_low[i] - before.position_low[i]);
    half_velocity_[i] = (1.0 / h) * moved;
    velocity_[i] = w[i] > 0.0
                       ? decay_[i] * before.velocity[i] + (0.5 * h) * start_->acceleration()[i] - half_velocity_[i]
                       : Vec3{};
  }
  multipliers(*start_, lambda_);
  for (std::size_t i = 0; i < w.size(); ++i)
    velocity_[i] = w[i] > 0.0
                       ? half_velocity_[i] + (0.5 * h) * end_->acceleration()[i] - (1.0 / decay_[i]) * after.velocity[i]
                       : Vec3{};
  multipliers(*end_, mu_);
}

// B' W Bᵀ takes the place of A in the frame at the start, which is needed no more.
std::int32_t TangentMap::factorise_step(double h) {
  RowBlock& block = start_->block();
  for (std::size_t k = 0; k < block.size(); ++k)
    block.take_moved_gradient(k, half_velocity_.data(), h, end_->state().time);
  return start_->model_row(start_->gram().factorise_unsymmetric());
}

void TangentMap::carry(TangentVector& vector) {
  move_positions(vector);
  move_velocities(vector);
}

// δv½ into the velocity, δr' into the position
void TangentMap::move_positions(TangentVector& vector) {
  for (std::size_t i = 0; i < decay_.size(); ++i) vector.velocity[i] *= decay_[i];
  start_->subtract_stiffness(0.5 * h_, vector.position.data(), vector.velocity.data());
  start_->subtract_bending(lambda_.data(), vector.position.data(), vector.velocity.data());
  for (std::size_t i = 0; i < decay_.size(); ++i) velocity_[i] = (1.0 / h_) * vector.position[i] + vector.velocity[i];
  end_->apply_jacobian(velocity_.data(), x_.data());
  start_->gram().solve(x_.data());
  start_->subtract_impulses(x_.data(), vector.velocity.data());
  for (std::size_t i = 0; i < decay_.size(); ++i) vector.position[i] += h_ * vector.velocity[i];
}

// One correction is all there is to do without drag; with it each gains a factor near h c / m.
void TangentMap::move_velocities(TangentVector& vector) {
  end_->subtract_stiffness(0.5 * h_, vector.position.data(), vector.velocity.data());
  end_->subtract_bending(mu_.data(), vector.position.data(), vector.velocity.data());
  double before = std::numeric_limits<double>::infinity();
  for (;;) {
    for (std::size_t i = 0; i < decay_.size(); ++i) velocity_[i] = decay_[i] * vector.velocity[i];
    end_->apply_jacobian(velocity_.data(), x_.data());
    end_->add_rate_of_jacobian(vector.position.data(), x_.data());
    const double left = largest(x_);
    if (!(left < 0.5 * before)) break;
    before = left;
    end_->gram().solve(x_.data());
    end_->subtract_impulses(x_.data(), vector.velocity.data());
  }
  std::copy(velocity_.begin(), velocity_.end(), vector.velocity.begin());
}

}  // namespace taut
