// The energies of parts of a system that feel nothing of each other. What one of them gains or loses must not hide
// behind the energy of another: each that nothing drives or brakes is judged by itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/output/checkpoint.hpp"
#include "run/system.hpp"
#include "taut/state.hpp"

namespace taut {

class EnergyParts {
 public:
  // Nothing where the system is one part that does not fly freely, or none of its parts keeps its energy; nothing among
  // pair forces, which make it one part.
  static std::optional<EnergyParts> of(const Scenario& scenario, const System& system);

  void look(const State& state);
  struct Worst {
    double deviation = 0.0, scale = 0.0;
    std::int32_t particle = -1;  // of the part; none: all keep their energy
  };
  Worst worst() const;  // by deviation over scale

  void save(io::Checkpoint& checkpoint) const;
  void load(const io::Checkpoint& checkpoint);

 private:
  EnergyParts(const Scenario& scenario, const System& system)
      : scenario_(scenario), system_(system), work_(system.forces) {}
  void find_parts();
  void find_floors(const State& start);

  struct Part {
    std::int32_t particle;    // the first one
    bool keeps_energy, free;  // free: neither held nor pulled from outside
    double mass = 0.0, floor = 0.0;
    double kinetic = 0.0, potential = 0.0;                               // now
    Vec3 momentum = {};                                                  // now
    double start_total = 0.0, start_potential = 0.0, start_inner = 0.0;  // inner: kinetic, about the centre of mass
    double largest_drop = 0.0, deviation = 0.0;
    double scale() const;
  };
  const Scenario& scenario_;
  const System& system_;
  ForceWorkspace work_;
  std::vector<std::int32_t> part_of_;  // each particle; -1: it does not move
  std::vector<Part> parts_;
  std::vector<double> shares_;
  bool started_ = false;
};

}  // namespace taut
