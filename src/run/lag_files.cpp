#include "run/lag_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"

namespace taut {
namespace {

using io::format_number;

std::string table(const std::vector<LagFunction>& functions) {
  std::string text = "name,lag,value,error,origins\n";
  for (const LagFunction& f : functions)
    for (std::size_t k = 0; k < f.lags.size(); ++k)
      text += fmt::format("{},{},{},{},{}\n", f.name, format_number(f.lags[k]), format_number(f.values[k].value),
                          format_number(f.values[k].error), f.origins[k]);
  return text;
}

std::string lag_label(const std::string& unit) { return unit.empty() ? "lag" : fmt::format("lag ({})", unit); }

// Values over a scale, with bars; what cannot stand on a logarithmic axis is left out.
io::Series points_of(const LagFunction& f, double scale, io::Scale y_scale) {
  io::Series series{.label = "", .x = {}, .y = {}, .mark = io::Mark::disc};
  for (std::size_t k = 0; k < f.lags.size(); ++k) {
    if (!(f.lags[k] > 0.0) || (y_scale == io::Scale::logarithmic && !(f.values[k].value > 0.0))) continue;
    series.x.push_back(f.lags[k]);
    series.y.push_back(f.values[k].value / scale);
    series.error.push_back(f.values[k].error / scale);
  }
  return series;
}

// A straight line of this slope in a plot of logarithms, through a point.
io::Series guide(const std::string& label, double slope, double x, double y, double from, double to) {
  return {.label = label,
          .x = {from, to},
          .y = {y * std::pow(from / x, slope), y * std::pow(to / x, slope)},
          .mark = io::Mark::dashes};
}

io::Plot displacement_figure(const LagFunction& f, const std::string& unit) {
  io::Plot plot{.title = fmt::format("{}: displacement by lag", f.name),
                .description = "Mean squared displacement against the lag, both logarithmic.",
                .x_label = lag_label(unit),
                .y_label = "mean squared displacement",
                .x_scale = io::Scale::logarithmic,
                .y_scale = io::Scale::logarithmic};
  io::Series points = points_of(f, 1.0, io::Scale::logarithmic);
  const double first = points.x.front(), last = points.x.back();
  const double low = points.y.front(), high = points.y.back();
  points.label = f.diffusion ? fmt::format("measured: D = {:.3g} ± {:.1g}", f.diffusion->coefficient.value,
                                           f.diffusion->coefficient.error)
                             : "measured";
  plot.series.push_back(std::move(points));
  const double middle = std::sqrt(first * last);
  plot.series.push_back(guide("slope 1: diffusion", 1.0, last, high, middle, last));
  if (last > 4.0 * first)
    plot.series.push_back(guide("slope 2: flight", 2.0, first, low, first, std::min(middle, 10.0 * first)));
  return plot;
}

io::Plot autocorrelation_figure(const LagFunction& f, const std::string& unit) {
  const double at_zero = f.values.front().value;
  const bool normalised = at_zero > 0.0;
  io::Plot plot{.title = fmt::format("{}: autocorrelation", f.name),
                .description = "Autocorrelation over its value at lag zero, against the logarithm of the lag.",
                .x_label = lag_label(unit),
                .y_label = normalised ? "C(lag) / C(0)" : "C(lag)",
                .x_scale = io::Scale::logarithmic,
                .series = {points_of(f, normalised ? at_zero : 1.0, io::Scale::linear)},
                .reference = io::ReferenceLine{0.0, "zero"}};
  plot.series[0].label =
      f.integral ? fmt::format("correlation time {:.4g} ± {:.1g}", f.integral->time.value, f.integral->time.error)
                 : "measured";
  return plot;
}

}  // namespace

void write_lag_functions(const std::vector<LagFunction>& functions, const OutputDirectory& directory) {
  if (!functions.empty()) io::write_atomically(directory.file(lag_functions_file), table(functions));
}

void draw_lag_functions(const std::vector<LagFunction>& functions, const std::string& time_unit,
                        const OutputDirectory& directory) {
  for (std::size_t k = 0; k < functions.size(); ++k) {
    const LagFunction& f = functions[k];
    const bool moves = f.kind == LagKind::displacement;
    if (points_of(f, 1.0, moves ? io::Scale::logarithmic : io::Scale::linear).x.size() < 2) continue;
    io::write_atomically(directory.file(fmt::format("lag_function{}.svg", k + 1)),
                         render(moves ? displacement_figure(f, time_unit) : autocorrelation_figure(f, time_unit)));
  }
}

}  // namespace taut
