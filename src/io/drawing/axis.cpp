#include "io/drawing/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/whole.hpp"

namespace taut::io {
namespace {

constexpr int widest = 400;  // decades, beyond all doubles

int decade_of(double value) { return whole_within(std::floor(std::log10(value) + 1e-9), -widest, widest); }

std::string with_minus(std::string number) {
  if (number.front() == '-') number.replace(0, 1, "−");
  return number;
}

std::string power_of_ten(int exponent) { return fmt::format("10^{{{}}}", with_minus(std::to_string(exponent))); }

// Labels between 0.01 and 99999 stand as they are; others share a power of ten.
int shared_exponent(const Range& range) {
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  return largest >= 1e5 || largest < 1e-2 ? decade_of(largest) : 0;
}

}  // namespace

double nice_step(double least) {
  const double power = std::pow(10.0, decade_of(least));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1.0 - 1e-9)) return factor * power;
  return 10.0 * power;
}

Range range_of(const std::vector<double>& values, double margin) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range = {std::min(range.low, value), std::max(range.high, value)};
  }
  if (range.low > range.high) return {-1.0, 1.0};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const double width = range.high - range.low;
  // Less than what doubles of this size resolve is no range to magnify.
  if (width <= 1e-14 * size) return {range.low - 0.1 * size, range.high + 0.1 * size};
  return {range.low - margin * width, range.high + margin * width};
}

Range decades_of(Range range) {
  int low = decade_of(range.low);
  int high = whole_within(std::ceil(std::log10(range.high) - 1e-9), -widest, widest);
  if (high - low < 2) high = low + 2;
  return {std::pow(10.0, low), std::pow(10.0, high)};
}

Axis::Axis(Range range, Scale scale, int wanted_ticks) : range_(range), scale_(scale) {
  if (range_.low == range_.high) range_ = {range_.low - 1.0, range_.high + 1.0};
  if (scale == Scale::linear)
    place_linear_ticks(wanted_ticks);
  else
    place_decade_ticks(wanted_ticks);
}

double Axis::fraction(double value) const {
  if (scale_ == Scale::linear) return (value - range_.low) / (range_.high - range_.low);
  return std::log(value / range_.low) / std::log(range_.high / range_.low);
}

void Axis::place_linear_ticks(int wanted) {
  const double step = nice_step((range_.high - range_.low) / wanted);
  const int exponent = shared_exponent(range_);
  const double unit = std::pow(10.0, exponent);
  const int decimals = std::max(0, exponent - decade_of(step));
  const double slack = 1e-9 * step;
  for (double k = std::ceil((range_.low - slack) / step); k * step <= range_.high + slack; k += 1.0)
    ticks_.push_back({k * step, with_minus(fmt::format("{:.{}f}", k * step / unit + 0.0, decimals))});
  if (exponent != 0) multiplier_ = "×" + power_of_ten(exponent);
}

void Axis::place_decade_ticks(int wanted) {
  const int low = decade_of(range_.low), high = decade_of(range_.high);
  const int step = std::max(1, static_cast<int>(nice_step(static_cast<double>(high - low) / wanted)));
  // Counted from 10^0, so that labels are round: 10^-10, 10^-12, not 10^-11, 10^-13.
  for (int k = low; k <= high; ++k)
    if (const double value = std::pow(10.0, k); k % step == 0 && value >= range_.low * (1.0 - 1e-9))
      ticks_.push_back({value, power_of_ten(k)});
}

}  // namespace taut::io
