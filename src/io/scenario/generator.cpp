#include "io/scenario/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace taut::io {
namespace {

constexpr std::size_t named_up_to = 1000;  // beyond it nobody reads the names, and they cost time and memory

}  // namespace

std::vector<std::string> generator_keys(std::vector<std::string> own) {
  const std::vector<std::string> common = {"name",      "mass",    "velocity", "bonds",
                                           "stiffness", "damping", "type",     "charge"};
  own.insert(own.begin(), common.begin(), common.end());
  return own;
}

Generator::Generator(ScenarioReader& reader, Section section, const std::string& kind, std::size_t number)
    : reader_(&reader), section_(std::move(section)), kind_(kind) {
  name_ = section_.text("name", number == 0 ? kind : fmt::format("{}{}", kind, number + 1));
  mass_ = section_.positive("mass", 1.0);
  velocity_ = section_.vector("velocity", {});
  type_ = section_.optional_text("type");
  if (section_.has("charge")) charge_ = section_.number("charge");
  const std::string bonds = section_.choice("bonds", {"rods", "springs", "none"});
  bonds_ = bonds == "rods" ? Bonds::rods : bonds == "springs" ? Bonds::springs : Bonds::none;
  if (bonds_ == Bonds::springs) {
    stiffness_ = section_.positive("stiffness");
    damping_ = section_.non_negative("damping", 0.0);
  } else if (section_.has("stiffness") || section_.has("damping")) {
    section_.fail(section_.has("stiffness") ? "stiffness" : "damping", "belongs to bonds = \"springs\" only");
  }
}

std::size_t Generator::count(std::string_view name, std::int64_t minimum) const {
  return static_cast<std::size_t>(section_.integer(name, {minimum, most_particles}));
}

int Generator::place(const std::vector<Vec3>& positions) {
  ModelBuilder& builder = reader_->scenario.model;
  const int first = builder.size();
  reader_->names.add({name_, first, static_cast<int>(positions.size()), {}, kind_}, section_);
  const bool named = positions.size() <= named_up_to;
  std::sort(fixed_.begin(), fixed_.end());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool fixed = std::binary_search(fixed_.begin(), fixed_.end(), static_cast<int>(i));
    builder.add(ParticleSpec{.name = named ? fmt::format("{}[{}]", name_, i) : std::string(),
                             .position = positions[i],
                             .velocity = fixed ? Vec3{} : velocity_,
                             .mass = mass_,
                             .fixed = fixed,
                             .type = type_,
                             .charge = charge_,
                             .origin = section_.path()});
  }
  return first;
}

void Generator::bond(int i, int j, double length) {
  if (bonds_ == Bonds::rods) {
    reader_->generated.emplace_back(DistanceSpec{i, j, length, {}, section_.path()});
  } else if (bonds_ == Bonds::springs) {
    reader_->scenario.forces.springs.push_back({i, j, stiffness_, length, damping_, {}, section_.path()});
  }
}

Vec3 read_direction(Section& section, std::string_view name, const Vec3& fallback) {
  const Vec3 given = section.vector(name, fallback);
  const double length = norm(given);
  if (!(length > 0.0)) section.fail(name, "expected a direction, found a zero vector");
  return (1.0 / length) * given;
}

Vec3 perpendicular(const Vec3& unit, int dimension) {
  if (dimension == 2) return {-unit.y, unit.x, 0.0};
  const Vec3 axis = std::abs(unit.z) < 0.9 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0};
  const Vec3 normal = cross(axis, unit);
  return (1.0 / norm(normal)) * normal;
}

}  // namespace taut::io
