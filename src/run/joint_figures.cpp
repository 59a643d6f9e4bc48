#include "run/joint_figures.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "io/figure/arm_figure.hpp"
#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/output/joints_writer.hpp"

namespace taut {
namespace {

constexpr std::size_t most_rows = 2000;
constexpr std::size_t most_curves = 8;

// Rows of the file, at most so many, evenly spread: the time, and values and rates in turn.
std::vector<std::vector<double>> rows_of(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::vector<double>> rows;
  std::size_t stride = 1;
  for (std::size_t number = 0; std::getline(in, line); ++number) {
    if (number % stride != 0) continue;
    rows.emplace_back();
    for (const char* at = line.c_str(); *at != '\0';) {
      char* end = nullptr;
      rows.back().push_back(std::strtod(at, &end));
      at = *end == ',' ? end + 1 : line.c_str() + line.size();
    }
    if (rows.size() < 2 * most_rows) continue;
    for (std::size_t k = 1; k < most_rows; ++k) rows[k] = std::move(rows[2 * k]);
    rows.resize(most_rows);
    stride *= 2;
  }
  return rows;
}

void draw_values(const Scenario& scenario, const std::vector<std::vector<double>>& rows, bool slides,
                 const std::string& file) {
  const std::vector<io::JointColumn> columns = io::joint_columns(scenario.arms);
  const std::string &time = scenario.units.time, &length = scenario.units.length;
  io::Plot plot{.title = fmt::format("{}: {}", scenario.title, slides ? "sliders" : "joints"),
                .description = slides ? "Shifts of the sliders against time." : "Angles of the joints against time.",
                .x_label = time.empty() ? "time" : fmt::format("time ({})", time),
                .y_label = !slides          ? "angle (degrees)"
                           : length.empty() ? "shift"
                                            : fmt::format("shift ({})", length)};
  for (std::size_t c = 0; c < columns.size() && plot.series.size() < most_curves; ++c) {
    if ((columns[c].unit == 1.0) != slides) continue;
    io::Series series{columns[c].name, {}, {}};
    for (const std::vector<double>& row : rows) {
      series.x.push_back(row[0]);
      series.y.push_back(row[1 + 2 * c]);
    }
    plot.series.push_back(std::move(series));
  }
  if (!plot.series.empty()) io::write_atomically(file, io::render(plot));
}

bool is_at_rest(const Scenario& scenario, const ScenarioArm& arm) {
  for (const ArmPoints::Marker& marker : arm.points.base)
    for (const std::string& path : scenario.model.particle(marker.particle).path)
      if (!path.empty()) return false;
  return true;
}

void draw_arm(const Scenario& scenario, const std::vector<std::vector<double>>& rows,
              const OutputDirectory& directory) {
  const Arm& arm = scenario.arms.front().arm;
  const std::vector<io::JointColumn> columns = io::joint_columns(scenario.arms);
  io::ArmFigure figure{.title = scenario.title, .dimension = arm.dimension(), .length_unit = scenario.units.length};
  figure.base = arm.base().place;
  figure.hands.resize(arm.hands().size());
  std::vector<double> values(columns.size());
  for (const std::vector<double>& row : rows) {
    for (std::size_t v = 0; v < values.size(); ++v) values[v] = row[1 + 2 * v] * columns[v].unit;
    figure.poses.push_back(io::pose_with_rails(arm, values));
    for (std::size_t h = 0; h < figure.hands.size(); ++h)
      figure.hands[h].places.push_back(hand_frame(arm, values, static_cast<int>(h)).place);
  }
  io::write_atomically(directory.file("arm.svg"), io::render_still(figure));
  io::write_atomically(directory.file("animation.svg"), io::render_animation(figure));
}

}  // namespace

void draw_joints(const Scenario& scenario, const OutputDirectory& directory) {
  const std::vector<std::vector<double>> rows = rows_of(directory.file(joints_file));
  const std::size_t width = 1 + 2 * io::joint_columns(scenario.arms).size();
  if (rows.size() < 2 || rows.back().size() != width) return;
  draw_values(scenario, rows, false, directory.file("joints.svg"));
  draw_values(scenario, rows, true, directory.file("shifts.svg"));
  if (scenario.arms.size() == 1 && is_at_rest(scenario, scenario.arms.front())) draw_arm(scenario, rows, directory);
}

}  // namespace taut
