// Whether the motion behind a study of chaos can be trusted: its energy is watched along the way and judged by the rule
// of runs (docs/guide/accuracy.md), in one place for all studies.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "run/study.hpp"

namespace taut {

// The energy of one trajectory: how far it strayed from its start, and rose above its lowest value.
class EnergyTrack {
 public:
  void begin(double kinetic, double potential, double floor);
  void add(double kinetic, double potential);

  double deviation() const { return deviation_; }
  double rise() const { return rise_; }
  double scale() const;  // as Statistics::energy_scale

  static constexpr std::size_t stored = 7;
  void save(std::vector<double>& list) const;
  void load(std::span<const double> list);  // as many as are stored

 private:
  double kinetic_ = 0.0, potential_ = 0.0, floor_ = 0.0;  // at the start
  double drop_ = 0.0, deviation_ = 0.0, lowest_ = 0.0, rise_ = 0.0;
};

// Measures states for tracks. Where neither the total energy nor its rise says anything, it does nothing. Each thread
// needs one of its own.
class EnergyMeter {
 public:
  EnergyMeter(const Scenario& scenario, const System& system);

  void begin(EnergyTrack& track, const State& start);
  void look(EnergyTrack& track, const State& state);
  EnergyLaw law() const { return law_; }

 private:
  const Scenario* scenario_;
  const System* system_;
  EnergyLaw law_;                         // conserved, falling, or open: nothing to judge by
  std::optional<Integrator> integrator_;  // knows the energies
};

// Steps between two looks at the energy: a look costs less than a step.
constexpr std::int64_t steps_between_energies = 10;

// What many trajectories come to.
class EnergyTally {
 public:
  void add(const EnergyTrack& track, EnergyLaw law);
  void add(const EnergyTally& other);
  // A note or a failure of the report, with a step that would do. `what` the trajectories are called, in plural.
  void judge(const StudySetting& setting, const char* study, const char* what, StudyReport& report) const;

  static constexpr std::size_t stored = 6;
  void save(std::vector<double>& list) const;
  void load(std::span<const double> list);

 private:
  bool is_worse(double amount, double scale) const;

  double watched_ = 0.0, noted_ = 0.0, wrong_ = 0.0;  // trajectories; the wrong ones are not among the noted
  double amount_ = 0.0, scale_ = 1.0;                 // of the worst
  double falling_ = 0.0;                              // whether that is a rise of what can only fall
};

}  // namespace taut
