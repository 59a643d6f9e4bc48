// [[arms]]: the arm of taut reach among the particles of a scenario.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

const std::string limbs = R"(name = "upper"
length = 1.0
angle = 40
[[LIMBS]]
name = "fore"
length = 0.8
angle = -25
mass = 0.5
)";

std::string inline_limbs() {
  std::string text = limbs;
  return "[[arms.limbs]]\n" + text.replace(text.find("LIMBS"), 5, "arms.limbs");
}
std::string arm_file() {
  std::string text = limbs;
  return "dimension = 2\n[[limbs]]\n" + text.replace(text.find("LIMBS"), 5, "limbs");
}

const std::string head = "dimension = 2\n[[arms]]\n";

TEST(ScenarioArms, FromAFileOrTypedAreTheSame) {
  const std::filesystem::path directory = std::filesystem::path(testing::TempDir()) / "arms_from_a_file";
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "a.toml") << arm_file();
  std::ofstream(directory / "s.toml") << "dimension = 2\n[[arms]]\nfile = 'a.toml'\n";
  const Scenario read = read_scenario(directory / "s.toml"), typed = parse(head + inline_limbs());
  ASSERT_EQ(read.model.size(), typed.model.size());
  for (int k = 0; k < read.model.size(); ++k) {
    EXPECT_EQ(read.model.particle(k).name, typed.model.particle(k).name);
    EXPECT_EQ(read.model.particle(k).position, typed.model.particle(k).position);
    EXPECT_EQ(read.model.particle(k).mass, typed.model.particle(k).mass);
  }
  EXPECT_EQ(build(read).degrees_of_freedom(), 2);
  // What is written can be read from elsewhere.
  EXPECT_EQ(parse_scenario(read.text, "/elsewhere/s.toml").model.size(), read.model.size());
  std::filesystem::remove_all(directory);
}

TEST(ScenarioArms, StartWhereTheyAreTold) {
  const Scenario scenario = parse(head + "name = \"robot\"\nstart = { fore = 90 }\n" + inline_limbs());
  const double upper = 40.0 * std::numbers::pi / 180.0, fore = upper + std::numbers::pi / 2.0;
  const int hand = *scenario.model.find("robot.hand");
  EXPECT_NEAR(norm(scenario.model.particle(hand).position -
                   Vec3{std::cos(upper) + 0.8 * std::cos(fore), std::sin(upper) + 0.8 * std::sin(fore), 0.0}),
              0.0, 1e-14);
}

// A spring of a joint has the energy of the joint value that taut reach would say: its zero and its sign.
TEST(ScenarioArms, SpringsActOnJointValues) {
  const auto energy = [](const std::string& text) {
    const Scenario scenario = parse(text);
    const Model model = build(scenario);
    const ForceField forces = ForceField::make(model, scenario.forces).value();
    ForceWorkspace work(forces);
    return forces.potential_energy(model.positions().data(), 0.0, work);
  };
  const auto square = [](double degrees) { return std::pow(degrees * std::numbers::pi / 180.0, 2); };
  const std::string spring = "[[arms.joints]]\nstiffness = 6\nrest = 15\n";
  EXPECT_NEAR(energy(head + inline_limbs() + spring + "joint = \"fore\"\n"), 3.0 * square(-40.0), 1e-12);
  EXPECT_NEAR(energy(head + inline_limbs() + spring + "joint = \"upper\"\n"), 3.0 * square(25.0), 1e-12);
  const std::string space =
      "[[arms]]\njoint = \"hinge\"\nturn = [10, 20, 30]\n"
      "[[arms.limbs]]\nname = \"a\"\nvector = [0.1, 0.2, 0.5]\naxis = [1, 2, 3]\nangle = 35\n"
      "[[arms.limbs]]\nname = \"b\"\nlength = 0.3\naxis = [0, 1, 0]\nangle = -50\nturn = [0, 40, 5]\n"
      "[[arms.limbs]]\nname = \"c\"\njoint = \"slider\"\nlength = 0.2\naxis = [0, 1, 1]\nshift = 0.25\n";
  EXPECT_NEAR(energy(space + spring + "joint = \"a\"\n"), 3.0 * square(20.0), 1e-12);
  EXPECT_NEAR(energy(space + spring + "joint = \"b\"\n"), 3.0 * square(-65.0), 1e-12);
  EXPECT_NEAR(energy(space + "[[arms.joints]]\njoint = \"c\"\nstiffness = 2\nrest = 0.05\n"), 0.04, 1e-12);
  EXPECT_NEAR(energy(space + "[[arms.joints]]\njoint = \"b\"\nenergy = \"q\"\n"), -50.0 * std::numbers::pi / 180.0,
              1e-12);
}

TEST(ScenarioArms, HaveTheDampingOfTheirJoints) {
  const std::string damped = replaced(inline_limbs(), "angle = 40", "angle = 40\ndamping = 3");
  EXPECT_EQ(parse(head + damped).forces.torques.at(0).damping, 3.0);
  const Scenario typed = parse(head + damped + "[[arms.joints]]\njoint = \"upper\"\ndamping = 5\n");
  ASSERT_EQ(typed.forces.torques.size(), 1u);
  EXPECT_EQ(typed.forces.torques[0].damping, 5.0);
}

TEST(ScenarioArms, OnABaseThatMoves) {
  const Scenario scenario = parse(head + "base_path = { x = \"2 + sin(t)\" }\n" + inline_limbs());
  const Model model = build(scenario);
  EXPECT_FALSE(model.driven().empty());
  const ScenarioArm& arm = scenario.arms[0];
  const std::vector<double> values = joint_values(arm.arm, arm.points, model.positions(), arm.start);
  EXPECT_NEAR(values[0], arm.start[0], 1e-14);
  EXPECT_NEAR(model.positions()[static_cast<std::size_t>(arm.points.hands[0])].x,
              2.0 + hand_frame(arm.arm, arm.start).place.x, 1e-14);
}

TEST(ScenarioArms, WithALoopHaveTheFreedomThatItLeaves) {
  const Scenario scenario =
      parse(head +
            "[[arms.limbs]]\nname = \"crank\"\nlength = 1\nangle = 70\n"
            "[[arms.limbs]]\nname = \"coupler\"\nlength = 2\nangle = -70\n"
            "[[arms.limbs]]\nname = \"ground\"\non = \"base\"\njoint = \"fixed\"\nlength = 2\n"
            "[[arms.limbs]]\nname = \"rocker\"\nlength = 1\nangle = 70\n"
            "[[arms.loops]]\nbetween = [\"coupler\", \"rocker\"]\n[arms.hand]\non = \"coupler\"\n");
  const Model model = build(scenario);
  EXPECT_EQ(Plan::make(model, {}).value().degrees_of_freedom(model), 1);
}

TEST(ScenarioArms, AreRefusedInOneSentence) {
  const auto refused = [](const std::string& text) {
    const std::string sentence = refusal(text);
    return sentence.substr(sentence.find(' ') + 1);
  };
  EXPECT_EQ(refused(head + "start = { for = 90 }\n" + inline_limbs()),
            "arms[0].start.for: no joint is called \"for\" (there are upper, fore); did you mean `fore`?");
  EXPECT_EQ(refused(head + inline_limbs() + "[[arms.joints]]\njoint = \"wrist\"\n"),
            "arms[0].joints[0].joint: no joint is called \"wrist\" (there are upper, fore)");
  EXPECT_EQ(
      refused("[[arms]]\n[[arms.limbs]]\nname = \"a\"\nlength = 1\n[[arms.joints]]\njoint = \"a\"\nstiffness = 1\n"),
      "arms[0].joints[0].joint: \"a\" is a ball, which turns by no single angle; expected a hinge or slider, or "
      "[[forces.springs]] between points of its limbs");
  EXPECT_EQ(refused(head + "file = \"a.toml\"\n" + inline_limbs()),
            "arms[0].limbs: the file has the arm; expected none here");
  EXPECT_EQ(refused(head + replaced(inline_limbs(), "mass = 0.5", "mass = 0.5\ncenter_of_mass = [1, 0]")),
            "arms[0].limbs[1].center_of_mass: expected inertia with it");
  EXPECT_EQ(refused("[[arms]]\n[[arms.limbs]]\nlength = 1\ninertia = [1, 1, 3]\n"),
            "arms[0].limbs[0].inertia: found principal moments of inertia of which one is larger than the two others "
            "together; no masses have such");
  EXPECT_NE(refused(head + "base_path = { x = \"sin(\" }\n" + inline_limbs()).find("arms[0].base_path.x: "),
            std::string::npos);
}

}  // namespace
}  // namespace taut::test
