// Constraints on plain arrays, whatever the shape, the masses and the displacement: solved to the tolerance, on the
// right root and without a push on the centre of mass; or refused with a name, and then left as they were.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "support/molecules.hpp"

namespace taut::test {
namespace {

enum class Shape { water, scalene, short_chain, long_chain, tree, tree_with_angles, ring };

struct RandomCase {
  Molecules all;
  std::vector<double> trial;
  double tolerance;
};

void add_one(MoleculeMaker& maker, Molecules& all, Shape shape, int size) {
  switch (shape) {
    case Shape::water:
      return maker.water(all);
    case Shape::scalene:
      return maker.water(all, true);
    case Shape::short_chain:
      return maker.chain(all, size);
    case Shape::long_chain:
      return maker.chain(all, 60 + 5 * size);
    case Shape::tree:
      return maker.polyethylene(all, size, false);
    case Shape::tree_with_angles:
      return maker.polyethylene(all, size, true);
    case Shape::ring:
      return maker.ring(all, 3 + size);
  }
}

// Masses over six decades, but for triangles, which are batched by their masses.
void spread_masses(Molecules& all, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-3.0, 3.0);
  for (double& w : all.inverse_masses)
    if (w > 0.0) w = std::pow(10.0, exponent(random));
}

RandomCase random_case() {
  const auto shape = *rc::gen::element(Shape::water, Shape::scalene, Shape::short_chain, Shape::long_chain, Shape::tree,
                                       Shape::tree_with_angles, Shape::ring);
  const int count = *rc::gen::inRange(1, 20), size = *rc::gen::inRange(1, 9);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  RandomCase result{{}, {}, std::pow(10.0, -*rc::gen::inRange(4, 14))};
  MoleculeMaker maker(seed);
  for (int k = 0; k < count; ++k) add_one(maker, result.all, shape, size);
  if (shape != Shape::water && shape != Shape::scalene && *rc::gen::arbitrary<bool>()) spread_masses(result.all, seed);
  // From a thousandth to a tenth of a rod. Displacements do not grow with the inverse mass here, or the lightest
  // particles of six decades would leave their rods behind.
  Molecules equal = result.all;
  for (double& w : equal.inverse_masses) w = w > 0.0 ? 1.0 : 0.0;
  result.trial = maker.displaced(equal, 0.1 * std::pow(10.0, -0.1 * *rc::gen::inRange(12, 31)));
  return result;
}

// Coordinates below 40 rounded at one part in 2^52, seen on a rod of at least 0.09.
constexpr double rounding = 40.0 * 4.5e-16 / 0.09;

RC_GTEST_PROP(ProjectorProperty, LengthsHoldOnTheRightRoot, ()) {
  RandomCase c = random_case();
  Projector p =
      Projector::make(c.all.positions, c.all.inverse_masses, c.all.distances, {.tolerance = c.tolerance}).value();
  const std::vector<double> before = c.trial;
  const SolveReport report = p.positions(c.all.positions.data(), c.trial.data());
  if (!report.converged) {
    RC_ASSERT(report.worst_row >= 0);
    RC_ASSERT(report.failure != SolveFailure::none);
    RC_DISCARD("no solution on this branch");
  }
  Vec3 moved;
  double mass = 0.0;
  for (const Distance& d : c.all.distances) {
    const Vec3 then = rod(c.all.positions, d), now = rod(c.trial, d);
    RC_ASSERT(std::abs(dot(now, now) / (d.length * d.length) - 1.0) / 2.0 <= std::max(c.tolerance, 1e-13) + rounding);
    RC_ASSERT(dot(then, now) > 0.0);
  }
  for (std::size_t i = 0; i < c.all.inverse_masses.size(); ++i) {
    const double m = 1.0 / c.all.inverse_masses[i];
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t k = 3 * i + static_cast<std::size_t>(axis);
      moved[axis] += m * (c.trial[k] - before[k]);
    }
    mass += m;
  }
  RC_ASSERT(norm(moved) <= 1e-13 * mass);
}

RC_GTEST_PROP(ProjectorProperty, InstructionSetsAndThreadsGiveTheSameBits, ()) {
  const RandomCase c = random_case();
  std::vector<double> first;
  for (int threads = 1; threads <= 2; ++threads)
    for (const std::string& name : instruction_sets()) {
      Projector p = Projector::make(c.all.positions, c.all.inverse_masses, c.all.distances,
                                    {.tolerance = c.tolerance, .threads = threads, .instruction_set = name})
                        .value();
      std::vector<double> r = c.trial;
      static_cast<void>(p.positions(c.all.positions.data(), r.data()));
      static_cast<void>(p.velocities(c.all.positions.data(), r.data()));
      if (first.empty()) first = r;
      RC_ASSERT(std::memcmp(first.data(), r.data(), 8 * r.size()) == 0);
    }
}

}  // namespace
}  // namespace taut::test
