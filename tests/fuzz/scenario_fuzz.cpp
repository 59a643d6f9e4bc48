// A scenario that is accepted can be written and read again.
#include <algorithm>
#include <cctype>

#include "fuzz/targets.hpp"
#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "taut/scenario.hpp"

namespace {

// A lattice of a million particles takes seconds under sanitizers and teaches nothing.
bool asks_for_many(std::string_view bytes) {
  constexpr int most_digits = 3;
  int digits = 0;
  return std::any_of(bytes.begin(), bytes.end(), [&](char c) {
    digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : c == '_' ? digits : 0;
    return digits > most_digits;
  });
}

}  // namespace

void taut::fuzz::read_scenario(std::string_view bytes) {
  if (bytes.find("[[lattices]]") != std::string_view::npos && asks_for_many(bytes)) return;
  reads_or_refuses([&] {
    const Scenario scenario = parse_scenario(bytes, "fuzz.toml");
    require(scenario.model.size() > 0);
    (void)io::parse_toml(io::to_toml(scenario.document->root), "written.toml");
  });
}
