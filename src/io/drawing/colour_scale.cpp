#include "io/drawing/colour_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace taut::io {
namespace {

using Colour = std::array<double, 3>;

constexpr double most_decades = 8.0;
constexpr Colour white = {255, 255, 255};
constexpr Colour blue = {0, 114, 178}, dark_blue = {0, 38, 77};     // the first of the palette, and its shade
constexpr Colour orange = {213, 94, 0}, dark_orange = {89, 30, 0};  // the second
constexpr double middle = 0.6;                                      // where the palette's own colour is reached

std::string mixed(const Colour& a, const Colour& b, double part) {
  const auto channel = [&](std::size_t k) { return std::lround(a[k] + part * (b[k] - a[k])); };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2));
}

}  // namespace

std::string colour_at(double position) {
  const double size = std::min(1.0, std::abs(position));
  const Colour& hue = position < 0.0 ? blue : orange;
  if (size <= middle) return mixed(white, hue, size / middle);
  return mixed(hue, position < 0.0 ? dark_blue : dark_orange, (size - middle) / (1.0 - middle));
}

ColourScale::ColourScale(std::span<const double> values, Scale scale) : scale_(scale) {
  double least = std::numeric_limits<double>::infinity();
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    has_negative_ = has_negative_ || value < 0.0;
    largest_ = std::max(largest_, std::abs(value));
    if (value != 0.0) least = std::min(least, std::abs(value));
  }
  if (!(largest_ > 0.0)) largest_ = least = 1.0;
  if (scale == Scale::linear)
    place_linear_ticks();
  else
    place_decade_ticks(std::max(least, largest_ * std::pow(10.0, -most_decades)));
}

double ColourScale::position(double value) const {
  if (!std::isfinite(value)) return 0.0;
  const double size = std::abs(value), sign = value < 0.0 ? -1.0 : 1.0;
  if (scale_ == Scale::linear) return std::clamp(value / largest_, -1.0, 1.0);
  if (!(size > smallest_)) return 0.0;
  return sign * std::min(1.0, std::log(size / smallest_) / std::log(largest_ / smallest_));
}

void ColourScale::place_linear_ticks() {
  const Axis axis({has_negative_ ? -largest_ : 0.0, largest_}, Scale::linear, has_negative_ ? 8 : 6);
  ticks_ = axis.ticks();
  multiplier_ = axis.multiplier();
}

void ColourScale::place_decade_ticks(double least) {
  const Range decades = decades_of({least, largest_});
  smallest_ = decades.low;
  largest_ = decades.high;
  const Axis axis({smallest_, largest_}, Scale::logarithmic, has_negative_ ? 4 : 8);
  ticks_.push_back({0.0, "0"});
  for (const Tick& tick : axis.ticks()) {
    if (!(tick.value > smallest_ * 1.5)) continue;
    ticks_.push_back(tick);
    if (has_negative_) ticks_.push_back({-tick.value, "−" + tick.label});
  }
}

}  // namespace taut::io
