#include "solve/impulse_field.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/largest_norm.hpp"

namespace taut {

ImpulseField::ImpulseField(const RowBlock& rows) : rows_(rows) {
  std::unordered_map<std::int32_t, std::int32_t> numbers;
  for (std::size_t e = 0; e < rows.particles_end(rows.size() - 1); ++e)
    number_.push_back(numbers.emplace(rows.particle(e), static_cast<std::int32_t>(numbers.size())).first->second);
  values_.resize(numbers.size());
}

void ImpulseField::clear() { std::fill(values_.begin(), values_.end(), Vec3{}); }

void ImpulseField::add(std::size_t row, double multiplier) {
  for (std::size_t e = rows_.particles_begin(row); e < rows_.particles_end(row); ++e)
    values_[number_[e]] -= (rows_.weight(e) * multiplier) * rows_.gradient(e);
}

double ImpulseField::along(std::size_t row) const {
  double sum = 0.0;
  for (std::size_t e = rows_.particles_begin(row); e < rows_.particles_end(row); ++e)
    sum += dot(rows_.gradient(e), values_[number_[e]]);
  return sum;
}

double ImpulseField::largest() const { return largest_norm(values_); }

}  // namespace taut
