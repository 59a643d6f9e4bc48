// Energy of liquid water under RATTLE: how far it strays goes with the square of the step, and it does not drift.
// Forces are smooth at their cut-off, or crossings of it would show.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/convergence.hpp"
#include "support/series.hpp"
#include "support/simulation.hpp"

namespace taut::test {
namespace {

constexpr double thermal_energy = 298.15 * 0.00831446262, edge = 0.932;  // kJ/mol, nm: 27 molecules at 1 g/cm3
constexpr int molecules = 27;
constexpr double femtosecond = 1e-3;

// Of SPC/E, with the repulsion of its oxygens only.
System waters() {
  System system{ModelBuilder(3)};
  system.model.set_box({edge, edge, edge});
  const double angle = std::acos(-1.0 / 3.0), length = 0.1, across = 2.0 * length * std::sin(0.5 * angle);
  for (int m = 0; m < molecules; ++m) {
    const Vec3 centre = edge / 3.0 * Vec3{m % 3 + 0.5, m / 3 % 3 + 0.5, m / 9 + 0.5};
    const double turn = 2.4 * m, tilt = std::acos(1.0 - (2.0 * m + 1.0) / molecules);  // points spread over a sphere
    const Vec3 x{std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt)};
    const Vec3 side = cross(x, std::abs(x.z) < 0.7 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0});
    const Vec3 y = (1.0 / norm(side)) * side;
    const int o = system.model.add(ParticleSpec{.position = centre, .mass = 15.9994, .type = "O", .charge = -0.8476});
    system.model.add(ParticleSpec{.position = centre + length * x, .mass = 1.008, .charge = 0.4238});
    system.model.add(ParticleSpec{
        .position = centre + length * (std::cos(angle) * x + std::sin(angle) * y), .mass = 1.008, .charge = 0.4238});
    system.model.add(DistanceSpec{.i = o, .j = o + 1, .length = length});
    system.model.add(DistanceSpec{.i = o, .j = o + 2, .length = length});
    system.model.add(DistanceSpec{.i = o + 1, .j = o + 2, .length = across});
  }
  PairForcesSpec pairs;
  pairs.cutoff = 0.46;
  pairs.skin = 0.04;
  pairs.dispersion = Dispersion::wca;
  pairs.types = {{"O", {0.3166, 0.650}}};
  pairs.electrostatics = Electrostatics::damped_shifted;
  pairs.coulomb_constant = 138.935458;
  pairs.damping = 4.0;
  pairs.exclusion = Exclusion::molecules;
  system.forces.pairs = pairs;
  return system;
}

State liquid() {
  Simulation s = Simulation::started(
      waters(),
      {.step = femtosecond,
       .thermostat = {.method = ThermostatMethod::rescale, .temperature = thermal_energy, .time_constant = 0.02}},
      {});
  s.step(1500);
  return s.state;
}

struct Energies {
  Series total, kinetic;
};

Energies energies_of(const State& start, double step, int steps) {
  Simulation s = Simulation::at_rest(waters(), {.step = step}, {});
  s.state = start;
  s.state.step = 0;
  s.state.time = 0.0;
  if (!s.integrator->start(s.state).ok()) throw InputError("the liquid could not be started");
  Energies energies;
  for (int k = 0; k < steps; ++k) {
    s.step();
    energies.kinetic.add(s.integrator->kinetic_energy(s.state));
    energies.total.add(s.energy());
  }
  return energies;
}

TEST(WaterEnergy, StraysWithTheSquareOfTheStep) {
  const State start = liquid();
  std::vector<double> steps, deviations;
  for (const int parts : {1, 2, 4, 8}) {
    steps.push_back(2.0 * femtosecond / parts);
    deviations.push_back(energies_of(start, steps.back(), 150 * parts).total.deviation());
  }
  EXPECT_NEAR(order_of(steps, deviations), 2.0, 0.1);
}

TEST(WaterEnergy, DoesNotDriftAtTwoFemtoseconds) {
  const Energies found = energies_of(liquid(), 2.0 * femtosecond, 4000);
  EXPECT_LT(found.total.deviation(), 0.05 * found.kinetic.deviation());
  const double picoseconds = 4000 * 2.0 * femtosecond;
  const double drift = found.total.change() / (0.5 * picoseconds) / molecules / thermal_energy;  // kT a molecule and ps
  EXPECT_LT(std::abs(drift), 1e-3);
}

}  // namespace
}  // namespace taut::test
