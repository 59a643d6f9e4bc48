#include "io/document/document.hpp"

#include <fmt/format.h>

namespace taut::io {
namespace {

// The option that the value of this key was typed behind.
std::string option_of(const Document& document, std::string_view key) {
  for (const auto& [begin, option] : document.options)
    if (key.substr(0, begin.size()) == begin) return option;
  return "--set";
}

}  // namespace

InputError Document::error(std::string_view key, std::string_view message) const {
  const int line = line_of(root, key);
  const std::string place =
      line > 0 ? fmt::format("{}:{}", file, line) : fmt::format("{} ({})", file, option_of(*this, key));
  return key.empty() ? InputError(fmt::format("{}: {}", place, message))
                     : InputError(fmt::format("{}: {}: {}", place, key, message));
}

}  // namespace taut::io
