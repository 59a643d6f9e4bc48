// A scenario as a tree of values that remember the line they were typed on.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace taut::io {

struct Member;
struct Date {};  // TOML has dates; no key of a scenario takes one

struct Node {
  using Array = std::vector<Node>;
  using Table = std::list<Member>;  // a list: references stay valid while defaults are added

  std::variant<Table, Array, std::string, std::int64_t, double, bool, Date> value;
  int line = 0;  // 0: set on the command line

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&value);
  }
};

struct Member {
  std::string key;
  Node node;
};

// The member of this name, or nullptr.
Node* find(Node::Table& table, std::string_view key);
const Node* find(const Node::Table& table, std::string_view key);

// What a message calls this value: the string "1", the number 3.5, an array of 3 entries.
std::string describe(const Node& node);

// A key such as constraints[2].between in its parts: a name, or an index.
using KeyPart = std::variant<std::string, std::size_t>;
using KeyPath = std::vector<KeyPart>;
// Empty when the text is not a key path.
KeyPath split_key(std::string_view key);

// The line of this key, or of the nearest parent that was typed.
int line_of(const Node& root, std::string_view key);

}  // namespace taut::io
