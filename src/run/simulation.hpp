// The computing part of a run: a state that is stepped, timed and measured. It knows nothing of files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/energy_ledger.hpp"
#include "run/energy_parts.hpp"
#include "run/statistics.hpp"
#include "run/system.hpp"
#include "taut/output.hpp"
#include "taut/run.hpp"

namespace taut {

class Simulation {
 public:
  Simulation(const Scenario& scenario, const System& system, int threads);
  // As the checkpoint left it. Throws InputError.
  Simulation(const Scenario& scenario, const System& system, int threads, const io::Checkpoint& checkpoint);

  const State& state() const { return state_; }
  int threads() const { return integrator_.threads(); }  // in use
  const Statistics& statistics() const { return statistics_; }
  EnergyParts::Worst worst_part() const { return parts_ ? parts_->worst() : EnergyParts::Worst{}; }
  Statistics& statistics() { return statistics_; }

  // Steps until `last`, or until a step fails (then says why), or until `pause`, asked after every few steps, returns
  // true.
  std::string advance(std::int64_t last, const std::function<bool()>& pause);
  // Shows the state to `watcher` after every step.
  void watch(std::function<void(const State&)> watcher) { watcher_ = std::move(watcher); }
  // The state as a frame; its spans live until the next call.
  Frame measure();
  bool forces_known() const { return forces_known_; }  // in the last frame
  // What in the frame is not a number, in a sentence; empty: all of it is one.
  std::string lost_number(const Frame& frame) const;

  io::Checkpoint checkpoint();

 private:
  std::string burst(std::int64_t last);
  bool is_time_to_look() const;
  void add_exchange(const StepReport& report);
  void look_at_energy();
  void refuse_what_is_off_now();
  bool take_change_of_energy(const io::Checkpoint& checkpoint);
  std::string explain(const StepReport& report) const;

  const Scenario& scenario_;
  const System& system_;
  Integrator integrator_;
  State state_;
  Statistics statistics_;
  std::optional<EnergyLedger> ledger_;  // where something drives or brakes the motion
  std::optional<EnergyParts> parts_;    // where there are several
  std::vector<double> forces_;
  std::int64_t burst_;  // steps between two looks at interrupts
  bool watches_energy_;
  std::function<void(const State&)> watcher_;
  bool forces_known_ = true;
  bool has_thermodynamics_;
  Integrator::Thermodynamics thermodynamics_;
};

// All that comes before the first step of a new run, in the order in which it is refused. `taut check` calls the same.
// Throws InputError.
Simulation prepare(const Scenario& scenario, const System& system, int threads);

}  // namespace taut
