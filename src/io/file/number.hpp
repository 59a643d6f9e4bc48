// Doubles as text: the shortest digits that read back as the same double.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace taut::io {

inline void append_number(std::string& out, double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

inline void append_number(std::string& out, std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

inline std::string format_number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace taut::io
