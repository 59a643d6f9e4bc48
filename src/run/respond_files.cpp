#include "run/respond_files.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/figure/heat_map.hpp"
#include "io/figure/network_figure.hpp"
#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"
#include "run/figure_note.hpp"
#include "run/respond_trajectory.hpp"

namespace taut {
namespace {

using io::format_number;

std::string matrix_csv(const RespondReport& report) {
  std::string text;
  const auto n = static_cast<std::size_t>(report.coordinates);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) text += format_number(report.matrix[i * n + j]) + (j + 1 == n ? "\n" : ",");
  return text;
}

std::string blocks_csv(const RespondReport& report) {
  std::string text = "i,j,xx,xy,xz,yx,yy,yz,zx,zy,zz\n";
  for (const ResponsePair& pair : report.blocks) {
    text += fmt::format("{},{}", pair.i, pair.j);
    for (const auto& row : pair.block)
      for (double value : row) text += "," + format_number(value);
    text += "\n";
  }
  return text;
}

std::string motion_csv(const RespondReport& report) {
  std::string text = "particle,fx,fy,fz,x,y,z\n";
  for (std::size_t i = 0; i < report.load.size(); ++i) {
    const Vec3 &f = report.load[i], &x = report.answer->motion[i];
    text += fmt::format("{},{},{},{},{},{},{}\n", i, format_number(f.x), format_number(f.y), format_number(f.z),
                        format_number(x.x), format_number(x.y), format_number(x.z));
  }
  return text;
}

std::string forces_csv(const std::vector<double>& forces) {
  std::string text = "row,force\n";
  for (std::size_t k = 0; k < forces.size(); ++k) text += fmt::format("{},{}\n", k, format_number(forces[k]));
  return text;
}

std::string pairs_csv(const EnsembleResult& ensemble) {
  std::string text = "i,j,distance,mean,error\n";
  for (const EnsembleResult::Pair& pair : ensemble.pairs)
    text += fmt::format("{},{},{},{},{}\n", pair.i, pair.j, pair.distance, format_number(pair.value.mean),
                        format_number(pair.value.error));
  return text;
}

std::string decay_csv(const RespondReport& report) {
  std::string text = "distance,pairs,mean,error,exact\n";
  for (const DecayRow& row : report.decay)
    text += fmt::format("{},{},{},{},{}\n", row.distance, row.pairs, format_number(row.value.mean),
                        format_number(row.value.error), row.exact ? format_number(*row.exact) : "");
  return text;
}

}  // namespace

std::string modes_csv(const std::vector<Mode>& modes) {
  std::string text = "mode,value,particle,x,y,z\n";
  for (std::size_t k = 0; k < modes.size(); ++k)
    for (std::size_t i = 0; i < modes[k].motion.size(); ++i) {
      const Vec3& v = modes[k].motion[i];
      text += fmt::format("{},{},{},{},{},{}\n", k, format_number(modes[k].value), i, format_number(v.x),
                          format_number(v.y), format_number(v.z));
    }
  return text;
}

namespace {

io::Plot decay_figure(const RespondReport& report) {
  io::Series sampled{.label = "sampled", .x = {}, .y = {}, .mark = io::Mark::disc},
      exact{.label = "exact", .x = {}, .y = {}};
  for (const DecayRow& row : report.decay) {
    if (report.ensemble) {
      sampled.x.push_back(row.distance);
      sampled.y.push_back(row.value.mean);
      sampled.error.push_back(row.value.error);
    }
    if (row.exact) {
      exact.x.push_back(row.distance);
      exact.y.push_back(*row.exact);
    }
  }
  io::Plot plot{
      .title = fmt::format("{}: decay along the chain", report.title),
      .description = fmt::format("Mean block of {} between two particles against their distance.", report.letter),
      .x_label = "constraints between two particles",
      .y_label = fmt::format("mean of {}", report.letter),
      .y_scale = io::Scale::logarithmic};
  if (!exact.x.empty()) plot.series.push_back(std::move(exact));
  if (!sampled.x.empty()) plot.series.push_back(std::move(sampled));
  return plot;
}

// One cell a pair of particles: trace / dimension of the block.
io::HeatMap heat_map(const RespondReport& report) {
  const auto n = static_cast<std::size_t>(report.particles);
  io::HeatMap map{.title = fmt::format("{}: {}", report.title, report.quantity),
                  .x_label = "force on particle",
                  .y_label = "motion of particle",
                  .value_label = fmt::format("{}, trace / dimension", report.letter),
                  .rows = n,
                  .columns = n,
                  .values = std::vector<double>(n * n, 0.0)};
  if (report.ensemble) {
    for (const EnsembleResult::Pair& pair : report.ensemble->pairs)
      map.values[static_cast<std::size_t>(pair.i) * n + static_cast<std::size_t>(pair.j)] =
          map.values[static_cast<std::size_t>(pair.j) * n + static_cast<std::size_t>(pair.i)] = pair.value.mean;
    return map;
  }
  const auto size = report.moving.size(), d = static_cast<std::size_t>(report.dimension);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t axis = 0; axis < d; ++axis)
        map.values[static_cast<std::size_t>(report.moving[i]) * n + static_cast<std::size_t>(report.moving[j])] +=
            report.matrix[(i * d + axis) * size * d + j * d + axis] / static_cast<double>(d);
  return map;
}

io::Plot histogram_figure(const RespondReport& report, const EnsembleResult::Histogram& histogram) {
  const auto name = [&](std::int32_t i) { return report.names[static_cast<std::size_t>(i)]; };
  io::Series steps;
  const double width = (histogram.high - histogram.low) / static_cast<double>(histogram.counts.size());
  for (std::size_t b = 0; b < histogram.counts.size(); ++b)
    for (std::size_t end = 0; end < 2; ++end) {
      steps.x.push_back(histogram.low + static_cast<double>(b + end) * width);
      steps.y.push_back(static_cast<double>(histogram.counts[b]) /
                        (width * static_cast<double>(report.ensemble->samples)));
    }
  return {.title = fmt::format("{}: {} between {} and {}", report.title, report.letter, name(histogram.i),
                               name(histogram.j)),
          .description = "Density of the block's trace / dimension over the ensemble.",
          .x_label = fmt::format("{}, trace / dimension", report.letter),
          .y_label = "density",
          .series = {std::move(steps)}};
}

io::NetworkFigure network_of(const RespondReport& report, const Scenario& scenario, const Model& model) {
  io::NetworkFigure figure{.title = fmt::format("{}: {}", report.title, report.quantity),
                           .dimension = report.dimension};
  figure.rest = model.positions();
  figure.displacement = report.answer->motion;
  for (const DistanceRow& rod : model.distances()) figure.rods.emplace_back(rod.i, rod.j);
  for (const SpringSpec& spring : scenario.forces.springs) figure.springs.emplace_back(spring.i, spring.j);
  for (int i = 0; i < model.size(); ++i)
    if (!(model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0)) figure.fixed.push_back(i);
  figure.force = report.load;
  return figure;
}

}  // namespace

void write_response(RespondReport& report, const Scenario& scenario, const Model& model,
                    const OutputDirectory& directory) {
  const auto write = [&](const std::string& name, const std::string& text) {
    io::write_atomically(directory.file(name), text);
  };
  const auto draw = [&](const std::string& name, const auto& figure) {
    draw_or_note(report.notes, [&] { write(name, figure()); });
  };
  if (!report.matrix.empty()) write("matrix.csv", matrix_csv(report));
  if (!report.blocks.empty()) write("blocks.csv", blocks_csv(report));
  if (report.ensemble) write("pairs.csv", pairs_csv(*report.ensemble));
  if (!report.decay.empty()) {
    write("decay.csv", decay_csv(report));
    draw("decay.svg", [&] { return render(decay_figure(report)); });
  }
  if (!report.modes.empty()) write("modes.csv", modes_csv(report.modes));
  if (!report.normal_modes.empty()) write("normal_modes.csv", modes_csv(report.normal_modes));
  if (!report.matrix.empty() || (report.ensemble && report.particles <= 2000))
    draw("matrix.svg", [&] { return render(heat_map(report)); });
  for (std::size_t h = 0; report.ensemble && h < report.ensemble->histograms.size(); ++h)
    draw(fmt::format("histogram{}.svg", h + 1),
         [&] { return render(histogram_figure(report, report.ensemble->histograms[h])); });
  if (report.trajectory) write_trajectory(report, directory);
  if (!report.answer) return;
  write("motion.csv", motion_csv(report));
  if (model.row_count() > 0) write("constraint_forces.csv", forces_csv(report.answer->constraint_forces));
  if (report.particles <= most_listed) draw("motion.svg", [&] { return render(network_of(report, scenario, model)); });
}

}  // namespace taut
