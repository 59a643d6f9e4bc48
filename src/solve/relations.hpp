// The linear relations of a block, each with one row an axis: sum_p c_p r_p = offset, the same c in all of them. As one
// matrix C, a row a relation and a column a particle that moves, they act on vectors, and C W C^T is factored once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/factor.hpp"
#include "solve/row_block.hpp"

namespace taut {

class Relations {
 public:
  // None where the block has no relations, or one that is not there along every axis.
  static std::optional<Relations> of(const RowBlock& rows);

  std::size_t size() const { return first_.size() - 1; }
  const std::array<std::int32_t, 3>& rows(std::size_t relation) const { return rows_[relation]; }  // x, y, z; or -1
  // Particles that some row of the block moves, and the number of each among them.
  std::size_t particles() const { return weight_.size(); }
  std::int32_t number(std::int32_t particle) const { return number_[static_cast<std::size_t>(particle)]; }
  double weight(std::int32_t number) const { return weight_[static_cast<std::size_t>(number)]; }
  // Particles that relations join to one another have the same group.
  std::int32_t group(std::int32_t number) const { return group_[static_cast<std::size_t>(number)]; }

  void spread(const Vec3* x, Vec3* field) const;  // field += W C^T x, a vector a particle
  void apply(const Vec3* field, Vec3* x) const;   // x = C field
  void solve(Vec3* x);                            // x = (C W C^T)^-1 x
  void make_tangent(Vec3* field);                 // field -= W C^T (C W C^T)^-1 C field

 private:
  struct Term {
    std::int32_t number;
    double coefficient, pull;  // c, and w c
  };
  Relations() = default;
  bool gather(const RowBlock& rows);
  void number_particles(const RowBlock& rows);
  void take_terms(const RowBlock& rows);
  bool factorise();

  std::vector<std::array<std::int32_t, 3>> rows_;
  std::vector<std::int32_t> first_, number_, group_;
  std::vector<Term> terms_;
  std::vector<double> weight_;
  std::optional<SparseFactor> factor_;
  std::vector<Vec3> work_, multipliers_;
};

}  // namespace taut
