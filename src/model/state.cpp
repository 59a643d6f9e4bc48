#include "taut/state.hpp"

namespace taut {

State initial_state(const Model& model) {
  // The model already has driven particles where their paths start, at the speed of those.
  State state;
  state.position = model.positions();
  state.velocity = model.velocities();
  state.position_low.resize(state.position.size());
  state.velocity_low.resize(state.velocity.size());
  state.box = model.box();
  return state;
}

}  // namespace taut
