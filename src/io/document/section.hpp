// One table of a scenario, read key by key: each read checks the type and says what it found; a default that
// is used is put into the tree, which so becomes the scenario as understood.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/document/document.hpp"
#include "taut/formula.hpp"
#include "taut/vec.hpp"

namespace taut::io {

// Of a whole number. No count goes without an upper one: what is beyond it would take forever, or wrap around.
struct Bounds {
  std::int64_t least, most;
};
inline constexpr std::int64_t most_steps = 1'000'000'000'000'000;  // beyond it a double no longer counts exactly
inline constexpr Bounds any_seed = {0, std::numeric_limits<std::int64_t>::max()};

class Section {
 public:
  Section(Document& document, Node& table, std::string path);

  Document& document() const { return *document_; }
  int dimension() const { return document_->dimension; }
  const std::string& path() const { return path_; }
  std::string key(std::string_view name) const;  // with the path before it

  // An unknown key is an error with a suggestion. To be called before anything is read.
  void allow(const std::vector<std::string>& names) const;

  bool has(std::string_view name) const { return node(name) != nullptr; }
  const Node* node(std::string_view name) const;
  const Node& required(std::string_view name, std::string_view expected) const;

  double number(std::string_view name) const;
  double number(std::string_view name, double fallback);
  std::optional<double> optional_number(std::string_view name) const;
  double positive(std::string_view name) const;
  double positive(std::string_view name, double fallback);
  double non_negative(std::string_view name) const;
  double non_negative(std::string_view name, double fallback);
  std::int64_t integer(std::string_view name, Bounds bounds) const;
  std::int64_t integer(std::string_view name, Bounds bounds, std::int64_t fallback);
  int count(std::string_view name, Bounds bounds, int fallback);  // bounds within those of an int
  bool flag(std::string_view name, bool fallback);
  std::string text(std::string_view name) const;
  std::string text(std::string_view name, const std::string& fallback);
  std::string optional_text(std::string_view name) const;  // empty when absent
  std::string formula(std::string_view name) const;        // a string, or a number
  // One of these words, the first when absent.
  std::string choice(std::string_view name, const std::vector<std::string>& words);

  Vec3 vector(std::string_view name) const;
  Vec3 vector(std::string_view name, const Vec3& fallback);
  std::vector<double> numbers(std::string_view name) const;
  std::vector<std::int64_t> integers(std::string_view name, std::size_t count, Bounds bounds) const;
  Parameters parameters(std::string_view name) const;

  std::optional<Section> table(std::string_view name) const;
  Section new_table(std::string_view name);                  // empty, to be filled with defaults
  std::vector<Section> tables(std::string_view name) const;  // [[name]]; none when absent

  // Typed readings of any value, for arrays with entries of several kinds.
  double number_of(const Node& node, const std::string& full_key) const;
  std::vector<double> numbers_of(const Node& node, const std::string& full_key) const;
  Vec3 vector_of(const Node& node, const std::string& full_key) const;

  [[noreturn]] void fail(std::string_view name, std::string_view message) const;
  [[noreturn]] void fail_at(const std::string& full_key, std::string_view message) const;

 private:
  Node::Table& members() const { return *table_->as<Node::Table>(); }
  void put(std::string_view name, Node node);

  Document* document_;
  Node* table_;
  std::string path_;
};

// "pivot, bob1, bob2", at most `limit` of them and then "and 92 more".
std::string list_some(const std::vector<std::string>& words, std::size_t limit = 8);
// "; did you mean `length`?" or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace taut::io
