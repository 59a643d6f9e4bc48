// Pairs that do not interact, or in part, because bonds say what they do: rods and springs are bonds. The ends of an
// angle that is held, and particles of one linear relation or formula, count as excluded but not as bonded, or the
// angle of a chain would bring its particles closer along it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "taut/forces.hpp"

namespace taut {

struct Exclusions {
  std::vector<std::int32_t> first;   // of each particle in `others`, and the end
  std::vector<std::int32_t> others;  // ascending for each particle
  struct Pair {
    std::int32_t i, j;
  };
  std::vector<Pair> scaled;  // three bonds apart; excluded, too, and treated one by one

  bool hold(std::int32_t i, std::int32_t j) const {
    const auto begin = others.begin() + first[static_cast<std::size_t>(i)];
    const auto end = others.begin() + first[static_cast<std::size_t>(i) + 1];
    return std::binary_search(begin, end, j);
  }
  bool any(std::int32_t i) const { return first[static_cast<std::size_t>(i)] < first[static_cast<std::size_t>(i) + 1]; }
};

Exclusions find_exclusions(const Model& model, const std::vector<SpringSpec>& springs, const PairForcesSpec& spec);

}  // namespace taut
