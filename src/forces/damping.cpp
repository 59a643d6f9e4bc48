// Forces against the velocity, and their exact flows at fixed positions.
//   drag      f = -c v                      v(t) = exp(-c w t) v
//   dashpot   f_i = c (u.(v_j - v_i)) u     u.(v_j - v_i) decays by exp(-c (w_i + w_j) t), momentum stays
// with u the unit vector from i to j. Flows that are exact cost no stability however stiff they are; run
// forward before a step and backward after it, their composition is symmetric in time.
#include <cmath>

#include "forces/direction.hpp"
#include "taut/forces.hpp"

namespace taut {
namespace {

template <class Range, class Action>
void for_each(const Range& range, ForceField::Order order, Action action) {
  if (order == ForceField::Order::forward) {
    for (auto it = range.begin(); it != range.end(); ++it) action(*it);
  } else {
    for (auto it = range.rbegin(); it != range.rend(); ++it) action(*it);
  }
}

}  // namespace

void ForceField::add_damping(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                             ForceWorkspace& work) const noexcept {
  for (const Drag& drag : drag_) force[drag.particle] -= drag.coefficient * velocity[drag.particle];
  for (const Dashpot& dashpot : dashpots_) {
    const auto [i, j, damping, reduced_mass] = dashpot;
    const Vec3 u = direction(position[j] - position[i]);
    const Vec3 pull = damping * dot(u, velocity[j] - velocity[i]) * u;
    if (inverse_masses_[i] > 0.0) force[i] += pull;
    if (inverse_masses_[j] > 0.0) force[j] -= pull;
  }
  for (std::size_t k = 0; k < rated_.size(); ++k)
    add_rate_torque(k, position, velocity, time, force, work.scratch_.data());
}

void ForceField::damp(const Vec3* position, Vec3* velocity, double duration, Order order) const noexcept {
  const auto slow_drags = [&] {
    for_each(drag_, order, [&](const Drag& drag) { velocity[drag.particle] *= std::exp(-drag.rate * duration); });
  };
  const auto slow_dashpots = [&] {
    for_each(dashpots_, order, [&](const Dashpot& dashpot) {
      const auto [i, j, damping, reduced_mass] = dashpot;
      const Vec3 u = direction(position[j] - position[i]);
      const double lost = -std::expm1(-damping / reduced_mass * duration) * dot(u, velocity[j] - velocity[i]);
      const Vec3 impulse = (reduced_mass * lost) * u;
      velocity[i] += inverse_masses_[i] * impulse;
      velocity[j] -= inverse_masses_[j] * impulse;
    });
  };
  if (order == Order::forward) {
    slow_drags();
    slow_dashpots();
  } else {
    slow_dashpots();
    slow_drags();
  }
}

}  // namespace taut
