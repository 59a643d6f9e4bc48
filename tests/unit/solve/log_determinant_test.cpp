// ln det A and its gradient against closed forms and differences, for every kind of constraint.
#include "solve/log_determinant.hpp"

#include <gtest/gtest.h>

#include "support/systems.hpp"

namespace taut::test {
namespace {

class LogDeterminants : public testing::TestWithParam<NamedSystem> {};

double value_at(LogDeterminant& determinant, const std::vector<Vec3>& positions) {
  const std::vector<Vec3> low(positions.size());
  EXPECT_TRUE(determinant.linearise({positions.data(), low.data(), 0.3}));
  return determinant.value();
}

// Fourth-order differences with steps of 1e-3 of the size err by some 1e-12 for truncation and 1e-13 for rounding.
TEST_P(LogDeterminants, GradientIsThatOfTheValue) {
  constexpr double tolerance = 1e-8;
  const Model model = GetParam().system.model.build().value();
  const Plan plan = Plan::make(model, tight()).value();
  for (const Component& component : plan.components()) {
    const double step = 1e-3 * std::min(1.0, component.size);
    LogDeterminant determinant(model, component);
    std::vector<Vec3> r = model.positions(), gradient(r.size());
    static_cast<void>(value_at(determinant, r));
    determinant.add_gradient(1.0, gradient.data());
    for (const std::int32_t p : component.particles)
      for (int axis = 0; axis < model.dimension(); ++axis) {
        const auto i = static_cast<std::size_t>(p);
        if (model.inverse_masses()[i] == 0.0) continue;
        const double x = r[i][axis];
        const auto moved = [&](double by) {
          r[i][axis] = x + by;
          return value_at(determinant, r);
        };
        const double slope =
            (8.0 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12.0 * step);
        r[i][axis] = x;
        EXPECT_NEAR(gradient[i][axis], slope, tolerance * (1.0 + std::abs(slope))) << model.particle_name(p);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(, LogDeterminants, testing::ValuesIn(every_kind()),
                         [](const auto& instance) { return instance.param.name; });

// A trimer at right angles: A = (2 0; 0 2), at an angle phi det A = 4 - cos^2 phi.
TEST(LogDeterminant, OfATrimer) {
  for (const double phi : {0.3, 1.2, 2.5}) {
    ModelBuilder builder(2);
    builder.add(ParticleSpec{});
    builder.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
    builder.add(ParticleSpec{.position = {1.0 + std::cos(phi), std::sin(phi), 0.0}});
    for (int k = 0; k < 2; ++k) builder.add(DistanceSpec{.i = k, .j = k + 1});
    const Model model = builder.build().value();
    const Plan plan = Plan::make(model, tight()).value();
    LogDeterminant determinant(model, plan.components().front());
    EXPECT_NEAR(value_at(determinant, model.positions()), std::log(4.0 - std::pow(std::cos(phi), 2)), 1e-14);
  }
}

}  // namespace
}  // namespace taut::test
