// The example scenarios that come with the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace taut::cli {

struct Example {
  std::string name, with_folder, title;  // double_pendulum, chaos/double_pendulum, Double pendulum
  std::filesystem::path file;
};
std::vector<Example> examples();

// The file that was named; when there is none, or a directory, the example of that name.
std::filesystem::path scenario_path(const std::string& name);

}  // namespace taut::cli
