// The only file that sees toml++: its header is slow to compile.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "io/document/toml.hpp"
#include "io/document/toml_depth.hpp"
#include "taut/error.hpp"

namespace taut::io {
namespace {

int line_at(const toml::source_region& source) { return static_cast<int>(source.begin.line); }

Node convert(const toml::node& source);

Node::Table convert_table(const toml::table& source) {
  Node::Table table;
  for (const auto& [key, value] : source) {
    table.push_back({std::string(key.str()), convert(value)});
    if (!value.is_array_of_tables()) table.back().node.line = line_at(key.source());
  }
  // toml++ keeps keys in alphabetical order; people think in the order they typed.
  table.sort([](const Member& a, const Member& b) { return a.node.line < b.node.line; });
  return table;
}

Node::Array convert_array(const toml::array& source) {
  Node::Array array;
  array.reserve(source.size());
  for (const toml::node& entry : source) array.push_back(convert(entry));
  return array;
}

Node convert(const toml::node& source) {
  Node node;
  node.line = line_at(source.source());
  if (const auto* table = source.as_table())
    node.value = convert_table(*table);
  else if (const auto* array = source.as_array())
    node.value = convert_array(*array);
  else if (const auto* text = source.as_string())
    node.value = text->get();
  else if (const auto* integer = source.as_integer())
    node.value = integer->get();
  else if (const auto* number = source.as_floating_point())
    node.value = number->get();
  else if (const auto* flag = source.as_boolean())
    node.value = flag->get();
  else
    node.value = Date{};
  return node;
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& file) {
  if (const auto line = line_nested_too_deep(text))
    throw InputError(fmt::format("{}:{}: tables and arrays are nested too deep; expected at most {} levels", file,
                                 *line, deepest_nesting));
  try {
    Node root = convert(toml::parse(text, file));
    root.line = 1;
    return root;
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: not valid TOML: {}", file, error.source().begin.line, error.description()));
  }
}

std::optional<Node> parse_toml_value(std::string_view text) {
  if (line_nested_too_deep(text)) return std::nullopt;
  try {
    const toml::table table = toml::parse(fmt::format("value = {}", text));
    if (table.size() != 1) return std::nullopt;
    return convert(*table.get("value"));
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

}  // namespace taut::io
