// [benettin1980]: vectors w_1, ..., w_k of the tangent space, moved by the linearised flow and orthonormalised every
// few steps, span the directions of fastest growth; with g_j the lengths that the j-th loses each time,
//   lambda_j = lim sum ln g_j / t
// and lambda_1 + ... + lambda_j is the growth of the volume that the first j span.
#include <algorithm>
#include <cmath>

#include "observe/saved_state.hpp"
#include "taut/chaos.hpp"

namespace taut {
namespace {

double product(const Model& model, const TangentVector& a, const TangentVector& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.position.size(); ++i)
    if (model.inverse_masses()[i] > 0.0)
      sum += model.masses()[i] * (dot(a.position[i], b.position[i]) + dot(a.velocity[i], b.velocity[i]));
  return sum;
}

void subtract(TangentVector& from, double factor, const TangentVector& vector) {
  for (std::size_t i = 0; i < from.position.size(); ++i) {
    from.position[i] -= factor * vector.position[i];
    from.velocity[i] -= factor * vector.velocity[i];
  }
}

void scale(TangentVector& vector, double factor) {
  for (std::vector<Vec3>* part : {&vector.position, &vector.velocity})
    for (Vec3& v : *part) v *= factor;
}

std::string count(int number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace

Expected<Lyapunov> Lyapunov::make(const Model& model, const ForceField& forces, const Plan& plan,
                                  const IntegratorOptions& integrator, const LyapunovOptions& options) {
  const int freedom = plan.degrees_of_freedom(model), most = 2 * freedom - (options.on_energy_surface ? 1 : 0);
  if (freedom < 1) return Error{"", "nothing can move: the system has no degree of freedom, and no exponents"};
  if (options.exponents < 1 || options.exponents > most)
    return Error{"", "found " + std::to_string(options.exponents) + " as the number of exponents, but " +
                         count(freedom, "degree") + " of freedom have 1 to " + std::to_string(most)};
  if (options.steps_between < 1) return Error{"", "expected at least one step between two orthonormalisations"};
  if (options.on_energy_surface && !forces.conserves_energy())
    return Error{"", "there is no energy surface: some force has no potential, or one that depends on time"};
  Expected<Flow> flow = Flow::make(model, forces, plan, integrator, static_cast<std::size_t>(options.exponents));
  if (!flow) return flow.error();
  return Lyapunov(model, std::move(*flow), integrator.step, options);
}

Lyapunov::Lyapunov(const Model& model, Flow flow, double step, const LyapunovOptions& options)
    : model_(&model),
      flow_(std::move(flow)),
      step_(step),
      options_(options),
      growth_(static_cast<std::size_t>(options.exponents)) {
  const std::vector<Vec3> zeros(static_cast<std::size_t>(model.size()));
  uphill_ = {zeros, zeros};
}

SolveReport Lyapunov::start(const State& state) {
  state_ = state;
  state_.step = 0;
  start_time_ = state.time;
  const SolveReport report = flow_.place(state);
  if (!report.converged) return report;
  const std::uint64_t streams = options_.stream << 20;
  for (std::size_t k = 0; k < growth_.size(); ++k)
    flow_.tangents()[k] = random_direction(*model_, flow_, options_.seed, streams + k);
  orthonormalise();
  std::fill(growth_.begin(), growth_.end(), 0.0);
  return report;
}

std::string Lyapunov::advance(std::int64_t steps) {
  for (const std::int64_t last = state_.step + steps; state_.step < last;) {
    const double end = start_time_ + static_cast<double>(state_.step + 1) * step_;
    const StepReport report = flow_.advance(state_, end, step_);
    if (!report.ok()) return flow_.explain(report);
    ++state_.step;
    if (state_.step % options_.steps_between == 0 || state_.step == last) orthonormalise();
  }
  return {};
}

std::vector<double> Lyapunov::memory() const {
  std::vector<double> memory = {start_time_};
  memory.insert(memory.end(), growth_.begin(), growth_.end());
  save(state_, memory);
  const std::vector<double> flow = flow_.memory();
  memory.insert(memory.end(), flow.begin(), flow.end());
  return memory;
}

bool Lyapunov::resume(std::span<const double> memory) {
  if (memory.size() < 1 + growth_.size()) return false;
  start_time_ = memory[0];
  std::copy_n(memory.begin() + 1, growth_.size(), growth_.begin());
  memory = memory.subspan(1 + growth_.size());
  return restore(static_cast<std::size_t>(model_->size()), memory, state_) && flow_.resume(state_, memory).converged;
}

// Gram and Schmidt's, one vector after the other; the tangent space first, which rounding leaves slowly.
void Lyapunov::orthonormalise() {
  const std::span<TangentVector> vectors = flow_.tangents();
  for (TangentVector& vector : vectors) flow_.project(vector);
  if (options_.on_energy_surface) leave_out_energy();
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) subtract(vectors[k], product(*model_, vectors[j], vectors[k]), vectors[j]);
    const double size = length(*model_, vectors[k]);
    growth_[k] += std::log(size);
    scale(vectors[k], 1.0 / size);
  }
}

// At rest in equilibrium the energy has no slope, and all vectors lie on its surface.
void Lyapunov::leave_out_energy() {
  flow_.take_uphill(uphill_);
  const double slope = flow_.energy_change(uphill_);
  if (!(slope > 0.0)) return;
  for (TangentVector& vector : flow_.tangents()) subtract(vector, flow_.energy_change(vector) / slope, uphill_);
}

}  // namespace taut
