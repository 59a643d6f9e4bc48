// The largest value on the way from one point of a motion to the next, by halving: an interval is done when nothing in
// it can be above `top`.
#pragma once

#include <algorithm>
#include <vector>

namespace taut {

// value(s)                 for s from 0 to 1
// is_below(a, h, top)      whether no value of an interval of length h, with a the larger at its ends, is above top
// top_of(largest)          what the largest value found so far leaves to be looked for
// Values above top_of() of what is returned are nowhere on the way, but for what 2^-20 of it can hide.
template <class Value, class IsBelow, class TopOf>
double largest_between(Value&& value, IsBelow&& is_below, TopOf&& top_of) {
  constexpr int deepest = 20;
  struct Interval {
    double from, at_from, at_to;
  };
  std::vector<Interval> open = {{0.0, value(0.0), value(1.0)}}, halves;
  double largest = std::max(open[0].at_from, open[0].at_to), length = 1.0;
  for (int depth = 0; depth < deepest && !open.empty(); ++depth, length *= 0.5) {
    halves.clear();
    for (const Interval& part : open) {
      if (is_below(std::max(part.at_from, part.at_to), length, top_of(largest))) continue;
      const double middle = part.from + 0.5 * length, at_middle = value(middle);
      largest = std::max(largest, at_middle);
      halves.push_back({part.from, part.at_from, at_middle});
      halves.push_back({middle, at_middle, part.at_to});
    }
    std::swap(open, halves);
  }
  return largest;
}

}  // namespace taut
