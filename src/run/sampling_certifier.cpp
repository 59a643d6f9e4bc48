#include "run/sampling_certifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/simulation.hpp"

namespace taut {
namespace {

void refuse_without_step_error(const Scenario& scenario) {
  const IntegratorMethod method = scenario.integrator.method;
  if (method == IntegratorMethod::hmc)
    throw scenario.located(
        {"integrator.method", "--certify looks for the error of the step, and hmc has none: it accepts or rejects"});
  if (method == IntegratorMethod::random_walk)
    throw scenario.located({"integrator.method",
                            "--certify looks for the error of the step, and a random walk has none; expected another "
                            "method, or two runs with different integrator.kick"});
}

// The same at half the step: what counts steps counts twice as many, and all random numbers are others.
Scenario at_half_the_step(const Scenario& scenario) {
  constexpr std::uint64_t other_numbers = 0x9E3779B97F4A7C15;
  Scenario finer = scenario;
  IntegratorOptions& options = finer.integrator;
  options.step *= 0.5;
  finer.steps = 2 * *scenario.steps;
  finer.output.every *= 2;
  for (MeasureSpec& measure : finer.measures) measure.every *= 2;
  options.barostat.every *= 2;
  for (std::uint64_t* seed : {&options.seed, &options.thermostat.seed, &options.barostat.seed}) *seed ^= other_numbers;
  return finer;
}

double order_of(const IntegratorOptions& options) { return options.method == IntegratorMethod::brownian ? 1.0 : 2.0; }

}  // namespace

const SamplingCertificate::Shift* SamplingCertificate::worst() const {
  const Shift* worst = nullptr;
  for (const Shift& shift : shifts)
    if (shift.known && (!worst || std::abs(shift.in_errors()) > std::abs(worst->in_errors()))) worst = &shift;
  return worst;
}

bool is_sampled(const IntegratorOptions& options) {
  return is_random(options.method) || options.thermostat.method == ThermostatMethod::rescale ||
         options.thermostat.method == ThermostatMethod::andersen || options.barostat.method != BarostatMethod::none;
}

SamplingCertifier::SamplingCertifier(const Scenario& scenario, const System& system, int threads)
    : finer_((refuse_without_step_error(scenario), at_half_the_step(scenario))), system_(system), threads_(threads) {}

std::string SamplingCertifier::advance(Measurements& measurements, FrameAverages& frames,
                                       const StopRequest* stop) const {
  Simulation simulation(finer_, system_, threads_);
  const State& state = simulation.state();
  const std::int64_t every = finer_.output.every;
  const auto stopped = [&] { return is_requested(stop); };
  if (measurements.due(0)) static_cast<void>(measurements.take(state));
  while (state.step < *finer_.steps) {
    const std::int64_t frame = (state.step / every + 1) * every;
    const std::string failure =
        simulation.advance(std::min({frame, measurements.next(state.step), *finer_.steps}), stopped);
    if (!failure.empty()) return failure;
    if (stopped()) return "it was interrupted";
    if (state.step % every == 0 || state.step == *finer_.steps) frames.add(simulation.measure());
    if (measurements.due(state.step)) static_cast<void>(measurements.take(state));
  }
  return {};
}

SamplingCertificate SamplingCertifier::certify(const std::vector<Measurement>& measured, const FrameAverages& frames,
                                               const StopRequest* stop) const {
  SamplingCertificate certificate;
  certificate.step = finer_.integrator.step;
  const double power = std::exp2(order_of(finer_.integrator));
  certificate.factor = power / (power - 1.0);
  Measurements measurements = located(
      finer_, Measurements::make(system_.model, finer_.measures, finer_.integrator.step, finer_.forces.springs));
  FrameAverages finer;
  certificate.failure = advance(measurements, finer, stop);
  certificate.interrupted = is_requested(stop);
  if (!certificate.failure.empty()) return certificate;
  const auto compare = [&](const std::string& name, double coarse, double coarse_error, double fine, double fine_error,
                           bool known) {
    certificate.shifts.push_back({name, coarse, fine, std::hypot(coarse_error, fine_error), known});
  };
  const std::vector<Measurement> found = measurements.results();
  for (std::size_t k = 0; k < found.size(); ++k)
    compare(found[k].name, measured[k].mean, measured[k].error, found[k].mean, found[k].error,
            measured[k].converged && found[k].converged);
  const auto compare_frames = [&](const char* name, const BlockAverage& a, const BlockAverage& b) {
    if (a.error() > 0.0 || b.error() > 0.0)
      compare(name, a.mean(), a.error(), b.mean(), b.error(), a.converged() && b.converged());
  };
  if (has_inertia(finer_.integrator.method)) compare_frames("kinetic energy", frames.kinetic, finer.kinetic);
  compare_frames("potential energy", frames.potential, finer.potential);
  if (finer_.integrator.barostat.method != BarostatMethod::none) compare_frames("volume", frames.volume, finer.volume);
  return certificate;
}

}  // namespace taut
