#include <gtest/gtest.h>

#include <cmath>

#include "base/volume.hpp"
#include "support/melt.hpp"
#include "support/resume.hpp"
#include "support/series.hpp"

namespace taut::test {
namespace {

constexpr double temperature = 1.3, pressure = 0.4;

IntegratorOptions bath(ThermostatMethod method, double compressibility, int every, double step = 0.005) {
  return {.step = step,
          .thermostat = {.method = method, .temperature = temperature, .time_constant = 10.0 * step, .seed = 5},
          .barostat = {.method = BarostatMethod::cell_rescaling,
                       .pressure = pressure,
                       .compressibility = compressibility,
                       .time_constant = 10.0 * step,
                       .every = every,
                       .seed = 5}};
}

double volume(const Simulation& s) { return volume_of(s.state.box); }

// Molecules of so many particles that feel nothing, in a box of the size that they fill on average.
System gas(int dimension, int molecules, int size) {
  System system{ModelBuilder(dimension)};
  const double edge = std::pow((molecules + 1) * temperature / pressure, 1.0 / dimension);
  system.model.set_box({edge, edge, dimension == 2 ? 0.0 : edge});
  for (int m = 0; m < molecules; ++m)
    for (int k = 0; k < size; ++k) {
      const int at = system.model.add(
          ParticleSpec{.position = {0.7 * m, 0.3 * m + 0.5 * (k % 2), k == 2 ? 0.6 : 0.0}, .mass = 1.0 + 0.5 * k});
      for (int other = at - k; other < at; ++other) system.model.add(DistanceSpec{.i = other, .j = at});
    }
  return system;
}

struct Gas {
  const char* name;
  int dimension, molecules, size;
  ThermostatMethod method;
  int every;
};
class Gases : public testing::TestWithParam<Gas> {};

// V^N exp(-P V / kT): mean (N + 1) kT/P, variance (N + 1) (kT/P)^2. Wrong degrees of freedom show in the mean, wrong
// noise in the variance; a longer step of the box changes neither.
TEST_P(Gases, FillTheVolumeOfTheGammaDistribution) {
  const auto& [name, dimension, molecules, size, method, every] = GetParam();
  Simulation s = Simulation::started(gas(dimension, molecules, size), bath(method, 1.0 / pressure, every), {});
  s.step(400);
  const double unit = temperature / pressure, expected = (molecules + 1) * unit;
  Series mean, square;
  for (int sample = 0; sample < 12000; ++sample) {
    s.step(every);
    const double v = volume(s);
    mean.add(v);
    square.add((v - expected) * (v - expected));
  }
  EXPECT_NEAR(mean.mean(), expected, far_off * mean.error());
  EXPECT_NEAR(square.mean(), expected * unit, far_off * square.error());
  EXPECT_LT(far_off * mean.error(), unit);  // or it could not tell N from N + 1
  EXPECT_LT(square.error(), 0.15 * expected * unit);
}

INSTANTIATE_TEST_SUITE_P(All, Gases,
                         testing::Values(Gas{"Points", 3, 8, 1, ThermostatMethod::rescale, 1},
                                         Gas{"PointsRarely", 3, 8, 1, ThermostatMethod::rescale, 8},
                                         Gas{"PointsInThePlane", 2, 6, 1, ThermostatMethod::rescale, 4},
                                         Gas{"Triangles", 3, 6, 3, ThermostatMethod::andersen, 2},
                                         Gas{"RodsInThePlane", 2, 5, 2, ThermostatMethod::andersen, 5}),
                         [](const auto& at) { return std::string(at.param.name); });

class Barostats : public testing::TestWithParam<ThermostatMethod> {};

IntegratorOptions melt_bath(ThermostatMethod method) { return bath(method, 0.3, 5, 0.004); }

// The mean of dU/dV and of the pressure of atoms, constraint forces included, is that of the ensemble exactly: P, less
// kT/V where the centre of mass of all carries no heat.
TEST_P(Barostats, HoldThePressureThatConstraintForcesTell) {
  Simulation s = Simulation::started(melt(), melt_bath(GetParam()), {});
  s.step(2000);
  Series off;
  double least = volume(s), most = least;
  for (int sample = 0; sample < 3000; ++sample) {
    s.step(10);
    const double v = volume(s);
    const double missing = GetParam() == ThermostatMethod::andersen ? 0.0 : temperature / v;
    const auto now = s.integrator->thermodynamics(s.state, s.constraint_forces());
    off.add(now.pressure->trace() / 3.0 + missing - pressure);
    least = std::min(least, v);
    most = std::max(most, v);
  }
  EXPECT_NEAR(off.mean(), 0.0, far_off * off.error());
  EXPECT_LT(off.error(), 0.05 * pressure);  // kT/V is more than that
  EXPECT_GT(temperature / most, 0.01 * pressure);
  EXPECT_GT(most, 1.2 * least);
}

TEST_P(Barostats, LeaveMoleculesAsTheyAreAndAccountForTheirWork) {
  Simulation s = Simulation::started(melt(), melt_bath(GetParam()), {});
  const auto balance = [&] {
    const auto now = s.integrator->thermodynamics(s.state, s.constraint_forces());
    return s.energy() - now.heat - now.work;
  };
  s.step(500);
  const double before = balance();
  double exchanged = 0.0;
  for (int k = 0; k < 100; ++k) {
    s.step(10);
    const Integrator::Violations off = s.integrator->violations(s.state);
    EXPECT_LT(off.position, SolverOptions{}.tolerance);
    EXPECT_LT(off.velocity, 1e-12);
    EXPECT_NEAR(balance(), before, 0.02 * std::abs(before));  // the error of the motion, of second order in the step
    exchanged = std::max(exchanged, std::abs(s.integrator->thermodynamics(s.state, s.constraint_forces()).work));
  }
  EXPECT_GT(exchanged, 0.05 * std::abs(before));
}

TEST_P(Barostats, ContinueBitForBit) {
  Simulation s = Simulation::started(melt(), melt_bath(GetParam()), {});
  s.step(57);
  EXPECT_NE(s.state.box, s.model->box());
  expect_continues(s, 40);
}

INSTANTIATE_TEST_SUITE_P(Methods, Barostats,
                         testing::Values(ThermostatMethod::rescale, ThermostatMethod::andersen,
                                         ThermostatMethod::nose_hoover));

TEST(Barostat, NeighbourListsThatFollowTheBoxChangeNoBit) {
  System few = melt(), many = melt();
  few.forces.pairs->skin = 0.6;
  many.forces.pairs->skin = 0.0;
  Simulation a = Simulation::started(few, melt_bath(ThermostatMethod::rescale), {});
  Simulation b = Simulation::started(many, melt_bath(ThermostatMethod::rescale), {});
  a.step(300);
  b.step(300);
  expect_same(a.state, b.state);
}

TEST(Barostat, RejectsFewOfItsMovesAndKeepsTheStateOfThem) {
  IntegratorOptions options = melt_bath(ThermostatMethod::rescale);
  options.barostat.compressibility = 3.0;  // too bold
  Simulation s = Simulation::started(melt(), options, {});
  std::int64_t moves = 0, rejected = 0, stayed = 0;
  for (int k = 0; k < 500; ++k) {
    const Vec3 box = s.state.box;
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok()) << s.integrator->explain(report);
    moves += report.moves;
    rejected += report.rejected;
    stayed += report.moves > 0 && s.state.box == box;
  }
  EXPECT_EQ(moves, 100);
  EXPECT_EQ(rejected, stayed);
  EXPECT_GT(rejected, 5);
  EXPECT_LT(rejected, 95);
}

// Noise that is far too large proposes such boxes to any system.
TEST(Barostat, RejectsProposalsTooSmallForTheCutoff) {
  IntegratorOptions options = melt_bath(ThermostatMethod::rescale);
  options.barostat.compressibility = 3000.0;
  Simulation s = Simulation::started(melt(), options, {});
  std::int64_t moves = 0, rejected = 0, too_small = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 box = s.state.box;
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok()) << s.integrator->explain(report);
    moves += report.moves;
    rejected += report.rejected;
    too_small += report.too_small;
    EXPECT_TRUE(report.too_small == 0 || s.state.box == box);
  }
  EXPECT_EQ(moves, 200);
  EXPECT_GT(too_small, 20);
  EXPECT_LE(too_small, rejected);
}

TEST(Barostat, SaysWhenTheBoxStaysTooSmallForTheCutoff) {
  IntegratorOptions options = melt_bath(ThermostatMethod::rescale);
  System system = melt();
  system.model.set_box({30.0, 30.0, 2.05});
  options.barostat.pressure = 1e4;
  Simulation s = Simulation::at_rest(system, options, {});
  ASSERT_TRUE(s.integrator->start(s.state).ok());
  StepReport report;
  State before = s.state;
  for (int k = 0; k < 1000 && report.ok(); ++k) {
    before = s.state;
    report = s.integrator->step(s.state);
  }
  ASSERT_FALSE(report.ok());
  expect_same(s.state, before);
  const std::string message = s.integrator->explain(report);
  EXPECT_NE(message.find("the box stays at the smallest that it may be, an edge of 2.0"), std::string::npos) << message;
  EXPECT_NE(message.find("twice the cut-off"), std::string::npos);
}

TEST(Barostat, RefusesWhatItCannotServe) {
  const auto message = [](const System& system, const IntegratorOptions& options) {
    const Model model = system.model.build().value();
    const ForceField forces = ForceField::make(model, system.forces).value();
    const Plan plan = Plan::make(model, {}).value();
    const auto made = Integrator::make(model, forces, plan, options);
    return made ? std::string() : made.error().key + ": " + made.error().message;
  };
  const auto expect = [&](const System& system, const IntegratorOptions& options, const char* what) {
    const std::string found = message(system, options);
    EXPECT_NE(found.find(what), std::string::npos) << found;
  };
  const IntegratorOptions good = melt_bath(ThermostatMethod::rescale);
  EXPECT_EQ(message(melt(), good), "");
  IntegratorOptions bad = good;
  bad.thermostat.method = ThermostatMethod::none;
  expect(melt(), bad, "barostat.method: a volume that changes at random needs a temperature");
  bad = good;
  bad.barostat.compressibility = 0.0;
  expect(melt(), bad, "barostat.compressibility: found 0");
  bad = good;
  bad.barostat.every = 0;
  expect(melt(), bad, "barostat.every");
  System open = melt();
  open.model.set_box({});
  expect(open, good, "barostat.method: there is no box");
  System falling = melt();
  falling.forces.gravity = {0.0, 0.0, -1.0};
  expect(falling, good, "barostat.method: something acts from outside");
}

}  // namespace
}  // namespace taut::test
