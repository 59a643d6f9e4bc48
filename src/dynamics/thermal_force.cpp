#include "dynamics/thermal_force.hpp"

#include <cstring>

#include "base/packed.hpp"

namespace taut {
namespace {

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

}  // namespace

ThermalForce::ThermalForce(const Model& model, const ForceField& forces, const Plan& plan, double temperature,
                           ForceWorkspace& workspace)
    : model_(model),
      forces_(forces),
      measure_(plan, temperature),
      acceleration_(static_cast<std::size_t>(model.size())),
      workspace_(workspace) {
  here_.reserve(acceleration_.size());
}

const std::vector<Vec3>& ThermalForce::at(const State& state, StageReport& report) {
  if (time_ == state.time && same_bits(here_, state.position)) return acceleration_;
  forces_.evaluate(state.position.data(), state.time, acceleration_.data(), workspace_);
  const Configuration at{state.position.data(), state.position_low.data(), state.time};
  if (!measure_.add_forces(at, acceleration_.data()))
    report.position = {.converged = false, .failure = SolveFailure::singular};
  for (std::size_t i = 0; i < acceleration_.size(); ++i) acceleration_[i] *= model_.inverse_masses()[i];
  report.particle = first_not_finite(acceleration_);
  if (report.particle >= 0) report.velocity = {.converged = false, .failure = SolveFailure::not_finite};
  time_ = state.time;
  here_.clear();
  if (report.ok()) here_ = state.position;
  return acceleration_;
}

}  // namespace taut
