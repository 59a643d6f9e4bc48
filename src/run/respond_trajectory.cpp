#include "run/respond_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/h5md/h5md_reader.hpp"
#include "run/implied_constraints.hpp"

namespace taut {
namespace {

constexpr const char* trajectory_file = "trajectory.h5";
constexpr int default_components = 10;
constexpr double chance = 1e-6;  // what tumbles keeps relations between places exactly, or by chance
constexpr double still = 1e-14;  // of the distance from the origin: rounding, no motion

// Frames are fitted where nothing tells one place or direction from another: no fixed particle, rods only.
bool fits_by_itself(const Model& model) {
  return model.free_particles() == model.size() && static_cast<int>(model.distances().size()) == model.row_count();
}

void check_frames(const io::Trajectory& trajectory, const Model& model, const std::string& file) {
  if (trajectory.frames.size() < 2)
    throw InputError(fmt::format("{}: found {} frames, expected at least two", file, trajectory.frames.size()));
  if (const auto found = trajectory.frames[0].size(); found != static_cast<std::size_t>(model.size()))
    throw InputError(
        fmt::format("{}: found frames of {} particles, expected the {} of the scenario", file, found, model.size()));
  for (std::size_t f = 0; f < trajectory.frames.size(); ++f)
    for (std::size_t i = 0; i < trajectory.frames[f].size(); ++i)
      if (!is_finite(trajectory.frames[f][i]) || !std::isfinite(trajectory.time[f]))
        throw InputError(
            fmt::format("{}: frame {}: found a position of {} or a time that is no number, expected finite numbers",
                        file, f, model.particle_name(static_cast<int>(i))));
}

void refuse_rest(const PrincipalComponents& found, const std::string& file) {
  double size = 0.0;
  for (std::size_t i = 0; i < found.mean.size(); ++i) size += found.masses[i] * dot(found.mean[i], found.mean[i]);
  if (found.total <= still * still * size)
    throw InputError(fmt::format("{}: nothing moves in it; expected a motion, which has components", file));
}

// How many: as asked, or as many of ten as there are.
int component_count(const RespondOptions& options, const Model& model, std::size_t frames) {
  const int most = std::min(model.dimension() * model.free_particles(), static_cast<int>(frames) - 1);
  return options.modes.value_or(std::min(default_components, most));
}

std::vector<double> variances_of(const std::vector<std::vector<double>>& rows) {
  std::vector<double> mean(rows[0].size(), 0.0), square(mean);
  for (const std::vector<double>& row : rows)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += row[k] / static_cast<double>(rows.size());
  for (const std::vector<double>& row : rows)
    for (std::size_t k = 0; k < mean.size(); ++k)
      square[k] += (row[k] - mean[k]) * (row[k] - mean[k]) / static_cast<double>(rows.size());
  return square;
}

// Held at the first frame and at the last, and so not by chance.
std::vector<bool> held_throughout(const Model& model, const std::vector<std::vector<Vec3>>& frames,
                                  const std::vector<ImpliedRelation>& relations) {
  std::vector<bool> held = held_by_constraints(model.with_positions(frames.front()), relations);
  const std::vector<bool> later = held_by_constraints(model.with_positions(frames.back()), relations);
  for (std::size_t k = 0; k < held.size(); ++k) held[k] = held[k] && later[k];
  return held;
}

void take_relations(TrajectoryReport& report, const Scenario& scenario, const Model& model,
                    const std::vector<std::vector<Vec3>>& frames, const FrameWeights& weights, double variance) {
  std::vector<ImpliedRelation> relations = located(scenario, implied_relations(frames, weights, variance));
  const std::vector<bool> held = held_throughout(model, frames, relations);
  for (std::size_t k = 0; k < relations.size(); ++k)
    if (held[k])
      report.held += relations[k].every_axis ? model.dimension() : 1;
    else
      report.relations.push_back(std::move(relations[k]));
  for (const ImpliedRelation& relation : report.relations)
    report.relation_texts.push_back(relation_text(relation, model));
}

void take_normal_modes(TrajectoryReport& report, const std::vector<Mode>& modes, const Model& start,
                       const std::vector<std::vector<Vec3>>& frames, const FrameWeights& weights) {
  for (const std::vector<Vec3>& frame : frames) {
    const std::vector<Vec3> placed = report.fitted ? fitted(frame, start.positions(), weights) : frame;
    report.normal_projections.push_back(projection(modes, placed, start.positions(), report.principal.masses));
  }
  report.normal_variances = variances_of(report.normal_projections);
}

}  // namespace

TrajectoryReport look_at_trajectory(const Scenario& scenario, const System& system, const Model& start,
                                    const RespondOptions& options, const std::vector<Mode>& normal_modes) {
  TrajectoryReport report;
  report.file = options.trajectory / trajectory_file;
  const std::string file = report.file.string();
  io::Trajectory trajectory = io::read_trajectory(report.file);
  check_frames(trajectory, system.model, file);
  const FrameWeights weights{system.model.dimension(), system.model.masses()};
  if (options.fit == Fit::rigid && system.model.free_particles() != system.model.size())
    throw InputError("--fit: frames with fixed particles stay where they are; expected --fit none or auto");
  report.fitted = options.fit == Fit::rigid || (options.fit == Fit::automatic && fits_by_itself(system.model));
  std::vector<std::vector<Vec3>> placed = trajectory.frames;
  if (report.fitted) fit_to_mean(placed, weights);
  const int count = component_count(options, system.model, placed.size());
  Expected<PrincipalComponents> found = principal_components(placed, count, weights);
  if (!found) throw InputError(fmt::format("{}: --{}: {}", file, found.error().key, found.error().message));
  report.principal = std::move(*found);
  refuse_rest(report.principal, file);
  for (const std::vector<Vec3>& frame : placed) report.projections.push_back(projection(report.principal, frame));
  if (!normal_modes.empty()) take_normal_modes(report, normal_modes, start, trajectory.frames, weights);
  const auto variance = [&](double zero) { return zero * zero * report.principal.total; };
  report.enough_frames = static_cast<int>(placed.size()) > system.model.dimension() * system.model.free_particles();
  if (report.enough_frames)
    take_relations(report, scenario, system.model, trajectory.frames, weights,
                   variance(report.fitted ? std::min(options.zero, chance) : options.zero));
  report.shape = kept_shape(system.model, trajectory.frames, report.relations, variance(options.zero));
  report.shape_texts = shape_texts(report.shape, system.model);
  report.constraints = constraints_toml(report.relations, report.shape, system.model, options.zero);
  report.time = std::move(trajectory.time);
  return report;
}

}  // namespace taut
