// The words of a formula's errors: what stands at which character, counted from 1, of which formula.
// Positions given here are byte offsets from 0; a character of several bytes counts once in what the user reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "taut/error.hpp"

namespace taut::formula {

std::size_t count_characters(std::string_view text);
std::size_t character_length(std::string_view text, std::size_t offset);  // bytes of the character at offset

std::string quoted(std::string_view text);                     // long text is cut, control characters are blanks
std::string where(std::string_view text, std::size_t offset);  // at character 3 of "x y"
Error unexpected(std::string_view text, std::size_t offset, std::string_view found, std::string_view expected);

}  // namespace taut::formula
