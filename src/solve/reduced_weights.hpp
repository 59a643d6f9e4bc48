// Inverse masses of particles that linear relations join: W~ = W - W C^T (C W C^T)^-1 C W, constant, and zero between
// particles that no relation joins, however far round.
#pragma once

#include <vector>

#include "solve/relations.hpp"

namespace taut {

class ReducedWeights {
 public:
  // For the particles marked, by the numbers that the relations give them.
  ReducedWeights(Relations& relations, const std::vector<bool>& marked);

  double operator()(std::int32_t p, std::int32_t q) const {
    if (p < 0 || q < 0 || relations_.group(p) != relations_.group(q)) return 0.0;
    const Group& group = groups_[static_cast<std::size_t>(relations_.group(p))];
    return values_[group.first + place(p) * group.count + place(q)];
  }

 private:
  struct Group {
    std::size_t count = 0, first = 0;  // marked particles; its values
  };
  std::size_t place(std::int32_t p) const { return static_cast<std::size_t>(place_[static_cast<std::size_t>(p)]); }

  const Relations& relations_;
  std::vector<std::int32_t> place_;  // of a particle in its group
  std::vector<Group> groups_;        // by the particle that they are called after
  std::vector<double> values_;
};

}  // namespace taut
