// A whole file in one move: a reader, or a crash, sees either the old content or the new one.
#pragma once

#include <string>
#include <string_view>

namespace taut::io {

// Throws OutputError.
void write_atomically(const std::string& path, std::string_view content);

}  // namespace taut::io
