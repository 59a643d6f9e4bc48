// Shares add up to the energy, and two particles that are not tied move without a change of each other's shares.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "taut/forces.hpp"

namespace taut {
namespace {

constexpr double rounding = 1e-13;

// Two groups of four far apart, the first particle of each fixed.
Model two_groups() {
  ModelBuilder builder(3);
  for (const double away : {0.0, 100.0})
    for (const Vec3 at : {Vec3{0.0, 0.1, 0.0}, Vec3{1.0, 0.0, 0.2}, Vec3{1.3, 1.1, 0.0}, Vec3{2.2, 1.0, 0.9}})
      builder.add(ParticleSpec{.position = at + Vec3{away, 0.0, 0.0}, .fixed = at.x == 0.0, .type = "A"});
  return builder.build().value();
}

ForceSpecs bonded() {
  ForceSpecs specs;
  specs.gravity = {0.1, -2.0, 0.3};
  for (const int g : {0, 4}) {
    specs.springs.push_back({.i = g, .j = g + 1, .stiffness = 3.0, .rest_length = 0.8});
    specs.angles.push_back({.a = g, .b = g + 1, .c = g + 2, .stiffness = 2.0, .degrees = 100.0});
    specs.dihedrals.push_back({.a = g,
                               .b = g + 1,
                               .c = g + 2,
                               .d = g + 3,
                               .form = DihedralForm::ryckaert_bellemans,
                               .coefficients = {1.0, 0.5, -0.3, 0.2, 0.0, 0.1}});
    specs.potentials.push_back({.on = {g + 1, g + 3}, .energy = "x1*y2 + z2^2"});
    specs.constants.push_back({.on = g + 2, .force = {0.5, 0.0, -1.0}});
  }
  return specs;
}

std::vector<double> shares(const ForceField& forces, const std::vector<Vec3>& at) {
  std::vector<double> found(at.size(), 0.0);
  ForceWorkspace work(forces);
  forces.add_energy_shares(at.data(), 0.0, found.data(), work);
  return found;
}

double energy(const ForceField& forces, const std::vector<Vec3>& at) {
  ForceWorkspace work(forces);
  return forces.potential_energy(at.data(), 0.0, work);
}

// The particles that are tied to one another, as the smallest number among them.
std::vector<int> groups(const ForceField& forces, int particles) {
  std::vector<int> group(static_cast<std::size_t>(particles));
  std::iota(group.begin(), group.end(), 0);
  for (int round = 0; round < particles; ++round)
    for (const auto& [i, j] : forces.ties()) {
      int &a = group[static_cast<std::size_t>(i)], &b = group[static_cast<std::size_t>(j)];
      a = b = std::min(a, b);
    }
  return group;
}

TEST(EnergyShares, add_up_to_the_energy_with_terms_of_every_kind) {
  const Model model = two_groups();
  ForceSpecs specs = bonded();
  specs.pairs = PairForcesSpec{.cutoff = 3.0, .dispersion = Dispersion::lennard_jones, .types = {{"A", {0.5, 0.7}}}};
  for (const bool with_pairs : {true, false}) {
    if (!with_pairs) specs.pairs.reset();
    const ForceField forces = ForceField::make(model, specs).value();
    const std::vector<double> found = shares(forces, model.positions());
    const double all = energy(forces, model.positions());
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), all, rounding * std::abs(all) + rounding);
    for (const std::size_t fixed : {0, 4}) EXPECT_EQ(found[fixed], 0.0) << "a particle that cannot move has no share";
  }
}

TEST(EnergyShares, bonded_terms_tie_their_particles_and_no_others) {
  const Model model = two_groups();
  const ForceField forces = ForceField::make(model, bonded()).value();
  EXPECT_EQ(groups(forces, 8), (std::vector<int>{0, 1, 1, 1, 4, 5, 5, 5}));
}

TEST(EnergyShares, pairs_tie_all_that_moves) {
  const Model model = two_groups();
  ForceSpecs specs;
  specs.pairs = PairForcesSpec{.cutoff = 3.0, .dispersion = Dispersion::lennard_jones, .types = {{"A", {0.5, 0.7}}}};
  EXPECT_EQ(groups(ForceField::make(model, specs).value(), 8), (std::vector<int>{0, 1, 1, 1, 4, 1, 1, 1}));
}

}  // namespace
}  // namespace taut
