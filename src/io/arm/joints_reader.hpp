// The motion of an arm from a CSV file.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace taut::io {

// Numbers of the columns with these names, row after row; other columns are passed over. Throws InputError with file
// and line where a column is missing or a number is none.
std::vector<double> read_joints(const std::filesystem::path& file, const std::vector<std::string>& names);

}  // namespace taut::io
