// Whether the numbers of a run can be trusted: a pure function of what was counted on the way. The rule in words is in
// docs/guide/accuracy.md; this is the one place that knows its limits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/system.hpp"

namespace taut {

enum class Severity { note, failure };
struct Finding {
  Severity severity;
  std::string sentence;
};

struct Evidence {
  struct Energy {
    EnergyLaw law = EnergyLaw::open;
    double deviation = 0.0;       // of what the law says stays
    double scale = 0.0;           // see Statistics::energy_scale; with heat and work that were summed
    double time_constants = 1.0;  // of a bath, that passed; at least one
    double doubt = 0.0;           // of heat and work that were summed
    double slight = 0.0;          // what may be in doubt without harm
    double rise = 0.0;            // the largest, where nothing but damping changes the energy
    double released = 1.0;        // what a rise is judged by
  } energy;
  struct Part {  // of a system of several, by itself
    double deviation = 0.0, scale = 0.0;
    std::string particle = {};  // that belongs to it; empty: all parts keep their energy
  } part;
  struct Heat {       // of motion at a temperature, which nothing else drives
    int degrees = 0;  // of freedom; 0: there is no such motion
    double temperature = 0.0;
    double kinetic = 0.0;   // mean kinetic energy
    double released = 0.0;  // what the start had, and what the potential energy fell by
  } heat;
  struct Bath {          // of a thermostat, where nothing else gives or takes heat
    double asked = 0.0;  // the temperature; 0: there is none
    double found = 0.0, error = 0.0;
    bool known = false;  // whether the run is long enough to know that error
    double time_constant = 0.0, time = 0.0;
  } bath;
  struct Constraints {
    double position_error = 0.0, velocity_error = 0.0;
    double tolerance = 0.0, requested = 0.0;  // in use, at least the rounding of the coordinates; and asked for
    bool drift = false;                       // by the method: only their second derivative is kept
    std::string worst = {};
  } constraints;
  struct Steps {
    std::int64_t made = 0, subdivided = 0;
    double mean_halvings = 0.0;  // of those that were subdivided
    double length = 0.0, smallest = 0.0;
    int order = 2;
    bool composed = false;
  } steps;
  struct Moves {
    std::int64_t made = 0, rejected = 0;
  } moves;                   // of a method that consists of them
  std::string overlap = {};  // of particles at the start, in words; empty: none
};

// A time constant of a thermostat beyond this part of the run leaves the start as it was.
constexpr double slow_bath = 0.1;

std::vector<Finding> judge(const Evidence& evidence);

}  // namespace taut
