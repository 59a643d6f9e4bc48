#include "solve/row_fit.hpp"

#include <algorithm>
#include <cmath>

#include "solve/independent_rows.hpp"

namespace taut {
namespace {

void copy(const ParticleField& from, ParticleField& to) {
  for (const std::int32_t p : from.particles()) to[p] = from[p];
}

}  // namespace

RowFit::RowFit(const Model& model, const Component& component, std::span<const std::int32_t> particles,
               ParticleFields& fields, double time)
    : block_(model, component),
      rows_(component.rows),
      gram_(block_),
      zero_(fields.zero()),
      time_(time),
      position_(fields.positions(particles)),
      there_(fields.positions(particles)),
      step_(component.rows.size()) {
  take(position_);
}

void RowFit::begin_at(const ParticleField& position) {
  copy(position, position_);
  copy(position, there_);
  damping_ = 1e-3;
  take(position_);
}

double RowFit::solve(double error) {
  constexpr int most_steps = 300, patience = 20;
  int idle = 0;
  for (int k = 0; k < most_steps && worst() > error && idle < patience; ++k) {
    const double before = cost_;
    idle = improve() && cost_ < 0.999 * before ? 0 : idle + 1;
  }
  return worst();
}

std::vector<std::int32_t> RowFit::offenders() const {
  constexpr double part = 0.05;  // of the worst
  std::vector<std::int32_t> rows;
  for (std::size_t k = 0; k < block_.size(); ++k)
    if (error(k) > part * worst()) rows.push_back(rows_[k]);
  return rows;
}

std::size_t RowFit::dependent_rows() const { return independent_rows(block_).dropped.size(); }

double RowFit::error(std::size_t row) const { return std::abs(block_.defect(row)) * block_.measure(row); }

// What is not a number counts as worst.
double RowFit::worst() const {
  double largest = 0.0;
  for (std::size_t k = 0; k < block_.size(); ++k)
    if (const double here = error(k); !(here <= largest)) largest = here;
  return largest;
}

void RowFit::take(const ParticleField& position) {
  block_.linearise({position.data(), zero_, time_});
  cost_ = 0.0;
  for (std::size_t k = 0; k < block_.size(); ++k) cost_ += error(k) * error(k);
}

bool RowFit::improve() {
  const double before = cost_;
  gram_.factorise_damped(damping_);
  for (std::size_t k = 0; k < step_.size(); ++k) step_[k] = block_.defect(k);
  gram_.solve(step_.data());
  for (std::size_t k = 0; k < step_.size(); ++k) block_.subtract_impulse(k, step_[k], there_.data());
  take(there_);
  const bool better = cost_ < before;
  if (better)
    copy(there_, position_);
  else
    copy(position_, there_), take(position_);
  damping_ = better ? std::max(0.2 * damping_, 1e-12) : 4.0 * damping_;
  return better;
}

}  // namespace taut
