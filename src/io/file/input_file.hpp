// The bytes of a file that a user names, or that an earlier run left: all of them, and never more than a limit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace taut::io {

constexpr std::uintmax_t most_typed = 256 << 20;                  // bytes of what people write, and of a pipe or device
constexpr std::uintmax_t most_stored = std::uintmax_t{16} << 30;  // of what a run wrote

// Throws InputError; `expected` is what it should be, such as "a scenario file".
std::string read_input(const std::filesystem::path& file, const char* expected, std::uintmax_t most = most_typed);

}  // namespace taut::io
