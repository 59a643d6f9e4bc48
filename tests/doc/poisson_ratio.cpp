// The Poisson ratio of a re-entrant honeycomb, as `taut response --matrix L --moduli` finds it.
#include <cstdio>

#include "taut/network.hpp"
#include "taut/scenario.hpp"

int main() {
  constexpr const char* text = R"(
    dimension = 2

    [[lattices]]
    kind = "honeycomb"
    size = [2, 2]
    wall = 1.5
    angle = -20.0
    edges = "tied"
    hinges = 1.0
  )";
  const taut::Scenario scenario = taut::parse_scenario(text, "honeycomb.toml");
  const taut::Model model = *scenario.model.build();
  const taut::ForceField forces = *taut::ForceField::make(model, scenario.forces);
  auto response = taut::Response::make(model, forces, {.kind = taut::ResponseKind::displacement});
  if (!response) return 1;
  const auto moduli = taut::network_moduli(*response, scenario.networks.front());
  if (!moduli) return 1;
  std::printf("nu_xy = %.11f, nu_yx = %.11f\n", moduli->poisson_xy, moduli->poisson_yx);
  return 0;
}
