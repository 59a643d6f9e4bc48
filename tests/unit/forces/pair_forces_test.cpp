#include "forces/pair_forces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace taut {
namespace {

constexpr double edge = 4.0, cutoff = 1.6, damping = 1.25;

PairForcesSpec everything(Electrostatics electrostatics = Electrostatics::damped_shifted) {
  PairForcesSpec spec;
  spec.cutoff = cutoff;
  spec.skin = 0.3;
  spec.dispersion = Dispersion::lennard_jones;
  spec.truncation = Truncation::shifted;
  spec.types = {{"A", {0.5, 1.2}}, {"B", {0.7, 0.6}}};
  spec.electrostatics = electrostatics;
  spec.coulomb_constant = 3.0;
  spec.damping = electrostatics == Electrostatics::damped_shifted ? damping : 0.0;
  return spec;
}

struct Gas {
  Model model;
  ForceField forces;
  ForceWorkspace work;
  std::vector<Vec3> position;

  Gas(const Model& m, const ForceSpecs& specs)
      : model(m), forces(ForceField::make(model, specs).value()), work(forces), position(model.positions()) {}

  std::vector<Vec3> force(ThreadTeam* team = nullptr) {
    std::vector<Vec3> f(position.size());
    forces.evaluate(position.data(), 0.0, f.data(), work, team);
    return f;
  }
  double energy() { return forces.potential_energy(position.data(), 0.0, work); }
};

// Particles of two types and some without, at distances of at least 0.45, up to two boxes away.
ModelBuilder gas_builder(int count, bool periodic) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(0.0, edge);
  ModelBuilder builder(3);
  if (periodic) builder.set_box({edge, edge, edge});
  std::vector<Vec3> placed;
  while (static_cast<int>(placed.size()) < count) {
    const Vec3 at{place(random), place(random), place(random)};
    bool free = true;
    for (const Vec3& other : placed)
      for (int image = 0; image < 27; ++image) {
        const Vec3 d = at - other + edge * Vec3{image % 3 - 1.0, image / 3 % 3 - 1.0, image / 9 - 1.0};
        free = free && dot(d, d) > 0.45 * 0.45;
      }
    if (!free) continue;
    placed.push_back(at);
    const int k = static_cast<int>(placed.size());
    const Vec3 turns = periodic ? edge * Vec3{k % 3 - 1.0, k % 5 - 2.0, 0.0} : Vec3{};
    builder.add(ParticleSpec{.position = at + turns,
                             .mass = 1.0,
                             .type = k % 3 == 0   ? "A"
                                     : k % 3 == 1 ? "B"
                                                  : "",
                             .charge = k % 4 == 0   ? 0.0
                                       : k % 2 == 0 ? 0.8
                                                    : -0.5});
  }
  return builder;
}

Gas gas(int count, const PairForcesSpec& spec, bool periodic = true) {
  return {gas_builder(count, periodic).build().value(), {.pairs = spec}};
}

// U of two particles by the textbook.
double textbook(const Model& model, const PairForcesSpec& spec, std::size_t i, std::size_t j, double r) {
  double energy = 0.0;
  if (r >= cutoff) return 0.0;
  if (model.types()[i] >= 0 && model.types()[j] >= 0) {
    const auto parameters = [&](std::size_t k) {
      return model.type_names()[static_cast<std::size_t>(model.types()[k])] == "A" ? spec.types[0].parameters
                                                                                   : spec.types[1].parameters;
    };
    const LennardJones a = parameters(i), b = parameters(j);
    const double sigma = 0.5 * (a.sigma + b.sigma), epsilon = std::sqrt(a.epsilon * b.epsilon);
    const auto lj = [&](double at) { return 4.0 * epsilon * (std::pow(sigma / at, 12) - std::pow(sigma / at, 6)); };
    energy += lj(r) - lj(cutoff);
  }
  const double qq = 3.0 * model.charges()[i] * model.charges()[j];
  if (spec.electrostatics == Electrostatics::reaction_field) {
    const double k = 0.5 / (cutoff * cutoff * cutoff);
    return energy + qq * (1.0 / r + k * r * r - 1.0 / cutoff - k * cutoff * cutoff);
  }
  const auto damped = [](double at) { return std::erfc(damping * at) / at; };
  const double slope = -damped(cutoff) / cutoff - 2.0 * damping * std::numbers::inv_sqrtpi *
                                                      std::exp(-damping * damping * cutoff * cutoff) / cutoff;
  return energy + qq * (damped(r) - damped(cutoff) - slope * (r - cutoff));
}

double textbook(const Gas& gas, const PairForcesSpec& spec, bool periodic) {
  double energy = 0.0;
  for (std::size_t i = 0; i < gas.position.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Vec3 d = gas.position[i] - gas.position[j];
      for (int a = 0; a < 3 && periodic; ++a) d[a] -= edge * std::round(d[a] / edge);
      energy += textbook(gas.model, spec, i, j, norm(d));
    }
  return energy;
}

class Pairs : public testing::TestWithParam<std::tuple<Electrostatics, bool>> {};

TEST_P(Pairs, EnergyIsThatOfTheTextbookOverAllPairs) {
  const auto [electrostatics, periodic] = GetParam();
  const PairForcesSpec spec = everything(electrostatics);
  Gas all = gas(120, spec, periodic);
  double squares = 0.0;
  for (const double q : all.model.charges()) squares += 3.0 * q * q;
  // A constant: each charge with itself.
  const double slope =
      -std::erfc(damping * cutoff) / (cutoff * cutoff) -
      2.0 * damping * std::numbers::inv_sqrtpi * std::exp(-damping * damping * cutoff * cutoff) / cutoff;
  const double self = electrostatics == Electrostatics::reaction_field
                          ? 0.0
                          : -squares * (0.5 * (std::erfc(damping * cutoff) / cutoff - slope * cutoff) +
                                        damping * std::numbers::inv_sqrtpi);
  const double expected = textbook(all, spec, periodic) + self;
  EXPECT_NEAR(all.energy(), expected, 1e-12 * std::abs(expected));
}

TEST_P(Pairs, ForcesAreSlopesOfTheEnergy) {
  const auto [electrostatics, periodic] = GetParam();
  Gas all = gas(60, everything(electrostatics), periodic);
  const std::vector<Vec3> force = all.force();
  constexpr double h = 1e-5;  // errors of the difference: h^2 U''' / 6 and 1e-16 U / h
  for (std::size_t i = 0; i < all.position.size(); i += 7)
    for (int a = 0; a < 3; ++a) {
      const double at = all.position[i][a];
      all.position[i][a] = at + h;
      const double above = all.energy();
      all.position[i][a] = at - h;
      const double below = all.energy();
      all.position[i][a] = at;
      EXPECT_NEAR(force[i][a], (below - above) / (2.0 * h), 2e-6 * (1.0 + norm(force[i])));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Pairs,
    testing::Combine(testing::Values(Electrostatics::damped_shifted, Electrostatics::reaction_field), testing::Bool()));

TEST(PairForces, BitsDependNeitherOnTheListNorOnThreadsNorOnInstructions) {
  const PairForcesSpec spec = everything();
  Gas moving = gas(300, spec);
  ThreadTeam two(2);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> small(-0.02, 0.02);
  PairForcesSpec tight = spec;
  tight.skin = 0.0;
  Gas fresh = gas(300, tight);
  for (int step = 0; step < 30; ++step) {
    for (Vec3& r : moving.position) r += {small(random), small(random), small(random)};
    fresh.position = moving.position;
    const std::vector<Vec3> force = moving.force();
    EXPECT_EQ(force, fresh.force());
    EXPECT_EQ(force, moving.force(&two));
  }
  const PairTable table = PairTable::make(moving.model, spec).value();
  for (const PairKernels* kernels : pair_kernels_here()) {
    PairForces pairs(moving.model, table, find_exclusions(moving.model, {}, spec), spec);
    pairs.use(*kernels);
    PairWorkspace work(pairs);
    std::vector<Vec3> force(moving.position.size());
    pairs.add(moving.position.data(), force.data(), work, nullptr);
    EXPECT_EQ(force, moving.force()) << kernels->name;
  }
}

// Large enough to be shared out in parts.
TEST(PairForces, ThreadsShareALargeSystem) {
  ModelBuilder builder(3);
  builder.set_box({12.0, 12.0, 12.0});
  for (int k = 0; k < 1728; ++k)
    builder.add(ParticleSpec{.position = {k % 12 + 0.1 * std::sin(k), k / 12 % 12 + 0.1 * std::cos(3.0 * k),
                                          k / 144 + 0.1 * std::sin(5.0 * k)},
                             .type = "A"});
  PairForcesSpec spec;
  spec.dispersion = Dispersion::wca;
  spec.types = {{"A", {1.0, 1.0}}};
  Gas all(builder.build().value(), {.pairs = spec});
  ThreadTeam two(2), three(3);
  const std::vector<Vec3> force = all.force();
  EXPECT_EQ(force, all.force(&two));
  EXPECT_EQ(force, all.force(&three));
  EXPECT_GT(norm(force[5]), 0.0);
  Vec3 sum;
  for (const Vec3& f : force) sum += f;
  EXPECT_LT(norm(sum), 1e-10);
}

TEST(PairForces, TheListIsMadeAnewOnlyAfterHalfTheSkin) {
  const PairForcesSpec spec = everything();
  Gas all = gas(50, spec);
  const PairForces pairs(all.model, PairTable::make(all.model, spec).value(), find_exclusions(all.model, {}, spec),
                         spec);
  PairWorkspace work(pairs);
  std::vector<Vec3> position = all.position, force(position.size());
  const auto rebuilds = [&](const Vec3& by) {
    position = all.position;
    position[17] += by;
    pairs.add(position.data(), force.data(), work, nullptr);
    return work.list.rebuilds();
  };
  EXPECT_EQ(rebuilds({}), 1);
  EXPECT_EQ(rebuilds({0.149, 0.0, 0.0}), 1);
  EXPECT_EQ(rebuilds({0.151, 0.0, 0.0}), 2);
}

TEST(PairForces, VirialIsTheSlopeOfTheEnergyWithTheSizeOfTheBox) {
  const PairForcesSpec spec = everything();
  Gas all = gas(80, spec);
  const auto energy = [&](double scale) {
    ModelBuilder builder = gas_builder(80, true);
    builder.set_box(scale * Vec3{edge, edge, edge});
    const Model model = builder.build().value();
    std::vector<Vec3> scaled = all.position;
    for (Vec3& r : scaled) r *= scale;
    return Gas(model.with_positions(scaled), {.pairs = spec}).energy();
  };
  constexpr double h = 1e-6;
  const double slope = (energy(1.0 + h) - energy(1.0 - h)) / (2.0 * h);
  EXPECT_NEAR(all.forces.virial(all.position.data(), all.work).trace(), -slope, 1e-6 * std::abs(slope));
}

// Of forces that act in a box of another size the list was made for the first one.
TEST_P(Pairs, SumsAreThoseOfEnergyAndVirialInEveryBoxAndRegister) {
  const auto [electrostatics, periodic] = GetParam();
  PairForcesSpec spec = everything(electrostatics);
  Gas all = gas(120, spec, periodic);
  const PairTable table = PairTable::make(all.model, spec).value();
  const double self = table.self_energy();
  for (const double scale : {1.0, 1.01, 0.97, 1.2}) {
    ModelBuilder builder = gas_builder(120, periodic);
    if (periodic) builder.set_box(scale * Vec3{edge, edge, edge});
    std::vector<Vec3> scaled = all.model.positions();
    for (Vec3& r : scaled) r *= scale;
    Gas fresh(builder.build().value().with_positions(scaled), {.pairs = spec});
    if (periodic) all.work.use_box(fresh.model.box());
    all.position = scaled;
    EXPECT_EQ(all.force(), fresh.force());
    const ForceField::Sums sums = all.forces.sums(scaled.data(), all.work);
    const double virial = fresh.forces.virial(scaled.data(), fresh.work).trace();
    EXPECT_NEAR(sums.energy, fresh.energy() - self, 1e-12 * (std::abs(self) + std::abs(fresh.energy())));
    EXPECT_NEAR(sums.virial, virial, 1e-12 * std::abs(virial));
    for (const PairKernels* kernels : pair_kernels_here()) {
      PairForces pairs(fresh.model, table, find_exclusions(fresh.model, {}, spec), spec);
      pairs.use(*kernels);
      PairWorkspace work(pairs);
      const PairSums found = pairs.sums(scaled.data(), work, nullptr);
      EXPECT_EQ(found.energy, sums.energy) << kernels->name;
      EXPECT_EQ(found.virial, sums.virial) << kernels->name;
    }
  }
}

// The forces are the same, and so is the energy that belongs to them.
TEST(PairForces, SumsDoNotJumpAtTheCutoff) {
  PairForcesSpec spec = everything();
  Gas shifted = gas(120, spec);
  spec.truncation = Truncation::plain;
  Gas plain = gas(120, spec);
  EXPECT_NE(plain.energy(), shifted.energy());
  EXPECT_EQ(plain.forces.sums(plain.position.data(), plain.work).energy,
            shifted.forces.sums(plain.position.data(), shifted.work).energy);
}

TEST(PairForces, StiffnessIsTheSlopeOfTheForces) {
  Gas all = gas(40, everything());
  const auto n = 3 * all.position.size();
  std::vector<double> dense(n * n, 0.0);
  for (const MatrixEntry& e : all.forces.stiffness(all.position.data(), 0.0))
    dense[static_cast<std::size_t>(e.row) * n + static_cast<std::size_t>(e.column)] += e.value;
  constexpr double h = 1e-6;
  for (std::size_t column = 0; column < n; column += 11) {
    double& x = all.position[column / 3][static_cast<int>(column % 3)];
    const double at = x;
    x = at + h;
    const std::vector<Vec3> above = all.force();
    x = at - h;
    const std::vector<Vec3> below = all.force();
    x = at;
    for (std::size_t row = 0; row < n; ++row) {
      const int a = static_cast<int>(row % 3);
      const double slope = (below[row / 3][a] - above[row / 3][a]) / (2.0 * h), found = dense[row * n + column];
      EXPECT_NEAR(found, slope, 1e-5 * (1.0 + std::abs(slope)));
    }
  }
}

// A bent chain of six beads without charges: which pairs act is seen in the energy.
TEST(PairForces, BondedPairsAreExcludedOrScaled) {
  const auto energy = [](Exclusion exclusion, double scale) {
    ModelBuilder builder(3);
    for (int k = 0; k < 6; ++k) builder.add(ParticleSpec{.position = {0.8 * k, k % 2 * 0.6, 0.1 * k * k}, .type = "A"});
    for (int k = 0; k < 5; ++k) builder.add(DistanceSpec{.i = k, .j = k + 1});
    PairForcesSpec spec;
    spec.dispersion = Dispersion::lennard_jones;
    spec.cutoff = 100.0;
    spec.types = {{"A", {1.0, 1.0}}};
    spec.exclusion = exclusion;
    spec.scale_14 = scale;
    return Gas(builder.build().value(), {.pairs = spec}).energy();
  };
  double apart[6] = {};  // by the number of bonds between
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < i; ++j) {
      const double x = 0.8 * (i - j), y = (i % 2 - j % 2) * 0.6, z = 0.1 * (i * i - j * j);
      const double s6 = 1.0 / std::pow(x * x + y * y + z * z, 3);
      apart[i - j] += 4.0 * (s6 * s6 - s6);
    }
  const double far = apart[4] + apart[5];
  constexpr double rounding = 1e-13;
  EXPECT_NEAR(energy(Exclusion::none, 1.0), apart[1] + apart[2] + apart[3] + far, 1e-11);
  EXPECT_NEAR(energy(Exclusion::bonds, 1.0), apart[2] + apart[3] + far, 1e-12);
  EXPECT_NEAR(energy(Exclusion::angles, 1.0), apart[3] + far, rounding);
  EXPECT_NEAR(energy(Exclusion::angles, 0.5), 0.5 * apart[3] + far, rounding);
  EXPECT_NEAR(energy(Exclusion::dihedrals, 1.0), far, rounding);
  EXPECT_EQ(energy(Exclusion::molecules, 1.0), 0.0);
}

TEST(PairForces, WcaEndsAtItsMinimum) {
  PairForcesSpec spec;
  spec.dispersion = Dispersion::wca;
  spec.types = {{"A", {1.0, 2.0}}};
  const auto at = [&](double r) {
    ModelBuilder builder(3);
    builder.add(ParticleSpec{.type = "A"});
    builder.add(ParticleSpec{.position = {r, 0.0, 0.0}, .type = "A"});
    Gas two(builder.build().value(), {.pairs = spec});
    return std::pair{two.energy(), two.force()[1].x};
  };
  EXPECT_NEAR(at(1.0).first, 2.0, 1e-14);
  EXPECT_NEAR(at(1.0).second, 48.0, 1e-13);
  EXPECT_NEAR(at(std::pow(2.0, 1.0 / 6.0) - 1e-9).first, 0.0, 1e-14);
  EXPECT_EQ(at(1.1225).first, 0.0);
}

TEST(PairForces, WrongInputIsNamed) {
  const auto message = [](const PairForcesSpec& spec, double box = edge) {
    ModelBuilder builder = gas_builder(5, false);
    builder.set_box({box, box, box});
    const auto made = ForceField::make(builder.build().value(), {.pairs = spec});
    return made ? std::string() : made.error().key + ": " + made.error().message;
  };
  PairForcesSpec spec = everything();
  EXPECT_EQ(message(spec), "");
  EXPECT_NE(message(spec, 3.1).find("box.lengths: found 3.1, expected at least 3.2"), std::string::npos);
  spec.types.pop_back();
  EXPECT_NE(message(spec).find("the type \"B\" has no sigma"), std::string::npos);
  spec.types.push_back({"C", {1.0, 1.0}});
  EXPECT_NE(message(spec).find("no particle has the type \"C\""), std::string::npos);
  spec = everything();
  spec.damping = 100.0;
  EXPECT_NE(message(spec).find("at most 3.75"), std::string::npos);
}

TEST(PairForces, NameTheStrongestPair) {
  Gas liquid = gas(30, everything());
  liquid.position[17] = liquid.position[3] + Vec3{edge + 0.01, 0.0, 0.0};  // nearest images
  const std::optional<ForceField::StrongPair> pair = liquid.forces.strongest_pair(liquid.position.data());
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(std::minmax({pair->i, pair->j}), std::pair(3, 17));
  EXPECT_NEAR(pair->distance, 0.01, 1e-12);
  EXPECT_NEAR(pair->force / norm(liquid.force()[3]), 1.0, 1e-6);  // all others are small against it
}

TEST(PairForces, NameAPairWhoseForceIsNotANumberBeforeAllOthers) {
  Gas liquid = gas(30, everything());
  liquid.position[17] = liquid.position[3] + Vec3{0.01, 0.0, 0.0};
  liquid.position[20] = liquid.position[9];
  const std::optional<ForceField::StrongPair> pair = liquid.forces.strongest_pair(liquid.position.data());
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(std::minmax({pair->i, pair->j}), std::pair(9, 20));
  EXPECT_EQ(pair->distance, 0.0);
  EXPECT_FALSE(std::isfinite(pair->force));
}

}  // namespace
}  // namespace taut
