// Chains, rings, stars, lattices and molecules: numbers of particles and bonds, and geometry.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

constexpr double rounding = 1e-14;  // a few units in the last place of coordinates of size 1 to 10

double distance(const Model& model, int i, int j) {
  return norm(model.positions()[static_cast<std::size_t>(j)] - model.positions()[static_cast<std::size_t>(i)]);
}

// Bonds have the length that their rows ask for.
void expect_consistent(const Model& model) {
  for (const DistanceRow& row : model.distances()) EXPECT_NEAR(distance(model, row.i, row.j), row.length, rounding);
}

TEST(Chains, StraightFromAStart) {
  const Model model = build(parse("[[chains]]\nbeads = 4\nbond = 0.5\nstart = [1, 0, 0]\ndirection = [0, 2, 0]\n"));
  EXPECT_EQ(model.size(), 4);
  EXPECT_EQ(model.row_count(), 3);
  EXPECT_EQ(model.positions()[3], (Vec3{1.0, 1.5, 0.0}));
  EXPECT_EQ(model.particle_name(2), "chain[2]");
}

TEST(Chains, FromOnePointToAnother) {
  const Model model =
      build(parse("dimension = 2\n[[chains]]\nbeads = 6\nfrom = [0, 0]\nto = [5, 0]\nfix_first = true\n"));
  EXPECT_EQ(model.distances()[0].length, 1.0);
  EXPECT_EQ(model.positions()[5], (Vec3{5.0, 0.0, 0.0}));
  EXPECT_EQ(model.free_particles(), 5);
}

TEST(Chains, AttachedToAParticleBeginOneBondAway) {
  const Model model =
      build(parse("[[particles]]\nname = \"wall\"\nposition = [1, 1, 1]\nfixed = true\n"
                  "[[chains]]\nbeads = 3\nattach = \"wall\"\ndirection = [0, 0, -1]\n"));
  EXPECT_EQ(model.size(), 4);
  EXPECT_EQ(model.row_count(), 3);
  EXPECT_EQ(model.positions()[1], (Vec3{1.0, 1.0, 0.0}));
  expect_consistent(model);
}

TEST(Chains, AZigzagHasItsAngle) {
  const Model model = build(parse("[[chains]]\nbeads = 9\nshape = \"zigzag\"\nangle = 109.47122063449069\n"));
  expect_consistent(model);
  // Law of cosines with cos(109.47...) = -1/3: the 1-3 distance of unit bonds is sqrt(2 + 2/3).
  for (int i = 0; i + 2 < model.size(); ++i) EXPECT_NEAR(distance(model, i, i + 2), std::sqrt(8.0 / 3.0), rounding);
}

TEST(Chains, RandomOnesDependOnTheSeedOnly) {
  const std::string text = "[[chains]]\nbeads = 50\nshape = \"random\"\n";
  const Model first = build(parse("seed = 3\n" + text)), again = build(parse("seed = 3\n" + text));
  const Model other = build(parse("seed = 4\n" + text));
  expect_consistent(first);
  EXPECT_EQ(first.positions(), again.positions());
  EXPECT_NE(first.positions(), other.positions());
}

TEST(Chains, RandomOnesAreFreelyJointed) {
  // Mean square end-to-end distance of 100 unit bonds is 100; over 400 chains its standard error is
  // 100 sqrt(2/3) / sqrt(400) = 4.1.
  std::string text;
  for (int i = 0; i < 400; ++i) text += "[[chains]]\nbeads = 101\nshape = \"random\"\n";
  const Model model = build(parse(text));
  double sum = 0.0;
  for (int chain = 0; chain < 400; ++chain) sum += std::pow(distance(model, 101 * chain, 101 * chain + 100), 2);
  EXPECT_NEAR(sum / 400, 100.0, 4 * 4.1);
}

TEST(Chains, AMillionBeadsAreReadInAboutASecond) {
  const auto begin = std::chrono::steady_clock::now();
  const Scenario scenario = parse(
      "[[chains]]\nbeads = 1000000\n[[constraints]]\ntype = \"implicit\"\non = \"chain[-1]\"\nequation = \"y\"\n");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(scenario.model.size(), 1000000);
  EXPECT_EQ(scenario.model.particle(999999).position.x, 999999.0);
  EXPECT_LT(seconds.count(), 10.0);  // ten times what it takes, for loaded machines
}

TEST(Rings, CloseAndHaveTheirRadius) {
  const Model model = build(parse("[[rings]]\nbeads = 6\nradius = 2\ncenter = [1, 1, 1]\nnormal = [1, 1, 0]\n"));
  EXPECT_EQ(model.row_count(), 6);
  expect_consistent(model);
  for (const Vec3& position : model.positions()) {
    EXPECT_NEAR(norm(position - Vec3{1.0, 1.0, 1.0}), 2.0, rounding);
    EXPECT_NEAR(dot(position - Vec3{1.0, 1.0, 1.0}, {1.0, 1.0, 0.0}), 0.0, rounding);
  }
}

TEST(Stars, HaveOneCoreAndArms) {
  const Model model = build(parse("[[stars]]\narms = 5\narm_length = 3\nfix_center = true\n"));
  EXPECT_EQ(model.size(), 16);
  EXPECT_EQ(model.row_count(), 15);
  EXPECT_EQ(model.free_particles(), 15);
  expect_consistent(model);
  for (int arm = 0; arm < 5; ++arm) EXPECT_NEAR(distance(model, 0, 3 * arm + 3), 3.0, rounding);
}

TEST(Lattices, SquareTriangularAndCubicHaveTheirBonds) {
  const Model square = build(parse("dimension = 2\n[[lattices]]\nsize = [4, 3]\n"));
  EXPECT_EQ(square.row_count(), 3 * 3 + 4 * 2);
  expect_consistent(square);
  const Model triangular = build(parse("dimension = 2\n[[lattices]]\nkind = \"triangular\"\nsize = [4, 3]\n"));
  EXPECT_EQ(triangular.row_count(), 3 * 3 + 2 * (4 + 3));
  expect_consistent(triangular);
  const Model cubic = build(parse("[[lattices]]\nkind = \"cubic\"\nsize = [3, 2, 2]\nspacing = 2\n"));
  EXPECT_EQ(cubic.row_count(), 2 * 2 * 2 + 3 * 2 + 3 * 2);
  expect_consistent(cubic);
}

TEST(Lattices, NoBondJoinsTwoFixedParticles) {
  const Model net = build(parse("dimension = 2\n[[lattices]]\nsize = [4, 3]\nfix = \"top\"\n"));
  EXPECT_EQ(net.free_particles(), 8);
  EXPECT_EQ(net.row_count(), 17 - 3);
}

TEST(Lattices, CanBeHeldBySprings) {
  const Scenario net = parse("dimension = 2\n[[lattices]]\nsize = [4, 3]\nbonds = \"springs\"\nstiffness = 9\n");
  EXPECT_EQ(build(net).row_count(), 0);
  ASSERT_EQ(net.forces.springs.size(), 17u);
  EXPECT_EQ(net.forces.springs[0].stiffness, 9.0);
  EXPECT_EQ(net.forces.springs[0].rest_length, 1.0);
}

const std::string water = R"(
[[molecules]]
name = "water"
count = 27
spacing = 3
[[molecules.atoms]]
name = "O"
position = [0, 0, 0]
mass = 16
[[molecules.atoms]]
name = "H1"
position = [0.8, 0.6, 0]
[[molecules.atoms]]
position = [-0.8, 0.6, 0]
[[molecules.constraints]]
type = "distance"
between = ["O", "H1"]
[[molecules.constraints]]
type = "angle"
between = ["H1", "O", 2]
degrees = 106.26020470831196
)";

TEST(Molecules, AreCopiedWithTheirConstraints) {
  const Model model =
      build(parse(water + "[[constraints]]\ntype = \"distance\"\nbetween = [\"water[2].O\", \"water[-1].2\"]\n"));
  EXPECT_EQ(model.size(), 81);
  EXPECT_EQ(model.row_count(), 1 + 54);
  // Typed constraints come first: their indices are those of the file.
  EXPECT_EQ(model.distances()[0].i, 6);
  EXPECT_EQ(model.distances()[0].j, 80);
  EXPECT_EQ(model.positions()[78], (Vec3{6.0, 6.0, 6.0}));
  EXPECT_EQ(model.masses()[78], 16.0);
}

TEST(Molecules, TurnedAtRandomKeepTheirShape) {
  const Model model = build(parse(replaced(water, "spacing = 3", "spacing = 3\norientation = \"random\"")));
  for (int i = 0; i < model.size(); i += 3) {
    EXPECT_NEAR(distance(model, i, i + 1), 1.0, rounding);
    EXPECT_NEAR(distance(model, i + 1, i + 2), 1.6, rounding);
  }
  EXPECT_NE(model.positions()[1] - model.positions()[0], model.positions()[4] - model.positions()[3]);
}

TEST(Generators, RefuseWhatDoesNotFitTogether) {
  EXPECT_EQ(refusal("[[chains]]\nbeads = 1\n"), "pendulum.toml:2: chains[0].beads: expected at least 2, found 1");
  EXPECT_EQ(refusal("[[chains]]\nbeads = 4\nbond = -1\n"),
            "pendulum.toml:3: chains[0].bond: expected a positive number, found -1");
  EXPECT_EQ(refusal("[[chains]]\nbeads = 4\nto = [1, 0, 0]\nbond = 1\n"),
            "pendulum.toml:4: chains[0].bond: expected from and to, or start, direction and bond, found a mixture");
  EXPECT_EQ(refusal("[[chains]]\nbeads = 4\nname = \"a\"\n[[rings]]\nbeads = 4\nname = \"a\"\n"),
            "pendulum.toml:6: rings[0].name: \"a\" is already taken; names must differ");
  EXPECT_EQ(refusal("[[rings]]\nbeads = 4\nstiffness = 2\n"),
            "pendulum.toml:3: rings[0].stiffness: belongs to bonds = \"springs\" only");
  EXPECT_EQ(
      refusal("[[chains]]\nbeads = 4\n[[constraints]]\ntype = \"distance\"\nbetween = [\"chain\", \"chain[4]\"]\n"),
      "pendulum.toml:5: constraints[0].between: \"chain\" is not one particle; expected chain[0] to chain[3]");
  EXPECT_EQ(
      refusal("[[lattices]]\nsize = [4]\n"),
      "pendulum.toml:2: lattices[0].size: expected 2 whole numbers from 1 to 100000000, found an array of 1 entry");
  EXPECT_EQ(refusal("title = \"empty\"\n"),
            "pendulum.toml:1: particles: there are none; expected [[particles]] or a generator such as [[chains]]");
}

}  // namespace
}  // namespace taut::test
