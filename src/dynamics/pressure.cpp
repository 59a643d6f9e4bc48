#include "dynamics/pressure.hpp"

#include <cmath>

#include "base/volume.hpp"
#include "dynamics/thermostat.hpp"

namespace taut {
namespace {

void add_product(double factor, const Vec3& a, const Vec3& b, Tensor& to) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) to(i, j) += factor * a[i] * b[j];
}

void add_rod(const DistanceRow& rod, double tension, const State& state, Tensor& to) {
  const Vec3 r = state.position[static_cast<std::size_t>(rod.j)] - state.position[static_cast<std::size_t>(rod.i)];
  add_product(-tension / norm(r), r, r, to);
}

void add_relation(const Model& model, const LinearRow& row, double force, const State& state, Tensor& to) {
  double squares = 0.0;
  for (int pass = 0; pass < 2; ++pass)
    for (std::int32_t k = row.first; k < row.first + row.count; ++k) {
      const LinearTerm& term = model.linear_terms()[static_cast<std::size_t>(k)];
      const bool moves = model.inverse_masses()[static_cast<std::size_t>(term.particle)] > 0.0;
      if (pass == 0) {
        squares += moves ? term.weight * term.weight : 0.0;
      } else {
        Vec3 along;
        along[row.axis] = force * term.weight / std::sqrt(squares);
        add_product(1.0, along, state.position[static_cast<std::size_t>(term.particle)], to);
      }
    }
}

}  // namespace

std::optional<Tensor> pressure_of(const Model& model, const ForceField& forces, const State& state, const Vec3& box,
                                  ForceWorkspace& workspace, std::span<const double> constraint_forces) {
  if (!model.is_periodic() || !conserves_momentum(model, forces) || forces.has_torques()) return std::nullopt;
  Tensor sum = forces.virial(state.position.data(), workspace);
  for (std::size_t i = 0; i < state.velocity.size(); ++i)
    add_product(model.masses()[i], state.velocity[i], state.velocity[i], sum);
  for (std::size_t row = 0; row < model.rows().size(); ++row) {
    const Row& at = model.rows()[row];
    const auto index = static_cast<std::size_t>(at.index);
    if (at.kind == RowKind::distance) add_rod(model.distances()[index], constraint_forces[row], state, sum);
    if (at.kind == RowKind::linear) add_relation(model, model.linears()[index], constraint_forces[row], state, sum);
  }
  const double volume = volume_of(box);
  for (double& entry : sum.entry) entry /= volume;
  return sum;
}

}  // namespace taut
