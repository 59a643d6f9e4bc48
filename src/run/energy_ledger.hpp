// Heat and work that flowed into the energy of a run, summed from their power after every step.
#pragma once

#include "base/running_integral.hpp"
#include "io/output/checkpoint.hpp"
#include "taut/integrate.hpp"

namespace taut {

class EnergyLedger {
 public:
  explicit EnergyLedger(double step) : heat_(step), work_(step) {}

  void add(const Integrator::Power& power) {
    heat_.add(power.heat);
    work_.add(power.work);
  }
  double heat() const { return heat_.value(); }
  double work() const { return work_.value(); }
  double doubt() const { return heat_.doubt() + work_.doubt(); }  // of their sum

  void save(io::Checkpoint& checkpoint) const {
    checkpoint.lists["heat"] = heat_.save();
    checkpoint.lists["work"] = work_.save();
  }
  // False where the checkpoint has none.
  bool load(const io::Checkpoint& checkpoint) {
    const auto heat = checkpoint.lists.find("heat"), work = checkpoint.lists.find("work");
    for (const auto& list : {heat, work})
      if (list == checkpoint.lists.end() || list->second.size() != RunningIntegral::stored) return false;
    heat_.load(heat->second);
    work_.load(work->second);
    return true;
  }

 private:
  RunningIntegral heat_, work_;
};

}  // namespace taut
