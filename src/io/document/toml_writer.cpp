#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/document/toml.hpp"

namespace taut::io {
namespace {

bool is_bare(const std::string& key) {
  return !key.empty() &&
         std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", c);
    else
      result += c;
  }
  return result + '"';
}

std::string key_text(const std::string& key) { return is_bare(key) ? key : quoted(key); }

std::string inline_text(const Node& node);

struct Inline {
  std::string operator()(const Node::Table& table) const {
    std::string result;
    for (const Member& member : table) {
      result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", key_text(member.key), inline_text(member.node));
    }
    return fmt::format("{{ {} }}", result);
  }
  std::string operator()(const Node::Array& array) const {
    std::string result;
    for (const Node& entry : array) result += (result.empty() ? "" : ", ") + inline_text(entry);
    return fmt::format("[{}]", result);
  }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
  std::string operator()(double number) const {  // the shortest text that reads back as the same double
    const std::string text = fmt::format("{}", number);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(Date) const { return "\"a date\""; }  // no scenario with a date is valid
};

std::string inline_text(const Node& node) { return std::visit(Inline{}, node.value); }

bool is_table_array(const Node& node) {
  const auto* array = node.as<Node::Array>();
  return array && !array->empty() &&
         std::all_of(array->begin(), array->end(), [](const Node& entry) { return entry.as<Node::Table>(); });
}

void write_table(const Node::Table& table, const std::string& path, std::string& text);

void write_block(const Member& member, const std::string& path, std::string& text) {
  const std::string full = path.empty() ? key_text(member.key) : path + '.' + key_text(member.key);
  if (const auto* table = member.node.as<Node::Table>()) {
    text += fmt::format("\n[{}]\n", full);
    write_table(*table, full, text);
    return;
  }
  for (const Node& entry : *member.node.as<Node::Array>()) {
    text += fmt::format("\n[[{}]]\n", full);
    write_table(*entry.as<Node::Table>(), full, text);
  }
}

void write_table(const Node::Table& table, const std::string& path, std::string& text) {
  const auto is_block = [](const Node& node) { return node.as<Node::Table>() || is_table_array(node); };
  for (const Member& member : table) {
    if (!is_block(member.node)) text += fmt::format("{} = {}\n", key_text(member.key), inline_text(member.node));
  }
  for (const Member& member : table) {
    if (is_block(member.node)) write_block(member, path, text);
  }
}

}  // namespace

std::string to_toml(const Node& root) {
  std::string text;
  write_table(*root.as<Node::Table>(), "", text);
  return text;
}

}  // namespace taut::io
