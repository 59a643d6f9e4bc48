#include "io/document.hpp"

#include <fmt/format.h>

namespace taut::io {

InputError Document::error(std::string_view key, std::string_view message) const {
  const int line = line_of(root, key);
  const std::string place = line > 0 ? fmt::format("{}:{}", file, line) : fmt::format("{} (--set)", file);
  return key.empty() ? InputError(fmt::format("{}: {}", place, message))
                     : InputError(fmt::format("{}: {}: {}", place, key, message));
}

}  // namespace taut::io
