// Whether a text is one: parsers of other people trust the first byte of a letter to say how many follow.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace taut::io {

// How many bytes follow a first one; nothing for a byte that begins no letter, zero among them.
inline std::optional<std::size_t> bytes_after(unsigned char first) {
  if (first == 0) return {};
  if (first < 0x80) return 0;
  if (first >= 0xC2 && first <= 0xDF) return 1;
  if (first >= 0xE0 && first <= 0xEF) return 2;
  if (first >= 0xF0 && first <= 0xF4) return 3;
  return {};
}

// Where a text stops being UTF-8, if it does.
inline std::optional<std::size_t> end_of_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::size_t> more = bytes_after(static_cast<unsigned char>(text[at]));
    if (!more || at + *more >= text.size()) return at;
    for (std::size_t k = 1; k <= *more; ++k)
      if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return at;
    at += 1 + *more;
  }
  return {};
}

}  // namespace taut::io
