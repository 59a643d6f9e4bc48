// A step as stages one after another. A stage that cannot be solved becomes two of half the length, and so on.
#pragma once

#include <memory>
#include <span>

#include "dynamics/motion.hpp"

namespace taut {

class HalvedStages {
 public:
  HalvedStages(std::unique_ptr<Motion> motion, std::span<const double> weights)
      : motion_(std::move(motion)), weights_(weights) {}
  virtual ~HalvedStages() = default;
  HalvedStages(const HalvedStages&) = delete;
  HalvedStages& operator=(const HalvedStages&) = delete;

  Motion& motion() { return *motion_; }
  Stepper& stepper() { return motion_->stepper(); }

 protected:
  bool has_several() const { return weights_.size() > 1; }
  // A step h from one time to the other, each stage halved at most so often. On failure the state is anywhere between.
  StepReport take_step(State& state, double begin, double end, double h, int halvings);

  // After a stage that was solved; false where the step cannot go on, and the report says why.
  virtual bool carry_on(const State& state, double t, double h, StepReport& report);
  virtual void before_halving(const State& state, const StepReport& report);
  // Another way where a stage cannot be halved any more.
  virtual bool rescue(State& state, double t, double h, const StageReport& failed, StepReport& report);

 private:
  bool take(State& state, double t, double h, int halvings, StepReport& report);
  bool halve(State& state, double t, double h, int halvings, StepReport& report);

  std::unique_ptr<Motion> motion_;
  std::span<const double> weights_;  // of the stages, in steps
};

// A stage may begin at a singular configuration, see Stepper::pass.
inline bool is_ready(const SolveReport& prepared) {
  return prepared.converged || prepared.failure == SolveFailure::singular;
}

}  // namespace taut
