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

std::filesystem::path scenario_of(const ChaosArguments& arguments) {
  if (!arguments.resume.empty()) return std::filesystem::path(arguments.resume) / "scenario.toml";
  if (arguments.scenario.empty())
    throw InputError("taut chaos: expected a scenario file, or --resume DIR (see taut chaos --help)");
  return scenario_path(arguments.scenario);
}

// "KEY=FROM:TO" as the table of an axis.
std::string axis_of(const char* option, const std::string& text) {
  const std::size_t equals = text.rfind('='), colon = text.rfind(':');
  if (equals == std::string::npos || colon == std::string::npos || colon < equals || equals == 0)
    throw InputError(
        fmt::format("{}: found \"{}\", expected a key and its range: particles[1].mass=0.1:10", option, text));
  return fmt::format("chaos.map.{}={{key = \"{}\", from = {}, to = {}}}", option + 2, text.substr(0, equals),
                     text.substr(equals + 1, colon - equals - 1), text.substr(colon + 1));
}

// What was typed in the place of keys of the scenario is set there.
std::vector<std::string> overrides_of(const ChaosArguments& arguments) {
  std::vector<std::string> overrides = arguments.overrides;
  const auto set = [&](const char* key, const std::string& value) {
    if (!value.empty()) overrides.push_back(fmt::format("{}={}", key, value));
  };
  set("chaos.section.crossing", arguments.section);
  set("chaos.section.where", arguments.where);
  set("chaos.section.direction", arguments.direction);
  if (!arguments.plot.empty())
    set("chaos.section.plot", fmt::format("[\"{}\", \"{}\"]", arguments.plot[0], arguments.plot[1]));
  std::string events;
  for (const std::string& event : arguments.events)
    events += fmt::format("{}{{crossing = \"{}\", direction = \"both\"}}", events.empty() ? "" : ", ", event);
  if (!events.empty()) set("chaos.map.events", "[" + events + "]");
  if (!arguments.x.empty() && !arguments.y.empty()) set("chaos.map.starts", "[]");  // those go by axes of their own
  if (!arguments.x.empty()) overrides.push_back(axis_of("--x", arguments.x));
  if (!arguments.y.empty()) overrides.push_back(axis_of("--y", arguments.y));
  return overrides;
}

}  // namespace

int chaos_command(const ChaosArguments& arguments) {
  const std::filesystem::path file = scenario_of(arguments);
  StudyOptions options = arguments.options;
  if (!arguments.resume.empty()) {
    options.resume = true;
    options.out = arguments.resume;
  }
  if (!arguments.lyapunov.empty()) options.lyapunov = count_of(arguments.lyapunov);
  options.stop = &watch_interrupts();
  const StudyReport report = study(read_scenario(file, overrides_of(arguments)), options);
  if (report.section && report.section->hits.empty() && !report.interrupted) {
    fmt::print(stderr, "{}: {}\n", file.string(), report.section->never_crossed);
    return work_failed;
  }
  if (arguments.form == Form::json)
    print(to_json(report));
  else if (!options.quiet)
    print(to_text(report));
  if (report.interrupted) {
    fmt::print(stderr, "{}: interrupted; continue with: taut chaos --resume {}\n", file.string(),
               report.directory.string());
    return interrupted;
  }
  if (report.trusted() || report.accepted) return done;
  fmt::print(stderr, "{}: the result is not to be trusted: {} (all of it is in {}; --accept takes it as it is)\n",
             file.string(), report.failures.front(), report.directory.string());
  return work_failed;
}

}  // namespace taut::cli
