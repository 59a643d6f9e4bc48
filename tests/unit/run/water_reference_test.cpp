// Rigid water against LAMMPS with the same settings; the numbers are made by scripts/make_water_reference.py.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "taut/scenario.hpp"

namespace taut {
namespace {

// LAMMPS takes erfc from a polynomial that is right to 1.5e-7 [abramowitz1964, 7.1.26].
constexpr double agreement = 1e-6;

struct Water {
  nlohmann::json reference;
  std::vector<Vec3> position, force;
  ForceField::Energies energies;
  Tensor virial;
};

Water water(int molecules) {
  Water water;
  std::ifstream(fmt::format("{}/tests/data/spce_{}.json", TAUT_SOURCE_DIR, molecules)) >> water.reference;
  const double edge = water.reference["edge"];
  const Scenario scenario =
      read_scenario(TAUT_SOURCE_DIR "/examples/water.toml",
                    {fmt::format("molecules[0].count={}", molecules), fmt::format("box.lengths=[{0},{0},{0}]", edge)});
  const Model model = scenario.model.build().value();
  const ForceField forces = ForceField::make(model, scenario.forces).value();
  ForceWorkspace work(forces);
  water.position = model.positions();
  water.force.resize(water.position.size());
  forces.evaluate(water.position.data(), 0.0, water.force.data(), work);
  water.energies = forces.energies(water.position.data(), 0.0, work);
  water.virial = forces.virial(water.position.data(), work);
  return water;
}

class WaterReference : public testing::TestWithParam<int> {};

TEST_P(WaterReference, EnergyVirialAndForcesAreThoseOfLammps) {
  const Water ours = water(GetParam());
  const auto close = [](double found, double expected, double scale) {
    EXPECT_NEAR(found, expected, agreement * scale);
  };
  const double dispersion = ours.reference["dispersion"], coulomb = ours.reference["coulomb"];
  close(ours.energies.dispersion, dispersion, std::abs(dispersion));
  close(ours.energies.coulomb, coulomb, std::abs(coulomb));
  const int places[6] = {0, 4, 8, 1, 2, 5};
  double largest = 0.0;
  for (const double w : ours.reference["virial"]) largest = std::max(largest, std::abs(w));
  for (std::size_t k = 0; k < 6; ++k)
    close(ours.virial.entry[static_cast<std::size_t>(places[k])], ours.reference["virial"][k], largest);
  double square = 0.0, difference = 0.0;
  const auto& particles = ours.reference["particles"];
  ASSERT_GT(particles.size(), 100u);
  for (std::size_t k = 0; k < particles.size(); ++k) {
    const auto& f = ours.reference["forces"][k];
    const Vec3 expected{f[0], f[1], f[2]}, off = ours.force[particles[k]] - expected;
    square += dot(expected, expected);
    difference += dot(off, off);
  }
  EXPECT_LT(std::sqrt(difference / square), agreement);
}

INSTANTIATE_TEST_SUITE_P(Molecules, WaterReference, testing::Values(216, 4000),
                         [](const auto& molecules) { return std::to_string(molecules.param); });

}  // namespace
}  // namespace taut
