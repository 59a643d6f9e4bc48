// Sets that only ever join, with a representative each: the smallest member.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace taut {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  std::int32_t find(std::int32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  // Whether they were apart.
  bool join(std::int32_t a, std::int32_t b) {
    const auto [low, high] = std::minmax({find(a), find(b)});
    parent_[high] = low;
    return low != high;
  }

 private:
  std::vector<std::int32_t> parent_;
};

}  // namespace taut
