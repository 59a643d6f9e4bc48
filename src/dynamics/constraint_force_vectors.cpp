#include "solve/row_block.hpp"
#include "taut/integrate.hpp"

namespace taut {

// f = -lambda grad sigma, with the multiplier that a row's force stands for.
std::vector<ConstraintForce> constraint_force_vectors(const Model& model, const State& state,
                                                      std::span<const double> forces) {
  Component all;
  for (std::int32_t row = 0; row < model.row_count(); ++row) all.rows.push_back(row);
  RowBlock rows(model, all);
  rows.linearise({state.position.data(), state.position_low.data(), state.time});
  std::vector<ConstraintForce> vectors;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double unit = rows.force_per_multiplier(k), multiplier = unit == 0.0 ? 0.0 : forces[k] / unit;
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      vectors.push_back({static_cast<std::int32_t>(k), rows.particle(e), -multiplier * rows.gradient(e)});
  }
  return vectors;
}

}  // namespace taut
