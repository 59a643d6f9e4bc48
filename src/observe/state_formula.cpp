#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "taut/crossing.hpp"

namespace taut {
namespace {

constexpr std::size_t each = 6;  // variables of a particle: x, y, z, vx, vy, vz
constexpr std::array<const char*, each> names = {"x", "y", "z", "vx", "vy", "vz"};

std::vector<Variable> state_variables(std::size_t particles, int dimension) {
  std::vector<Variable> variables;
  for (std::size_t p = 0; p < particles; ++p)
    for (std::size_t k = 0; k < each; ++k) {
      if (static_cast<int>(k % 3) >= dimension) continue;
      const int index = static_cast<int>(each * p + k);
      variables.push_back({names[k] + std::to_string(p + 1), index});
      if (particles == 1) variables.push_back({names[k], index});
    }
  variables.push_back({"t", static_cast<int>(each * particles)});
  return variables;
}

// Memory of one evaluation, on the stack unless the formula is a very long one: threads may share a formula.
class Memory {
 public:
  explicit Memory(std::size_t size) {
    if (size > usual) more_.reset(new double[size]);
  }
  double* data() { return more_ ? more_.get() : usual_; }

 private:
  static constexpr std::size_t usual = 128;
  double usual_[usual];
  std::unique_ptr<double[]> more_;
};

}  // namespace

Expected<StateFormula> StateFormula::make(const Model& model, std::span<const int> on, const std::string& text,
                                          const Parameters& parameters, const std::string& key) {
  const std::vector<Variable> variables = state_variables(on.size(), model.dimension());
  Expected<Formula> parsed = Formula::parse(text, variables, parameters);
  if (!parsed) return Error{key, parsed.error().message};
  StateFormula formula(std::move(*parsed));
  for (std::size_t v = 0; v < each * on.size(); ++v)
    if (formula.formula_.depends_on(static_cast<int>(v)))
      formula.reads_.push_back({v, static_cast<std::size_t>(on[v / each]), static_cast<int>(v % 3), v % each >= 3});
  formula.variables_ = each * on.size() + 1;
  formula.memory_ = formula.variables_ + formula.formula_.scratch_size();
  return formula;
}

double StateFormula::value(const State& state, std::size_t first) const {
  Memory memory(memory_);
  return value(state, first, memory.data());
}

double StateFormula::value(const State& state, std::size_t first, double* variables) const {
  for (const Read& read : reads_)
    variables[read.variable] = (read.is_velocity ? state.velocity : state.position)[first + read.particle][read.axis];
  variables[variables_ - 1] = state.time;
  return formula_.value(variables, variables + variables_);
}

Expected<Crossing> Crossing::make(const Model& model, const CrossingSpec& spec) {
  const auto key = [&](const char* name) { return spec.origin.empty() ? name : spec.origin + "." + name; };
  Expected<StateFormula> value = StateFormula::make(model, spec.on, spec.crossing, spec.parameters, key("crossing"));
  if (!value) return value.error();
  Crossing crossing(std::move(*value), spec.direction);
  if (spec.where.empty()) return crossing;
  Expected<StateFormula> where = StateFormula::make(model, spec.on, spec.where, spec.parameters, key("where"));
  if (!where) return where.error();
  crossing.where_.push_back(std::move(*where));
  return crossing;
}

}  // namespace taut
