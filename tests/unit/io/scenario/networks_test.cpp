// Networks of units that turn about their joints: what the generators make, and the moduli that it must have.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "taut/network.hpp"
#include "unit/io/scenario_support.hpp"

namespace taut::test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double exact = 1e-10;  // relative; a few hundred coordinates, condition numbers up to 10^4

std::string lattice(const std::string& keys) { return "dimension = 2\n[[lattices]]\n" + keys; }

Response static_response(const Model& model, const ForceSpecs& specs) {
  const auto forces = ForceField::make(model, specs);
  EXPECT_TRUE(forces) << forces.error().message;
  auto response = Response::make(model, *forces, {.kind = ResponseKind::displacement});
  EXPECT_TRUE(response) << response.error().message;
  return std::move(*response);
}

NetworkModuli moduli_of(const Scenario& scenario) {
  const Model model = build(scenario);
  Response response = static_response(model, scenario.forces);
  const auto moduli = network_moduli(response, scenario.networks.at(0));
  EXPECT_TRUE(moduli) << moduli.error().message;
  return *moduli;
}

void expect_reciprocal(const NetworkModuli& moduli) {
  EXPECT_NEAR(moduli.poisson_xy / moduli.young_x, moduli.poisson_yx / moduli.young_y,
              exact * std::abs(moduli.poisson_xy / moduli.young_x));
}

struct HoneycombCase {
  double wall, rib, degrees;
  const char* size;
};

class Honeycomb : public testing::TestWithParam<HoneycombCase> {
 protected:
  static constexpr double hinges = 0.7;
  Scenario scenario() const {
    const auto& [wall, rib, degrees, size] = GetParam();
    return parse(lattice("kind = \"honeycomb\"\nsize = " + std::string(size) + "\nwall = " + std::to_string(wall) +
                         "\nrib = " + std::to_string(rib) + "\nangle = " + std::to_string(degrees) +
                         "\nedges = \"tied\"\nhinges = " + std::to_string(hinges) + "\n"));
  }
};

TEST_P(Honeycomb, HasThePoissonRatioOfItsGeometry) {
  const auto& [wall, rib, degrees, size] = GetParam();
  const double s = std::sin(degrees * degree), c = std::cos(degrees * degree);
  const double expected = c * c / ((wall / rib + s) * s);
  const NetworkModuli moduli = moduli_of(scenario());
  EXPECT_NEAR(moduli.poisson_xy, expected, exact * std::abs(expected));
  EXPECT_NEAR(moduli.poisson_yx, 1.0 / expected, exact / std::abs(expected));
  expect_reciprocal(moduli);
}

// Ribs turn by d, and with them two angles of every joint by d and the third by 2d: 3 k d^2 a joint, four a cell.
TEST_P(Honeycomb, HasTheStiffnessOfItsHinges) {
  const auto& [wall, rib, degrees, size] = GetParam();
  const double s = std::sin(degrees * degree), c = std::cos(degrees * degree);
  const double area = 2.0 * rib * c * 2.0 * (wall + rib * s), strain = s / c;
  EXPECT_NEAR(moduli_of(scenario()).young_x, 24.0 * hinges / (area * strain * strain),
              exact * 24.0 * hinges / (area * strain * strain));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Honeycomb,
                         testing::Values(HoneycombCase{2.0, 1.0, -30.0, "[1, 1]"},  // -1
                                         HoneycombCase{1.5, 1.0, -20.0, "[3, 2]"},  // -2.22955886664
                                         HoneycombCase{1.0, 1.0, 30.0, "[2, 3]"},   // +1, regular hexagons
                                         HoneycombCase{0.8, 1.25, 50.0, "[4, 4]"}));

TEST(HoneycombPoisson, AgreesWithThePrintedDigits) {
  const auto poisson = [](const std::string& keys) {
    return moduli_of(parse(lattice("kind = \"honeycomb\"\nsize = [2, 2]\nedges = \"tied\"\nhinges = 1\n" + keys)))
        .poisson_xy;
  };
  EXPECT_NEAR(poisson("wall = 2\nangle = -30\n"), -1.0, exact);
  EXPECT_NEAR(poisson("wall = 1.5\nangle = -20\n"), -2.22955886664, 1e-11);
}

// Springs between random pairs of particles, as irregular as can be, and a trap for each: positive definite. Without
// traps nothing holds the whole.
enum class Traps { none, random };
ForceSpecs random_stiffness(const Model& model, std::uint64_t seed, Traps traps) {
  ForceSpecs specs;
  for (int k = 0; k < 3 * model.size(); ++k) {
    const auto [a, b] = uniform_pair(seed, 0, static_cast<std::uint64_t>(k));
    const int i = static_cast<int>(a * model.size()), j = static_cast<int>(b * model.size());
    if (i == j) continue;
    const Vec3 apart = model.positions()[static_cast<std::size_t>(j)] - model.positions()[static_cast<std::size_t>(i)];
    const auto [stiffness, other] = uniform_pair(seed, 1, static_cast<std::uint64_t>(k));
    specs.springs.push_back({i, j, 0.1 + 5.0 * stiffness * other, norm(apart)});
  }
  for (int i = 0; i < model.size() && traps == Traps::random; ++i) {
    const auto [k, q] = uniform_pair(seed, 2, static_cast<std::uint64_t>(i));
    specs.potentials.push_back(
        {.on = {i}, .energy = "k*x^2 + q*y^2 + k*q*x*y", .parameters = {{"k", 0.1 + k}, {"q", 0.1 + q}}});
  }
  return specs;
}

TEST(RotatingSquares, HaveAPoissonRatioOfMinusOneWhateverHoldsThem) {
  for (const char* size : {"[3, 3]", "[4, 4]", "[5, 4]"})
    for (const double angle : {10.0, 30.0, 60.0}) {
      const Scenario scenario = parse(lattice("kind = \"rotating-squares\"\nsize = " + std::string(size) +
                                              "\nangle = " + std::to_string(angle) + "\n"));
      const Model model = build(scenario);
      for (const Traps traps : {Traps::none, Traps::random}) {
        Response response = static_response(model, random_stiffness(model, static_cast<std::uint64_t>(angle), traps));
        EXPECT_EQ(response.free_motions().size(), traps == Traps::none ? 3u : 0u);
        EXPECT_EQ(response.coordinates() - response.rank(), 4);  // as a whole, and one mechanism
        const auto moduli = network_moduli(response, scenario.networks.at(0));
        ASSERT_TRUE(moduli) << moduli.error().message;
        EXPECT_NEAR(moduli->poisson_xy, -1.0, exact);
        EXPECT_NEAR(moduli->poisson_yx, -1.0, exact);
        EXPECT_TRUE(std::isinf(moduli->shear));
      }
    }
}

TEST(RotatingSquares, ATenByTenPatchHas64RedundantRods) {
  const Scenario scenario = parse(lattice("kind = \"rotating-squares\"\nsize = [10, 10]\nhinges = 1\n"));
  const Model model = build(scenario);
  Response response = static_response(model, scenario.forces);
  EXPECT_EQ(model.row_count() - response.rank(), 64);
  EXPECT_EQ(model.size(), 220);
  const auto moduli = network_moduli(response, scenario.networks.at(0));
  ASSERT_TRUE(moduli) << moduli.error().message;
  EXPECT_NEAR(moduli->poisson_xy, -1.0, exact);
}

// Squares turn by d, the angles of two joints a square by 2d: 4 k d^2 a square of the area a^2 (cos + sin)^2, which
// stretches by d (cos - sin) / (cos + sin).
TEST(RotatingSquares, HaveTheStiffnessOfTheirHinges) {
  const NetworkModuli moduli = moduli_of(
      parse(lattice("kind = \"rotating-squares\"\nsize = [4, 2]\nangle = 25\nedges = \"tied\"\nhinges = 0.3\n")));
  const double change = std::cos(25.0 * degree) - std::sin(25.0 * degree);
  const double expected = 8.0 * 0.3 / (change * change);
  EXPECT_NEAR(moduli.young_x, expected, exact * expected);
  EXPECT_NEAR(moduli.poisson_xy, -1.0, exact);
}

TEST(RotatingTriangles, AreAuxeticInAllDirections) {
  const NetworkModuli moduli = moduli_of(
      parse(lattice("kind = \"rotating-triangles\"\nsize = [3, 4]\nangle = 35\nhinges = 1\nedges = \"tied\"\n")));
  EXPECT_NEAR(moduli.poisson_xy, -1.0, exact);
  EXPECT_NEAR(moduli.poisson_yx, -1.0, exact);
  EXPECT_NEAR(moduli.young_x, moduli.young_y, exact * moduli.young_x);
  EXPECT_TRUE(std::isinf(moduli.shear));
}

// Central springs of stiffness k: E = k / sqrt(3) and nu = 1/3, half as stiff as the triangular lattice.
TEST(Kagome, OfSpringsIsIsotropic) {
  const NetworkModuli moduli = moduli_of(
      parse(lattice("kind = \"kagome\"\nsize = [3, 4]\nbonds = \"springs\"\nstiffness = 2\nedges = \"tied\"\n")));
  EXPECT_NEAR(moduli.young_x, 2.0 / std::sqrt(3.0), exact);
  EXPECT_NEAR(moduli.young_y, 2.0 / std::sqrt(3.0), exact);
  EXPECT_NEAR(moduli.poisson_xy, 1.0 / 3.0, exact);
  EXPECT_NEAR(moduli.shear, 2.0 * std::sqrt(3.0) / 8.0, exact);
}

// The same with all neighbours: E = 2 k / sqrt(3), shear sqrt(3) k / 4.
TEST(Lattices, ATriangularOneOfSpringsIsIsotropic) {
  for (const char* size : {"[2, 3]", "[5, 7]"}) {
    const NetworkModuli moduli = moduli_of(parse(lattice("kind = \"triangular\"\nsize = " + std::string(size) +
                                                         "\nspacing = 0.5\nbonds = \"springs\"\nstiffness = 2\n"
                                                         "edges = \"tied\"\n")));
    EXPECT_NEAR(moduli.young_x, 4.0 / std::sqrt(3.0), exact);
    EXPECT_NEAR(moduli.young_y, 4.0 / std::sqrt(3.0), exact);
    EXPECT_NEAR(moduli.poisson_xy, 1.0 / 3.0, exact);
    EXPECT_NEAR(moduli.shear, std::sqrt(3.0) / 2.0, exact);
  }
}

TEST(Lattices, NothingResistsTheShearOfASquareOne) {
  const NetworkModuli moduli =
      moduli_of(parse(lattice("size = [3, 4]\nbonds = \"springs\"\nstiffness = 2\nedges = \"tied\"\n")));
  EXPECT_NEAR(moduli.young_x, 2.0, exact);
  EXPECT_NEAR(moduli.young_y, 2.0, exact);
  EXPECT_NEAR(moduli.poisson_xy, 0.0, exact);
  EXPECT_EQ(moduli.shear, 0.0);
}

TEST(Kagome, OfRodsDoesNotStretch) {
  const NetworkModuli moduli =
      moduli_of(parse(lattice("kind = \"kagome\"\nsize = [2, 2]\nedges = \"tied\"\nhinges = 1\n")));
  EXPECT_TRUE(std::isinf(moduli.young_x));
  EXPECT_TRUE(std::isnan(moduli.poisson_xy));
}

TEST(Networks, HaveTheirParticlesAndBonds) {
  const Model honeycomb = build(parse(lattice("kind = \"honeycomb\"\nsize = [2, 3]\n")));
  EXPECT_EQ(honeycomb.row_count(), 6 * 6);
  const Model squares = build(parse(lattice("kind = \"rotating-squares\"\nsize = [3, 2]\n")));
  EXPECT_EQ(squares.size(), 4 * 6 - 7);
  EXPECT_EQ(squares.row_count(), 5 * 6);
  const Model kagome = build(parse(lattice("kind = \"kagome\"\nsize = [3, 2]\nspacing = 2\n")));
  EXPECT_EQ(kagome.row_count(), 6 * 6);
  for (const DistanceRow& row : kagome.distances()) EXPECT_NEAR(row.length, 2.0, 1e-14);
}

TEST(Networks, CanBeHeldOnOneSide) {
  const Model held = build(parse(lattice("kind = \"honeycomb\"\nsize = [3, 2]\nfix = \"bottom\"\norigin = [5, 7]\n")));
  EXPECT_EQ(held.size() - held.free_particles(), 3);
  for (int i = 0; i < held.size(); ++i)
    EXPECT_EQ(held.inverse_masses()[static_cast<std::size_t>(i)] == 0.0,
              held.positions()[static_cast<std::size_t>(i)].y == 7.0);
}

TEST(Networks, RefuseWhatMakesNone) {
  const auto refused = [](const std::string& keys) { return refusal(lattice(keys)); };
  EXPECT_EQ(refused("kind = \"honeycomb\"\nsize = [2, 2]\nangle = 90\n"),
            "pendulum.toml:5: lattices[0].angle: expected degrees between -90 and 90, found 90");
  EXPECT_EQ(
      refused("kind = \"honeycomb\"\nsize = [2, 2]\nwall = 1\nangle = -30\n"),
      "pendulum.toml:5: lattices[0].wall: ribs that point inwards so far cross; expected wall > 2 rib sin(-angle)");
  EXPECT_EQ(refused("kind = \"rotating-squares\"\nsize = [3, 2]\nedges = \"tied\"\n"),
            "pendulum.toml:4: lattices[0].size: tied edges need an even number along x, found 3");
  EXPECT_EQ(refused("kind = \"kagome\"\nsize = [2, 2]\nedges = \"tied\"\nfix = \"top\"\n"),
            "pendulum.toml:6: lattices[0].fix: a patch with tied edges has no edge to hold");
  EXPECT_EQ(refused("kind = \"triangular\"\nsize = [3, 4]\nedges = \"tied\"\n"),
            "pendulum.toml:4: lattices[0].size: tied edges need an odd number from 3 along y, found 4");
  EXPECT_EQ(refused("size = [1, 4]\nedges = \"tied\"\n"),
            "pendulum.toml:3: lattices[0].size: tied edges need at least 2 along x, found 1");
  EXPECT_EQ(refusal("[[lattices]]\nkind = \"cubic\"\nsize = [2, 2, 2]\nedges = \"tied\"\n"),
            "pendulum.toml:4: lattices[0].edges: only those of plane lattices can be tied, found kind = \"cubic\"");
  EXPECT_EQ(refusal("[[lattices]]\nkind = \"kagome\"\nsize = [2, 2]\nhinges = 1\n"),
            "pendulum.toml:4: lattices[0].hinges: act in the plane; expected dimension = 2");
}

}  // namespace
}  // namespace taut::test
