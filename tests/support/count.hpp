// How often a text has a part.
#pragma once

#include <string>
#include <string_view>

namespace taut::test {

inline std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

}  // namespace taut::test
