#include "taut/arm_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "support/arm_motion.hpp"
#include "support/sample_arms.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

// The six axes with bodies instead of rods, one of them on a fixed joint.
Arm six_bodies() {
  ArmBuilder builder(3);
  const Arm axes = support::six_axes();
  for (const JointSpec& joint : axes.joints()) builder.add(joint);
  for (int k = 0; k < 6; ++k)
    builder.add(BodySpec{.joint = k,
                         .mass = 2.0 - 0.3 * k,
                         .center = {0.1 - 0.02 * k, 0.03 * k, 0.05},
                         .inertia = {0.03, 0.002, -0.004, 0.05, 0.001 * k, 0.06}});
  const int tool = builder.add(JointSpec{
      .kind = JointKind::fixed, .parent = 5, .frame = {{0.05, 0.02, 0.0}, rotation_of_rpy({0.3, 0.2, -0.7})}});
  builder.add(BodySpec{.joint = tool, .mass = 0.4, .center = {0.1, 0.0, 0.0}, .inertia = {1e-4, 0, 0, 1e-3, 0, 1e-3}});
  builder.add(HandSpec{.joint = tool, .frame = {{0.1, 0.0, 0.0}, {}}});
  return builder.build().value();
}

std::vector<support::NamedArm> arms() {
  std::vector<support::NamedArm> all = support::sample_arms();
  all.push_back({"six bodies", six_bodies()});
  all.push_back({"crane", support::crane()});
  all.push_back({"scara", support::scara()});
  return all;
}

// The model has as many degrees of freedom as the arm has values, but for what nobody can see: a ball whose limb is a
// rod may turn about it. Nothing in it is redundant.
TEST(ArmModel, HasTheFreedomOfTheArm) {
  for (const auto& [name, arm] : arms())
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ArmModel made = make_arm_model(arm, support::random_posture(arm, seed)).value();
      const int twists = name == "balls" ? static_cast<int>(arm.joints().size()) : 0;
      EXPECT_EQ(made.model.degrees_of_freedom(), arm.value_count() - twists) << name;
      const Plan plan = Plan::make(made.model, {}).value();
      EXPECT_EQ(plan.degrees_of_freedom(made.model), arm.value_count() - twists) << name;
      EXPECT_TRUE(plan.dependent_sets().empty()) << name;
    }
}

// Total mass and its centre: those of the rods and bodies of all limbs that move, to round-off, whatever points there
// are. Masses at the base are fixed and do not count.
TEST(ArmModel, WeighsWhatTheArmWeighs) {
  for (const auto& [name, arm] : arms()) {
    if (name == "one of each") continue;  // some of its bodies have no mass at all
    const std::vector<double> values = support::random_posture(arm, 4);
    const ArmModel made = make_arm_model(arm, values).value();
    const std::vector<Placement> frames = joint_frames(arm, values);
    double mass = 0.0;
    Vec3 first = {}, expected = {};
    for (std::size_t k = 0; k < made.model.masses().size(); ++k)
      if (const double m = made.model.masses()[k]; std::isfinite(m)) mass += m, first += m * made.model.positions()[k];
    double limbs = 0.0, at_base = 0.0;
    for (const support::RigidPiece& piece : support::rigid_pieces(arm)) {
      limbs += piece.mass;
      expected += piece.mass * (frames[static_cast<std::size_t>(piece.joint)] *
                                Vec3{piece.center.x(), piece.center.y(), piece.center.z()});
    }
    if (name.find("plane") == 0 || name == "balls") {  // a sixth of the first rod is at the base
      at_base = arm.limbs().front().mass / 6.0;
      expected -= at_base * arm.base().place;
    }
    const double room = name == "six axes" ? 1e-5 : 1e-12;  // four of its bodies are none
    EXPECT_NEAR(mass, limbs - at_base, room) << name;
    EXPECT_LT(norm(first - expected), room) << name;
    const Vec3& hand = made.model.positions()[static_cast<std::size_t>(made.hands[0])];
    EXPECT_LT(norm(hand - hand_frame(arm, values).place), 1e-12) << name;
  }
}

TEST(ArmModel, GivesJointValuesBack) {
  for (const auto& [name, arm] : arms()) {
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

Eigen::VectorXd random_rates(Eigen::Index count) {
  RandomStream random(3, 0, 0);
  Eigen::VectorXd rates(count);
  for (double& rate : rates) rate = 2.0 * random.uniform() - 1.0;
  return rates;
}

// Of every particle for these values and rates of the joints, by differences of frames.
std::vector<Vec3> point_velocities(const Arm& arm, const ArmModel& made, const Eigen::VectorXd& q,
                                   const Eigen::VectorXd& w) {
  constexpr double h = 1e-4;
  const auto frames = [&](double t) {
    const Eigen::VectorXd there = q + t * w;
    return joint_frames(arm, std::span<const double>(there.data(), static_cast<std::size_t>(q.size())));
  };
  const auto a = frames(-2 * h), b = frames(-h), c = frames(h), d = frames(2 * h);
  std::vector<Vec3> velocities(static_cast<std::size_t>(made.model.size()));
  for (const ArmModel::Marker& marker : made.markers) {
    const auto j = static_cast<std::size_t>(marker.joint);
    velocities[static_cast<std::size_t>(marker.particle)] =
        (1.0 / (12.0 * h)) * (a[j] * marker.at - d[j] * marker.at + 8.0 * (c[j] * marker.at - b[j] * marker.at));
  }
  return velocities;
}

// Its kinetic energy for any rates of the joints is that of the rods and bodies, by the tensor of inertia of each; and
// what the particles' velocities say of the rates is what they are.
TEST(ArmModel, HasTheInertiaOfTheArm) {
  for (const auto& [name, arm] : arms()) {
    if (name == "balls" || name == "one of each" || name == "six axes") continue;
    const std::vector<double> values = support::random_posture(arm, 7);
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(values.data(), arm.value_count()),
                          w = random_rates(q.size());
    const double expected = 0.5 * w.dot(support::ArmMotion(arm, {}).mass_matrix(q) * w);
    const ArmModel made = make_arm_model(arm, values).value();
    const std::vector<Vec3> velocities = point_velocities(arm, made, q, w);
    double kinetic = 0.0;
    for (std::size_t k = 0; k < velocities.size(); ++k)
      if (made.model.inverse_masses()[k] > 0.0)
        kinetic += 0.5 * made.model.masses()[k] * dot(velocities[k], velocities[k]);
    EXPECT_NEAR(kinetic, expected, 1e-9 * expected) << name;
    const std::vector<double> rates = joint_rates(arm, made, made.model.positions(), velocities);
    for (std::size_t k = 0; k < rates.size(); ++k) EXPECT_NEAR(rates[k], w[static_cast<Eigen::Index>(k)], 1e-8) << name;
  }
}

// Let go in motion, the joint values follow Lagrange's equations for them, with an error that falls as the square of
// the step.
TEST(ArmModel, MovesAsItsJointValuesDo) {
  const Vec3 down = {0.0, -9.81, 0.0}, below = {0.0, 0.0, -9.81};
  for (const auto& [name, arm, gravity] :
       {std::tuple{"plane", support::row_of_limbs(2, 3, 3.0), down}, std::tuple{"crane", support::crane(), down},
        std::tuple{"six bodies", six_bodies(), below}}) {
    std::vector<double> start = support::random_posture(arm, 11);
    constexpr double duration = 0.2;
    Eigen::VectorXd q = Eigen::Map<Eigen::VectorXd>(start.data(), arm.value_count()), w = random_rates(q.size());
    const std::vector<Vec3> velocities = point_velocities(arm, make_arm_model(arm, start).value(), q, w);
    support::ArmMotion(arm, gravity).run(q, w, duration, 80);
    std::vector<double> errors;
    for (const int steps : {20, 40, 80, 160}) {
      Swing swing(arm, start, gravity, duration / steps);
      swing.state.velocity = velocities;
      ASSERT_TRUE(swing.integrator.start(swing.state).ok());
      for (int k = 0; k < steps; ++k) ASSERT_TRUE(swing.integrator.step(swing.state).ok()) << name;
      const std::vector<double> found = joint_values(arm, swing.made, swing.state.position, start);
      double error = 0.0;
      for (std::size_t k = 0; k < found.size(); ++k)
        error = std::max(error, std::abs(found[k] - q[static_cast<Eigen::Index>(k)]));
      errors.push_back(error);
    }
    for (std::size_t k = 1; k < errors.size(); ++k)
      EXPECT_NEAR(errors[k - 1] / errors[k], 4.0, 0.4) << name << " " << errors[k - 1] << " " << errors[k];
    EXPECT_LT(errors.back(), 1e-4) << name;
  }
}

// The energy swings with the square of the step, and that is all: its largest error in a long run is that of a short
// one.
TEST(ArmModel, DoesNotDriftInEnergy) {
  const Arm arm = six_bodies();
  const std::vector<double> start = {0.3, -0.4, 0.9, 0.2, 0.5, 0.1};
  Swing swing(arm, start, {0.0, 0.0, -9.81}, 1e-3);
  const double before = swing.energy();
  double early = 0.0, late = 0.0;
  constexpr int steps = 8000;
  for (int k = 0; k < steps; ++k) {
    ASSERT_TRUE(swing.integrator.step(swing.state).ok());
    double& error = k < steps / 2 ? early : late;
    error = std::max(error, std::abs(swing.energy() - before));
  }
  EXPECT_LT(late, 2.0 * early);
  EXPECT_LT(late, 1e-2 * std::abs(before));
}

// A box that hangs from a hinge beside it: small swings with the period of a physical pendulum.
TEST(ArmModel, OfABoxSwingsAsAPhysicalPendulum) {
  constexpr double m = 3.0, x = 0.2, y = 0.3, z = 0.5, d = 0.4, g = 9.81;
  ArmBuilder builder(3);
  builder.add(JointSpec{.axis = {0.0, 1.0, 0.0}});
  const double ixx = m / 12.0 * (y * y + z * z), iyy = m / 12.0 * (x * x + z * z), izz = m / 12.0 * (x * x + y * y);
  builder.add(BodySpec{.joint = 0, .mass = m, .center = {0.0, 0.1, -d}, .inertia = {ixx, 0, 0, iyy, 0, izz}});
  builder.add(HandSpec{.joint = 0, .frame = {{0.0, 0.0, -d}, {}}});
  const Arm arm = builder.build().value();
  const double small = 1e-4, period = 2.0 * std::numbers::pi * std::sqrt((iyy + m * d * d) / (m * g * d));
  constexpr int steps = 2000;
  const std::vector<double> start = {small};
  Swing swing(arm, start, {0.0, 0.0, -g}, period / 4.0 / steps);
  for (int k = 0; k < steps; ++k) ASSERT_TRUE(swing.integrator.step(swing.state).ok());
  // After a quarter of the period it hangs straight; RATTLE's error is (2 pi / 8000)^2 / 24 of a turn.
  EXPECT_NEAR(joint_values(arm, swing.made, swing.state.position, start)[0] / small, 0.0, 1e-6);
}

// The particles of a coordinate turn and shift by the value of their joint.
TEST(ArmModel, CoordinatesAreJointValues) {
  for (const auto& [name, arm] : arms()) {
    const std::vector<double> values = support::random_posture(arm, 5);
    const ArmModel made = make_arm_model(arm, values).value();
    for (std::size_t k = 0; k < arm.joints().size(); ++k) {
      const auto& [on, zero] = made.joints[k];
      const auto place = [&](std::size_t i) { return made.model.positions()[static_cast<std::size_t>(on[i])]; };
      const JointKind kind = arm.joints()[k].kind;
      if (kind == JointKind::ball || kind == JointKind::fixed) {
        EXPECT_TRUE(on.empty());
        continue;
      }
      double value = 0.0;
      if (kind == JointKind::slider) {
        const Vec3 along = place(1) - place(0);
        value = dot(place(2) - place(0), along) / norm(along);
      } else {
        const Vec3 axis = on.size() == 3 ? Vec3{0.0, 0.0, 1.0} : place(2) - place(1);
        const Vec3 unit = (1.0 / norm(axis)) * axis;
        const Vec3 a = place(0) - place(1), b = place(on.size() - 1) - place(1);
        value = std::atan2(dot(unit, cross(a, b)), dot(a, b) - dot(a, unit) * dot(b, unit));
      }
      const double off = value - zero - values[static_cast<std::size_t>(arm.first_value(static_cast<int>(k)))];
      const double turn = kind == JointKind::slider ? 1.0 : 2.0 * std::numbers::pi;
      EXPECT_NEAR(std::remainder(off, turn), 0.0, 1e-9) << name << " " << k;
    }
  }
}

// Half a per cent too much about one axis: the nearest is a disc, whatever the axes. What is possible stays as it is.
TEST(ArmModel, MendsInertiaThatNoMassesHave) {
  BodySpec body{.joint = 0, .mass = 1.0, .inertia = {1.0, 0.0, 0.0, 1.0, 0.0, 2.01}};
  const double change = mend_inertia(body);
  EXPECT_EQ(inertia_refusal(body), "");
  EXPECT_GT(change, 0.0);
  EXPECT_LT(change, 0.005);
  EXPECT_NEAR(body.inertia[0], 1.005, 1e-14);
  EXPECT_NEAR(body.inertia[5], 2.01, 1e-14);
  const BodySpec mended = body;
  EXPECT_EQ(mend_inertia(body), 0.0);
  EXPECT_EQ(body.inertia, mended.inertia);
  body.inertia = {-1.0, 0.3, 0.0, 2.0, -0.4, 1.0};
  EXPECT_GT(mend_inertia(body), 0.1);
  EXPECT_EQ(inertia_refusal(body), "");
  body = {.joint = 0, .mass = 0.0, .inertia = {1.0, 0.0, 0.0, 1.0, 0.0, 1.0}};
  EXPECT_EQ(mend_inertia(body), 1.0);
  EXPECT_EQ(inertia_refusal(body), "");
}

TEST(ArmModel, RefusesInertiaThatNoMassesHave) {
  BodySpec body{.joint = 0, .mass = 1.0, .inertia = {1.0, 0.0, 0.0, 1.0, 0.0, 2.1}};
  EXPECT_NE(inertia_refusal(body).find("larger than the two others"), std::string::npos);
  body.inertia[5] = 2.0;  // a disc
  EXPECT_EQ(inertia_refusal(body), "");
  body.inertia[0] = -0.1;
  EXPECT_NE(inertia_refusal(body).find("negative"), std::string::npos);
}

}  // namespace
}  // namespace taut
