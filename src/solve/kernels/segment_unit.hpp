// What the segment kernel works on: eight segments of one long path. Rods between two segments, and a few left over at
// the end, belong to none: the interface, see segmented_path_solver.cpp.
#pragma once

#include "solve/kernels/bundle_unit.hpp"

namespace taut {

struct SegmentUnit {
  Bundle bundle;
  std::vector<BundleLane> velocity, x;            // trial velocities and solution, from call to call
  std::vector<BundleLane> from_first, from_last;  // A^-1 e for the segment's first and last rod
  // Of the interface rods before and after each segment: multiplier times coupling, and multiplier times rod.
  BundleLane before = {}, after = {};
  BundleLane pull_before[3] = {}, pull_after[3] = {};
};

struct SegmentResidual {
  double violation = 0.0;  // not a number where nothing is finite any more, see segmented_path_solver.cpp
  double turn = 0.0;
};

}  // namespace taut
