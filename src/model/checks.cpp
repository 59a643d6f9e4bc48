#include "model/checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/suggest.hpp"
#include "model/names.hpp"

namespace taut {

std::string Place::key(std::string_view field) const {
  std::string key = origin.empty() ? std::string(list) + "[" + std::to_string(index) + "]" : std::string(origin);
  return field.empty() ? key : (key += ".").append(field);
}

std::string number(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string quoted(std::string_view text) { return std::string("\"").append(text) += '"'; }

std::string vector_text(const Vec3& v, int dimension) {
  std::string text(1, '(');
  for (int axis = 0; axis < dimension; ++axis) text.append(axis == 0 ? "" : ", ").append(number(v[axis]));
  return text += ')';
}

std::string hint(std::string_view word, std::span<const std::string> candidates) {
  if (const auto meant = closest(word, candidates)) return " (did you mean " + quoted(*meant) + "?)";
  if (candidates.empty()) return " (there are none)";
  std::string all;
  for (const std::string& candidate : candidates) all += (all.empty() ? "" : ", ") + candidate;
  return " (there are " + all + ")";
}

Problem check_finite(const Place& place, std::string_view field, double value) {
  if (std::isfinite(value)) return {};
  return place.error(field, "found " + number(value) + ", expected a finite number");
}

Problem check_vector(const Place& place, std::string_view field, const Vec3& value, int dimension) {
  if (!is_finite(value)) return place.error(field, "found " + vector_text(value, 3) + ", expected finite numbers");
  if (dimension == 3 || value.z == 0.0) return {};
  return place.error(field, "found z = " + number(value.z) + ", expected 0 in two dimensions");
}

Problem check_positive(const Place& place, std::string_view field, double value) {
  if (std::isfinite(value) && value > 0.0) return {};
  return place.error(field, "found " + number(value) + ", expected a positive number");
}

Problem check_not_negative(const Place& place, std::string_view field, double value) {
  if (std::isfinite(value) && value >= 0.0) return {};
  return place.error(field, "found " + number(value) + ", expected zero or a positive number");
}

Problem check_length(const Place& place, std::string_view field, double value) {
  if (auto problem = check_positive(place, field, value)) return problem;
  if (std::isnormal(value * value)) return {};
  return place.error(field,
                     "found " + number(value) + ", expected a number whose square is a finite double above zero");
}

Problem check_index(const Place& place, std::string_view field, int index, int particles) {
  if (index >= 0 && index < particles) return {};
  const std::string found = "found particle " + std::to_string(index);
  if (particles == 0) return place.error(field, found + ", but there are no particles");
  return place.error(field, found + ", expected an index from 0 to " + std::to_string(particles - 1) +
                                " (particles: " + std::to_string(particles) + ")");
}

Problem check_indices(const Place& place, std::string_view field, std::span<const int> indices, int particles) {
  if (indices.empty()) return place.error(field, "found no particle, expected at least one");
  for (const int index : indices) {
    if (auto problem = check_index(place, field, index, particles)) return problem;
  }
  std::vector<int> sorted(indices.begin(), indices.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
  if (twin == sorted.end()) return {};
  return place.error(field, "found particle " + std::to_string(*twin) + " twice, expected different particles");
}

Problem check_some_move(const Place& place, std::string_view field, const Model& model, std::span<const int> particles,
                        std::string_view what) {
  const auto moves = [&](int i) { return model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0; };
  if (std::any_of(particles.begin(), particles.end(), moves)) return {};
  return place.error(field, std::string("the ").append(what) + " acts on fixed particles only (" +
                                joined_names(model, particles, ", ") + "), expected at least one that moves");
}

Problem check_parameters(const Place& place, const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    if (auto problem = check_finite(place, "parameters." + name, value)) return problem;
  }
  return {};
}

}  // namespace taut
