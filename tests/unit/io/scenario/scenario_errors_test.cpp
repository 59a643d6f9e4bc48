// Every refusal is one sentence: file, line, key, what was found and what was expected.
#include <gtest/gtest.h>

#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

struct BadScenario {
  const char* name;
  const char* from;
  const char* to;
  const char* sentence;
};

class Refused : public testing::TestWithParam<BadScenario> {};

TEST_P(Refused, InOneSentence) {
  const BadScenario& bad = GetParam();
  EXPECT_EQ(refusal(replaced(pendulum, bad.from, bad.to)), bad.sentence);
}

const BadScenario bad_scenarios[] = {
    {"UnknownKey", "length = 1.0", "lenght = 1.0",
     "pendulum.toml:21: constraints[0].lenght: unknown key; did you mean `length`?"},
    {"UnknownTable", "[forces]", "[force]", "pendulum.toml:27: force: unknown key; did you mean `forces`?"},
    {"UnknownKeyFarFromAll", "length = 1.0", "colour = 1.0",
     "pendulum.toml:21: constraints[0].colour: unknown key; known are type, name, between, length"},
    {"UnknownParticle", "[\"bob1\", \"bob2\"]", "[\"bob1\", \"bob3\"]",
     "pendulum.toml:25: constraints[1].between: no particle is called \"bob3\" (there are pivot, bob1, bob2)"},
    {"UnknownIndex", "[\"bob1\", \"bob2\"]", "[1, 3]",
     "pendulum.toml:25: constraints[1].between: there is no particle 3 (there are 3, numbered from 0)"},
    {"NotAParticle", "[\"bob1\", \"bob2\"]", "[\"bob1\", 2.5]",
     "pendulum.toml:25: constraints[1].between: expected the name or the index of a particle, found the number 2.5"},
    {"ThreeEnds", "[\"bob1\", \"bob2\"]", "[0, 1, 2]",
     "pendulum.toml:25: constraints[1].between: expected a list of 2 particles, found an array of 3 entries"},
    {"DuplicateName", "\"bob2\"", "\"bob1\"",
     "pendulum.toml:14: particles[2].name: \"bob1\" is already the name of particle 1; names must differ"},
    {"WrongDimension", "[2.0, 0.0]", "[2.0, 0.0, 0.0]",
     "pendulum.toml:15: particles[2].position: expected a vector of 2 numbers because dimension = 2, found 3"},
    {"NotANumber", "[2.0, 0.0]", "[2.0, nan]",
     "pendulum.toml:15: particles[2].position[1]: expected a finite number, found nan"},
    {"Infinite", "step = 1e-3", "step = inf", "pendulum.toml:32: integrator.step: expected a finite number, found inf"},
    {"WrongType", "length = 1.0", "length = \"1\"",
     "pendulum.toml:21: constraints[0].length: expected a number, found the string \"1\""},
    {"NegativeMass", "position = [2.0, 0.0]", "position = [2.0, 0.0]\nmass = -1",
     "pendulum.toml:16: particles[2].mass: found -1, expected a positive number"},
    {"ZeroLength", "length = 1.0", "length = 0",
     "pendulum.toml:21: constraints[0].length: found 0, expected a positive number"},
    {"OnlyFixedParticles", "position = [1.0, 0.0]", "position = [1.0, 0.0]\nfixed = true",
     "pendulum.toml:21: constraints[0].between: the distance acts on fixed particles only (pivot, bob1), expected at "
     "least one that moves"},
    {"MissingPosition", "position = [1.0, 0.0]\n", "",
     "pendulum.toml:9: particles[1].position: missing; expected a vector of 2 numbers"},
    {"UnknownConstraintType", "type = \"distance\"", "type = \"distnace\"",
     "pendulum.toml:18: constraints[0].type: expected one of distance, angle, curve, surface, implicit, linear, found "
     "\"distnace\"; did you mean `distance`?"},
    {"Dimension", "dimension = 2", "dimension = 4", "pendulum.toml:2: dimension: expected 2 or 3, found 4"},
    {"KickWithoutRandomWalk", "\"rattle\"", "\"rattle\"\nkick = 0.1",
     "pendulum.toml:32: integrator.kick: rattle does not know this key"},
    {"RandomWalkWithoutKick", "\"rattle\"", "\"random-walk\"",
     "pendulum.toml:30: integrator.kick: missing; expected a positive number"},
    {"UnknownIntegrator", "\"rattle\"", "\"ratle\"",
     "pendulum.toml:31: integrator.method: no integrator is called \"ratle\" (there are verlet, shake, rattle, "
     "yoshida4, suzuki4, yoshida6, kahan-li6, kahan-li8, closed-form, overdamped, quasistatic, random-walk, brownian, "
     "langevin, hmc); did you mean `rattle`?"},
    {"UnknownStabilisation", "\"rattle\"", "\"closed-form\"\nstabilisation = \"project\"",
     "pendulum.toml:32: integrator.stabilisation: expected one of none, baumgarte, projection, found \"project\"; did "
     "you mean `projection`?"},
    {"BaumgarteAlone", "\"rattle\"", "\"closed-form\"\nbaumgarte = 10",
     "pendulum.toml:32: integrator.baumgarte: expected it with stabilisation = \"baumgarte\" only"},
    {"UnknownSolver", "[forces]", "[solver]\nmethod = \"linc\"\n[forces]",
     "pendulum.toml:28: solver.method: no solver is called \"linc\" (there are auto, gauss-seidel, sor, m-shake, "
     "p-shake, lincs, settle, tridiagonal, ring, tree, sparse, newton); did you mean `lincs`?"},
    {"KeyOfAnotherSolver", "[forces]", "[solver]\norder = 8\n[forces]",
     "pendulum.toml:28: solver.order: only lincs knows this key, but the method is auto"},
    {"RelaxationWithLincs", "[forces]", "[solver]\nmethod = \"lincs\"\nrelaxation = 1.5\n[forces]",
     "pendulum.toml:29: solver.relaxation: only gauss-seidel knows this key, but the method is lincs"},
    {"Relaxation", "[forces]", "[solver]\nmethod = \"shake\"\nrelaxation = 2\n[forces]",
     "pendulum.toml:29: solver.relaxation: expected less than 2, found 2"},
    {"StepsAndDuration", "duration = 10.0", "duration = 10.0\nsteps = 5",
     "pendulum.toml:34: integrator.steps: expected steps or duration, found both"},
    {"Box", "[forces]", "[box]\nlength = [1, 1]\n[forces]",
     "pendulum.toml:28: box.length: unknown key; did you mean `lengths`?"},
    {"BoxLengths", "[forces]", "[box]\nlengths = [1, 0]\n[forces]",
     "pendulum.toml:28: box.lengths: expected positive numbers, found 0"},
    {"Barostat", "[forces]", "[barostat]\npresure = 1.0\n[forces]",
     "pendulum.toml:28: barostat.presure: unknown key; did you mean `pressure`?"},
    {"BarostatMethod", "[forces]", "[barostat]\nmethod = \"berendsen\"\n[forces]",
     "pendulum.toml:28: barostat.method: expected one of cell-rescaling, found \"berendsen\""},
    {"BarostatPressure", "[forces]", "[barostat]\nmethod = \"cell-rescaling\"\n[forces]",
     "pendulum.toml:27: barostat.pressure: missing; expected a number"},
    {"Thermostat", "[forces]", "[thermostat]\nmethod = \"rescal\"\n[forces]",
     "pendulum.toml:28: thermostat.method: expected one of rescale, andersen, nose-hoover, found \"rescal\"; did you "
     "mean "
     "`rescale`?"},
    {"PairsWithoutCutoff", "[forces]", "[forces.pairs]\ntypes = []\n[forces]",
     "pendulum.toml:27: forces.pairs.cutoff: missing; expected a positive number"},
    {"DampingOfNothing", "[forces]", "[forces.pairs]\ndamping = 2.0\n[forces]",
     "pendulum.toml:28: forces.pairs.damping: belongs to coulomb = \"damped-shifted\" only"},
};

INSTANTIATE_TEST_SUITE_P(Scenario, Refused, testing::ValuesIn(bad_scenarios),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST(ScenarioErrors, TextThatIsNotTomlIsNamedWithItsLine) {
  EXPECT_EQ(
      refusal(replaced(pendulum, "dimension = 2", "dimension = = 2")).rfind("pendulum.toml:2: not valid TOML: ", 0),
      0u);
  EXPECT_EQ(refusal(pendulum + "step = 2\n").rfind("pendulum.toml:34: not valid TOML: ", 0), 0u);
}

// What the force field finds wrong is named by the key that was typed.
std::string refusal_of_forces(const std::string& tables) {
  const Scenario scenario = parse(pendulum + tables);
  const auto field = ForceField::make(build(scenario), scenario.forces);
  return field ? "" : scenario.located(field.error()).what();
}

TEST(ScenarioErrors, ForcesAreNamedByTheirKeys) {
  EXPECT_EQ(refusal(pendulum, {"forces.drag=-1"}),
            "pendulum.toml (--set): forces.drag: expected zero or a positive number, found -1");
  EXPECT_EQ(refusal_of_forces("[[forces.springs]]\nbetween = [0, 1]\nstiffness = -2\n"),
            "pendulum.toml:36: forces.springs[0].stiffness: found -2, expected a positive number");
  EXPECT_EQ(refusal_of_forces("[[forces.formula]]\non = 1\nx = \"sin(t)\"\n"), "");
  const std::string sentence = refusal_of_forces("[[forces.formula]]\non = 1\ny = \"q + 1\"\n");
  EXPECT_EQ(sentence.rfind("pendulum.toml:36: forces.formula[0].y: ", 0), 0u) << sentence;
}

TEST(ScenarioErrors, TorquesAreNamedByTheirKeys) {
  const std::string torque = "[[forces.torques]]\nbetween = [0, 1, 2]\n";
  EXPECT_EQ(refusal(pendulum + torque + "torqe = \"q\"\n"),
            "pendulum.toml:36: forces.torques[0].torqe: unknown key; did you mean `torque`?");
  EXPECT_EQ(
      refusal(pendulum + torque + "kind = \"shft\"\n"),
      "pendulum.toml:36: forces.torques[0].kind: expected one of turn, shift, found \"shft\"; did you mean `shift`?");
  EXPECT_EQ(refusal_of_forces(torque + "rest = 200\nstiffness = 1\n"),
            "pendulum.toml:36: forces.torques[0].rest: found 200, expected less than half a turn from zero");
  EXPECT_EQ(
      refusal_of_forces("[[forces.torques]]\nbetween = [0, 1]\nstiffness = 1\n"),
      "pendulum.toml:35: forces.torques[0].between: found 2, expected 3 particles of a turn in the plane: an end, "
      "the joint, the other end");
  const std::string sentence = refusal_of_forces(torque + "energy = \"w^2\"\n");
  EXPECT_EQ(sentence.rfind("pendulum.toml:36: forces.torques[0].energy: ", 0), 0u) << sentence;
}

TEST(ScenarioErrors, AListWantsDoubleBrackets) {
  EXPECT_EQ(refusal("[chains]\nbeads = 4\n"),
            "pendulum.toml:1: chains: expected [[chains]], one for each, found a table");
}

TEST(ScenarioErrors, AFormulaIsQuotedWithItsLine) {
  const std::string sentence =
      refusal(pendulum + "[[constraints]]\ntype = \"implicit\"\non = 1\nequation = \"x +* y\"\n");
  EXPECT_EQ(sentence.rfind("pendulum.toml:37: constraints[2].equation: ", 0), 0u) << sentence;
  EXPECT_NE(sentence.find("x +* y"), std::string::npos) << sentence;
}

TEST(ScenarioErrors, ManyNamesAreCutShort) {
  std::string text = "dimension = 2\n";
  for (int i = 0; i < 100; ++i) text += "[[particles]]\nname = \"p" + std::to_string(i) + "\"\nposition = [0, 1]\n";
  text += "[[constraints]]\ntype = \"distance\"\nbetween = [\"p0\", \"q\"]\n";
  EXPECT_EQ(refusal(text),
            "pendulum.toml:304: constraints[0].between: no particle is called \"q\" (there are p0, p1, p2, p3, p4, p5, "
            "p6, p7 and 92 more)");
}

TEST(ScenarioErrors, WhatWasSetOnTheCommandLineIsNamedAsSuch) {
  EXPECT_EQ(refusal(pendulum, {"integrator.step=-1"}),
            "pendulum.toml (--set): integrator.step: expected a positive number, found -1");
  EXPECT_EQ(refusal(pendulum, {"integrator.stpe=1"}),
            "pendulum.toml (--set): integrator.stpe: unknown key; did you mean `step`?");
  EXPECT_EQ(refusal(pendulum, {"particles[7].mass=1"}),
            "--set particles[7].mass=1: there is no entry [7]: the array has 3, numbered from 0");
  EXPECT_EQ(refusal(pendulum, {"integrator"}),
            "--set integrator: expected key=value, for example --set integrator.step=0.001");
  EXPECT_EQ(refusal(pendulum, {"title.x=1"}),
            "--set title.x=1: \"x\" asks for a key of the string \"Double pendulum\"");
}

TEST(ScenarioErrors, AFileThatCannotBeReadIsNamed) {
  try {
    read_scenario("there/is/none.toml");
    FAIL() << "a file that does not exist was read";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "there/is/none.toml: cannot be read: no such file");
  }
}

}  // namespace
}  // namespace taut::test
