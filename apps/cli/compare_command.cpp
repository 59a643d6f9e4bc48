#include "commands.hpp"

namespace taut::cli {

int compare_command(const CompareArguments& arguments) {
  std::string text;
  for (const std::filesystem::path& file : compare({arguments.runs.begin(), arguments.runs.end()}, arguments.out))
    text += file.string() + "\n";
  print(text);
  return done;
}

}  // namespace taut::cli
