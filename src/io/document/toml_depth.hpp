// How deep tables and arrays of a TOML text are nested, before it is parsed: parsers, and whoever walks their trees, go
// down by recursion, so that nesting without limit ends in an overflow of the stack.
#pragma once

#include <optional>
#include <string_view>

namespace taut::io {

inline constexpr int deepest_nesting = 100;  // far beyond what any key needs

// The line where nesting gets too deep, if it does: by brackets, braces, and the dots of keys.
std::optional<int> line_nested_too_deep(std::string_view toml);

}  // namespace taut::io
