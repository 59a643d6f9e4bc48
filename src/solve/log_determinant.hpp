// ln det A of one component, A = B W B^T, and its gradient [fixman1974]: with Z = A^-1 and H_k the second derivatives
// of sigma_k,
//   grad ln det A = 2 sum_kl Z_kl H_k W grad sigma_l
// Only rows that share a particle contribute, so that of Z the entries are enough that selected_inverse.hpp finds at
// the cost of the factor.
#pragma once

#include <vector>

#include "solve/gram.hpp"
#include "solve/selected_inverse.hpp"

namespace taut {

class LogDeterminant {
 public:
  // Of the component's independent rows, with the inverse masses of this model.
  LogDeterminant(const Model& model, const Component& component);

  // Takes A. False where it is singular or not a number.
  bool linearise(const Configuration& at);
  double value() const;                         // ln det A there
  void add_gradient(double factor, Vec3* out);  // out += factor grad ln det A

 private:
  void reserve();
  void take_coupled(std::size_t row);
  void add_rod(std::size_t row, double factor, Vec3* out) const;
  void add_quadric(std::size_t row, double factor, Vec3* out) const;
  void add_formula(std::size_t row, double factor, Vec3* out);

  LogDeterminant(const LogDeterminant&) = delete;
  LogDeterminant& operator=(const LogDeterminant&) = delete;
  void find_pairs();

  struct Pair {  // entries of the same particle in two rows, or in one
    std::int32_t entry, other, row, other_row;
  };

  const Model& model_;
  std::vector<std::int32_t> rows_;
  RowBlock block_;
  Gram gram_;
  SelectedInverse inverse_;
  std::vector<std::int32_t> first_pair_;  // of each row
  std::vector<Pair> pairs_;
  std::vector<Vec3> coupled_;   // of the row under way: sum_l Z_kl W grad sigma_l at each of its particles
  std::vector<Vec3> position_;  // of the entries
  double time_ = 0.0;
  std::vector<double> variables_, hessian_, scratch_;  // for formulas
};

}  // namespace taut
