#include "run/certifier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut {
namespace {

constexpr double trusted_fraction = 1e-3;  // of the region's size
constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();

Integrator finer_integrator(const Scenario& scenario, const System& system, int threads) {
  IntegratorOptions options = with_threads(scenario.integrator, threads);
  options.step *= 0.5;
  return make_integrator(scenario, system, options);
}

double richardson_factor(const IntegratorOptions& options) {
  const double power = std::exp2(integrator_order(options));
  return power > 1.0 ? power / (power - 1.0) : 1.0;  // what does not depend on the step errs by what is solved
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

}  // namespace

Certifier::Certifier(const Scenario& scenario, const System& system, int threads, State start)
    : integrator_(finer_integrator(scenario, system, threads)),
      state_(std::move(start)),
      factor_(richardson_factor(scenario.integrator)),
      forces_(static_cast<std::size_t>(system.model.row_count())),
      low_(state_.position.front()),
      high_(state_.position.front()) {
  certificate_.position_errors.resize(state_.position.size());
  certificate_.force_errors.resize(forces_.size());
  if (!integrator_.start(state_).ok()) certificate_.failed_at = state_.time;
}

void Certifier::compare(const Frame& frame) {
  if (certificate_.failed_at || !advance_to(2 * frame.step)) return;
  enlarge_region(frame);
  estimate(frame);
  if (certificate_.position_error > certificate_.trust_limit && !certificate_.trusted_until) {
    certificate_.trusted_until = frame.time;
  }
}

bool Certifier::advance_to(std::int64_t step) {
  while (state_.step < step) {
    if (integrator_.step(state_).ok()) continue;
    certificate_.failed_at = state_.time;
    return false;
  }
  return true;
}

void Certifier::enlarge_region(const Frame& frame) {
  for (const Vec3& position : frame.positions) {
    for (int axis = 0; axis < 3; ++axis) {
      low_[axis] = std::min(low_[axis], position[axis]);
      high_[axis] = std::max(high_[axis], position[axis]);
    }
  }
  certificate_.size = norm(high_ - low_);
  certificate_.trust_limit = trusted_fraction * certificate_.size;
}

// No estimate below what rounding alone can do.
void Certifier::estimate(const Frame& frame) {
  const auto bar = [&](double difference, double scale) { return std::max(factor_ * difference, rounding * scale); };
  for (std::size_t i = 0; i < frame.positions.size(); ++i) {
    const double difference = norm(frame.positions[i] - state_.position[i]);
    certificate_.position_errors[i] = bar(difference, certificate_.size);
  }
  const bool solved = integrator_.constraint_forces(state_, forces_).converged;
  for (std::size_t k = 0; k < forces_.size(); ++k) {
    const double difference = std::abs(frame.constraint_forces[k] - forces_[k]);
    certificate_.force_errors[k] =
        solved ? bar(difference, std::abs(forces_[k])) : std::numeric_limits<double>::quiet_NaN();
  }
  const double energy = integrator_.kinetic_energy(state_) + integrator_.potential_energy(state_);
  certificate_.energy_error = bar(std::abs(frame.total() - energy), frame.kinetic + std::abs(frame.potential));
  certificate_.position_error = largest(certificate_.position_errors);
  certificate_.force_error = largest(certificate_.force_errors);
}

}  // namespace taut
