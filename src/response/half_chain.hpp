// A chain from its free end on, as the sequence of the mobilities of its last bead: a Markov chain, each known from the
// one before and the angle of one joint.
#pragma once

#include <span>
#include <vector>

#include "model/checks.hpp"
#include "response/joint_step.hpp"

namespace taut {

class HalfChain {
 public:
  // `average` must outlive the chain.
  HalfChain(const JointAverage& average, std::span<const double> drags);

  int size() const { return static_cast<int>(ends_.size()); }
  const EndMobility& end(int beads) const { return ends_[static_cast<std::size_t>(beads) - 1]; }
  JointStep joint(int beads, JointFactor factor) const { return {average_, end(beads), end(beads + 1), factor}; }

 private:
  const JointAverage& average_;
  std::vector<EndMobility> ends_;
};

// Joints have averages in the plane and in space.
Problem check_dimension(int dimension);

}  // namespace taut
