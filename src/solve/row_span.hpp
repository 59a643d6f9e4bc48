// The span of independent rows at one configuration: what depends on them, and the motions that keep them.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/gram.hpp"
#include "solve/particle_fields.hpp"
#include "solve/row_block.hpp"

namespace taut {

// A component of these rows, for a block of them.
Component component_of(std::vector<std::int32_t> rows, double size);
// The rows that are solved for, of all components; those that depend on them hold by themselves.
Component solved_rows(const Plan& plan);

class RowSpan {
 public:
  // The rows must be independent there; `particles` are those that any row of interest moves.
  RowSpan(const Model& model, const Component& rows, const Configuration& at, std::span<const std::int32_t> particles,
          ParticleFields& fields);

  // Those rows, as numbers within the span, whose combination is the gradient of row `k` of `other`.
  std::vector<std::int32_t> combination(const RowBlock& other, std::size_t k);
  // Projects a motion: B t = 0 for the rows of the span.
  void make_tangent(ParticleField& t);
  // For rows that depend on these: t'(d2 sigma)t minus what a motion that keeps the span to second order gives it, over
  // the size of the terms. Not zero: the row resists the motion t although its gradient does not.
  std::vector<double> second_order_excess(RowBlock& other, const ParticleField& t);

 private:
  void add_least_motion(std::vector<double> rates, ParticleField& a);  // of least norm with B a = rates
  std::vector<double> curvatures(RowBlock& rows, const ParticleField& t);

  RowBlock block_;
  Gram gram_;
  std::span<const std::int32_t> particles_;
  ParticleFields& fields_;
};

}  // namespace taut
