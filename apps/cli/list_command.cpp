#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "examples.hpp"

namespace taut::cli {
namespace {

std::vector<CatalogueSection> all_sections() {
  std::vector<CatalogueSection> sections = catalogue();
  sections.push_back({"examples", {}});
  for (const Example& example : examples()) sections.back().entries.push_back({example.name, example.title});
  return sections;
}

std::string to_text(const std::vector<CatalogueSection>& sections) {
  std::string text;
  for (const CatalogueSection& section : sections) {
    std::size_t width = 0;
    for (const CatalogueEntry& entry : section.entries) width = std::max(width, entry.name.size());
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", section.name);
    for (const CatalogueEntry& entry : section.entries)
      text += fmt::format("  {:<{}}  {}\n", entry.name, width, entry.description);
  }
  return text;
}

}  // namespace

int list_command(const ListArguments& arguments) {
  std::vector<CatalogueSection> sections = all_sections();
  if (!arguments.section.empty()) {
    std::string known;
    for (const CatalogueSection& section : sections) known += (known.empty() ? "" : ", ") + section.name;
    std::erase_if(sections, [&](const CatalogueSection& section) { return section.name != arguments.section; });
    if (sections.empty()) {
      throw InputError(fmt::format("taut list: there is no section \"{}\" (there are {})", arguments.section, known));
    }
  }
  print(arguments.form == Form::json ? to_json(sections) : to_text(sections));
  return done;
}

}  // namespace taut::cli
