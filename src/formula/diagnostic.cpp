#include "formula/diagnostic.hpp"

#include <algorithm>

namespace taut::formula {
namespace {

constexpr std::size_t kWholeFormula = 80;  // bytes of a formula that are shown at once
constexpr std::size_t kContext = 30;       // bytes shown on either side of an error in a longer one

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::size_t character_start(std::string_view text, std::size_t offset) {
  while (offset > 0 && offset < text.size() && continues_character(text[offset])) --offset;
  return offset;
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
  return result;
}

std::string excerpt(std::string_view text, std::size_t offset) {
  if (text.size() <= kWholeFormula) return printable(text);
  const std::size_t begin = character_start(text, offset - std::min(offset, kContext));
  const std::size_t end = character_start(text, std::min(offset + kContext, text.size()));
  return (begin > 0 ? "…" : "") + printable(text.substr(begin, end - begin)) + (end < text.size() ? "…" : "");
}

}  // namespace

std::size_t count_characters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::size_t character_length(std::string_view text, std::size_t offset) {
  std::size_t length = 1;
  while (offset + length < text.size() && continues_character(text[offset + length])) ++length;
  return length;
}

std::string quoted(std::string_view text) { return '"' + excerpt(text, 0) + '"'; }

std::string where(std::string_view text, std::size_t offset) {
  const std::size_t position = count_characters(text.substr(0, offset)) + 1;
  return "at character " + std::to_string(position) + " of \"" + excerpt(text, offset) + '"';
}

Error unexpected(std::string_view text, std::size_t offset, std::string_view found, std::string_view expected) {
  return {"", "unexpected " + std::string(found) + ' ' + where(text, offset) + ": " + std::string(expected)};
}

}  // namespace taut::formula
