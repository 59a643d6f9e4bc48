#include <fmt/format.h>

#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "io/document/toml_depth.hpp"

namespace taut::io {
namespace {

void mark_as_set(Node& node) {
  node.line = 0;
  if (auto* table = node.as<Node::Table>()) {
    for (Member& member : *table) mark_as_set(member.node);
  } else if (auto* array = node.as<Node::Array>()) {
    for (Node& entry : *array) mark_as_set(entry);
  }
}

Node override_value(const std::string& text) {
  Node node = parse_toml_value(text).value_or(Node{text});
  mark_as_set(node);
  return node;
}

struct Override {
  std::string text, key;
  KeyPath path;

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("--set {}: {}", text.size() > 200 ? text.substr(0, 200) + "…" : text, message));
  }
};

Override split_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  Override result{text, text.substr(0, equals), {}};
  if (equals == std::string::npos) result.fail("expected key=value, for example --set integrator.step=0.001");
  result.path = split_key(result.key);
  if (result.path.empty()) {
    result.fail(
        fmt::format("\"{}\" is not a key; expected for example integrator.step or particles[0].mass", result.key));
  }
  if (result.path.size() > deepest_nesting)
    result.fail(fmt::format("the key has {} parts; expected at most {}", result.path.size(), deepest_nesting));
  if (equals + 1 == text.size()) result.fail("expected a value after the equals sign");
  return result;
}

Node& entry_of(Node& node, std::size_t index, const Override& setting) {
  auto* array = node.as<Node::Array>();
  if (!array) setting.fail(fmt::format("[{}] asks for an entry of {}", index, describe(node)));
  if (index >= array->size()) {
    setting.fail(fmt::format("there is no entry [{}]: the array has {}, numbered from 0", index, array->size()));
  }
  return (*array)[index];
}

// Tables on the way that the file does not have are made; whether the key means something is for the reader to say.
Node& member_of(Node& node, const std::string& name, const Override& setting) {
  auto* table = node.as<Node::Table>();
  if (!table) setting.fail(fmt::format("\"{}\" asks for a key of {}", name, describe(node)));
  if (Node* found = find(*table, name)) return *found;
  return table->emplace_back(Member{name, Node{}}).node;
}

// Two ways to say one thing: setting one withdraws the other.
void withdraw_alternative(Document& document, const std::string& key) {
  if (key != "integrator.duration" && key != "integrator.steps") return;
  Node* integrator = find(*document.root.as<Node::Table>(), "integrator");
  const char* other = key == "integrator.steps" ? "duration" : "steps";
  integrator->as<Node::Table>()->remove_if([&](const Member& member) { return member.key == other; });
}

}  // namespace

void apply_overrides(Document& document, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) {
    const Override setting = split_override(text);
    Node* at = &document.root;
    for (const KeyPart& part : setting.path) {
      const auto* name = std::get_if<std::string>(&part);
      at = name ? &member_of(*at, *name, setting) : &entry_of(*at, std::get<std::size_t>(part), setting);
    }
    *at = override_value(text.substr(setting.key.size() + 1));
    withdraw_alternative(document, setting.key);
  }
}

}  // namespace taut::io
