#include "io/document/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace taut::io {
namespace {

template <class Table>
auto* find_in(Table& table, std::string_view key) {
  const auto at = std::find_if(table.begin(), table.end(), [&](const Member& member) { return member.key == key; });
  return at == table.end() ? nullptr : &at->node;
}

struct Description {
  std::string operator()(const Node::Table&) const { return "a table"; }
  std::string operator()(const Node::Array& array) const {
    return array.size() == 1 ? "an array of 1 entry" : fmt::format("an array of {} entries", array.size());
  }
  std::string operator()(const std::string& text) const { return fmt::format("the string \"{}\"", text); }
  std::string operator()(std::int64_t number) const { return fmt::format("the number {}", number); }
  std::string operator()(double number) const { return fmt::format("the number {}", number); }
  std::string operator()(bool flag) const { return flag ? "the boolean true" : "the boolean false"; }
  std::string operator()(Date) const { return "a date"; }
};

const Node* child(const Node& node, const KeyPart& part) {
  if (const auto* name = std::get_if<std::string>(&part)) {
    const auto* table = node.as<Node::Table>();
    return table ? find(*table, *name) : nullptr;
  }
  const auto* array = node.as<Node::Array>();
  const std::size_t index = std::get<std::size_t>(part);
  return array && index < array->size() ? &(*array)[index] : nullptr;
}

// Takes "[12]" off the front of the text.
bool take_index(std::string_view& text, KeyPath& path) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), index);
  if (error != std::errc() || end == text.data() + text.size() || *end != ']') return false;
  text.remove_prefix(static_cast<std::size_t>(end + 1 - text.data()));
  path.emplace_back(index);
  return true;
}

bool take_name(std::string_view& text, KeyPath& path) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c == '.' || c == '['; });
  const auto length = static_cast<std::size_t>(end - text.begin());
  if (length == 0) return false;
  path.emplace_back(std::string(text.substr(0, length)));
  text.remove_prefix(length);
  return true;
}

}  // namespace

Node* find(Node::Table& table, std::string_view key) { return find_in(table, key); }
const Node* find(const Node::Table& table, std::string_view key) { return find_in(table, key); }

std::string describe(const Node& node) { return std::visit(Description{}, node.value); }

KeyPath split_key(std::string_view key) {
  KeyPath path;
  if (!take_name(key, path)) return {};
  while (!key.empty()) {
    const bool index = key.front() == '[';
    if (!index) key.remove_prefix(1);
    if (!(index ? take_index(key, path) : take_name(key, path))) return {};
  }
  return path;
}

int line_of(const Node& root, std::string_view key) {
  const Node* at = &root;
  for (const KeyPart& part : split_key(key)) {
    const Node* next = child(*at, part);
    if (!next) break;
    at = next;
  }
  return at->line;
}

}  // namespace taut::io
