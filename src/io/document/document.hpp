// The tree of one scenario file, and errors that name the file and the line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/document/node.hpp"
#include "taut/error.hpp"

namespace taut::io {

struct Document {
  std::string file;
  Node root;
  int dimension = 3;
  // Keys that options other than --set were put into: target.position by --to.
  std::vector<std::pair<std::string, std::string>> options = {};

  // pendulum.toml:14: constraints[2].between: no particle is called "bob3"
  InputError error(std::string_view key, std::string_view message) const;
};

// Puts `key=value` texts into the tree; a value that is not TOML is a string.
void apply_overrides(Document& document, const std::vector<std::string>& overrides);

}  // namespace taut::io
