#include "solve/contradiction.hpp"

#include <algorithm>
#include <cmath>

#include "solve/row_fit.hpp"

namespace taut {

std::vector<std::int32_t> contradictory_rows(const Model& model, const Component& component, const RowBlock& here,
                                             ParticleFields& fields) {
  constexpr double satisfied = 1e-9;
  double worst = 0.0;
  for (std::size_t k = 0; k < here.size(); ++k) worst = std::max(worst, std::abs(here.defect(k)) * here.measure(k));
  if (worst <= largest_start_error) return {};
  RowFit fit(model, component, component.particles, fields);
  return fit.solve(satisfied) <= largest_start_error ? std::vector<std::int32_t>{} : fit.offenders();
}

}  // namespace taut
