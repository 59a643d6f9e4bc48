// Heat and work that flowed into the energy of a run, summed from their power after every step.
#pragma once

#include <cmath>

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
  // The energy after the step. Past a singular configuration forces may have peaks that no step sees: what the step
  // leaves open then is in doubt.
  void close(double energy, bool may_have_peaks) {
    const double imbalance = energy - heat() - work();
    if (may_have_peaks) peaks_ += std::abs(imbalance - imbalance_);
    imbalance_ = imbalance;
  }
  double heat() const { return heat_.value(); }
  double work() const { return work_.value(); }
  double doubt() const { return heat_.doubt() + work_.doubt() + peaks_; }  // of their sum

  void save(io::Checkpoint& checkpoint) const {
    checkpoint.lists["heat"] = heat_.save();
    checkpoint.lists["work"] = work_.save();
    checkpoint.lists["peaks"] = {peaks_, imbalance_};
  }
  // False where the checkpoint has none.
  bool load(const io::Checkpoint& checkpoint) {
    const auto& lists = checkpoint.lists;
    const auto heat = lists.find("heat"), work = lists.find("work"), peaks = lists.find("peaks");
    if (heat == lists.end() || work == lists.end() || peaks == lists.end()) return false;
    if (heat->second.size() != RunningIntegral::stored || work->second.size() != RunningIntegral::stored ||
        peaks->second.size() != 2)
      return false;
    heat_.load(heat->second);
    work_.load(work->second);
    peaks_ = peaks->second[0];
    imbalance_ = peaks->second[1];
    return true;
  }

 private:
  RunningIntegral heat_, work_;
  double peaks_ = 0.0, imbalance_ = 0.0;
};

}  // namespace taut
