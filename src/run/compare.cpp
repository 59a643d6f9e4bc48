// Several runs in one figure. Errors swing; what tells runs apart is the largest up to each time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/figure/plot.hpp"
#include "io/file/atomic_file.hpp"
#include "io/output/observables_reader.hpp"
#include "run/output_directory.hpp"
#include "taut/output.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

constexpr double lowest = 1e-17;  // drawn in the place of smaller errors: below rounding

struct ComparedRun {
  std::string name;
  io::Observables observables;
};

std::vector<double> largest_so_far(std::vector<double> values) {
  double largest = lowest;
  for (double& value : values) value = largest = std::max(largest, value);
  return values;
}

// Less the beginning without any error, if there is one after it: it would only stretch the axis.
io::Series without_zeros(io::Series series) {
  const auto first = std::find_if(series.y.begin(), series.y.end(), [](double y) { return y > lowest; });
  if (first == series.y.end()) return series;
  series.x.erase(series.x.begin(), series.x.begin() + (first - series.y.begin()));
  series.y.erase(series.y.begin(), first);
  return series;
}

std::vector<double> energy_errors(const io::Observables& run) {
  const double initial = run.total.front();
  double scale = std::abs(initial);
  for (const double kinetic : run.kinetic) scale = std::max(scale, kinetic);
  std::vector<double> errors;
  for (const double total : run.total) errors.push_back(scale > 0.0 ? std::abs(total - initial) / scale : 0.0);
  return errors;
}

ComparedRun read_run(const std::filesystem::path& directory) {
  const std::filesystem::path place = directory.has_filename() ? directory : directory.parent_path();
  ComparedRun run{place.filename().string(), io::read_observables(directory / observables_file)};
  if (run.observables.time.size() < 2)
    throw InputError(fmt::format("{}: the run has fewer than two frames", directory.string()));
  return run;
}

template <class Errors>
std::string draw(const std::vector<ComparedRun>& runs, const std::string& what, Errors&& errors) {
  io::Plot plot{.title = fmt::format("Largest {} so far", what),
                .x_label = "time",
                .y_label = what,
                .y_scale = io::Scale::logarithmic};
  for (const ComparedRun& run : runs) {
    plot.series.push_back(without_zeros({run.name, run.observables.time, largest_so_far(errors(run.observables))}));
    plot.description += fmt::format("{} ends at {:.2g}. ", run.name, plot.series.back().y.back());
  }
  return io::render(plot);
}

}  // namespace

std::vector<std::filesystem::path> compare(const std::vector<std::filesystem::path>& directories,
                                           const std::filesystem::path& out) {
  std::vector<ComparedRun> runs;
  for (const std::filesystem::path& directory : directories) runs.push_back(read_run(directory));
  const std::string constraints =
      draw(runs, "constraint error (relative)", [](const io::Observables& run) { return run.position_error; });
  const std::string energy = draw(runs, "energy change (relative)", energy_errors);
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) throw OutputError(fmt::format("{}: cannot be made: {}", out.string(), error.message()));
  io::write_atomically((out / "constraint_errors.svg").string(), constraints);
  io::write_atomically((out / "energy_changes.svg").string(), energy);
  return {out / "constraint_errors.svg", out / "energy_changes.svg"};
}

}  // namespace taut
