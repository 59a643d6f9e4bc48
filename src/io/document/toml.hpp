// TOML text to a tree and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/document/node.hpp"

namespace taut::io {

// Throws InputError with file and line.
Node parse_toml(std::string_view text, const std::string& file);
// One value, as after an equals sign; nothing when the text is not a TOML value.
std::optional<Node> parse_toml_value(std::string_view text);

std::string to_toml(const Node& root);

}  // namespace taut::io
