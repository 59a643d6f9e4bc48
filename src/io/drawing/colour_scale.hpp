// Colours for numbers of both signs: white at zero, blue below and orange above, both darkening with size. Blue and
// orange stay apart for every common kind of colour-blindness.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/drawing/axis.hpp"

namespace taut::io {

class ColourScale {
 public:
  // Logarithmic: the colour tells the decade of the magnitude, over at most eight decades below the largest.
  ColourScale(std::span<const double> values, Scale scale);

  bool has_negative() const { return has_negative_; }
  double largest() const { return largest_; }
  double smallest() const { return smallest_; }  // logarithmic: what is not above it is white
  double position(double value) const;           // -1 ... 1
  const std::vector<Tick>& ticks() const { return ticks_; }
  const std::string& multiplier() const { return multiplier_; }  // of the labels, as that of an axis

 private:
  void place_linear_ticks();
  void place_decade_ticks(double least);

  Scale scale_;
  bool has_negative_ = false;
  double largest_ = 0.0, smallest_ = 0.0;
  std::vector<Tick> ticks_;
  std::string multiplier_;
};

std::string colour_at(double position);

}  // namespace taut::io
