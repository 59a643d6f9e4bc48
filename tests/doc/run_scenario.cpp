// Reads a scenario, changes a key, runs it and looks at the summary, as `taut run` does.
#include <cstdio>
#include <filesystem>

#include "taut/run.hpp"
#include "taut/scenario.hpp"

int main() {
  constexpr const char* text = R"(
    title = "Bead on a circle"
    dimension = 2

    [[particles]]
    position = [1.0, 0.0]
    velocity = [0.0, -1.0]

    [[constraints]]
    type = "curve"
    on = 0
    shape = "circle"
    r = 1.0

    [integrator]
    step = 1e-2
    duration = 10.0
  )";
  try {
    const taut::Scenario scenario = taut::parse_scenario(text, "circle.toml", {"integrator.method=yoshida4"});
    const auto directory = std::filesystem::temp_directory_path() / "taut-run-scenario";
    const taut::RunSummary summary = taut::run(scenario, {.out = directory, .force = true, .quiet = true});
    std::fputs(taut::to_text(summary).c_str(), stdout);
    return summary.outcome == taut::Outcome::complete ? 0 : 1;
  } catch (const taut::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
