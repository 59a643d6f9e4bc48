#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random_stream.hpp"
#include "kinematics/obstacle/segment.hpp"
#include "taut/obstacle.hpp"

namespace taut {
namespace {

Vec3 random_point(RandomStream& random, int dimension, double size) {
  const auto one = [&] { return size * (2.0 * random.uniform() - 1.0); };
  const double x = one(), y = one();
  return {x, y, dimension == 3 ? one() : 0.0};
}

std::vector<Obstacle> shapes(int dimension) {
  const Vec3 up = {0.0, 0.0, 1.0};
  std::vector<Obstacle> list = {{.shape = BallShape{{0.2, -0.1, 0.0}, 0.4}},
                                {.shape = CapsuleShape{{-0.5, 0.1, 0.0}, {0.4, 0.3, 0.0}, 0.2}},
                                {.shape = BoxShape{{{0.1, 0.2, 0.0}, rotation_about(up, 0.4)}, {0.5, 0.3, 0.2}}}};
  if (dimension == 2)
    list.push_back({.shape = PolygonShape{
                        {{-0.5, -0.5, 0.0}, {0.5, -0.5, 0.0}, {0.0, 0.0, 0.0}, {0.5, 0.5, 0.0}, {-0.5, 0.5, 0.0}}}});
  return list;
}

// The distance of a short segment is that of its middle; so points along a long one find the least, to the square of
// their spacing times the curvature of the shape.
TEST(Clearance, IsTheLeastAlongTheLimb) {
  constexpr int samples = 2000;
  for (const int dimension : {2, 3})
    for (const Obstacle& obstacle : shapes(dimension)) {
      RandomStream random(11, static_cast<std::uint64_t>(dimension), obstacle.shape.index());
      for (int trial = 0; trial < 30; ++trial) {
        const Vec3 a = random_point(random, dimension, 2.0), b = random_point(random, dimension, 2.0);
        const Clearance found = clearance(obstacle, a, b, dimension);
        double least = std::numeric_limits<double>::infinity();
        for (int k = 0; k <= samples; ++k) {
          const Vec3 p = a + (static_cast<double>(k) / samples) * (b - a);
          least = std::min(least, clearance(obstacle, p, p + Vec3{1e-9, 0.0, 0.0}, dimension).distance);
        }
        if (std::holds_alternative<PolygonShape>(obstacle.shape) && least < 0.0) {  // how deep is sampled there
          EXPECT_LT(found.distance, 0.0);
        } else {
          EXPECT_NEAR(found.distance, least, 2e-3) << obstacle_kind_name(obstacle);
          EXPECT_LE(found.distance, least + 1e-8) << obstacle_kind_name(obstacle);
        }
      }
    }
}

// What has no length is as far away as a rod that hardly has any, and pushed the same way.
TEST(Clearance, OfAPointIsThatOfAShortRod) {
  for (const int dimension : {2, 3})
    for (const Obstacle& obstacle : shapes(dimension)) {
      RandomStream random(13, static_cast<std::uint64_t>(dimension), obstacle.shape.index());
      for (int trial = 0; trial < 200; ++trial) {
        const Vec3 p = random_point(random, dimension, 0.8);
        const Clearance found = clearance(obstacle, p, p, dimension),
                        rod = clearance(obstacle, p, p + Vec3{1e-9, 0.0, 0.0}, dimension);
        EXPECT_NEAR(found.distance, rod.distance, 2e-9) << obstacle_kind_name(obstacle);
        EXPECT_LT(norm(found.away - rod.away), 1e-5) << obstacle_kind_name(obstacle);
      }
    }
}

TEST(Clearance, GrowsAlongItsDirection) {
  constexpr double h = 1e-6;
  for (const int dimension : {2, 3})
    for (const Obstacle& obstacle : shapes(dimension)) {
      RandomStream random(12, static_cast<std::uint64_t>(dimension), obstacle.shape.index());
      for (int trial = 0; trial < 100; ++trial) {
        const Vec3 a = random_point(random, dimension, 2.0), b = random_point(random, dimension, 2.0);
        const Clearance found = clearance(obstacle, a, b, dimension);
        if (found.distance < 0.05) continue;
        const Vec3 shift = h * found.away;
        EXPECT_NEAR((clearance(obstacle, a + shift, b + shift, dimension).distance - found.distance) / h, 1.0, 1e-4)
            << obstacle_kind_name(obstacle);
        EXPECT_NEAR(norm(found.away), 1.0, 1e-12);
      }
    }
}

TEST(Clearance, OfKnownCases) {
  const Obstacle disc{.shape = BallShape{{0.0, 2.0, 0.0}, 0.5}};
  const Clearance above = clearance(disc, {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 2);
  EXPECT_DOUBLE_EQ(above.distance, 1.5);
  EXPECT_DOUBLE_EQ(above.along, 0.5);
  EXPECT_EQ(above.away, (Vec3{0.0, -1.0, 0.0}));
  const Obstacle box{.shape = BoxShape{{}, {1.0, 1.0, 1.0}}};
  EXPECT_NEAR(clearance(box, {2.0, 2.0, 2.0}, {3.0, 3.0, 3.0}, 3).distance, std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(clearance(box, {-2.0, 0.5, 0.0}, {2.0, 0.5, 0.0}, 3).distance, -1.0,
              0.51);  // inside, to the nearest side
  EXPECT_LT(clearance(box, {-2.0, 0.5, 0.0}, {2.0, 0.5, 0.0}, 3).distance, -0.49);
  const Obstacle notch = shapes(2).back();
  EXPECT_GT(clearance(notch, {0.3, 0.0, 0.0}, {0.4, 0.0, 0.0}, 2).distance, 0.0);  // in its notch, outside
}

// A board that a limb passes through, however thin and wherever along the limb; and one that ends short of it.
TEST(Clearance, SeesThinPolygons) {
  for (const double thickness : {1e-1, 1e-3, 1e-6})
    for (const double place : {0.1, 0.53, 0.6 + 1.0 / 32.0}) {
      const auto board = [&](double top) {
        return Obstacle{.shape = PolygonShape{{{place, -1.0, 0.0},
                                               {place + thickness, -1.0, 0.0},
                                               {place + thickness, top, 0.0},
                                               {place, top, 0.0}}}};
      };
      const Vec3 a = {}, b = {1.0, 0.3, 0.0};
      EXPECT_NEAR(clearance(board(1.0), a, b, 2).distance, -0.5 * thickness, 0.1 * thickness);
      EXPECT_GT(clearance(board(0.3 * place - 0.01), a, b, 2).distance, 0.0);
    }
}

TEST(Segments, NearestPointsAgreeWithABruteSearch) {
  constexpr int grid = 200;
  RandomStream random(13, 0, 0);
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3 a = random_point(random, 3, 1.0), b = random_point(random, 3, 1.0);
    const Vec3 c = random_point(random, 3, 1.0), d = trial % 5 == 0 ? c + (b - a) : random_point(random, 3, 1.0);
    const SegmentPair pair = nearest_of_segments(a, b, c, d);
    const double found = norm(a + pair.s * (b - a) - c - pair.t * (d - c));
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= grid; ++i)
      for (int j = 0; j <= grid; ++j)
        least = std::min(least, norm(a + (1.0 * i / grid) * (b - a) - c - (1.0 * j / grid) * (d - c)));
    EXPECT_LE(found, least + 1e-12);
    EXPECT_GE(found, least - 3.0 / grid);
  }
}

TEST(Obstacle, RefusesWhatIsNone) {
  EXPECT_EQ(check_obstacle({.shape = BallShape{{}, -1.0}, .origin = "obstacles[0]"}, 2)->key, "obstacles[0].radius");
  EXPECT_EQ(check_obstacle({.shape = PolygonShape{{{}, {}}}, .origin = "obstacles[1]"}, 2)->message,
            "found 2, expected three or more");
  EXPECT_FALSE(check_obstacle({.shape = BoxShape{{}, {1.0, 1.0, 0.0}}}, 2));
  EXPECT_TRUE(check_obstacle({.shape = BoxShape{{}, {1.0, 1.0, 0.0}}}, 3));
}

}  // namespace
}  // namespace taut
