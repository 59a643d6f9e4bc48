#include "taut/crossing.hpp"

namespace taut {

Expected<StartFamily> StartFamily::make(const Model& model, const std::vector<std::string>& names,
                                        const std::vector<StartSpec>& starts, const Parameters& parameters) {
  std::vector<Variable> variables;
  for (const std::string& name : names) variables.push_back({name, static_cast<int>(variables.size())});
  StartFamily family;
  family.start_ = initial_state(model);
  for (const StartSpec& start : starts)
    for (const bool is_velocity : {false, true})
      for (int axis = 0; axis < model.dimension(); ++axis) {
        const std::string& text = (is_velocity ? start.velocity : start.position)[static_cast<std::size_t>(axis)];
        if (text.empty()) continue;
        Expected<Formula> formula = Formula::parse(text, variables, parameters);
        if (!formula)
          return Error{start.origin + (is_velocity ? ".velocity[" : ".position[") + std::to_string(axis) + "]",
                       formula.error().message};
        family.coordinates_.push_back(
            {static_cast<std::size_t>(start.particle), axis, is_velocity, std::move(*formula)});
      }
  return family;
}

State StartFamily::at(std::span<const double> parameters) const {
  State state = start_;
  std::vector<double> scratch;
  for (const Coordinate& c : coordinates_) {
    if (scratch.size() < c.formula.scratch_size()) scratch.resize(c.formula.scratch_size());
    (c.is_velocity ? state.velocity : state.position)[c.particle][c.axis] =
        c.formula.value(parameters.data(), scratch.data());
  }
  return state;
}

}  // namespace taut
