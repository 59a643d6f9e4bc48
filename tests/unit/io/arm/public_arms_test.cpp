// Public arms, rebuilt by hand from their published dimensions in tests/data/arms.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "support/arm_motion.hpp"
#include "support/sample_arms.hpp"
#include "taut/arm_model.hpp"
#include "taut/arm_problem.hpp"
#include "taut/solve.hpp"

namespace taut {
namespace {

constexpr double half = std::numbers::pi / 2.0;

// Parameters of Denavit and Hartenberg: standard, turn and shift along z before those along x, or modified, after.
struct Axis {
  double a, d, alpha;
};
Eigen::Isometry3d along_x(const Axis& axis) {
  return Eigen::Translation3d(axis.a, 0.0, 0.0) * Eigen::AngleAxisd(axis.alpha, Eigen::Vector3d::UnitX());
}
Eigen::Isometry3d along_z(const Axis& axis, double q) {
  return Eigen::Translation3d(0.0, 0.0, axis.d) * Eigen::AngleAxisd(q, Eigen::Vector3d::UnitZ());
}

struct PublicArm {
  const char* file;
  bool is_modified;
  std::vector<Axis> axes;
  double flange;  // along z behind the last axis
  std::vector<std::pair<double, double>> limits;
  std::vector<double> masses;  // of links, where published

  Eigen::Isometry3d hand(const std::vector<double>& q) const {
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (std::size_t k = 0; k < axes.size(); ++k)
      frame = is_modified ? frame * along_x(axes[k]) * along_z(axes[k], q[k])
                          : frame * along_z(axes[k], q[k]) * along_x(axes[k]);
    return frame * Eigen::Translation3d(0.0, 0.0, flange);
  }
  ArmProblem problem() const {
    return read_arm_problem(std::filesystem::path(TAUT_SOURCE_DIR) / "tests/data/arms" / file);
  }
};

std::vector<PublicArm> public_arms() {
  constexpr double turn = 4.0 * half;
  return {{"planar_3r.urdf", false, {{0.5, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}}, 0.0, {3, {-2.6, 2.6}}, {1, 1, 1}},
          {"six_axis_ur5e.urdf",
           false,
           {{0, 0.1625, half}, {-0.425, 0, 0}, {-0.3922, 0, 0}, {0, 0.1333, half}, {0, 0.0997, -half}, {0, 0.0996, 0}},
           0.0,
           {6, {-turn, turn}},
           {3.761, 8.058, 2.846, 1.37, 1.3, 0.365}},
          {"seven_axis_panda.urdf",
           true,
           {{0, 0.333, 0},
            {0, 0, -half},
            {0, 0.316, half},
            {0.0825, 0, half},
            {-0.0825, 0.384, -half},
            {0, 0, half},
            {0.088, 0, half}},
           0.107,
           {{-2.8973, 2.8973},
            {-1.7628, 1.7628},
            {-2.8973, 2.8973},
            {-3.0718, -0.0698},
            {-2.8973, 2.8973},
            {-0.0175, 3.7525},
            {-2.8973, 2.8973}},
           {}}};
}

TEST(PublicArms, HaveThePublishedGeometry) {
  for (const PublicArm& published : public_arms()) {
    const Arm arm = published.problem().arm;
    ASSERT_EQ(arm.value_count(), static_cast<int>(published.axes.size())) << published.file;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<double> q = support::random_posture(arm, seed);
      const Placement hand = hand_frame(arm, q);
      const Eigen::Isometry3d expected = published.hand(q);
      EXPECT_LT((support::column(hand.place) - expected.translation()).norm(), 1e-12) << published.file;
      EXPECT_LT((support::matrix(hand.turn) - expected.rotation()).norm(), 1e-12) << published.file;
    }
  }
}

TEST(PublicArms, HaveThePublishedLimitsAndMasses) {
  for (const PublicArm& published : public_arms()) {
    const ArmProblem problem = published.problem();
    for (int v = 0; v < problem.arm.value_count(); ++v) {
      EXPECT_NEAR(problem.arm.lower(v), published.limits[static_cast<std::size_t>(v)].first, 1e-12) << published.file;
      EXPECT_NEAR(problem.arm.upper(v), published.limits[static_cast<std::size_t>(v)].second, 1e-12) << published.file;
    }
    ASSERT_EQ(problem.arm.bodies().size(), published.masses.size()) << published.file;
    for (std::size_t k = 0; k < published.masses.size(); ++k)
      EXPECT_EQ(problem.arm.bodies()[k].mass, published.masses[k]) << published.file;
    EXPECT_EQ(problem.notes.empty(), !published.masses.empty()) << "without masses it says so";
  }
}

TEST(PublicArms, ReachRandomTargets) {
  for (const PublicArm& published : public_arms()) {
    const Arm arm = published.problem().arm;
    Reacher reacher(arm);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Vec3 place = hand_frame(arm, support::random_posture(arm, 1000 + seed)).place;
      std::vector<double> q = support::random_posture(arm, seed);
      const ReachReport report = reacher.reach(q, {.position = place});
      ASSERT_EQ(report.verdict, ReachVerdict::reached) << published.file << " " << seed;
      EXPECT_LT((published.hand(q).translation() - support::column(place)).norm(), 1e-8 * arm.size());
      for (int v = 0; v < arm.value_count(); ++v) {
        EXPECT_GE(q[static_cast<std::size_t>(v)], arm.lower(v)) << published.file;
        EXPECT_LE(q[static_cast<std::size_t>(v)], arm.upper(v)) << published.file;
      }
    }
  }
}

// As points and constraints: the freedom of the joints, nothing redundant, and the inertia of the links.
TEST(PublicArms, AreModels) {
  for (const PublicArm& published : public_arms()) {
    const Arm arm = published.problem().arm;
    const std::vector<double> q = support::random_posture(arm, 2);
    const ArmModel made = make_arm_model(arm, q).value();
    const Plan plan = Plan::make(made.model, {}).value();
    EXPECT_EQ(plan.degrees_of_freedom(made.model), arm.value_count()) << published.file;
    EXPECT_TRUE(plan.dependent_sets().empty()) << published.file;
    double mass = 0.0, expected = 0.0;
    for (const double m : made.model.masses()) mass += std::isfinite(m) ? m : 0.0;
    for (const double m : published.masses) expected += m;
    if (published.masses.empty()) continue;
    EXPECT_NEAR(mass, expected, 1e-12 * expected) << published.file;
  }
}

}  // namespace
}  // namespace taut
