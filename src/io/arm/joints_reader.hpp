// The motion of an arm from a CSV file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace taut::io {

// Numbers of the columns with these names, row after row; other columns are passed over. Throws InputError with file
// and line where a column is missing or a number is none.
std::vector<double> read_joints(const std::filesystem::path& file, const std::vector<std::string>& names);
std::vector<double> parse_joints(std::string_view text, const std::string& file, const std::vector<std::string>& names);

}  // namespace taut::io
