// One axis of a plot: its range, its scale and where its ticks are.
#pragma once

#include <string>
#include <vector>

namespace taut::io {

enum class Scale { linear, logarithmic };

struct Range {
  double low, high;
};

struct Tick {
  double value;
  std::string label;  // with ^{raised} parts
};

class Axis {
 public:
  Axis(Range range, Scale scale, int wanted_ticks);

  double fraction(double value) const;  // 0 at the low end, 1 at the high end
  const Range& range() const { return range_; }
  Scale scale() const { return scale_; }
  const std::vector<Tick>& ticks() const { return ticks_; }
  const std::string& multiplier() const { return multiplier_; }  // "×10^{−9}" when the labels need it

 private:
  void place_linear_ticks(int wanted);
  void place_decade_ticks(int wanted);

  Range range_;
  Scale scale_;
  std::vector<Tick> ticks_;
  std::string multiplier_;
};

// The range of some values, widened by a fraction of itself on both sides; never empty, unless all are zero.
Range range_of(const std::vector<double>& values, double margin);

// Whole decades around positive values; at least two.
Range decades_of(Range range);

// 1, 2 or 5 times a power of ten: the smallest that is not below `least`.
double nice_step(double least);

}  // namespace taut::io
