// A scenario that is accepted can be written and read again.
#include "fuzz/targets.hpp"
#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "taut/scenario.hpp"

void taut::fuzz::read_scenario(std::string_view bytes) {
  reads_or_refuses([&] {
    const Scenario scenario = parse_scenario(bytes, "fuzz.toml");
    require(scenario.model.size() > 0);
    (void)io::parse_toml(io::to_toml(scenario.document->root), "written.toml");
  });
}
