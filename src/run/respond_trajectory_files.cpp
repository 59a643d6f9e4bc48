#include <fmt/format.h>

#include <algorithm>

#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"
#include "run/figure_note.hpp"
#include "run/respond_files.hpp"
#include "run/respond_trajectory.hpp"

namespace taut {
namespace {

using io::format_number;

constexpr std::size_t drawn_components = 4;
constexpr double drawn_share = 1e-16;  // of the variance: below is rounding

std::string variances_csv(const PrincipalComponents& principal) {
  std::string text = "component,variance,share,cumulative\n";
  double sum = 0.0;
  for (std::size_t k = 0; k < principal.variances.size(); ++k) {
    sum += principal.variances[k];
    text += fmt::format("{},{},{},{}\n", k + 1, format_number(principal.variances[k]),
                        format_number(principal.variances[k] / principal.total), format_number(sum / principal.total));
  }
  return text;
}

std::string projections_csv(const std::vector<double>& time, const std::vector<std::vector<double>>& rows,
                            const char* name) {
  std::string text = "time";
  for (std::size_t k = 0; k < rows[0].size(); ++k) text += fmt::format(",{}{}", name, k + 1);
  text += "\n";
  for (std::size_t f = 0; f < rows.size(); ++f) {
    text += format_number(time[f]);
    for (const double value : rows[f]) text += "," + format_number(value);
    text += "\n";
  }
  return text;
}

std::vector<double> column(const std::vector<std::vector<double>>& rows, std::size_t k) {
  std::vector<double> values;
  for (const std::vector<double>& row : rows) values.push_back(row[k]);
  return values;
}

io::Plot projections_figure(const std::string& title, const char* what, const std::vector<double>& time,
                            const std::vector<std::vector<double>>& rows) {
  io::Plot plot{.title = fmt::format("{}: {}", title, what),
                .description = fmt::format("The trajectory along its first {}, against time.", what),
                .x_label = "time",
                .y_label = "coordinate, weighted by root mass"};
  for (std::size_t k = 0; k < std::min(rows[0].size(), drawn_components); ++k)
    plot.series.push_back({.label = std::to_string(k + 1), .x = time, .y = column(rows, k)});
  return plot;
}

io::Plot spectrum_figure(const std::string& title, const PrincipalComponents& principal) {
  io::Series shares{.label = "", .x = {}, .y = {}, .mark = io::Mark::disc};
  for (std::size_t k = 0; k < principal.variances.size(); ++k)
    if (const double share = principal.variances[k] / principal.total; share > drawn_share) {
      shares.x.push_back(static_cast<double>(k + 1));
      shares.y.push_back(share);
    }
  return {.title = fmt::format("{}: shares of principal components", title),
          .description = "Share of the variance against the number of the component; what lies near 1e-16 is rounding.",
          .x_label = "component",
          .y_label = "share of the variance",
          .y_scale = io::Scale::logarithmic,
          .series = {std::move(shares)}};
}

io::Plot plane_figure(const std::string& title, const std::vector<std::vector<double>>& rows) {
  return {.title = fmt::format("{}: path in the plane of two components", title),
          .description = "The second principal coordinate against the first.",
          .x_label = "component 1",
          .y_label = "component 2",
          .series = {{.label = "", .x = column(rows, 0), .y = column(rows, 1)}}};
}

}  // namespace

void write_trajectory(RespondReport& report, const OutputDirectory& directory) {
  const TrajectoryReport& found = *report.trajectory;
  const auto write = [&](const char* name, const std::string& text) {
    io::write_atomically(directory.file(name), text);
  };
  const auto draw = [&](const char* name, const auto& figure) {
    draw_or_note(report.notes, [&] { write(name, figure()); });
  };
  write("variances.csv", variances_csv(found.principal));
  draw("variances.svg", [&] { return render(spectrum_figure(report.title, found.principal)); });
  write("components.csv", modes_csv(found.principal.components));
  write("projections.csv", projections_csv(found.time, found.projections, "component"));
  draw("projections.svg",
       [&] { return render(projections_figure(report.title, "principal components", found.time, found.projections)); });
  if (found.projections[0].size() > 1)
    draw("plane.svg", [&] { return render(plane_figure(report.title, found.projections)); });
  if (!found.normal_projections.empty()) {
    write("normal_projections.csv", projections_csv(found.time, found.normal_projections, "mode"));
    draw("normal_projections.svg", [&] {
      return render(projections_figure(report.title, "normal modes", found.time, found.normal_projections));
    });
  }
  write("implied_constraints.toml", found.constraints);
}

}  // namespace taut
