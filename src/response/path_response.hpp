// A path of rods, all answers in closed form. With unit vectors u_k along the rods and weights w_i = 1 / R_i of the
// particles, A is tridiagonal: a_kk = w_k + w_k+1, a_k,k+1 = -w_k+1 u_k.u_k+1, and A = L D L^T with
//   p_k = a_kk - a_k-1,k^2 / p_k-1,   t_k = -a_k,k+1 / p_k.
// Blocks between two particles are products of two vectors; see solve/kernels/chain_response_kernel.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/response.hpp"
#include "taut/solve.hpp"

namespace taut {

class PathResponse {
 public:
  // At the positions of the model, whose masses are the resistance.
  PathResponse(const Model& model, const Component& component);

  static bool treats(const Component& component) { return component.solver == SolverMethod::tridiagonal; }
  std::int32_t dependent_row() const { return dependent_; }  // that follows from others here; -1: none does

  // Takes the motions without constraints to those with them; multipliers of the model's rows.
  void constrain(Vec3* motion, double* multipliers);

  // The answers to a unit force along an axis on the particle with this place in the path: others than those of its
  // own particles are left alone, and all are zero before.
  void take_column(std::size_t place, int axis, Vec3* motion);
  const std::vector<std::int32_t>& particles() const { return particles_; }  // in order

  // visit(i, j, block) for all moving particles at most `distance` rods apart, i before j along the path.
  template <class Visit>
  void for_each_block(std::size_t distance, Visit&& visit);

 private:
  struct Rod {
    Vec3 u;
    double t, inverse_pivot;
  };
  Vec3 along(const Vec3* motion, std::size_t k) const { return motion[particles_[k + 1]] - motion[particles_[k]]; }
  void eliminate();
  void take_vectors();  // P, Q and Z, when they are first asked for
  ResponseBlock own_block(std::size_t i) const;
  static ResponseBlock product(double factor, const Vec3& a, const Vec3& b);

  int dimension_;
  std::vector<std::int32_t> particles_, rows_;
  std::vector<double> weights_, inverse_lengths_;
  std::vector<Rod> rods_;
  std::int32_t dependent_ = -1;
  std::vector<double> x_, z_;  // multipliers; diagonal of A^-1
  std::vector<Vec3> p_, q_;
};

template <class Visit>
void PathResponse::for_each_block(std::size_t distance, Visit&& visit) {
  take_vectors();
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    if (!(weights_[i] > 0.0)) continue;
    visit(particles_[i], particles_[i], own_block(i));
    double decay = 1.0;
    for (std::size_t j = i + 1; j < particles_.size() && j - i <= distance; ++j) {
      if (j > i + 1) decay *= rods_[j - 2].t;
      if (weights_[j] > 0.0) visit(particles_[i], particles_[j], product(decay, p_[i], q_[j]));
    }
  }
}

inline ResponseBlock PathResponse::product(double factor, const Vec3& a, const Vec3& b) {
  const Vec3 c = factor * a;
  return {{{c.x * b.x, c.x * b.y, c.x * b.z}, {c.y * b.x, c.y * b.y, c.y * b.z}, {c.z * b.x, c.z * b.y, c.z * b.z}}};
}

}  // namespace taut
