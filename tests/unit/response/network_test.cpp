// Moduli of networks that are put together by hand.
#include "taut/network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "taut/forces.hpp"

namespace taut {
namespace {

// A unit square of springs, four along its sides and two along its diagonals. Particles: x runs fastest.
struct Frame {
  ModelBuilder builder{2};
  ForceSpecs specs = {};

  Frame(double sides, double diagonals) {  // 0: none
    for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 0}})
      builder.add(ParticleSpec{.position = r});
    if (sides > 0.0) add_springs({{0, 1}, {2, 3}, {0, 2}, {1, 3}}, sides, 1.0);
    if (diagonals > 0.0) add_springs({{0, 3}, {1, 2}}, diagonals, std::sqrt(2.0));
  }
  void add_springs(const std::vector<std::pair<int, int>>& pairs, double stiffness, double length) {
    for (const auto& [i, j] : pairs) specs.springs.push_back({i, j, stiffness, length});
  }
  Expected<NetworkModuli> moduli(ResponseKind kind = ResponseKind::displacement) const {
    const Model model = *builder.build();
    auto response = Response::make(model, *ForceField::make(model, specs), {.kind = kind});
    return network_moduli(*response, cell_of_extremes(model));
  }
};

TEST(NetworkCell, OfExtremesTakesTheOutermostParticles) {
  const NetworkCell cell = cell_of_extremes(*Frame(1.0, 1.0).builder.build());
  EXPECT_EQ(cell.near[0], (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(cell.far[0], (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(cell.near[1], (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(cell.far[1], (std::vector<std::int32_t>{2, 3}));
  EXPECT_EQ(cell.period[0], (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(cell.period[1], (Vec3{0.0, 1.0, 0.0}));
}

TEST(NetworkLoad, IsBalancedAndDoesTheWorkOfItsStress) {
  const Model model = *Frame(1.0, 1.0).builder.build();
  const Stress stress{.xx = 2.0, .yy = -3.0, .xy = 0.7};
  const std::vector<Vec3> load = load_of_stress(model, cell_of_extremes(model), stress);
  Vec3 sum = {}, torque = {};
  double work = 0.0;  // on the displacement x -> (0.1 x + 0.4 y, 0.2 x - 0.3 y)
  for (std::size_t i = 0; i < load.size(); ++i) {
    const Vec3& r = model.positions()[i];
    sum += load[i];
    torque += cross(r, load[i]);
    work += dot(load[i], Vec3{0.1 * r.x + 0.4 * r.y, 0.2 * r.x - 0.3 * r.y, 0.0});
  }
  EXPECT_NEAR(norm(sum), 0.0, 1e-15);
  EXPECT_NEAR(norm(torque), 0.0, 1e-15);
  EXPECT_NEAR(work, 0.1 * 2.0 + 0.3 * 3.0 + 0.6 * 0.7, 1e-15);
}

// Sides 2 k each way and diagonals q: with strains e, sigma_x = (2 k + q) e_x + q e_y and sigma_xy = q 2 e_xy.
TEST(NetworkModuli, OfABracedSquare) {
  const double k = 3.0, q = 1.7;
  const auto moduli = Frame(k, q).moduli();
  ASSERT_TRUE(moduli);
  EXPECT_NEAR(moduli->poisson_xy, q / (2 * k + q), 1e-14);
  EXPECT_NEAR(moduli->poisson_yx, q / (2 * k + q), 1e-14);
  EXPECT_NEAR(moduli->young_x, 2 * k + q - q * q / (2 * k + q), 1e-13);
  EXPECT_NEAR(moduli->young_y, moduli->young_x, 1e-13);
  EXPECT_NEAR(moduli->shear, q, 1e-13);
  EXPECT_NEAR(moduli->compliance[0][1], moduli->compliance[1][0], 1e-15);
}

TEST(NetworkModuli, NothingResistsTheShearOfASquareWithoutDiagonals) {
  const auto moduli = Frame(3.0, 0.0).moduli();
  ASSERT_TRUE(moduli);
  EXPECT_EQ(moduli->shear, 0.0);
  EXPECT_NEAR(moduli->young_x, 6.0, 1e-13);
  EXPECT_NEAR(moduli->poisson_xy, 0.0, 1e-14);
}

TEST(NetworkModuli, RodsAlongXLeaveNoStrainThere) {
  Frame frame(0.0, 1.0);
  frame.builder.add(DistanceSpec{.i = 0, .j = 1});
  frame.builder.add(DistanceSpec{.i = 2, .j = 3});
  const auto moduli = frame.moduli();
  ASSERT_TRUE(moduli);
  EXPECT_EQ(moduli->young_x, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(moduli->poisson_xy));
  EXPECT_NEAR(moduli->young_y, 1.0, 1e-13);
}

TEST(NetworkModuli, RefuseWhatHasNone) {
  const auto refusal = [](const Expected<NetworkModuli>& moduli) { return moduli ? "" : moduli.error().message; };
  EXPECT_EQ(refusal(Frame(1.0, 1.0).moduli(ResponseKind::acceleration)), "moduli are read off L, found N");

  Frame loose(0.0, 0.0);
  loose.add_springs({{0, 2}, {1, 3}}, 1.0, 1.0);
  EXPECT_EQ(refusal(loose.moduli()),
            "nothing resists a tension along x; expected springs or hinges that hold the network together");

  Frame held(1.0, 1.0);
  for (int i = 0; i < 2; ++i) held.builder.add(ParticleSpec{.position = {0.5, 0.3 + 0.1 * i, 0.0}, .fixed = true});
  EXPECT_EQ(refusal(held.moduli()), "found 2 fixed ones, which would carry a part of the load; expected at most one");

  Frame rigid(1.0, 1.0);
  for (const auto& [i, j] : {std::pair{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}})
    rigid.builder.add(DistanceSpec{.i = i, .j = j});
  EXPECT_EQ(refusal(rigid.moduli()), "the network moves as a whole or not at all; expected one that deforms");
}

}  // namespace
}  // namespace taut
