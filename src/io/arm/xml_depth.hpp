// How deep the elements of an XML text are nested, before it is parsed: parsers go down by recursion.
#pragma once

#include <optional>
#include <string_view>

namespace taut::io {

inline constexpr int deepest_elements = 100;  // far beyond what URDF needs

// The line where nesting gets too deep, if it does.
std::optional<int> line_of_deep_element(std::string_view xml);

}  // namespace taut::io
