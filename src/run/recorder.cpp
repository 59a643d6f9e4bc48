#include "run/recorder.hpp"

#include <algorithm>
#include <functional>

#include "io/figure/arm_figure.hpp"
#include "io/file/text_file.hpp"
#include "io/h5md/h5md_writer.hpp"
#include "io/output/csv_writer.hpp"
#include "io/output/forces_writer.hpp"
#include "io/output/joints_writer.hpp"
#include "io/output/observables_writer.hpp"
#include "io/output/thermodynamics_writer.hpp"
#include "io/output/xyz_writer.hpp"

namespace taut {

// A writer, and its place (bytes or frames) under a key of the checkpoint.
struct Recorder::File {
  std::string name;
  std::unique_ptr<Writer> writer;
  std::function<std::int64_t()> place;
};

namespace {

// As typed; empty for a particle without a name.
std::vector<std::string> particle_names(const ModelBuilder& builder) {
  std::vector<std::string> names;
  for (int i = 0; i < builder.size(); ++i) names.push_back(builder.particle(i).name);
  return names;
}

// Types tell more than names where there are some.
std::vector<std::string> species_of(const ModelBuilder& builder) {
  std::vector<std::string> species = particle_names(builder);
  for (int i = 0; i < builder.size(); ++i)
    if (!builder.particle(i).type.empty()) species[static_cast<std::size_t>(i)] = builder.particle(i).type;
  return species;
}

bool any_name(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
}

std::vector<std::string> row_names(const Model& model) {
  std::vector<std::string> names;
  for (int row = 0; row < model.row_count(); ++row) names.push_back(model.row_name(row));
  return names;
}

std::optional<std::string> label(const std::string& unit) { return unit.empty() ? std::nullopt : std::optional(unit); }

io::ThermodynamicsWriter::Options thermodynamics_options(const Scenario& scenario, const Model& model) {
  return {model.dimension(), scenario.units.boltzmann_constant, moving_mass(model)};
}

io::H5mdOptions h5md_options(const Scenario& scenario, const Model& model, const std::string& path) {
  const Units& units = scenario.units;
  std::vector<std::string> names = particle_names(scenario.model);
  if (!any_name(names)) names.clear();
  return {.path = path,
          .masses = model.masses(),
          .names = std::move(names),
          .row_names = row_names(model),
          .periodic = model.is_periodic(),
          .units = {label(units.length), label(units.time), label(units.mass)},
          .creator_version = version()};
}

bool is_driven(const Model& model, int particle) {
  return std::any_of(model.driven().begin(), model.driven().end(),
                     [&](const DrivenPath& path) { return path.particle == particle; });
}

std::vector<bool> particles_of_arms(const Scenario& scenario) {
  std::vector<bool> marked(static_cast<std::size_t>(scenario.model.size()), false);
  for (const ScenarioArm& arm : scenario.arms)
    for (const auto* markers : {&arm.points.markers, &arm.points.base})
      for (const ArmPoints::Marker& marker : *markers) marked[static_cast<std::size_t>(marker.particle)] = true;
  return marked;
}

// From joint to end, wherever the particles have them.
std::vector<std::pair<Vec3, Vec3>> limbs_at(const std::vector<ScenarioArm>& arms, std::span<const Vec3> positions) {
  std::vector<std::pair<Vec3, Vec3>> limbs;
  for (const ScenarioArm& arm : arms) {
    const std::vector<double> values = joint_values(arm.arm, arm.points, positions, arm.start);
    Vec3 moved = {};  // the base, where it is driven
    if (!arm.points.base.empty()) {
      const ArmPoints::Marker& fixed = arm.points.base.front();
      moved = positions[static_cast<std::size_t>(fixed.particle)] - arm.arm.base() * fixed.at;
    }
    for (const io::DrawnLimb& limb : io::pose_of(arm.arm, values))
      limbs.emplace_back(limb.from + moved, limb.to + moved);
  }
  return limbs;
}

io::FigureOptions figure_options(const Scenario& scenario, const System& system, const OutputDirectory& directory) {
  const Model& model = system.model;
  io::FigureOptions options{.directory = directory.path().string(),
                            .title = scenario.title,
                            .dimension = model.dimension(),
                            .tolerance = scenario.solver.tolerance,
                            .conserves_energy = conserves_energy(scenario, system),
                            .length_unit = scenario.units.length,
                            .time_unit = scenario.units.time};
  const std::vector<bool> of_arms = particles_of_arms(scenario);
  for (const DistanceRow& rod : model.distances())
    if (!of_arms[static_cast<std::size_t>(rod.i)] || !of_arms[static_cast<std::size_t>(rod.j)])
      options.rods.emplace_back(rod.i, rod.j);
  for (const SpringSpec& spring : scenario.forces.springs) options.springs.emplace_back(spring.i, spring.j);
  for (int i = 0; i < model.size(); ++i) {
    options.names.push_back(model.particle_name(i));
    if (of_arms[static_cast<std::size_t>(i)])
      options.hidden.push_back(i);
    else if (scenario.model.particle(i).fixed && !is_driven(model, i))
      options.fixed.push_back(i);
  }
  std::vector<int> still = options.fixed;
  still.insert(still.end(), options.hidden.begin(), options.hidden.end());
  options.tracked = io::choose_tracked(model.size(), still);
  for (const ScenarioArm& arm : scenario.arms)
    options.tracked.insert(options.tracked.end(), arm.points.hands.begin(), arm.points.hands.end());
  if (!scenario.arms.empty())
    options.limbs = [&arms = scenario.arms](std::span<const Vec3> positions) { return limbs_at(arms, positions); };
  return options;
}

// Where this file was when the checkpoint was taken; nothing when it is to be made anew.
std::optional<std::int64_t> place_before(const io::Checkpoint* continued, const std::string& name) {
  if (!continued) return std::nullopt;
  const auto at = continued->counts.find(name);
  return at == continued->counts.end() ? std::nullopt : std::optional(at->second);
}

std::vector<double> list_of(const io::Checkpoint& checkpoint, const std::string& name) {
  const auto found = checkpoint.lists.find(name);
  return found == checkpoint.lists.end() ? std::vector<double>{} : found->second;
}

io::TextFile open_text(const std::string& path, std::optional<std::int64_t> place) {
  return place ? io::TextFile::resume(path, *place) : io::TextFile::create(path);
}

io::H5mdWriter open_h5md(const io::H5mdOptions& options, std::optional<std::int64_t> frames) {
  return frames ? io::H5mdWriter::resume(options, *frames) : io::H5mdWriter::create(options);
}

}  // namespace

Recorder::Recorder(const Scenario& scenario, const System& system, const OutputDirectory& directory,
                   const io::Checkpoint* continued) {
  const Model& model = system.model;
  const auto add = [&]<class W, class Base>(const std::string& name, W writer, std::int64_t (Base::*place)() const) {
    auto owned = std::make_unique<W>(std::move(writer));
    W* raw = owned.get();
    files_.push_back(std::make_unique<File>(File{name, std::move(owned), [=] { return (raw->*place)(); }}));
    return raw;
  };
  const auto text = [&](const char* name) { return open_text(directory.file(name), place_before(continued, name)); };
  const auto add_trajectory = [&](TrajectoryFormat format) {
    constexpr const char *csv = "trajectory.csv", *forces = "constraint_forces.csv", *xyz = "trajectory.xyz",
                         *h5 = "trajectory.h5";
    switch (format) {
      case TrajectoryFormat::csv:
        add(csv, io::CsvWriter(text(csv)), &io::CsvWriter::offset);
        if (model.row_count() > 0) add(forces, io::ForcesWriter(text(forces)), &io::ForcesWriter::offset);
        return;
      case TrajectoryFormat::xyz:
        add(xyz, io::XyzWriter(text(xyz), species_of(scenario.model)), &io::XyzWriter::offset);
        return;
      case TrajectoryFormat::h5md:
        add(h5, open_h5md(h5md_options(scenario, model, directory.file(h5)), place_before(continued, h5)),
            &io::H5mdWriter::frames);
        return;
    }
  };
  add(observables_file, io::ObservablesWriter(text(observables_file)), &io::ObservablesWriter::offset);
  if (has_thermodynamics(scenario)) {
    constexpr const char* thermodynamics = "thermodynamics.csv";
    add(thermodynamics, io::ThermodynamicsWriter(text(thermodynamics), thermodynamics_options(scenario, model)),
        &io::ThermodynamicsWriter::offset);
  }
  if (!scenario.arms.empty())
    joints_ = add(joints_file, io::JointsWriter(text(joints_file), scenario.arms), &io::JointsWriter::offset);
  for (const TrajectoryFormat format : scenario.output.formats) add_trajectory(format);
  if (scenario.output.figures) figures_.emplace(figure_options(scenario, system, directory));
  if (figures_ && continued) figures_->restore(continued->figures);
  if (joints_ && continued) joints_->restore(list_of(*continued, joints_file));
}

Recorder::~Recorder() = default;

void Recorder::write(const Frame& frame) {
  for (const auto& file : files_) file->writer->write(frame);
  if (figures_) figures_->write(frame);
}

void Recorder::follow(const State& state) {
  if (joints_) joints_->follow(state.position);
}

void Recorder::draw() {
  if (figures_) figures_->finish();
}

void Recorder::flush() {
  for (const auto& file : files_) file->writer->flush();
}

void Recorder::save(io::Checkpoint& checkpoint) const {
  for (const auto& file : files_) checkpoint.counts[file->name] = file->place();
  if (figures_) checkpoint.figures = figures_->save();
  if (joints_) checkpoint.lists[joints_file] = joints_->save();
}

}  // namespace taut
