// Blocks of particles that do not concern each other: they cover all particles in order, and hold all that each
// component touches.
#include "solve/partition.hpp"

#include <map>

#include "support/ensembles.hpp"

namespace taut::test {
namespace {

struct Parts {
  explicit Parts(const System& system)
      : model(system.model.build().value()), plan(Plan::make(model, {}).value()), blocks(partition(model, plan)) {}

  Model model;
  Plan plan;
  std::vector<Partition> blocks;
};

void expect_cover(const Parts& parts) {
  std::size_t covered = 0;
  for (const Partition& block : parts.blocks) {
    EXPECT_EQ(block.begin, covered);
    EXPECT_TRUE(block.end > block.begin || parts.model.size() == 0) << "an empty block";
    covered = block.end;
  }
  EXPECT_EQ(covered, static_cast<std::size_t>(parts.model.size()));
}

// Every component is in one part, with the members of its bundle; the particles of its rows, fixed ones too, are in the
// block.
void expect_parts(const Parts& parts) {
  std::map<std::int32_t, std::vector<std::int32_t>> together;
  for (const Partition& block : parts.blocks)
    for (const std::vector<std::int32_t>& part : block.parts)
      for (const std::int32_t c : part) {
        EXPECT_TRUE(together.emplace(c, part).second) << "component " << c << " is in two parts";
        for (const std::int32_t row : parts.plan.components()[static_cast<std::size_t>(c)].rows)
          for (const std::int32_t p : parts.model.row_particles(row)) {
            EXPECT_GE(static_cast<std::size_t>(p), block.begin);
            EXPECT_LT(static_cast<std::size_t>(p), block.end);
          }
      }
  EXPECT_EQ(together.size(), parts.plan.components().size());
  for (const std::vector<std::int32_t>& bundle : parts.plan.bundles())
    for (const std::int32_t c : bundle) EXPECT_EQ(together[c], bundle);
}

Parts checked(const System& system) {
  const Parts parts(system);
  expect_cover(parts);
  expect_parts(parts);
  return parts;
}

std::vector<Linkage> pendulums(int count, int rods) {
  return LinkageMaker(1).several(count, [=](LinkageMaker& make) { return make.pendulum(rods); });
}

void add_free(System& system, int count) {
  for (int k = 0; k < count; ++k) system.model.add(ParticleSpec{});
}

// 2,400 particles in blocks that reach 256 with the last bundle of 24.
TEST(Partition, HasSomeTwoHundredParticlesABlock) {
  const Parts parts = checked(Ensemble(pendulums(800, 2)).system);
  EXPECT_EQ(parts.blocks.size(), 10u);
  for (std::size_t b = 0; b + 1 < parts.blocks.size(); ++b)
    EXPECT_EQ(parts.blocks[b].end - parts.blocks[b].begin, 264u);
}

TEST(Partition, HasOneBlockForAFew) {
  EXPECT_EQ(checked(Ensemble(pendulums(1, 2)).system).blocks.size(), 1u);
  EXPECT_EQ(checked(Ensemble(pendulums(20, 2)).system).blocks.size(), 1u);
}

TEST(Partition, TakesAllThatInterleavedBundlesTouchTogether) {
  EXPECT_EQ(checked(Ensemble(pendulums(8, 100), Memory::interleaved).system).blocks.size(), 1u);
  EXPECT_EQ(checked(Ensemble(pendulums(400, 2), Memory::interleaved).system).blocks.size(), 1u);
}

TEST(Partition, DoesNotCutALongChain) {
  std::vector<Linkage> linkages = pendulums(100, 2);
  linkages.insert(linkages.begin() + 50, LinkageMaker(2).chain(999));
  const Parts parts = checked(Ensemble(linkages).system);
  EXPECT_GE(parts.blocks.size(), 2u);
}

// Particle 0 holds them all.
TEST(Partition, KeepsACommonAnchorWithAllThatHangOnIt) {
  System system{ModelBuilder(3)};
  system.model.add(ParticleSpec{.fixed = true});
  LinkageMaker make(3);
  for (int k = 1; k <= 600; ++k) {
    system.model.add(ParticleSpec{.position = make.direction()});
    system.model.add(DistanceSpec{.i = 0, .j = k});
  }
  EXPECT_EQ(checked(system).blocks.size(), 1u);
}

TEST(Partition, KeepsAnAnchorThatFollows) {
  std::vector<Linkage> linkages;
  for (const Linkage& pendulum : pendulums(400, 2)) linkages.push_back(reordered(pendulum, {1, 2, 0}));
  EXPECT_GT(checked(Ensemble(linkages).system).blocks.size(), 3u);
}

TEST(Partition, PutsFreeParticlesIntoBlocksOfTheirOwn) {
  for (const int before : {0, 1, 255, 256, 257, 1000})
    for (const int after : {0, 1, 255, 256, 257, 1000}) {
      SCOPED_TRACE(std::to_string(before) + " before, " + std::to_string(after) + " after");
      System system{ModelBuilder(3)};
      add_free(system, before);
      const Vec3 r = {1.0, 0.0, 0.0};
      for (int k = 0; k < 2; ++k) {
        const int i = system.model.add(ParticleSpec{}), j = system.model.add(ParticleSpec{.position = r});
        system.model.add(DistanceSpec{.i = i, .j = j});
        add_free(system, after);
      }
      const Parts parts = checked(system);
      for (const Partition& block : parts.blocks) EXPECT_LE(block.end - block.begin, 2u * 256u + 4u);
    }
}

TEST(Partition, TreatsFreeParticlesOnly) {
  for (const int count : {0, 1, 255, 256, 257, 1000}) {
    System system{ModelBuilder(3)};
    add_free(system, count);
    const Parts parts = checked(system);
    EXPECT_GE(parts.blocks.size(), 1u);
    for (const Partition& block : parts.blocks) {
      EXPECT_TRUE(block.parts.empty());
      EXPECT_LE(block.end - block.begin, 256u);
    }
  }
}

// Components count by their first rows, here from the last particles to the first.
TEST(Partition, DoesNotDependOnTheOrderOfRods) {
  System system{ModelBuilder(3)};
  add_free(system, 2400);
  for (int k = 1200; k-- > 0;) system.model.add(DistanceSpec{.i = 2 * k, .j = 2 * k + 1, .length = 1.0});
  EXPECT_GE(checked(system).blocks.size(), 8u);
}

// Shapes by turns, some of them alone.
TEST(Partition, TreatsShapesThatAlternate) {
  std::vector<Linkage> linkages;
  LinkageMaker make(4);
  for (int k = 0; k < 500; ++k) linkages.push_back(k % 7 == 0 ? make.chain(1 + k % 5) : make.pendulum(1 + k % 3));
  linkages.push_back(make.chain(30));
  checked(Ensemble(linkages).system);
}

// Four shapes in any order: bundles that reach over one another must end somewhere, and still be full.
TEST(Partition, CutsShapesMixedAtRandom) {
  const Ensemble mixed(LinkageMaker(5).several(
      4000, [](LinkageMaker& make) { return make.pendulum(1 + static_cast<int>(make.uniform(0.0, 4.0))); }));
  const Parts parts = checked(mixed.system);
  EXPECT_GE(parts.blocks.size(), 10u);
  for (const Partition& block : parts.blocks) EXPECT_LE(block.end - block.begin, 1100u);
  EXPECT_LE(parts.plan.bundles().size(), 1.1 * 4000 / 8);
}

}  // namespace
}  // namespace taut::test
