#include "taut/scenario.hpp"

#include <gtest/gtest.h>

#include "io/document/toml.hpp"
#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

TEST(Scenario, ReadsTheDoublePendulum) {
  const Scenario scenario = parse(pendulum);
  EXPECT_EQ(scenario.title, "Double pendulum");
  EXPECT_EQ(scenario.name, "pendulum");
  EXPECT_EQ(scenario.seed, 1u);
  EXPECT_EQ(scenario.steps, 10000);
  EXPECT_EQ(scenario.forces.gravity, (Vec3{0.0, -9.81, 0.0}));
  const Model model = build(scenario);
  EXPECT_EQ(model.dimension(), 2);
  EXPECT_EQ(model.size(), 3);
  EXPECT_EQ(model.degrees_of_freedom(), 2);
  EXPECT_EQ(model.distances()[1].length, 1.0);  // the initial distance
}

TEST(Scenario, DefaultsAreThoseOfTheGuide) {
  const Scenario scenario = parse("[[particles]]\nposition = [1, 2, 3]\n");
  EXPECT_EQ(scenario.title, "pendulum");
  EXPECT_EQ(scenario.model.dimension(), 3);
  EXPECT_EQ(scenario.model.particle(0).mass, 1.0);
  EXPECT_FALSE(scenario.steps.has_value());
  EXPECT_EQ(scenario.integrator.method, IntegratorMethod::rattle);
  EXPECT_EQ(scenario.integrator.step, 1e-3);
  EXPECT_EQ(scenario.solver.method, SolverMethod::automatic);
  EXPECT_EQ(scenario.solver.tolerance, 1e-12);
  EXPECT_FALSE(scenario.project_initial);
  EXPECT_EQ(scenario.output.formats, std::vector{TrajectoryFormat::h5md});
  EXPECT_TRUE(scenario.output.figures);
}

TEST(Scenario, StoresAThousandFramesUnlessTold) {
  EXPECT_EQ(parse(pendulum).output.every, 10);
  EXPECT_EQ(parse(pendulum, {"integrator.steps=999"}).output.every, 1);
  EXPECT_EQ(parse(pendulum, {"integrator.steps=1001"}).output.every, 2);
  EXPECT_EQ(parse(pendulum, {"output.every=7"}).output.every, 7);
}

TEST(Scenario, ADurationThatIsNoWholeNumberOfStepsEndsLaterAndSaysSo) {
  const Scenario scenario = parse(pendulum, {"integrator.step=0.3", "integrator.duration=1"});
  EXPECT_EQ(scenario.steps, 4);
  ASSERT_EQ(scenario.notes.size(), 1u);
  EXPECT_EQ(scenario.notes[0], "a duration of 1 is not a whole number of steps of 0.3: the run ends at 1.2");
  // 1/0.1 and 0.3/0.1 are whole numbers for people, if not in binary.
  EXPECT_EQ(parse(pendulum, {"integrator.step=0.1", "integrator.duration=0.3"}).steps, 3);
  EXPECT_TRUE(parse(pendulum, {"integrator.step=0.1", "integrator.duration=0.3"}).notes.empty());
}

TEST(Scenario, ReadsEveryConstraintType) {
  const Scenario scenario = parse(R"toml(
[[particles]]
name = "a"
position = [1, 0, 0]
[[particles]]
name = "b"
position = [0, 0, 0]
[[particles]]
name = "c"
position = [0, 1, 0]
[[constraints]]
type = "angle"
between = ["a", "b", "c"]
degrees = 90
[[constraints]]
type = "surface"
on = "a"
shape = "sphere"
r = 1
[[constraints]]
type = "surface"
on = 2
shape = "cylinder"
r = 2
center = [0, -1, 0]
[[constraints]]
type = "implicit"
on = ["a", "c"]
equation = "k*(x1 - y2)"
parameters = { k = 2 }
[[constraints]]
type = "linear"
on = ["a", "b", "c"]
weights = [0.5, -1, 0.5]
offset = [0.5, 0.5, 0]
[[constraints]]
type = "surface"
on = "b"
shape = "plane"
normal = [0, 0, 2]
)toml");
  const Model model = build(scenario);
  std::vector<std::string> types;
  for (const ConstraintInfo& constraint : model.constraints()) types.emplace_back(constraint.type);
  EXPECT_EQ(types, (std::vector<std::string>{"angle", "surface", "surface", "implicit", "linear", "surface"}));
  EXPECT_EQ(model.row_count(), 8);
}

TEST(Scenario, ReadsPlaneCurves) {
  const Scenario scenario = parse(
      "dimension = 2\n[[particles]]\nposition = [25, 0]\n[[constraints]]\ntype = \"curve\"\non = 0\n"
      "shape = \"superellipse\"\na = 25\nb = 20\nn = 2.5\n");
  const Model model = build(scenario);
  EXPECT_STREQ(model.constraints()[0].type, "curve");
  EXPECT_EQ(model.row_count(), 1);
}

TEST(Scenario, ReadsEveryForce) {
  const Scenario scenario = parse(pendulum + R"(
[[forces.springs]]
between = ["pivot", "bob2"]
stiffness = 3
damping = 0.5
[[forces.constant]]
on = ["bob1", "bob2"]
force = [1, 2]
[[forces.formula]]
on = "bob1"
x = "-k*x"
y = 1.5
parameters = { k = 4 }
[[forces.potential]]
on = ["bob1", "bob2"]
energy = "x1*x2"
[[forces.drag]]
coefficient = 0.1
)");
  const ForceSpecs& forces = scenario.forces;
  ASSERT_EQ(forces.springs.size(), 1u);
  EXPECT_EQ(forces.springs[0].rest_length, 2.0);  // the initial distance
  EXPECT_EQ(forces.springs[0].damping, 0.5);
  EXPECT_EQ(forces.constants.size(), 2u);
  ASSERT_EQ(forces.formulas.size(), 1u);
  EXPECT_EQ(forces.formulas[0].force[1], "1.5");
  EXPECT_EQ(forces.potentials[0].on, (std::vector<int>{1, 2}));
  EXPECT_TRUE(forces.drags[0].on.empty());
  EXPECT_EQ(parse(pendulum, {"forces.drag=0.25"}).forces.drags[0].coefficient, 0.25);
}

TEST(Scenario, TorquesAreRead) {
  const Scenario scenario = parse(pendulum + R"(
[[forces.torques]]
between = ["pivot", "bob1", "bob2"]
zero = 180
torque = "k*q - w + t"
parameters = { k = -4 }
[[forces.torques]]
between = [0, 1, 2]
kind = "shift"
stiffness = 2
rest = 0.5
damping = 0.25
energy = 1.5
)");
  ASSERT_EQ(scenario.forces.torques.size(), 2u);
  const TorqueSpec &turn = scenario.forces.torques[0], &shift = scenario.forces.torques[1];
  EXPECT_EQ(turn.between, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(turn.kind, JointMotion::turn);
  EXPECT_EQ(turn.zero, 180.0);
  EXPECT_EQ(turn.torque, "k*q - w + t");
  EXPECT_EQ(turn.parameters, (Parameters{{"k", -4.0}}));
  EXPECT_EQ(turn.stiffness, 0.0);
  EXPECT_EQ(shift.kind, JointMotion::shift);
  EXPECT_EQ(shift.stiffness, 2.0);
  EXPECT_EQ(shift.rest, 0.5);
  EXPECT_EQ(shift.damping, 0.25);
  EXPECT_EQ(shift.energy, "1.5");
}

TEST(Scenario, ADrivenParticleStartsOnItsPath) {
  const Scenario scenario = parse(R"toml(dimension = 2
[[particles]]
name = "hand"
fixed = true
path = { x = "cos(t)", y = 2 }
[[chains]]
attach = "hand"
beads = 1
direction = [0, -1]
)toml");
  EXPECT_EQ(scenario.model.particle(0).position, (Vec3{1.0, 2.0, 0.0}));
  EXPECT_EQ(scenario.model.particle(1).position, (Vec3{1.0, 1.0, 0.0}));
}

TEST(Scenario, OverridesReplaceAddAndTakeBareWords) {
  const Scenario scenario =
      parse(pendulum, {"integrator.method=yoshida4", "particles[1].mass=2.5", "solver.tolerance=1e-9",
                       "output.formats=[\"csv\", \"xyz\"]", "title=another title", "integrator.steps=5"});
  EXPECT_EQ(scenario.integrator.method, IntegratorMethod::yoshida4);
  EXPECT_EQ(scenario.model.particle(1).mass, 2.5);
  EXPECT_EQ(scenario.solver.tolerance, 1e-9);
  EXPECT_EQ(scenario.output.formats, (std::vector{TrajectoryFormat::csv, TrajectoryFormat::xyz}));
  EXPECT_EQ(scenario.title, "another title");
  EXPECT_EQ(scenario.steps, 5);  // withdraws the duration of the file
}

TEST(Scenario, ItsTextHoldsWhatWasSetOnTheCommandLine) {
  EXPECT_EQ(parse(pendulum).text, pendulum);
  const Scenario set = parse(pendulum, {"particles[1].mass=0.1", "title=a \"quoted\" one", "forces.drag=0.5"});
  const Scenario again = parse(set.text);
  EXPECT_EQ(again.title, "a \"quoted\" one");
  EXPECT_EQ(again.model.particle(1).mass, 0.1);
  EXPECT_EQ(again.forces.drags.size(), 1u);
  EXPECT_EQ(build(again).distances().size(), 2u);
  EXPECT_EQ(parse(again.text, {"title=\"x\""}).text, parse(set.text, {"title=\"x\""}).text);
}

TEST(Toml, WritesNumbersThatReadBackAsTheSameDouble) {
  io::Node root{
      io::Node::Table{{"a", io::Node{0.1}}, {"b", io::Node{1e300}}, {"c", io::Node{3.0}}, {"d", io::Node{-0.0}}}};
  const io::Node back = io::parse_toml(io::to_toml(root), "x.toml");
  for (const auto& [key, node] : *root.as<io::Node::Table>()) {
    const io::Node* read = io::find(*back.as<io::Node::Table>(), key);
    ASSERT_TRUE(read && read->as<double>()) << key;
    EXPECT_EQ(std::signbit(*read->as<double>()), std::signbit(*node.as<double>()));
    EXPECT_EQ(*read->as<double>(), *node.as<double>());
  }
}

}  // namespace
}  // namespace taut::test
