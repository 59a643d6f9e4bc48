// The text of a file that a user names.
#pragma once

#include <filesystem>
#include <string>

namespace taut::io {

// Throws InputError; `expected` is what it should be, such as "a scenario file".
std::string read_input(const std::filesystem::path& file, const char* expected);

}  // namespace taut::io
