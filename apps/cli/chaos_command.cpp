#include <fmt/format.h>

#include <charconv>
#include <cstdio>

#include "commands.hpp"
#include "examples.hpp"
#include "interrupt.hpp"

namespace taut::cli {
namespace {

int count_of(const std::string& text) {
  if (text == "all") return 0;
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1)
    throw InputError(fmt::format("--lyapunov: found \"{}\", expected how many exponents, or all", text));
  return count;
}

}  // namespace

int chaos_command(const ChaosArguments& arguments) {
  const std::filesystem::path file = scenario_path(arguments.scenario);
  StudyOptions options = arguments.options;
  if (!arguments.lyapunov.empty()) options.lyapunov = count_of(arguments.lyapunov);
  options.stop = &watch_interrupts();
  const StudyReport report = study(read_scenario(file, arguments.overrides), options);
  if (report.section && report.section->hits.empty() && !report.interrupted) {
    fmt::print(stderr, "{}: {}\n", file.string(), report.notes.back());
    return work_failed;
  }
  if (arguments.form == Form::json)
    print(to_json(report));
  else if (!options.quiet)
    print(to_text(report));
  if (!report.interrupted) return done;
  fmt::print(stderr, "{}: interrupted; what was computed is in {}\n", file.string(), report.directory.string());
  return interrupted;
}

}  // namespace taut::cli
