// Finds points of the plane by where they are, up to rounding.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "base/whole.hpp"
#include "taut/vec.hpp"

namespace taut::io {

class PlaceIndex {
 public:
  explicit PlaceIndex(double resolution) : resolution_(resolution) {}

  std::optional<int> find(const Vec3& place) const {
    const Key key = key_of(place);
    for (const std::int64_t dx : {0, -1, 1})
      for (const std::int64_t dy : {0, -1, 1})
        if (const auto at = numbers_.find({key.x + dx, key.y + dy}); at != numbers_.end()) return at->second;
    return std::nullopt;
  }
  void add(const Vec3& place, int number) { numbers_.emplace(key_of(place), number); }

 private:
  struct Key {
    std::int64_t x, y;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(static_cast<std::uint64_t>(key.x) * 0x9E3779B97F4A7C15u ^
                                      static_cast<std::uint64_t>(key.y) * 0xC2B2AE3D27D4EB4Fu);
    }
  };
  std::int64_t nearest(double x) const {
    constexpr std::int64_t far = std::int64_t{1} << 62;
    return whole_within(std::round(x / resolution_), -far, far);
  }
  Key key_of(const Vec3& r) const { return {nearest(r.x), nearest(r.y)}; }

  double resolution_;
  std::unordered_map<Key, int, Hash> numbers_;
};

}  // namespace taut::io
