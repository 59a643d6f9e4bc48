#include "run/study_trust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/evidence.hpp"
#include "run/overlap.hpp"

namespace taut {
namespace {

// Energies that are no numbers are as far off as can be.
double number_or_infinity(double x) { return std::isnan(x) ? std::numeric_limits<double>::infinity() : x; }

// What is known of the energy without a sum of heat and work.
EnergyLaw watched_law(const Scenario& scenario, const System& system) {
  const EnergyLaw law = energy_law(scenario, system);
  if (law == EnergyLaw::conserved) return law;
  const bool only_falls = law == EnergyLaw::falling || (law == EnergyLaw::exchanged && !is_driven(system));
  return only_falls ? EnergyLaw::falling : EnergyLaw::open;
}

Evidence evidence_of(EnergyLaw law, double amount, double scale) {
  Evidence evidence;
  evidence.energy.law = law;
  evidence.energy.scale = evidence.energy.released = scale;
  (law == EnergyLaw::falling ? evidence.energy.rise : evidence.energy.deviation) = amount;
  return evidence;
}

}  // namespace

void EnergyTrack::begin(double kinetic, double potential, double floor) {
  *this = {};
  kinetic_ = kinetic, potential_ = potential, floor_ = floor, lowest_ = kinetic + potential;
}

void EnergyTrack::add(double kinetic, double potential) {
  const double total = kinetic + potential;
  if (std::isfinite(total)) drop_ = std::max(drop_, potential_ - potential);
  deviation_ = std::max(deviation_, number_or_infinity(std::abs(total - kinetic_ - potential_)));
  rise_ = std::max(rise_, number_or_infinity(total - lowest_));
  lowest_ = std::min(lowest_, total);
}

double EnergyTrack::scale() const { return kinetic_ + std::max(drop_, floor_); }

void EnergyTrack::save(std::vector<double>& list) const {
  list.insert(list.end(), {kinetic_, potential_, floor_, drop_, deviation_, lowest_, rise_});
}

void EnergyTrack::load(std::span<const double> list) {
  kinetic_ = list[0], potential_ = list[1], floor_ = list[2], drop_ = list[3];
  deviation_ = list[4], lowest_ = list[5], rise_ = list[6];
}

EnergyMeter::EnergyMeter(const Scenario& scenario, const System& system)
    : scenario_(&scenario), system_(&system), law_(watched_law(scenario, system)) {
  if (law_ != EnergyLaw::open) integrator_.emplace(make_integrator(scenario, system, scenario.integrator));
}

void EnergyMeter::begin(EnergyTrack& track, const State& start) {
  if (!integrator_) return;
  track.begin(integrator_->kinetic_energy(start), integrator_->potential_energy(start),
              energy_floor(*system_, scenario_->forces, start, scenario_->integrator.step));
}

void EnergyMeter::look(EnergyTrack& track, const State& state) {
  if (integrator_) track.add(integrator_->kinetic_energy(state), integrator_->potential_energy(state));
}

bool EnergyTally::is_worse(double amount, double scale) const {
  return amount > 0.0 && !(amount / scale <= amount_ / scale_);
}

void EnergyTally::add(const EnergyTrack& track, EnergyLaw law) {
  if (law == EnergyLaw::open) return;
  ++watched_;
  const double amount = law == EnergyLaw::falling ? track.rise() : track.deviation();
  if (is_worse(amount, track.scale())) {
    amount_ = amount, scale_ = track.scale();
    falling_ = law == EnergyLaw::falling ? 1.0 : 0.0;
  }
  const std::vector<Finding> findings = taut::judge(evidence_of(law, amount, track.scale()));
  if (!findings.empty()) ++(findings.front().severity == Severity::failure ? wrong_ : noted_);
}

void EnergyTally::add(const EnergyTally& other) {
  watched_ += other.watched_, noted_ += other.noted_, wrong_ += other.wrong_;
  if (is_worse(other.amount_, other.scale_)) amount_ = other.amount_, scale_ = other.scale_, falling_ = other.falling_;
}

void EnergyTally::judge(const StudySetting& setting, const char* study, const char* what, StudyReport& report) const {
  Evidence evidence = evidence_of(falling_ != 0.0 ? EnergyLaw::falling : EnergyLaw::conserved, amount_, scale_);
  evidence.steps.length = setting.step();
  evidence.steps.order = integrator_order(setting.scenario.integrator);
  evidence.constraints.requested = setting.scenario.solver.tolerance;
  evidence.constraints.tolerance = setting.system.plan.tolerance();
  if (noted_ + wrong_ > 0.0)
    evidence.overlap = overlap_text(setting.scenario, setting.system, setting.start.position, "at the start");
  if (watched_law(setting.scenario, setting.system) == EnergyLaw::open)
    report.notes.push_back(
        fmt::format("{}: the motion is driven, and its energy does not judge the step here; a shorter integrator.step "
                    "should say the same",
                    study));
  for (const Finding& finding : taut::judge(evidence)) {
    const bool wrong = finding.severity == Severity::failure;
    const std::string others =
        watched_ > 1.0 ? fmt::format("; {} of {} {} are off like that", wrong ? wrong_ : noted_, watched_, what) : "";
    (wrong ? report.failures : report.notes).push_back(fmt::format("{}: {}{}", study, finding.sentence, others));
  }
}

void EnergyTally::save(std::vector<double>& list) const {
  list.insert(list.end(), {watched_, noted_, wrong_, amount_, scale_, falling_});
}

void EnergyTally::load(std::span<const double> list) {
  watched_ = list[0], noted_ = list[1], wrong_ = list[2];
  amount_ = list[3], scale_ = list[4], falling_ = list[5];
}

}  // namespace taut
