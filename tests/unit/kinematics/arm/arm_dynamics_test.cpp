#include "taut/arm_dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <sstream>

#include "support/arm_motion.hpp"
#include "support/dense_algebra.hpp"
#include "support/sample_arms.hpp"
#include "taut/arm_model.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

constexpr double g = 9.81;

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  RandomStream random(seed, 0, 0);
  std::vector<double> all(count);
  for (double& value : all) value = 2.0 * random.uniform() - 1.0;
  return all;
}

// Two uniform rods in the plane, by the textbook.
TEST(ArmDynamics, OfTwoRodsIsTheClosedForm) {
  constexpr double l1 = 1.3, l2 = 0.7, m1 = 2.0, m2 = 0.9;
  ArmBuilder builder(2);
  builder.add(JointSpec{.damping = 0.4});
  builder.add(LimbSpec{.joint = 0, .from = {}, .to = {l1, 0.0, 0.0}, .mass = m1});
  builder.add(JointSpec{.parent = 0, .frame = {{l1, 0.0, 0.0}, {}}});
  builder.add(LimbSpec{.joint = 1, .from = {}, .to = {l2, 0.0, 0.0}, .mass = m2});
  const Arm arm = builder.build().value();
  const double q1 = 0.7, q2 = -1.1, w1 = 1.5, w2 = -2.0, a1 = 0.3, a2 = 4.0;
  const double i1 = m1 * l1 * l1 / 3.0, i2 = m2 * l2 * l2 / 3.0, c = 0.5 * m2 * l1 * l2;
  const double turn = c * std::sin(q2);
  const double tau2 = (i2 + c * std::cos(q2)) * a1 + i2 * a2 + turn * w1 * w1 + 0.5 * m2 * g * l2 * std::cos(q1 + q2);
  const double tau1 = (i1 + i2 + m2 * l1 * l1 + 2.0 * c * std::cos(q2)) * a1 + (i2 + c * std::cos(q2)) * a2 -
                      turn * (2.0 * w1 * w2 + w2 * w2) + (0.5 * m1 + m2) * g * l1 * std::cos(q1) +
                      0.5 * m2 * g * l2 * std::cos(q1 + q2) + 0.4 * w1;
  const std::vector<double> found =
      ArmDynamics(arm, {0.0, -g, 0.0})
          .torques(std::vector<double>{q1, q2}, std::vector<double>{w1, w2}, std::vector<double>{a1, a2});
  EXPECT_NEAR(found[0], tau1, 1e-12);
  EXPECT_NEAR(found[1], tau2, 1e-12);
}

// Lagrange's equations in joint values, by differences of the kinetic energy.
TEST(ArmDynamics, IsThatOfLagrangesEquations) {
  std::vector<support::NamedArm> arms = support::sample_arms();
  arms.push_back({"crane", support::crane()});
  arms.push_back({"scara", support::scara()});
  for (const auto& [name, arm] : arms) {
    if (name == "balls" || name == "one of each" || name == "plane, 20 limbs") continue;
    const Vec3 gravity = {1.0, -g, arm.dimension() == 3 ? 2.0 : 0.0};
    const auto n = static_cast<std::size_t>(arm.value_count());
    const std::vector<double> q = support::random_posture(arm, 3), w = random_numbers(n, 5), a = random_numbers(n, 6);
    const auto vector = [](const std::vector<double>& v) -> Eigen::VectorXd {
      return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
    };
    const Eigen::VectorXd expected = support::ArmMotion(arm, gravity).torque(vector(q), vector(w), vector(a));
    const std::vector<double> found = ArmDynamics(arm, gravity).torques(q, w, a);
    for (std::size_t k = 0; k < n; ++k)
      EXPECT_NEAR(found[k], expected[static_cast<Eigen::Index>(k)], 1e-8 * expected.norm()) << name << " " << k;
  }
}

// Whatever the joints are, balls and sliders too: at rest the torque is the slope of the potential energy, seen by
// small turns of each joint in its own frame.
TEST(ArmDynamics, HoldsAPostureAgainstGravity) {
  for (const auto& [name, arm] : support::sample_arms()) {
    const Vec3 gravity = {0.5, -g, arm.dimension() == 3 ? 3.0 : 0.0};
    const std::vector<double> q = support::random_posture(arm, 8), none(q.size(), 0.0);
    const std::vector<double> found = ArmDynamics(arm, gravity).torques(q, none, none);
    const auto energy = [&](std::size_t value, double by) {
      std::vector<double> there = q;
      for (std::size_t k = 0; k < arm.joints().size(); ++k) {
        const auto first = static_cast<std::size_t>(arm.first_value(static_cast<int>(k)));
        if (arm.joints()[k].kind != JointKind::ball || value < first || value >= first + 3) continue;
        Vec3 small = {};
        small[static_cast<int>(value - first)] = by;
        const Vec3 turned = rotation_vector(rotation_by({q[first], q[first + 1], q[first + 2]}) * rotation_by(small));
        there[first] = turned.x, there[first + 1] = turned.y, there[first + 2] = turned.z;
        by = 0.0;
      }
      there[value] += by;
      const std::vector<Placement> frames = joint_frames(arm, there);
      double sum = 0.0;
      for (const LimbSpec& limb : arm.limbs())
        sum -= limb.mass * dot(gravity, frames[static_cast<std::size_t>(limb.joint)] * (0.5 * (limb.from + limb.to)));
      return sum;
    };
    constexpr double h = 1e-5;
    for (std::size_t v = 0; v < q.size(); ++v)
      EXPECT_NEAR(found[v], (energy(v, h) - energy(v, -h)) / (2.0 * h), 1e-7) << name << " " << v;
  }
}

// Where each joint is after a time, that moves with these rates and accelerations, balls in their own frames.
std::vector<double> moved(const Arm& arm, const std::vector<double>& q, const std::vector<double>& w,
                          const std::vector<double>& a, double t) {
  std::vector<double> there = q;
  const auto way = [&](std::size_t v) { return t * w[v] + 0.5 * t * t * a[v]; };
  for (std::size_t k = 0; k < arm.joints().size(); ++k) {
    const auto v = static_cast<std::size_t>(arm.first_value(static_cast<int>(k)));
    if (arm.joints()[k].kind == JointKind::ball) {
      const Vec3 turned =
          rotation_vector(rotation_by({q[v], q[v + 1], q[v + 2]}) * rotation_by({way(v), way(v + 1), way(v + 2)}));
      there[v] = turned.x, there[v + 1] = turned.y, there[v + 2] = turned.z;
    } else if (arm.joints()[k].kind != JointKind::fixed) {
      there[v] += way(v);
    }
  }
  return there;
}

// What motors do in a time is what the energy grows by; here for balls, sliders and hinges together.
TEST(ArmDynamics, DoesTheWorkThatTheEnergyGrowsBy) {
  const Arm arm = support::one_of_each();
  const Vec3 gravity = {0.5, -g, 3.0};
  const std::vector<support::RigidPiece> pieces = support::rigid_pieces(arm);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::vector<double> q = support::random_posture(arm, seed), w = random_numbers(q.size(), 10 + seed),
                              a = random_numbers(q.size(), 20 + seed);
    const auto frames = [&](double t) { return joint_frames(arm, moved(arm, q, w, a, t)); };
    const auto energy = [&](double t) {
      constexpr double h = 1e-3;
      const auto f0 = frames(t), f1 = frames(t - 2 * h), f2 = frames(t - h), f3 = frames(t + h), f4 = frames(t + 2 * h);
      double sum = 0.0;
      for (const support::RigidPiece& piece : pieces) {
        const auto j = static_cast<std::size_t>(piece.joint);
        const auto rate = [&](const auto& of) -> std::decay_t<decltype(of(f0[j]))> {
          return ((of(f1[j]) - of(f4[j])) + 8.0 * (of(f3[j]) - of(f2[j]))) * (1.0 / (12.0 * h));
        };
        const auto place = [&](const Placement& f) -> Eigen::Vector3d {
          return support::column(f.place) + support::matrix(f.turn) * piece.center;
        };
        const Eigen::Vector3d v = rate(place);
        const Eigen::Matrix3d turning =
            rate([](const Placement& f) -> Eigen::Matrix3d { return support::matrix(f.turn); });
        const Eigen::Matrix3d spin = support::matrix(f0[j].turn).transpose() * turning;
        const Eigen::Vector3d s(spin(2, 1), spin(0, 2), spin(1, 0));
        sum += 0.5 * piece.mass * v.squaredNorm() + 0.5 * s.dot(piece.inertia * s) -
               piece.mass * support::column(gravity).dot(place(f0[j]));
      }
      return sum;
    };
    constexpr double h = 2e-3;
    const double growth = (energy(-2 * h) - energy(2 * h) + 8.0 * (energy(h) - energy(-h))) / (12.0 * h);
    const std::vector<double> torque = ArmDynamics(arm, gravity).torques(q, w, a);
    double work = 0.0;
    for (std::size_t k = 0; k < w.size(); ++k) work += torque[k] * w[k];
    EXPECT_NEAR(work, growth, 1e-7 * (1.0 + std::abs(growth))) << seed;
  }
}

// A polynomial of t as a formula, through values at Chebyshev's points.
std::string polynomial(const std::function<double(double)>& f, double duration) {
  constexpr int count = 15;
  Eigen::MatrixXd powers(count, count);
  Eigen::VectorXd values(count);
  for (int i = 0; i < count; ++i) {
    const double x = std::cos(std::numbers::pi * (i + 0.5) / count);
    for (int k = 0; k < count; ++k) powers(i, k) = std::pow(x, k);
    values[i] = f(0.5 * duration * (x + 1.0));
  }
  const Eigen::VectorXd c = test::dense_solution(powers, values);
  std::ostringstream text;
  text.precision(17);
  const std::string x = "(" + std::to_string(2.0 / duration) + "*t - 1)";
  text << "(" << c[count - 1] << ")";
  for (int k = count - 2; k >= 0; --k) {
    const std::string inner = text.str();
    text.str("");
    text << "(" << c[k] << " + " << x << "*" << inner << ")";
  }
  return text.str();
}

// The torques of a motion, applied to the arm as particles and constraints, make it move so: to the square of the step.
TEST(ArmDynamics, FedForwardItMakesTheArmMoveSo) {
  const Arm arm = support::row_of_limbs(2, 3, 3.0);
  constexpr double duration = 0.5;
  const Vec3 gravity = {0.0, -g, 0.0};
  const double swing[] = {0.6, -0.8, 0.5}, start[] = {0.9, -0.4, 0.3};
  const auto at = [&](double t, int derivative) {
    std::vector<double> all;
    for (int k = 0; k < 3; ++k) {
      const double s = std::sin(3.0 * t), c = std::cos(3.0 * t);
      all.push_back(derivative == 0   ? start[k] + swing[k] * (1.0 - c)
                    : derivative == 1 ? 3.0 * swing[k] * s
                                      : 9.0 * swing[k] * c);
    }
    return all;
  };
  const ArmDynamics dynamics(arm, gravity);
  const ArmModel made = make_arm_model(arm, at(0.0, 0)).value();
  ForceSpecs specs{.gravity = gravity};
  for (std::size_t k = 0; k < 3; ++k) {
    TorqueSpec torque;
    torque.between.assign(made.joints[k].particles.begin(), made.joints[k].particles.end());
    torque.torque = polynomial([&](double t) { return dynamics.torques(at(t, 0), at(t, 1), at(t, 2))[k]; }, duration);
    specs.torques.push_back(std::move(torque));
  }
  const ForceField forces = ForceField::make(made.model, specs).value();
  const Plan plan = Plan::make(made.model, {}).value();
  std::vector<double> errors;
  for (const int steps : {40, 80, 160, 320}) {
    Integrator integrator = Integrator::make(made.model, forces, plan, {.step = duration / steps}).value();
    State state = initial_state(made.model);
    ASSERT_TRUE(integrator.start(state).ok());
    for (int k = 0; k < steps; ++k) ASSERT_TRUE(integrator.step(state).ok());
    const std::vector<double> wanted = at(duration, 0), found = joint_values(arm, made, state.position, wanted);
    double error = 0.0;
    for (std::size_t k = 0; k < 3; ++k) error = std::max(error, std::abs(found[k] - wanted[k]));
    errors.push_back(error);
  }
  for (std::size_t k = 1; k < errors.size(); ++k)
    EXPECT_NEAR(errors[k - 1] / errors[k], 4.0, 0.3) << errors[k - 1] << " " << errors[k];
  EXPECT_LT(errors.back(), 1e-4);
}

}  // namespace
}  // namespace taut
