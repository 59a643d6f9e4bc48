// Brings positions onto rows by least squares, whatever their rank: Levenberg and Marquardt [more1978], the step taken
// in the space of the rows:
//   dr = -W B^T (A + mu diag A)^-1 sigma,   A = B W B^T
// Where it ends with sigma not zero, B^T sigma = 0: the defects balance one another like the tensions of a stressed
// framework, and the rows with large ones are those that contradict.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/gram.hpp"
#include "solve/particle_fields.hpp"
#include "solve/row_block.hpp"

namespace taut {

class RowFit {
 public:
  // `particles` are all that move, by the rows or along paths: the fit begins where they are at the start.
  RowFit(const Model& model, const Component& component, std::span<const std::int32_t> particles,
         ParticleFields& fields, double time = 0.0);

  // Where the fit begins, or has ended.
  const ParticleField& position() const { return position_; }
  void begin_at(const ParticleField& position);
  // Fits until all rows hold to `error`, relative, or nothing helps any more; returns the error that is left.
  double solve(double error);
  std::vector<std::int32_t> offenders() const;  // rows with a good part of the largest error
  std::size_t dependent_rows() const;           // number of rows that depend on others there

 private:
  double error(std::size_t row) const;
  double worst() const;
  void take(const ParticleField& position);
  bool improve();  // one step, taken back when it does not help

  RowBlock block_;
  std::vector<std::int32_t> rows_;
  Gram gram_;
  const Vec3* zero_;
  double time_;
  ParticleField position_, there_;
  std::vector<double> step_;
  double cost_ = 0.0, damping_ = 1e-3;
};

}  // namespace taut
