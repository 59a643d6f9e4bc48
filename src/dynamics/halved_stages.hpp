// A step as stages one after another. A step that cannot be solved is taken once more with solvers that expect singular
// configurations, and then as two of half the length, and so on. It is always the whole step that is halved: one stage
// of a composition halved for itself would lose the order of the others.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "dynamics/compositions.hpp"
#include "dynamics/motion.hpp"
#include "solve/branch_watch.hpp"

namespace taut {

class HalvedStages {
 public:
  HalvedStages(std::unique_ptr<Motion> motion, const IntegratorOptions& options)
      : motion_(std::move(motion)),
        weights_(composition_weights(options.method)),
        order_(integrator_order(options)),
        watch_(motion_->watch()),
        looks_at_rows_(watch_ == Motion::Watch::rows && stepper().constraints().has_branches()),
        keeps_begin_(compares_ends() || looks_at_rows_),
        driven_(motion_->model()) {
    if (compares_ends()) static_cast<void>(branches());  // in every step
  }
  virtual ~HalvedStages() = default;
  HalvedStages(const HalvedStages&) = delete;
  HalvedStages& operator=(const HalvedStages&) = delete;

  Motion& motion() { return *motion_; }
  Stepper& stepper() { return motion_->stepper(); }

 protected:
  // States to return to: the begin of the whole step, that of the part of it that is being tried, and the end of a step
  // that is being confirmed.
  enum class Kept : std::size_t { begin, part, end };
  static constexpr std::size_t places = 3;  // of Kept

  // A step h from one time to the other, halved at most so often. On failure the state is as before.
  StepReport take_step(State& state, double begin, double end, double h, int halvings);
  void reserve(const State& state);  // memory for states like this one
  // Whether a step led past a singular configuration, or was solved as if it did, and its begin is known.
  bool led_past(const StepReport& report) const {
    return careful_ || (report.singular_row >= 0 && (watched_ || weights_.size() > 1));
  }
  void always_keep_begin() { keeps_begin_ = true; }
  std::int64_t passages() const { return passages_; }
  void continue_after(std::int64_t passages) { passages_ = passages; }
  const State& begin_of_step() const { return kept_[0]; }
  void return_to_begin_of_step(State& state) { static_cast<void>(return_to(Kept::begin, kept_[0].time, state)); }

  // After a stage that was solved; false where the step cannot go on, and the report says why.
  virtual bool carry_on(const State& state, double t, double h, StepReport& report);
  // What goes along with the state, if anything.
  virtual bool has_others() const { return false; }
  virtual void keep_others(Kept /*at*/) {}
  virtual void put_back_others(const State& /*state*/, Kept /*at*/) {}

 private:
  struct Span {
    double begin, end, step;
  };
  bool leapt(const State& state, double step);
  bool path_jumps(const State& state, const Span& span, StepReport& report);
  bool try_again(State& state, const Span& span, int halvings, StepReport& report);
  void confirm_if_doubtful(State& state, const Span& span, StepReport& report);
  bool advance(State& state, const Span& span, int depth, int deepest, StepReport& report);
  bool attempt(State& state, const Span& span, StepReport& report);
  bool recover(State& state, const Span& span, int depth, int deepest, const StepReport& before, StepReport& report);
  bool attempt_carefully(State& state, const Span& span, Kept from, const StepReport& before, StepReport& report);
  bool attempt_shorter(State& state, const Span& span, const StepReport& before, StepReport& report);
  void keep(const State& state, Kept at);
  SolveReport return_to(Kept at, double time, State& state);
  bool compares_ends() const { return watch_ == Motion::Watch::branches || watch_ == Motion::Watch::leaps; }
  std::int32_t path_that_jumps(const State& state, const Span& span);
  bool is_doubtful(const State& state, const Span& span, const StepReport& report);
  bool look_at_rows(double t, StepReport& report);
  void confirm(State& state, const Span& span, StepReport& report);
  bool crosses(State& state, const Span& span);
  bool is_on_its_way(State& state, const Span& span);
  double usual_error(const State& end) const;
  bool is_as_exact_as_others(const State& end) const;
  bool refine(State& state, const Span& span, const State& end, StepReport& report);
  void accept(State& state, const Span& span, bool changed, StepReport& report);
  void note_doubtful(StepReport& report) const;
  void begin_afresh(State& state, double time);
  void take_near_miss(StepReport& report, double step) const;
  BranchWatch& branches();
  bool take_parts(State& state, const Span& span, int parts);
  bool take_part(State& state, const Span& span);
  void spend(const StepReport& report);
  void refuse(State& state, const Span& span, StepReport& report);

  std::unique_ptr<Motion> motion_;
  std::span<const double> weights_;  // of the stages, in steps
  int order_;
  Motion::Watch watch_;
  bool looks_at_rows_;              // that have branches of their own
  bool keeps_begin_;                // of every step
  std::array<State, places> kept_;  // by Kept
  State coarser_, finer_;           // the same step in 4 and 16 parts, and then more, see confirm()
  State before_part_;
  bool has_corner_ = false;  // whether velocities changed all at once in a part, near a singular configuration
  std::unique_ptr<BranchWatch> branches_;
  DrivenMotion driven_;
  double spent_ = 0.0;              // iterations times rows, on a step that is being halved or confirmed
  std::int32_t turned_row_ = -1;    // with branches of its own, whose gradient turned far within a stage
  std::int32_t doubtful_row_ = -1;  // that may have come to another branch
  bool watched_ = false;            // a step that may lead past a singular configuration
  bool careful_ = false;            // solved by solvers that expect one
  std::int64_t passages_ = 0;       // steps past singular configurations, one after another
};

}  // namespace taut
