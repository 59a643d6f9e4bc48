// Principal components of trajectories that can be written down, and the relations that these keep.
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/direction.hpp"
#include "base/philox.hpp"
#include "support/systems.hpp"
#include "taut/modes.hpp"

namespace taut::test {
namespace {

constexpr double pi = std::numbers::pi, infinity = std::numeric_limits<double>::infinity();

using Frames = std::vector<std::vector<Vec3>>;

double noise(std::uint64_t frame, std::uint64_t number) { return uniform_pair(5, frame, number)[0] - 0.5; }

// Two particles on a circle of radius one about their mean, and a third that follows the first at twice the distance.
TEST(PrincipalComponents, FindWhatMovesTogether) {
  Frames frames;
  for (int k = 0; k < 360; ++k) {
    const Vec3 r = {std::cos(k * degree), std::sin(k * degree), 0.0};
    frames.push_back({Vec3{5.0, 0.0, 0.0} + r, 2.0 * r, {1.0, 2.0, 3.0}});
  }
  const PrincipalComponents found = principal_components(frames, 9).value();
  EXPECT_NEAR(found.total, 5.0, 1e-13);
  EXPECT_NEAR(found.components[0].value, 2.5, 1e-13);
  EXPECT_NEAR(found.components[1].value, 2.5, 1e-13);
  for (std::size_t k = 2; k < 9; ++k)
    EXPECT_LE(found.components[k].value, 9.0 * 5.0 * 2.3e-16);  // rounding of the total
  const std::vector<double> along = projection(found, frames[17]);
  EXPECT_NEAR(std::hypot(along[0], along[1]), std::sqrt(5.0), 1e-13);
  for (std::size_t k = 2; k < 9; ++k) EXPECT_NEAR(along[k], 0.0, 1e-13);
}

// Masses 4 and 1 that move apart by amounts 1 and 2 along x: sqrt(m) times both is the same. The one in between is
// fixed.
TEST(PrincipalComponents, WeighByMass) {
  Frames frames;
  for (int k = 0; k < 100; ++k) {
    const double s = std::sin(2.0 * pi * k / 100.0);
    frames.push_back({{s, 0.0, 0.0}, {100.0 * s, 0.0, 0.0}, {-2.0 * s, 1.0, 0.0}});
  }
  const PrincipalComponents found =
      principal_components(frames, 4, {.dimension = 2, .masses = {4.0, infinity, 1.0}}).value();
  EXPECT_EQ(found.variances.size(), 4U);
  EXPECT_NEAR(found.components[0].value, 4.0, 1e-13);  // (4 + 4) / 2
  const std::vector<Vec3>& x = found.components[0].motion;
  EXPECT_NEAR(x[0].x, std::sqrt(0.5) / 2.0, 1e-14);  // x.M x = 4 / 8 + 1 / 2
  EXPECT_NEAR(x[2].x, -std::sqrt(0.5), 1e-14);
  EXPECT_EQ(x[1].x, 0.0);
  for (int k = 0; k < 100; k += 7)
    EXPECT_NEAR(projection(found, frames[static_cast<std::size_t>(k)])[0],
                std::sqrt(8.0) * std::sin(2.0 * pi * k / 100.0), 1e-13);
}

TEST(PrincipalComponents, RefuseWhatIsNoTrajectory) {
  const Frames one = {{{}}}, unequal = {{{}}, {{}, {}}}, two = {{{}}, {{1.0, 0.0, 0.0}}};
  EXPECT_EQ(principal_components(one, 1).error().message, "found 1 frames, expected at least two");
  EXPECT_EQ(principal_components(unequal, 1).error().message,
            "found frames of 1 and of 2 particles, expected equal ones");
  EXPECT_EQ(principal_components(two, 2).error().message,
            "found 2 components asked for, expected 1 to 1: there are 3 coordinates and 2 frames");
  EXPECT_EQ(principal_components(two, 1, {.masses = {infinity}}).error().message,
            "none of its particles moves; expected one that does");
}

// A molecule that vibrates in one way while it flies and tumbles: after the fit that one motion is all there is.
Vec3 tumbled(const Vec3& r, int frame, int dimension) {
  const Vec3 z = dimension == 2 ? Vec3{0.0, 0.0, 1.0} : random_direction(3, static_cast<std::uint64_t>(frame), 0, 3);
  const Vec3 x = across(z, uniform_pair(3, static_cast<std::uint64_t>(frame), 1)[0]), y = cross(z, x);
  return Vec3{0.3 * frame, -0.2 * frame, 0.0} + r.x * x + r.y * y + r.z * z;
}

TEST(RigidFit, LeavesVibrationsOnly) {
  for (const int dimension : {2, 3}) {
    const double z = dimension == 2 ? 0.0 : 1.0;
    const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0.2 * z}, {0, 2, 0}, {0.5, 0.5, z}};
    const FrameWeights weights{dimension, {1.0, 2.0, 0.5, 3.0}};
    Frames frames;
    for (int f = 0; f < 60; ++f) {
      std::vector<Vec3> frame;
      const double stretch = 1.0 + 0.1 * noise(static_cast<std::uint64_t>(f), 7);
      for (const Vec3& r : rest) frame.push_back(tumbled(stretch * r, f, dimension));
      frames.push_back(std::move(frame));
    }
    fit_to_mean(frames, weights);
    const PrincipalComponents found = principal_components(frames, 3, weights).value();
    EXPECT_GT(found.components[0].value, 1e-4);
    EXPECT_LE(found.components[1].value, 1e-14 * found.total);
    // what is left has neither momentum nor angular momentum about the mean
    for (const std::vector<Vec3>& frame : frames) {
      Vec3 momentum{}, angular{};
      for (std::size_t i = 0; i < 4; ++i) {
        momentum += weights.masses[i] * (frame[i] - found.mean[i]);
        angular += weights.masses[i] * cross(found.mean[i], frame[i] - found.mean[i]);
      }
      EXPECT_LE(norm(momentum), 1e-12);
      EXPECT_LE(norm(angular), 1e-12);
    }
  }
}

// In the plane a mirror image is not laid on its original by a turn out of the plane.
TEST(RigidFit, DoesNotMirrorInThePlane) {
  const std::vector<Vec3> original = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, image = {{0, 0, 0}, {-1, 0, 0}, {0, 2, 0}};
  const std::vector<Vec3> placed = fitted(image, original, {.dimension = 2});
  double left = 0.0;
  for (std::size_t i = 0; i < 3; ++i) left = std::max(left, norm(placed[i] - original[i]));
  EXPECT_GT(left, 0.1);
}

// Three atoms on a line with the middle one at a third, a fourth that keeps its height, a fifth that goes its own way.
Frames related_frames() {
  Frames frames;
  for (std::uint64_t f = 0; f < 50; ++f) {
    const Vec3 a = {noise(f, 0), noise(f, 1), noise(f, 2)}, b = {2.0 + noise(f, 3), noise(f, 4), noise(f, 5)};
    const Vec3 c = (2.0 / 3.0) * a + (1.0 / 3.0) * b + Vec3{0.0, 0.5, 0.0};
    const double x = noise(f, 6), y = noise(f, 7);
    frames.push_back({a, b, c, {x, y, 2.0 * x - y + 4.0}, {noise(f, 8), noise(f, 9), noise(f, 10)}});
  }
  return frames;
}

// Those of components whose amplitude is at most this part of the whole.
std::vector<ImpliedRelation> relations_below(double part, const Frames& frames, const FrameWeights& weights = {}) {
  return implied_relations(frames, weights, part * part * principal_components(frames, 1, weights)->total).value();
}

TEST(ImpliedRelations, AreFoundAndHold) {
  const Frames frames = related_frames();
  const FrameWeights weights{3, {1.0, 2.0, 3.0, 4.0, 5.0}};
  const std::vector<ImpliedRelation> found = relations_below(1e-6, frames, weights);
  ASSERT_EQ(found.size(), 2U);
  ASSERT_TRUE(found[0].every_axis);
  ASSERT_EQ(found[0].terms.size(), 3U);
  const double third = found[0].terms[2].weight.x;
  EXPECT_NEAR(found[0].terms[0].weight.x / third, -2.0 / 3.0, 1e-13);
  EXPECT_NEAR(found[0].terms[1].weight.x / third, -1.0 / 3.0, 1e-13);
  EXPECT_NEAR(found[0].offset.y / third, 0.5, 1e-13);
  ASSERT_FALSE(found[1].every_axis);
  ASSERT_EQ(found[1].terms.size(), 1U);
  EXPECT_EQ(found[1].terms[0].particle, 3);
  const Vec3 w = found[1].terms[0].weight;
  EXPECT_NEAR(w.x / w.z, -2.0, 1e-13);
  EXPECT_NEAR(w.y / w.z, 1.0, 1e-13);
  EXPECT_NEAR(found[1].offset.x / w.z, 4.0, 1e-13);
  for (const ImpliedRelation& relation : found) EXPECT_LE(relation.deviation, 1e-13);
}

// What moves a little is a relation where that much is zero, and its deviation says how far off it is.
TEST(ImpliedRelations, OfSmallComponentsSayHowFarTheyAreOff) {
  Frames frames = related_frames();
  for (std::size_t f = 0; f < frames.size(); ++f) frames[f][4] = {noise(f, 8), noise(f, 9), 1e-3 * noise(f, 10)};
  EXPECT_EQ(relations_below(1e-6, frames).size(), 2U);
  const std::vector<ImpliedRelation> found = relations_below(1e-2, frames);
  ASSERT_EQ(found.size(), 3U);
  double largest = 0.0;
  for (const ImpliedRelation& relation : found) largest = std::max(largest, relation.deviation);
  EXPECT_GT(largest, 3e-4);
  EXPECT_LT(largest, 2e-3);
  EXPECT_EQ(implied_relations(frames, {}, 0.0).error().message,
            "expected a variance above zero, below which a motion is none");
}

TEST(ImpliedRelations, KnowWhatConstraintsHold) {
  const Frames frames = related_frames();
  const std::vector<ImpliedRelation> relations = relations_below(1e-6, frames);
  ModelBuilder builder(3);
  for (const Vec3& r : frames[0]) builder.add(ParticleSpec{.position = r});
  builder.add(DistanceSpec{.i = 0, .j = 4});
  EXPECT_EQ(held_by_constraints(builder.build().value(), relations), (std::vector<bool>{false, false}));
  builder.add(LinearSpec{.on = {0, 1, 2}, .weights = {-2.0, -1.0, 3.0}, .offset = {0.0, 1.5, 0.0}});
  EXPECT_EQ(held_by_constraints(builder.build().value(), relations), (std::vector<bool>{true, false}));
}

// A rigid group that tumbles, bent out of shape by `bend` from frame to frame, and one particle that goes its own way.
Frames tumbling(const std::vector<Vec3>& group, double bend) {
  Frames frames;
  for (int f = 0; f < 40; ++f) {
    const auto k = static_cast<std::uint64_t>(f);
    std::vector<Vec3> frame;
    for (std::size_t i = 0; i < group.size(); ++i)
      frame.push_back(tumbled(group[i] + Vec3{0.0, 0.0, bend * noise(k, 20 + i)}, f, 3));
    frame.push_back({3.0 + noise(k, 0), 0.3 * f + noise(k, 1), noise(k, 2)});
    frames.push_back(std::move(frame));
  }
  return frames;
}

Model free_particles(const std::vector<Vec3>& positions) {
  ModelBuilder builder(3);
  for (const Vec3& r : positions) builder.add(ParticleSpec{.position = r});
  return builder.build().value();
}

TEST(KeptShape, OfARigidGroupAreAsManyAsItNeeds) {
  const std::vector<Vec3> group = {{0, 0, 0}, {1, 0, 0}, {0, 1.5, 0}, {0.3, 0.4, 1.1}, {-1, 0.2, 0.6}};
  const Frames frames = tumbling(group, 0.0);
  const KeptShape shape = kept_shape(free_particles(frames[0]), frames, {}, 1e-20);
  const std::vector<KeptDistance>& found = shape.distances;
  EXPECT_TRUE(shape.planes.empty());
  ASSERT_EQ(found.size(), 9U);  // 3 x 5 - 6, of ten
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_LT(found[k].j, 5);
    EXPECT_NEAR(found[k].length,
                norm(group[static_cast<std::size_t>(found[k].j)] - group[static_cast<std::size_t>(found[k].i)]), 1e-14);
    EXPECT_LE(found[k].deviation, 1e-13);
  }
  for (std::size_t k = 1; k < found.size(); ++k) EXPECT_GE(found[k].length, found[k - 1].length);
}

// Six distances hold four atoms in a plane, but one depends on the others but for small vibrations; a rod of the model
// need not be found again.
TEST(KeptShape, IsIndependentOfConstraintsAndOfItself) {
  const Frames frames = tumbling({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 1e-4);
  const KeptShape shape = kept_shape(free_particles(frames[0]), frames, {}, 1e-7);
  EXPECT_EQ(shape.distances.size(), 5U);
  ASSERT_EQ(shape.planes.size(), 1U);  // without it the square could fold along a diagonal
  EXPECT_EQ(shape.planes[0].particles, (std::array{0, 1, 2, 3}));
  EXPECT_GT(shape.planes[0].deviation, 1e-5);
  EXPECT_LT(shape.planes[0].deviation, 2e-4);  // four corners, each off by 5e-5 at most
  const KeptShape strict = kept_shape(free_particles(frames[0]), frames, {}, 1e-22);
  EXPECT_TRUE(strict.distances.empty() && strict.planes.empty());
  ModelBuilder rod(3);
  for (const Vec3& r : frames[0]) rod.add(ParticleSpec{.position = r});
  rod.add(DistanceSpec{.i = 0, .j = 1});
  const std::vector<KeptDistance> found = kept_shape(rod.build().value(), frames, {}, 1e-7).distances;
  EXPECT_EQ(found.size(), 4U);
  for (const KeptDistance& pair : found) EXPECT_FALSE(pair.i == 0 && pair.j == 1);
}

}  // namespace
}  // namespace taut::test
