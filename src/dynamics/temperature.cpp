#include "taut/temperature.hpp"

namespace taut {

double kinetic_temperature(const Model& model, const Plan& plan, const State& state) {
  double twice = 0.0;
  for (std::size_t i = 0; i < state.velocity.size(); ++i)
    if (model.inverse_masses()[i] > 0.0) twice += model.masses()[i] * dot(state.velocity[i], state.velocity[i]);
  const int degrees = plan.degrees_of_freedom(model);
  return degrees > 0 ? twice / degrees : 0.0;
}

}  // namespace taut
