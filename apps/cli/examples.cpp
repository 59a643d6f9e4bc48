#include "examples.hpp"

#include <algorithm>
#include <fstream>

namespace taut::cli {
namespace {

namespace fs = std::filesystem;

// Beside an installed program, or beside the build directory.
fs::path examples_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../share/taut/examples", "../examples"}) {
    const fs::path candidate = program / place;
    std::error_code absent;
    if (!error && fs::is_directory(candidate, absent)) return fs::canonical(candidate);
  }
  return {};
}

// The text of the first line `title = "..."`: a list should not fail over an example that does not parse.
std::string title_of(const fs::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (line.rfind("title", 0) == 0 && open < close) return line.substr(open + 1, close - open - 1);
  }
  return file.stem().string();
}

// Of two with the same name that in a folder goes by both.
void tell_apart(std::vector<Example>& examples) {
  for (Example& example : examples) {
    const auto same = [&](const Example& other) { return &other != &example && other.name == example.name; };
    if (std::any_of(examples.begin(), examples.end(), same) && example.with_folder != example.name)
      example.name = example.with_folder;
  }
}

}  // namespace

std::vector<Example> examples() {
  const fs::path directory = examples_directory();
  std::vector<Example> found;
  if (directory.empty()) return found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string with_folder = fs::relative(entry.path(), directory).replace_extension().string();
    found.push_back({entry.path().stem().string(), with_folder, title_of(entry.path()), entry.path()});
  }
  tell_apart(found);
  std::sort(found.begin(), found.end(), [](const Example& a, const Example& b) { return a.name < b.name; });
  return found;
}

fs::path scenario_path(const std::string& name) {
  std::error_code unknown;  // whoever reads the file says what is wrong with its name
  if (fs::exists(name, unknown) && !fs::is_directory(name, unknown)) return name;
  for (const Example& example : examples())
    if (example.name == name || example.with_folder == name) return example.file;
  return name;
}

}  // namespace taut::cli
