#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figure/plot.hpp"
#include "io/figure/portrait_figure.hpp"
#include "io/figure/time_map.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"
#include "run/figure_note.hpp"
#include "run/output_directory.hpp"
#include "run/study.hpp"

namespace taut {
namespace {

using io::format_number;

constexpr std::size_t shown_exponents = 8, printed_side = 1024;

std::string with_unit(const std::string& what, const std::string& unit) {
  return unit.empty() ? what : fmt::format("{} ({})", what, unit);
}
std::string per_unit(const std::string& what, const std::string& unit) {
  return unit.empty() ? what : fmt::format("{} (1/{})", what, unit);
}

std::string lyapunov_csv(const LyapunovStudy& study) {
  std::string text = "time";
  for (std::size_t j = 0; j < study.running.size(); ++j) text += fmt::format(",exponent{}", j + 1);
  text += "\n";
  for (std::size_t b = 0; b < study.times.size(); ++b) {
    text += format_number(study.times[b]);
    for (const std::vector<double>& running : study.running) text += "," + format_number(running[b]);
    text += "\n";
  }
  return text;
}

io::Plot lyapunov_figure(const StudyReport& report) {
  const LyapunovStudy& study = *report.lyapunov;
  io::Plot plot{.title = fmt::format("{}: Lyapunov exponents", report.title),
                .description = "Exponents from the start up to each time, as means over copies.",
                .x_label = with_unit("time", report.time_unit),
                .y_label = per_unit("growth up to then / time", report.time_unit)};
  for (std::size_t j = 0; j < std::min(study.running.size(), shown_exponents); ++j)
    plot.series.push_back(
        {.label = study.running.size() > 1 ? fmt::format("{}", j + 1) : "", .x = study.times, .y = study.running[j]});
  return plot;
}

std::string section_csv(const SectionStudy& study) {
  std::string text = "start,time,u,v\n";
  for (const SectionStudy::Hit& hit : study.hits)
    text += fmt::format("{},{},{},{}\n", hit.start, format_number(hit.time), format_number(hit.place[0]),
                        format_number(hit.place[1]));
  return text;
}

io::Portrait portrait(const StudyReport& report) {
  const SectionStudy& study = *report.section;
  io::Portrait figure{.title = fmt::format("{}: section", report.title), .labels = study.labels, .starts = {}};
  figure.starts.resize(static_cast<std::size_t>(study.starts));
  for (const SectionStudy::Hit& hit : study.hits)
    figure.starts[static_cast<std::size_t>(hit.start)].push_back(hit.place);
  return figure;
}

std::string twin_csv(const TwinStudy& study) {
  std::string text = "time,distance\n";
  for (std::size_t k = 0; k < study.times.size(); ++k)
    text += format_number(study.times[k]) + "," + format_number(study.distances[k]) + "\n";
  return text;
}

io::Plot twin_figure(const StudyReport& report) {
  const TwinStudy& study = *report.twin;
  io::Plot plot{.title = fmt::format("{}: two starts {:.2g} apart", report.title, study.start_distance),
                .description = "The distance of two states against time.",
                .x_label = with_unit("time", report.time_unit),
                .y_label = "distance",
                .y_scale = io::Scale::logarithmic};
  io::Series measured{.label = study.fit ? "distance" : "", .x = {}, .y = {}};
  for (std::size_t k = 0; k < study.times.size(); ++k) {
    if (!(study.distances[k] > 0.0)) continue;
    measured.x.push_back(study.times[k]);
    measured.y.push_back(study.distances[k]);
  }
  if (!study.fit) {
    plot.series = {std::move(measured)};
    return plot;
  }
  const DivergenceFit& fit = *study.fit;
  const auto line = [&](double t) { return std::exp(fit.at_zero + fit.rate * t); };
  io::Series fitted{.label = fmt::format("e^{{{:.3g} t}}", fit.rate),
                    .x = {fit.from, fit.to},
                    .y = {line(fit.from), line(fit.to)},
                    .mark = io::Mark::dashes};
  plot.series = {std::move(measured), std::move(fitted)};
  return plot;
}

const char* status_of(double time) {
  return time == no_event ? "none" : time == no_start ? "impossible" : time == not_known ? "unknown" : "event";
}

std::string map_csv(const MapStudy& study) {
  const auto middle = [](const MapAxis& axis, std::size_t k, std::size_t count) {
    return axis.from + (axis.to - axis.from) * (static_cast<double>(k) + 0.5) / static_cast<double>(count);
  };
  std::string text = fmt::format("{},{},time,status\n", study.spec.x.name, study.spec.y.name);
  for (std::size_t row = 0; row < study.rows; ++row)
    for (std::size_t column = 0; column < study.columns; ++column) {
      const double time = study.times[row * study.columns + column];
      io::append_number(text, middle(study.spec.x, column, study.columns));
      io::append_number(text += ',', middle(study.spec.y, row, study.rows));
      text += ',';
      if (time >= 0.0 && time != no_event) io::append_number(text, time);
      (text += ',') += status_of(time);
      text += '\n';
    }
  return text;
}

io::TimeMap time_map(const StudyReport& report) {
  const MapStudy& study = *report.map;
  return {.title = fmt::format("{}: {}", report.title, study.spec.title),
          .x_label = study.spec.x.label,
          .y_label = study.spec.y.label,
          .value_label = with_unit("time", report.time_unit),
          .x = {study.spec.x.from, study.spec.x.to},
          .y = {study.spec.y.from, study.spec.y.to},
          .columns = study.columns,
          .rows = study.rows,
          .times = study.times,
          .longest = study.time};
}

}  // namespace

void write_study(StudyReport& report, const OutputDirectory& directory) {
  const auto write = [&](const char* name, const std::string& content) {
    io::write_atomically(directory.file(name), content);
  };
  const auto draw = [&](const char* name, const auto& figure) {
    draw_or_note(report.notes, [&] { write(name, figure()); });
  };
  if (report.lyapunov && !report.lyapunov->times.empty()) {
    write("lyapunov.csv", lyapunov_csv(*report.lyapunov));
    draw("lyapunov.svg", [&] { return render(lyapunov_figure(report)); });
  }
  if (report.section) write("section.csv", section_csv(*report.section));
  if (report.section && !report.section->hits.empty()) draw("section.svg", [&] { return render(portrait(report)); });
  if (report.twin) {
    write("twin.csv", twin_csv(*report.twin));
    draw("twin.svg", [&] { return render(twin_figure(report)); });
  }
  if (report.map) {
    const io::TimeMap map = time_map(report);
    const std::size_t larger = std::max<std::size_t>(1, printed_side / report.map->columns);
    write("map.csv", map_csv(*report.map));
    draw("map.png", [&] { return to_png(enlarged(io::draw(map), larger)); });
    draw("map.svg", [&] { return render(map); });
  }
}

}  // namespace taut
