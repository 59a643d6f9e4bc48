// "Did you mean ...?": the known word closest to a mistyped one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace taut {

// The candidate with the fewest edits from the word (insertions, deletions, replacements, swaps of neighbours; case is
// free), or nothing when even that one needs more than one edit for three letters. The first wins a tie.
std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates);

}  // namespace taut
