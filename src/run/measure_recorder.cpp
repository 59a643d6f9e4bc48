#include "run/measure_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/number.hpp"
#include "run/lag_files.hpp"
#include "run/system.hpp"

namespace taut {
namespace {

constexpr const char* memory_key = "measurements";

double bin_width(const MeasureSpec::Bins& bins) { return (bins.high - bins.low) / bins.count; }

bool has_histogram(const Measurement& m) { return m.bins && m.samples > 0; }

std::string histograms_csv(const std::vector<Measurement>& results) {
  std::string text = "name,low,high,count,density\n";
  for (const Measurement& m : results)
    for (int b = 0; m.bins && b < m.bins->count; ++b) {
      const double width = bin_width(*m.bins), low = m.bins->low + b * width;
      const auto count = static_cast<double>(m.counts[static_cast<std::size_t>(b) + 1]);
      text += fmt::format("{},{},{},{},{}\n", m.name, io::format_number(low), io::format_number(low + width), count,
                          io::format_number(count / (width * static_cast<double>(m.counted))));
    }
  return text;
}

io::Plot histogram_figure(const Measurement& m) {
  io::Series steps;
  const double width = bin_width(*m.bins);
  for (int b = 0; b < m.bins->count; ++b)
    for (int end = 0; end < 2; ++end) {
      steps.x.push_back(m.bins->low + (b + end) * width);
      steps.y.push_back(static_cast<double>(m.counts[static_cast<std::size_t>(b) + 1]) /
                        (width * static_cast<double>(m.counted)));
    }
  return {.title = fmt::format("{}: distribution", m.name),
          .description = "Density over the run.",
          .x_label = m.name,
          .y_label = "density",
          .series = {std::move(steps)}};
}

}  // namespace

MeasureRecorder::MeasureRecorder(const Scenario& scenario, const Model& model)
    : measurements_(located(
          scenario, Measurements::make(model, scenario.measures, scenario.integrator.step, scenario.forces.springs))),
      time_unit_(scenario.units.time) {}

void MeasureRecorder::restore(const io::Checkpoint& checkpoint, const OutputDirectory& directory) {
  const auto memory = checkpoint.lists.find(memory_key);
  if (memory == checkpoint.lists.end() ? !measurements_.empty() : !measurements_.restore(memory->second))
    throw InputError(
        fmt::format("{}: was begun with other measurements; expected the same", directory.path().string()));
}

void MeasureRecorder::open(const OutputDirectory& directory, const io::Checkpoint* continued) {
  if (measurements_.names().empty()) return;
  const std::string file = directory.file(measurements_file);
  if (continued && continued->counts.count(measurements_file) > 0) {
    table_.emplace(io::TextFile::resume(file, continued->counts.at(measurements_file)));
    return;
  }
  table_.emplace(io::TextFile::create(file));
  table_->append(fmt::format("time,{}\n", fmt::join(measurements_.names(), ",")));
  table_->end_record();
}

std::string MeasureRecorder::take(const State& state) {
  if (!measurements_.due(state.step)) return {};
  std::string row = io::format_number(state.time);
  bool any = false;
  for (const std::optional<double>& value : measurements_.take(state)) {
    row += ",";
    if (value) io::append_number(row, *value);
    any |= value.has_value();
  }
  if (any) {
    table_->append(row + "\n");
    table_->end_record();
  }
  if (measurements_.lost().empty()) return {};
  return fmt::format("at t = {:.6g} the measurement {} is not a number: its formula left its domain", state.time,
                     measurements_.lost());
}

void MeasureRecorder::flush() {
  if (table_) table_->flush();
}

void MeasureRecorder::write(const OutputDirectory& directory) const {
  const std::vector<Measurement> all = results();
  if (std::any_of(all.begin(), all.end(), has_histogram))
    io::write_atomically(directory.file("histograms.csv"), histograms_csv(all));
  write_lag_functions(functions(), directory);
}

void MeasureRecorder::draw(const OutputDirectory& directory) const {
  const std::vector<Measurement> all = results();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (has_histogram(all[k]))
      io::write_atomically(directory.file(fmt::format("histogram{}.svg", k + 1)), render(histogram_figure(all[k])));
  draw_lag_functions(functions(), time_unit_, directory);
}

void MeasureRecorder::save(io::Checkpoint& checkpoint) const {
  if (!measurements_.empty()) checkpoint.lists[memory_key] = measurements_.memory();
  if (table_) checkpoint.counts[measurements_file] = table_->offset();
}

}  // namespace taut
