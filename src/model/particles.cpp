// The particles of a model: checks, masses, and the paths of driven ones.
#include <array>
#include <cmath>
#include <limits>

#include "model/assembly.hpp"
#include "model/coordinates.hpp"

namespace taut {
namespace {

constexpr std::array<const char*, 3> path_fields = {"path.x", "path.y", "path.z"};

bool has_path(const ParticleSpec& spec) {
  return !spec.path[0].empty() || !spec.path[1].empty() || !spec.path[2].empty();
}

Problem check_mass(const ParticleSpec& spec, const Place& place) {
  if (auto problem = check_positive(place, "mass", spec.mass)) return problem;
  if (std::isfinite(1.0 / spec.mass)) return {};
  return place.error("mass", "found " + number(spec.mass) + ", expected a number whose inverse is finite");
}

Problem check_path(const ParticleSpec& spec, int dimension, const Place& place) {
  if (!spec.fixed) return place.error("path", "found a path on a particle that is free, expected fixed = true with it");
  if (dimension == 2 && !spec.path[2].empty()) {
    return place.error("path.z", "found " + quoted(spec.path[2]) + ", expected none in two dimensions");
  }
  return {};
}

Problem check_rest(const ParticleSpec& spec, int dimension, const Place& place) {
  if (!spec.fixed || spec.velocity == Vec3{}) return {};
  const std::string reason =
      has_path(spec) ? "zero for a driven particle (its path gives the velocity)" : "zero for a fixed particle";
  return place.error("velocity", "found " + vector_text(spec.velocity, dimension) + ", expected " + reason);
}

// Where a driven coordinate starts, and how fast.
struct Start {
  double value, rate;
};

Expected<Start> start_of(const Formula& coordinate, const Place& place, std::string_view field) {
  std::vector<double> scratch(coordinate.scratch_size());
  const double zero = 0.0;
  Start start;
  start.value = coordinate.gradient(&zero, &start.rate, scratch.data());
  if (!std::isfinite(start.value)) {
    return place.error(
        field, quoted(coordinate.text()) + " is " + number(start.value) + " at t = 0, expected a finite number");
  }
  if (!std::isfinite(start.rate)) {
    return place.error(field, quoted(coordinate.text()) + " has the derivative " + number(start.rate) +
                                  " at t = 0, expected a finite number");
  }
  return start;
}

}  // namespace

Problem ModelAssembly::add_particles() {
  const auto& specs = builder.particles_;
  model.positions_.reserve(specs.size());
  model.velocities_.reserve(specs.size());
  model.masses_.reserve(specs.size());
  model.inverse_masses_.reserve(specs.size());
  if (!builder.by_name_.empty()) model.names_.reserve(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (auto problem = add_particle(specs[i], {specs[i].origin, "particles", i})) return problem;
  }
  return {};
}

Problem ModelAssembly::add_particle(const ParticleSpec& spec, const Place& place) {
  if (auto problem = check_particle(spec, place)) return problem;
  model.positions_.push_back(spec.position);
  model.velocities_.push_back(spec.velocity);
  model.masses_.push_back(spec.fixed ? std::numeric_limits<double>::infinity() : spec.mass);
  model.inverse_masses_.push_back(spec.fixed ? 0.0 : 1.0 / spec.mass);
  if (!builder.by_name_.empty()) model.names_.push_back(spec.name);
  take_kind(spec);
  return has_path(spec) ? add_path(spec, place) : Problem{};
}

// Types are numbered as they first occur.
void ModelAssembly::take_kind(const ParticleSpec& spec) {
  const std::size_t before = model.positions_.size() - 1;
  if (spec.charge != 0.0 || !model.charges_.empty()) {
    model.charges_.resize(before, 0.0);
    model.charges_.push_back(spec.charge);
  }
  if (spec.type.empty() && model.types_.empty()) return;
  model.types_.resize(before, -1);
  const auto number = static_cast<std::int32_t>(types.size());
  model.types_.push_back(spec.type.empty() ? -1 : types.try_emplace(spec.type, number).first->second);
  if (types.size() > model.type_names_.size()) model.type_names_.push_back(spec.type);
}

Problem ModelAssembly::check_box() const {
  const Place place{"box", "box", 0};
  if (!model.is_periodic()) return {};
  for (int axis = 0; axis < model.dimension_; ++axis)
    if (auto problem = check_positive(place, "lengths", model.box_[axis])) return problem;
  return {};
}

Problem ModelAssembly::check_particle(const ParticleSpec& spec, const Place& place) const {
  const int dimension = model.dimension_;
  if (auto problem = check_name(spec, place)) return problem;
  if (auto problem = check_vector(place, "position", spec.position, dimension)) return problem;
  if (auto problem = check_vector(place, "velocity", spec.velocity, dimension)) return problem;
  if (auto problem = check_mass(spec, place)) return problem;
  if (auto problem = check_finite(place, "charge", spec.charge)) return problem;
  if (auto problem = check_rest(spec, dimension, place)) return problem;
  return has_path(spec) ? check_path(spec, dimension, place) : Problem{};
}

Problem ModelAssembly::check_name(const ParticleSpec& spec, const Place& place) const {
  if (spec.name.empty()) return {};
  const int first = builder.by_name_.at(spec.name);
  if (static_cast<std::size_t>(first) == place.index) return {};
  return place.error("name", quoted(spec.name) + " is already the name of particle " + std::to_string(first));
}

Problem ModelAssembly::add_path(const ParticleSpec& spec, const Place& place) {
  DrivenPath path{static_cast<std::int32_t>(place.index), {}};
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const std::string text = spec.path[a].empty() ? number(spec.position[axis]) : spec.path[a];
    auto coordinate = parse_of_time(place, path_fields[a], text);
    if (!coordinate) return coordinate.error();
    const auto start = start_of(*coordinate, place, path_fields[a]);
    if (!start) return start.error();
    model.positions_.back()[axis] = start->value;
    model.velocities_.back()[axis] = start->rate;
    path.coordinate[a] = std::move(*coordinate);
  }
  model.driven_.push_back(std::move(path));
  return {};
}

}  // namespace taut
