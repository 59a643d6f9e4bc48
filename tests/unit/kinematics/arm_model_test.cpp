#include "taut/arm_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/sample_arms.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

std::vector<support::NamedArm> arms_without_sliders() {
  std::vector<support::NamedArm> arms = support::sample_arms();
  std::erase_if(arms, [](const support::NamedArm& arm) { return arm.name == "one of each"; });
  return arms;
}

// The model has as many degrees of freedom as the arm has values, but for what nobody can see: a ball whose limb is a
// rod may turn about it.
TEST(ArmModel, HasTheFreedomOfTheArm) {
  for (const auto& [name, arm] : arms_without_sliders()) {
    const ArmModel made = make_arm_model(arm, support::random_posture(arm, 2)).value();
    const int twists = name == "balls" ? static_cast<int>(arm.joints().size()) : 0;
    EXPECT_EQ(made.model.degrees_of_freedom(), arm.value_count() - twists) << name;
    EXPECT_EQ(Plan::make(made.model, {}).value().degrees_of_freedom(made.model), arm.value_count() - twists) << name;
  }
}

TEST(ArmModel, HasMassesAndHandsOfTheArm) {
  for (const auto& [name, arm] : arms_without_sliders()) {
    const std::vector<double> values = support::random_posture(arm, 4);
    const ArmModel made = make_arm_model(arm, values).value();
    double mass = 0.0, limbs = 0.0;
    for (const double m : made.model.masses()) mass += std::isfinite(m) ? m : 0.0;
    for (const LimbSpec& limb : arm.limbs()) limbs += limb.mass;
    EXPECT_LT(mass, limbs + 2e-3 * made.model.size()) << name;
    EXPECT_GT(mass, limbs - arm.limbs().front().mass / 6.0 - 1e-12) << name;  // of the end at the base
    const Vec3& hand = made.model.positions()[static_cast<std::size_t>(made.hands[0])];
    EXPECT_LT(norm(hand - hand_frame(arm, values).place), 1e-12) << name;
  }
}

TEST(ArmModel, GivesJointValuesBack) {
  for (const auto& [name, arm] : arms_without_sliders()) {
    if (name == "balls") continue;  // a rod does not know its twist
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<double> values = support::random_posture(arm, seed);
      const ArmModel made = make_arm_model(arm, values).value();
      const std::vector<double> found = joint_values(arm, made, made.model.positions(), values);
      for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(found[k], values[k], 1e-9) << name << " " << k;
    }
  }
}

struct Swing {
  explicit Swing(const Arm& arm, const std::vector<double>& values, const Vec3& gravity, double step)
      : made(make_arm_model(arm, values).value()),
        forces(ForceField::make(made.model, {.gravity = gravity}).value()),
        plan(Plan::make(made.model, {}).value()),
        integrator(Integrator::make(made.model, forces, plan, {.step = step}).value()),
        state(initial_state(made.model)) {
    EXPECT_TRUE(integrator.start(state).ok());
  }
  double energy() { return integrator.kinetic_energy(state) + integrator.potential_energy(state); }

  ArmModel made;
  ForceField forces;
  Plan plan;
  Integrator integrator;
  State state;
};

// A uniform rod that is let go: its angular acceleration is 3 g cos q / (2 l), to the square of the step.
TEST(ArmModel, FallsLikeARod) {
  const Arm arm = [] {
    ArmBuilder builder(2);
    builder.add_link(0.7, -10.0, 10.0);
    return builder.build().value();
  }();
  constexpr double h = 1e-4, g = 9.81;
  const std::vector<double> start = {0.4};
  Swing swing(arm, start, {0.0, -g, 0.0}, h);
  ASSERT_TRUE(swing.integrator.step(swing.state).ok());
  const std::vector<double> now = joint_values(arm, swing.made, swing.state.position, start);
  EXPECT_NEAR(2.0 * (now[0] - start[0]) / (h * h), -1.5 * g * std::cos(start[0]) / 0.7, 1e-5);
}

TEST(ArmModel, OfSixAxesKeepsItsEnergyAndItsHinges) {
  const Arm arm = support::six_axes();
  const std::vector<double> start = {0.3, -0.4, 0.9, 0.2, 0.5, 0.1};
  Swing swing(arm, start, {0.0, 0.0, -9.81}, 5e-4);
  const double before = swing.energy();
  for (int k = 0; k < 400; ++k) ASSERT_TRUE(swing.integrator.step(swing.state).ok());
  const double kinetic = swing.integrator.kinetic_energy(swing.state);
  EXPECT_GT(kinetic, 0.1);  // it has fallen
  EXPECT_LT(std::abs(swing.energy() - before), 1e-4 * kinetic);
  // The joint values that its points have put every point where it is: no hinge came apart.
  const std::vector<double> values = joint_values(arm, swing.made, swing.state.position, start);
  const std::vector<Placement> frames = joint_frames(arm, values);
  for (const ArmModel::Marker& marker : swing.made.markers)
    EXPECT_LT(norm(frames[static_cast<std::size_t>(marker.joint)] * marker.at -
                   swing.state.position[static_cast<std::size_t>(marker.particle)]),
              1e-10);
}

TEST(ArmModel, RefusesSliders) {
  EXPECT_NE(make_arm_model(support::one_of_each(), support::random_posture(support::one_of_each(), 1))
                .error()
                .message.find("slider"),
            std::string::npos);
}

}  // namespace
}  // namespace taut
