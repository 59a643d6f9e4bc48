// One run of the program, and what it said of itself.
#pragma once

#include <string>
#include <vector>

#include "soak/wrong/case.hpp"

namespace taut::soak {

enum class How {
  silent,   // done, and nothing said that puts the result in doubt
  noted,    // done, with a note that does
  refused,  // before it began
  failed,   // said that it could not go on, or that its result is not to be trusted
  slow,     // stopped by us
  broken    // anything that a user should never see
};

struct Trial {
  How how = How::broken;
  std::string text;                    // what it said
  std::vector<std::string> notes;      // one by one
  std::vector<Point> place, velocity;  // at the end
  std::vector<double> forces;          // of the constraints, at the end
  double time = 0.0;
  double start_energy = 0.0, end_energy = 0.0, worst_drift = 0.0;
  double constraint_error = 0.0, tolerance = 0.0;  // as the program says
  bool is_usable() const { return how == How::silent || how == How::noted; }
};

Trial attempt(const Case& item);
bool is_harmless(const std::string& note);  // says how a run was done, and leaves its result as good as any

}  // namespace taut::soak
