#include "run/certifier.hpp"

#include <fmt/format.h>

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

std::optional<Finding> finding_of(const Certificate& certificate, double step) {
  if (!certificate.failed_at) return std::nullopt;
  return Finding{
      Severity::failure,
      fmt::format("the run at half the step failed at t = {:.10g}, where this one went on, so that its errors "
                  "are not known; end before that time, or try integrator.step = {:g} and see what stops it "
                  "({})",
                  *certificate.failed_at, 0.5 * step, certificate.failure)};
}

std::optional<Finding> finding_of(const SamplingCertificate& certificate) {
  if (certificate.failure.empty() || certificate.interrupted) return std::nullopt;
  return Finding{Severity::failure,
                 fmt::format("the run at half the step failed, where this one went on, so that the errors of averages "
                             "are not known; try integrator.step = {:g} and see what stops it ({})",
                             certificate.step, certificate.failure)};
}

Certifier::Certifier(const Scenario& scenario, const System& system, int threads, State start)
    : integrator_(finer_integrator(scenario, system, threads)),
      state_(std::move(start)),
      factor_(richardson_factor(scenario.integrator)),
      forces_(static_cast<std::size_t>(system.model.row_count())),
      low_(state_.position.front()),
      high_(state_.position.front()) {
  certificate_.position_errors.resize(state_.position.size());
  certificate_.force_errors.resize(forces_.size());
  if (const StartReport report = integrator_.start(state_); !report.ok()) {
    certificate_.failed_at = state_.time;
    certificate_.failure = integrator_.explain(report);
  }
}

void Certifier::compare(const Frame& frame) {
  if (certificate_.failed_at || !advance_to(2 * frame.step)) return;
  enlarge_region(frame);
  estimate(frame);
  if (largest_errors_.empty() || certificate_.position_error > largest_errors_.back().error)
    largest_errors_.push_back({frame.time, certificate_.position_error});
  const auto passes = std::upper_bound(largest_errors_.begin(), largest_errors_.end(), certificate_.trust_limit,
                                       [](double limit, const Largest& one) { return limit < one.error; });
  certificate_.trusted_until.reset();
  if (passes != largest_errors_.end()) certificate_.trusted_until = passes->time;
}

bool Certifier::advance_to(std::int64_t step) {
  while (state_.step < step) {
    const StepReport report = integrator_.step(state_);
    if (report.ok()) continue;
    certificate_.failed_at = state_.time;
    certificate_.failure = integrator_.explain(report);
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
  if (frame.step == 0) start_size_ = start_size(frame);
  // A motion that explodes must not raise what it is measured by.
  certificate_.trust_limit =
      trusted_fraction * (start_size_ > 0.0 ? std::min(start_size_, certificate_.size) : certificate_.size);
}

// A single particle has no size; where it is may be one.
double Certifier::start_size(const Frame& frame) const {
  if (certificate_.size > 0.0) return certificate_.size;
  return frame.positions.empty() ? 0.0 : norm(frame.positions.front());
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
