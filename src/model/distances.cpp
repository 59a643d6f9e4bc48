// Distances, and angles held as the distance of their ends:
//   d^2 = a^2 + b^2 - 2 a b cos(theta) = (a - b)^2 + 4 a b sin^2(theta/2)
// The second form of the law of cosines has no cancellation at small angles.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "model/assembly.hpp"

namespace taut {
namespace {

std::uint64_t pair_key(int i, int j) {
  const auto [low, high] = std::minmax(i, j);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

double distance_of_ends(double a, double b, double degrees) {
  const double half_sine = std::sin(degrees * (std::numbers::pi / 360.0));
  return std::sqrt((a - b) * (a - b) + 4.0 * a * b * half_sine * half_sine);
}

Problem check_degrees(double degrees, const Place& place) {
  if (degrees > 0.0 && degrees < 180.0) return {};
  const std::string found = "found " + number(degrees);
  if (degrees == 180.0) {
    return place.error("degrees", found +
                                      ", expected less than 180: a straight angle held by a distance is singular "
                                      "(use type = \"linear\" to keep the middle particle between the ends)");
  }
  return place.error("degrees", found + ", expected an angle between 0 and 180, both excluded");
}

}  // namespace

double ModelAssembly::initial_distance(int i, int j) const {
  return norm(model.positions_[static_cast<std::size_t>(j)] - model.positions_[static_cast<std::size_t>(i)]);
}

Problem ModelAssembly::check_separate(int i, int j, std::string_view field, const Place& place) const {
  if (initial_distance(i, j) > 0.0) return {};
  return place.error(field, model.particle_name(i) + " and " + model.particle_name(j) +
                                " start at the same place, expected a length or different positions");
}

Expected<double> ModelAssembly::length_of(const DistanceSpec& spec, const Place& place) const {
  if (!spec.length) {
    if (auto problem = check_separate(spec.i, spec.j, "length", place)) return *problem;
  }
  const double length = spec.length ? *spec.length : initial_distance(spec.i, spec.j);
  if (auto problem = check_length(place, "length", length)) return *problem;
  return length;
}

Problem ModelAssembly::add(const DistanceSpec& spec, const Place& place) {
  const std::array<int, 2> ends = {spec.i, spec.j};
  for (const int end : ends) {
    if (auto problem = check_index(place, "between", end, model.size())) return problem;
  }
  if (spec.i == spec.j) {
    return place.error("between", "found " + model.particle_name(spec.i) + " twice, expected two different particles");
  }
  if (auto problem = check_some_move(place, "between", model, ends, "distance")) return problem;
  const auto length = length_of(spec, place);
  if (!length) return length.error();
  begin_constraint(spec.name, "distance");
  add_row(RowKind::distance, model.distances_.size());
  model.distances_.push_back({spec.i, spec.j, *length});
  return {};
}

Problem ModelAssembly::add(const AngleSpec& spec, const Place& place) {
  const std::array<int, 3> corners = {spec.a, spec.b, spec.c};
  if (auto problem = check_indices(place, "between", corners, model.size())) return problem;
  const std::array<int, 2> ends = {spec.a, spec.c};
  if (auto problem = check_some_move(place, "between", model, ends, "angle")) return problem;
  if (auto problem = check_degrees(spec.degrees, place)) return problem;
  const double first = side_length(spec.a, spec.b), second = side_length(spec.b, spec.c);
  if (first == 0.0 || second == 0.0) {
    return check_separate(first == 0.0 ? spec.a : spec.c, spec.b, "between", place);
  }
  const double length = distance_of_ends(first, second, spec.degrees);
  if (auto problem = check_length(place, "degrees", length)) return problem;
  begin_constraint(spec.name, "angle");
  model.constraints_.back().vertex = spec.b;
  add_row(RowKind::distance, model.distances_.size());
  model.distances_.push_back({spec.a, spec.c, length});
  return {};
}

void ModelAssembly::collect_sides() {
  for (const auto& spec : builder.specs_) {
    if (const auto* angle = std::get_if<AngleSpec>(&spec)) {
      sides.insert({{pair_key(angle->a, angle->b), 0.0}, {pair_key(angle->b, angle->c), 0.0}});
    }
  }
  if (sides.empty()) return;
  for (const auto& spec : builder.specs_) {
    const auto* distance = std::get_if<DistanceSpec>(&spec);
    if (distance == nullptr || !distance->length) continue;
    const auto side = sides.find(pair_key(distance->i, distance->j));
    if (side != sides.end() && side->second == 0.0) side->second = *distance->length;
  }
}

double ModelAssembly::side_length(int i, int j) const {
  const double length = sides.at(pair_key(i, j));
  // A length that is no length is refused at its own distance.
  return std::isfinite(length) && length > 0.0 ? length : initial_distance(i, j);
}

}  // namespace taut
