// From doubles to whole numbers. A cast is undefined where the number does not fit, so everything that depends on input
// is converted here.
#pragma once

#include <cstdint>
#include <limits>

namespace taut {

// Cut towards zero and held within these bounds; what is not a number becomes `least`.
template <class Integer>
constexpr Integer whole_within(double value, Integer least, Integer most) {
  if (!(value > static_cast<double>(least))) return least;
  return value < static_cast<double>(most) ? static_cast<Integer>(value) : most;
}

// A count that was kept as a double.
constexpr std::int64_t count_of(double value) {
  return whole_within(value, std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
}

}  // namespace taut
