// Checks that several kinds of input share, and the wording of what they find.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "taut/error.hpp"
#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

// What is wrong, or nothing.
using Problem = std::optional<Error>;

// Where in the input a spec stands. Its key is spelt out only for a message: a million specs cost no strings.
struct Place {
  std::string_view origin;  // as the caller gave it
  const char* list;         // when the origin is empty the key is list[index]
  std::size_t index;

  std::string key(std::string_view field = {}) const;
  Error error(std::string_view field, std::string message) const { return {key(field), std::move(message)}; }
};

std::string number(double value);  // the shortest text that reads back as the same double
std::string quoted(std::string_view text);
std::string vector_text(const Vec3& v, int dimension);

// The candidate that was probably meant, or else all of them, as a parenthesis that ends a sentence.
std::string hint(std::string_view word, std::span<const std::string> candidates);

Problem check_finite(const Place& place, std::string_view field, double value);
Problem check_vector(const Place& place, std::string_view field, const Vec3& value, int dimension);
Problem check_positive(const Place& place, std::string_view field, double value);
Problem check_not_negative(const Place& place, std::string_view field, double value);
// A positive number whose square neither overflows nor vanishes, as the equations need.
Problem check_length(const Place& place, std::string_view field, double value);
Problem check_index(const Place& place, std::string_view field, int index, int particles);
// At least one particle, each of them existing, none twice.
Problem check_indices(const Place& place, std::string_view field, std::span<const int> indices, int particles);
// Whether what acts on these particles ("the spring", ...) acts on one that is neither fixed nor driven.
Problem check_some_move(const Place& place, std::string_view field, const Model& model, std::span<const int> particles,
                        std::string_view what);
Problem check_parameters(const Place& place, const Parameters& parameters);

}  // namespace taut
