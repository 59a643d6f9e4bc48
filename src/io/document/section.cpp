#include "io/document/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggest.hpp"

namespace taut::io {
namespace {

Node to_node(const Vec3& vector, int dimension) {
  Node::Array array;
  for (int axis = 0; axis < dimension; ++axis) array.push_back(Node{vector[axis]});
  return Node{std::move(array)};
}

std::string expected_vector(int dimension) { return fmt::format("a vector of {} numbers", dimension); }

}  // namespace

Section::Section(Document& document, Node& table, std::string path)
    : document_(&document), table_(&table), path_(std::move(path)) {
  if (!table.as<Node::Table>()) fail_at(path_, fmt::format("expected a table, found {}", describe(table)));
}

std::string Section::key(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

void Section::allow(const std::vector<std::string>& names) const {
  for (const Member& member : members()) {
    if (std::find(names.begin(), names.end(), member.key) != names.end()) continue;
    const std::string guess = suggestion(member.key, names);
    fail(member.key, "unknown key" + (guess.empty() ? fmt::format("; known are {}", list_some(names, 20)) : guess));
  }
}

const Node* Section::node(std::string_view name) const { return find(members(), name); }

const Node& Section::required(std::string_view name, std::string_view expected) const {
  const Node* found = node(name);
  if (!found) fail(name, fmt::format("missing; expected {}", expected));
  return *found;
}

void Section::put(std::string_view name, Node value) {
  value.line = table_->line;
  members().push_back({std::string(name), std::move(value)});
}

double Section::number_of(const Node& value, const std::string& full_key) const {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  const auto* number = value.as<double>();
  if (!number) fail_at(full_key, fmt::format("expected a number, found {}", describe(value)));
  if (!std::isfinite(*number)) fail_at(full_key, fmt::format("expected a finite number, found {}", *number));
  return *number;
}

double Section::number(std::string_view name) const { return number_of(required(name, "a number"), key(name)); }

double Section::number(std::string_view name, double fallback) {
  if (!has(name)) put(name, Node{fallback});
  return number(name);
}

std::optional<double> Section::optional_number(std::string_view name) const {
  return has(name) ? std::optional(number(name)) : std::nullopt;
}

double Section::positive(std::string_view name) const {
  const double value = number_of(required(name, "a positive number"), key(name));
  if (!(value > 0.0)) fail(name, fmt::format("expected a positive number, found {}", value));
  return value;
}

double Section::positive(std::string_view name, double fallback) {
  if (!has(name)) put(name, Node{fallback});
  return positive(name);
}

double Section::non_negative(std::string_view name) const {
  const double value = number(name);
  if (value < 0.0) fail(name, fmt::format("expected zero or a positive number, found {}", value));
  return value;
}

double Section::non_negative(std::string_view name, double fallback) {
  if (!has(name)) put(name, Node{fallback});
  return non_negative(name);
}

std::int64_t Section::integer(std::string_view name, Bounds bounds) const {
  const Node& found = required(name, "a whole number");
  const auto* value = found.as<std::int64_t>();
  if (!value) fail(name, fmt::format("expected a whole number, found {}", describe(found)));
  if (*value < bounds.least) fail(name, fmt::format("expected at least {}, found {}", bounds.least, *value));
  if (*value > bounds.most) fail(name, fmt::format("expected at most {}, found {}", bounds.most, *value));
  return *value;
}

std::int64_t Section::integer(std::string_view name, Bounds bounds, std::int64_t fallback) {
  if (!has(name)) put(name, Node{fallback});
  return integer(name, bounds);
}

int Section::count(std::string_view name, Bounds bounds, int fallback) {
  return static_cast<int>(integer(name, bounds, fallback));
}

bool Section::flag(std::string_view name, bool fallback) {
  if (!has(name)) put(name, Node{fallback});
  const Node& found = *node(name);
  const auto* value = found.as<bool>();
  if (!value) fail(name, fmt::format("expected true or false, found {}", describe(found)));
  return *value;
}

std::string Section::text(std::string_view name) const {
  const Node& found = required(name, "a string");
  const auto* value = found.as<std::string>();
  if (!value) fail(name, fmt::format("expected a string, found {}", describe(found)));
  return *value;
}

std::string Section::text(std::string_view name, const std::string& fallback) {
  if (!has(name)) put(name, Node{fallback});
  return text(name);
}

std::string Section::optional_text(std::string_view name) const { return has(name) ? text(name) : std::string(); }

std::string Section::formula(std::string_view name) const {
  const Node& found = required(name, "a formula");
  if (const auto* value = found.as<std::string>()) return *value;
  if (!found.as<std::int64_t>() && !found.as<double>()) {
    fail(name, fmt::format("expected a formula, found {}", describe(found)));
  }
  return fmt::format("{}", number(name));
}

std::string Section::choice(std::string_view name, const std::vector<std::string>& words) {
  const std::string word = text(name, words.front());
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  fail(name, fmt::format("expected one of {}, found \"{}\"", list_some(words, 20), word) + suggestion(word, words));
}

std::vector<double> Section::numbers_of(const Node& value, const std::string& full_key) const {
  const auto* array = value.as<Node::Array>();
  if (!array) fail_at(full_key, fmt::format("expected an array of numbers, found {}", describe(value)));
  std::vector<double> result;
  for (std::size_t i = 0; i < array->size(); ++i) {
    result.push_back(number_of((*array)[i], fmt::format("{}[{}]", full_key, i)));
  }
  return result;
}

Vec3 Section::vector_of(const Node& value, const std::string& full_key) const {
  if (!value.as<Node::Array>()) {
    fail_at(full_key, fmt::format("expected {}, found {}", expected_vector(dimension()), describe(value)));
  }
  const std::vector<double> entries = numbers_of(value, full_key);
  if (entries.size() != static_cast<std::size_t>(dimension())) {
    fail_at(full_key, fmt::format("expected {} because dimension = {}, found {}", expected_vector(dimension()),
                                  dimension(), entries.size()));
  }
  return {entries[0], entries[1], dimension() == 3 ? entries[2] : 0.0};
}

Vec3 Section::vector(std::string_view name) const {
  return vector_of(required(name, expected_vector(dimension())), key(name));
}

Vec3 Section::vector(std::string_view name, const Vec3& fallback) {
  if (!has(name)) put(name, to_node(fallback, dimension()));
  return vector(name);
}

std::vector<double> Section::numbers(std::string_view name) const {
  return numbers_of(required(name, "an array of numbers"), key(name));
}

std::vector<std::int64_t> Section::integers(std::string_view name, std::size_t count, Bounds bounds) const {
  const std::string expected = fmt::format("expected {} whole numbers from {} to {}", count, bounds.least, bounds.most);
  const Node& found = required(name, fmt::format("{} whole numbers", count));
  const auto* array = found.as<Node::Array>();
  if (!array || array->size() != count) fail(name, fmt::format("{}, found {}", expected, describe(found)));
  std::vector<std::int64_t> result;
  for (const Node& entry : *array) {
    const auto* value = entry.as<std::int64_t>();
    if (!value || *value < bounds.least || *value > bounds.most)
      fail(name, fmt::format("{}, found {}", expected, describe(entry)));
    result.push_back(*value);
  }
  return result;
}

Parameters Section::parameters(std::string_view name) const {
  Parameters result;
  const Node* found = node(name);
  if (!found) return result;
  const auto* table = found->as<Node::Table>();
  if (!table) fail(name, fmt::format("expected a table such as {{ a = 0.5 }}, found {}", describe(*found)));
  for (const Member& member : *table) {
    result.emplace_back(member.key, number_of(member.node, fmt::format("{}.{}", key(name), member.key)));
  }
  return result;
}

std::optional<Section> Section::table(std::string_view name) const {
  Node* found = find(members(), name);
  return found ? std::optional<Section>(std::in_place, *document_, *found, key(name)) : std::nullopt;
}

Section Section::new_table(std::string_view name) {
  put(name, Node{Node::Table{}});
  return *table(name);
}

std::vector<Section> Section::tables(std::string_view name) const {
  std::vector<Section> result;
  Node* found = find(members(), name);
  if (!found) return result;
  auto* array = found->as<Node::Array>();
  if (!array) fail(name, fmt::format("expected [[{}]], one for each, found {}", key(name), describe(*found)));
  for (std::size_t i = 0; i < array->size(); ++i) {
    result.emplace_back(*document_, (*array)[i], fmt::format("{}[{}]", key(name), i));
  }
  return result;
}

void Section::fail(std::string_view name, std::string_view message) const { fail_at(key(name), message); }

void Section::fail_at(const std::string& full_key, std::string_view message) const {
  throw document_->error(full_key, message);
}

std::string list_some(const std::vector<std::string>& words, std::size_t limit) {
  const std::size_t shown = std::min(words.size(), limit);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + words[i];
  return shown < words.size() ? fmt::format("{} and {} more", text, words.size() - shown) : text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const auto guess = closest(word, candidates);
  return guess ? fmt::format("; did you mean `{}`?", *guess) : "";
}

}  // namespace taut::io
