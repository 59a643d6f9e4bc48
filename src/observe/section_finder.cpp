// Exact crossings of a surface of section. [henon1982] changes the variable of integration so that one step ends on the
// surface; a map has no such variable, but any length of step: the length is what the root is sought for.
#include <cmath>

#include "base/whole.hpp"
#include "observe/root.hpp"
#include "observe/saved_state.hpp"
#include "taut/crossing.hpp"

namespace taut {

Expected<SectionFinder> SectionFinder::make(const Model& model, const ForceField& forces, const Plan& plan,
                                            const IntegratorOptions& integrator, Crossing crossing) {
  Expected<Flow> flow = Flow::make(model, forces, plan, integrator);
  if (!flow) return flow.error();
  return SectionFinder(std::move(*flow), std::move(crossing), integrator.step);
}

SolveReport SectionFinder::start(const State& state) {
  state_ = state;
  state_.step = 0;
  start_time_ = state.time;
  jumps_ = 0;
  return flow_.place(state);
}

std::string SectionFinder::advance(std::int64_t steps, const std::function<void(const State&)>& found) {
  double before = crossing_.value(state_);
  for (const std::int64_t last = state_.step + steps; state_.step < last;) {
    before_ = state_;
    const double end = start_time_ + static_cast<double>(state_.step + 1) * step_;
    const StepReport report = flow_.advance(state_, end, step_);
    if (!report.ok()) return flow_.explain(report);
    ++state_.step;
    const double after = crossing_.value(state_);
    if (crossing_.passes(before, after))
      if (const std::string failure = look(before, after, found); !failure.empty()) return failure;
    before = after;
  }
  return {};
}

std::vector<double> SectionFinder::memory() const {
  std::vector<double> memory = {start_time_, static_cast<double>(jumps_), static_cast<double>(state_.position.size())};
  save(state_, memory);
  const std::vector<double> flow = flow_.memory();
  memory.insert(memory.end(), flow.begin(), flow.end());
  return memory;
}

bool SectionFinder::resume(std::span<const double> memory) {
  if (memory.size() < 3 || !(memory[2] >= 0.0) || memory[2] > static_cast<double>(memory.size())) return false;
  start_time_ = memory[0];
  jumps_ = count_of(memory[1]);
  const auto particles = static_cast<std::size_t>(memory[2]);
  memory = memory.subspan(3);
  return restore(particles, memory, state_) && flow_.resume(state_, memory).converged;
}

std::string SectionFinder::look(double before, double after, const std::function<void(const State&)>& found) {
  constexpr double at_zero = 1e-6;  // of the change over the step: what is left after a jump is of the order of one
  Bracket bracket{0.0, before, step_, after};
  std::string failure;
  find_root(bracket, [&](double length, double& value) {
    failure = part_of_step(length);
    value = crossing_.value(part_);
    return failure.empty();
  });
  if (failure.empty()) failure = part_of_step(bracket.b);
  if (!failure.empty()) return failure;
  if (std::abs(crossing_.value(part_)) > at_zero * std::abs(after - before))
    ++jumps_;
  else if (crossing_.counts(part_))
    found(part_);
  static_cast<void>(flow_.return_to(state_));  // where it was ready before
  return {};
}

std::string SectionFinder::part_of_step(double length) {
  part_ = before_;
  if (length == 0.0) return {};
  static_cast<void>(flow_.return_to(before_));
  const StepReport report = flow_.advance(part_, before_.time + length, length);
  return report.ok() ? std::string() : flow_.explain(report);
}

}  // namespace taut
