#include <gtest/gtest.h>

#include <numeric>

#include "support/systems.hpp"
#include "support/tangents.hpp"
#include "taut/chaos.hpp"

namespace taut::test {
namespace {

Lyapunov started(const Simulation& s, const LyapunovOptions& options) {
  Lyapunov lyapunov = Lyapunov::make(*s.model, *s.forces, *s.plan, s.options, options).value();
  EXPECT_TRUE(lyapunov.start(s.state).converged);
  return lyapunov;
}

std::vector<double> exponents(Lyapunov& lyapunov, std::int64_t steps) {
  EXPECT_EQ(lyapunov.advance(steps), "");
  std::vector<double> values;
  for (const double growth : lyapunov.growth()) values.push_back(growth / lyapunov.time());
  return values;
}

// A rigid plane pendulum upside down: dphi'' = (g/l) dphi, exponents +-sqrt(g/l), of the step: cosh(lambda h) = 1 +
// h^2 g / 2l.
TEST(Lyapunov, FindsTheRatesOfAnUnstableEquilibrium) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {180.0}}), {.step = 1e-2});
  Lyapunov lyapunov = started(s, {.exponents = 2});
  static_cast<void>(lyapunov.advance(500));
  const std::vector<double> before(lyapunov.growth().begin(), lyapunov.growth().end());
  ASSERT_EQ(lyapunov.advance(10), "");
  const double rate = std::acosh(1.0 + 0.5e-4 * g) / 1e-2;
  // Per step, of vectors that have turned into the fastest direction. In 5.1 s rounding of sin(180 degrees), 1e-16, has
  // grown to 1e-9.
  EXPECT_NEAR((lyapunov.growth()[0] - before[0]) / 0.1, rate, 1e-7);
  EXPECT_NEAR((lyapunov.growth()[1] - before[1]) / 0.1, -rate, 1e-7);
}

// The symplectic volume is preserved; what orthonormal vectors measure differs from it by a factor that depends on the
// state and is bounded, so that all logarithms add up to something bounded. The same holds of opposite pairs.
TEST(Lyapunov, SpectrumOfADoublePendulum) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 5e-3});
  Lyapunov lyapunov = started(s, {.exponents = 4});
  const std::vector<double> values = exponents(lyapunov, 40'000);
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), 0.0, 0.05);
  EXPECT_GT(values[0], 0.7);
  EXPECT_NEAR(values[0] + values[3], 0.0, 0.05);
  EXPECT_NEAR(values[1], 0.0, 0.06);  // ln(T)/T with T = 200 s, some times that
  EXPECT_NEAR(values[2], 0.0, 0.06);
}

// With all vectors on the energy surface the second exponent is that along the flow, and three are left.
TEST(Lyapunov, CanStayOnTheEnergySurface) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 5e-3});
  Lyapunov lyapunov = started(s, {.exponents = 3, .on_energy_surface = true});
  const std::vector<double> values = exponents(lyapunov, 20'000);
  EXPECT_GT(values[0], 0.7);
  EXPECT_NEAR(values[1], 0.0, 0.1);
  EXPECT_NEAR(values[0] + values[2], 0.0, 0.1);
}

TEST(Lyapunov, TangentVectorsStayOrthonormal) {
  const Simulation s = Simulation::started(make_funnel(), {.step = 1e-2});
  Lyapunov lyapunov = started(s, {.exponents = 4});
  ASSERT_EQ(lyapunov.advance(200), "");
  for (const TangentVector& vector : lyapunov.vectors()) EXPECT_NEAR(length(*s.model, vector), 1.0, 1e-14);
}

TEST(Lyapunov, DependsOnSeedAndStreamOnly) {
  const Simulation s = Simulation::started(make_pendulum({.degrees = {90.0, 90.0}}), {.step = 5e-3});
  const auto first = [&](std::uint64_t stream) {
    Lyapunov lyapunov = started(s, {.exponents = 2, .stream = stream});
    return exponents(lyapunov, 100);
  };
  EXPECT_EQ(first(3), first(3));
  EXPECT_NE(first(3), first(4));
}

TEST(Lyapunov, RefusesWhatHasNone) {
  const auto refusal = [](const System& system, const LyapunovOptions& options) {
    const Simulation s = Simulation::at_rest(system, {.step = 1e-2});
    const Expected<Lyapunov> made = Lyapunov::make(*s.model, *s.forces, *s.plan, s.options, options);
    return made ? "" : made.error().message;
  };
  System rigid = make_pendulum({.degrees = {90.0, 0.0}});
  rigid.model.add(DistanceSpec{.i = 0, .j = 2});
  rigid.model.add(ParticleSpec{.position = {1.0, 1.0, 0.0}, .fixed = true});
  rigid.model.add(DistanceSpec{.i = 1, .j = 3});
  EXPECT_NE(refusal(rigid, {}).find("no degree of freedom"), std::string::npos);
  const System pendulum = make_pendulum({.degrees = {90.0, 90.0}});
  EXPECT_NE(refusal(pendulum, {.exponents = 5}).find("1 to 4"), std::string::npos);
  EXPECT_NE(refusal(pendulum, {.exponents = 4, .on_energy_surface = true}).find("1 to 3"), std::string::npos);
  EXPECT_EQ(refusal(pendulum, {.exponents = 4}), "");
}

}  // namespace
}  // namespace taut::test
