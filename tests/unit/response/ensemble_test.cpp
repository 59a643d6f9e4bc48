// Averages over random configurations: against closed forms [science, section 3], and the same whoever computes them.
#include "taut/ensemble.hpp"

#include <cmath>
#include <numbers>

#include "response/evaluator.hpp"
#include "support/simulation.hpp"

namespace taut::test {
namespace {

Model chain(int beads, int dimension, bool fixed = false) {
  ModelBuilder builder(dimension);
  for (int k = 0; k < beads; ++k)
    builder.add(ParticleSpec{.position = {0.5 * k, 0.0, 0.0}, .mass = 1.0 + 0.5 * (k % 3), .fixed = fixed && k == 0});
  for (int k = 1; k < beads; ++k) builder.add(DistanceSpec{.i = k - 1, .j = k});
  return builder.build().value();
}

Model ring(int beads) {
  ModelBuilder builder(3);
  const double turn = 2.0 * std::numbers::pi / beads;
  for (int k = 0; k < beads; ++k) builder.add(ParticleSpec{.position = {std::cos(k * turn), std::sin(k * turn), 0.0}});
  for (int k = 0; k < beads; ++k) builder.add(DistanceSpec{.i = k, .j = (k + 1) % beads});
  return builder.build().value();
}

ResponseEnsemble ensemble(const Model& model, const EnsembleOptions& options) {
  return ResponseEnsemble::make(model, ForceField::make(model, {}).value(), options).value();
}

EnsembleResult run(const Model& model, const EnsembleOptions& options) {
  ResponseEnsemble all = ensemble(model, options);
  while (!all.done()) all.advance();
  EXPECT_EQ(all.failure(), "");
  return all.result();
}

Estimate value(const EnsembleResult& result, int i, int j) {
  for (const EnsembleResult::Pair& pair : result.pairs)
    if (pair.i == i && pair.j == j) return pair.value;
  ADD_FAILURE() << "no pair " << i << " " << j;
  return {};
}

constexpr double errors = 4.0;  // of the standard error; one sample of seeds in 16,000 lies beyond

TEST(ResponseEnsemble, OfADimerIsFiveSixthsAndOneSixth) {
  const EnsembleResult result = run(chain(2, 3), {.samples = 2000});
  EXPECT_NEAR(value(result, 0, 0).mean, 5.0 / 6.0, 1e-13);  // in every orientation
  EXPECT_NEAR(value(result, 0, 1).mean, 1.0 / 6.0, 1e-13);
}

TEST(ResponseEnsemble, OfATrimerHasItsLogarithms) {
  const EnsembleResult result = run(chain(3, 3), {.samples = 20000});
  const double ln3 = std::log(3.0);
  const std::pair<Estimate, double> expected[] = {{value(result, 0, 0), 1.0 - ln3 / 6.0},
                                                  {value(result, 1, 1), 1.0 / 3.0 + ln3 / 3.0},
                                                  {value(result, 0, 1), 1.0 / 3.0 - ln3 / 6.0},
                                                  {value(result, 0, 2), (ln3 - 1.0) / 3.0}};
  for (const auto& [found, exact] : expected) {
    EXPECT_GT(found.error, 0.0);
    EXPECT_LT(found.error, 1e-3);
    EXPECT_NEAR(found.mean, exact, errors * found.error);
  }
}

// A hundred samples know their error; before, blocks of 128 left it at zero. Eight do not, and say so.
TEST(ResponseEnsemble, KnowsTheErrorOfFewSamples) {
  const Estimate found = value(run(chain(3, 3), {.samples = 100}), 0, 0);
  EXPECT_GT(found.error, 1e-3);
  EXPECT_NEAR(found.mean, 1.0 - std::log(3.0) / 6.0, errors * found.error);
  EXPECT_NE(ensemble(chain(3, 3), {.samples = 8}).notes().back().find("take more than 8"), std::string::npos);
}

// Closed polygons of n unit edges: |v_k - v_0|^2 is k (n - k) / (n - 1) on average, and the first diagonal of a
// quadrilateral is uniform between 0 and 2.
TEST(RingSampler, ClosesExactlyAndIsUniform) {
  constexpr int n = 7, samples = 20000;
  const Model model = ring(n);
  const Plan plan = Plan::make(model, {}).value();
  const Sampler sampler = Sampler::make(model, plan, 1).value();
  std::vector<Vec3> position = model.positions();
  const double edge = norm(position[1] - position[0]);
  std::vector<double> sum(n), square(n);
  for (std::uint64_t s = 0; s < samples; ++s) {
    sampler.sample(s, position);
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_NEAR(norm(position[(k + 1) % n] - position[k]), edge, 1e-14);
      const Vec3 chord = (1.0 / edge) * (position[k] - position[0]);
      sum[k] += dot(chord, chord) / samples;
      square[k] += dot(chord, chord) * dot(chord, chord) / samples;
    }
  }
  for (std::size_t k = 2; k + 1 < n; ++k)
    EXPECT_NEAR(sum[k], static_cast<double>(k * (n - k)) / (n - 1),
                errors * std::sqrt((square[k] - sum[k] * sum[k]) / samples))
        << k;
}

// One edge nearly as long as all others together: most draws make no polygon.
TEST(RingSampler, ClosesUnequalEdges) {
  const Vec3 corners[] = {{0, 0, 0}, {0.6, 0.4, 0}, {1.2, 0.5, 0.1}, {1.9, 0.4, 0.2}, {2.4, 0, 0}};
  for (std::size_t first = 0; first < 5; ++first) {  // the sampler goes round from there
    ModelBuilder turned(3);
    for (std::size_t k = 0; k < 5; ++k) turned.add(ParticleSpec{.position = corners[(first + k) % 5]});
    for (int k = 0; k < 5; ++k) turned.add(DistanceSpec{.i = k, .j = (k + 1) % 5});
    const Model model = turned.build().value();
    const Plan plan = Plan::make(model, {}).value();
    const Sampler sampler = Sampler::make(model, plan, 3).value();
    std::vector<Vec3> position = model.positions();
    for (std::uint64_t s = 0; s < 200; ++s) {
      sampler.sample(s, position);
      for (const DistanceRow& rod : model.distances())
        ASSERT_NEAR(norm(position[static_cast<std::size_t>(rod.j)] - position[static_cast<std::size_t>(rod.i)]),
                    rod.length, 1e-14);
    }
  }
}

TEST(ResponseEnsemble, OfRingsKeepsTraceAndMomentum) {
  const EnsembleResult result = run(ring(6), {.samples = 3000, .distance = 3});
  ASSERT_EQ(result.distances.size(), 4U);
  EXPECT_NEAR(result.distances[0].value.mean, 2.0 / 3.0, 1e-12);  // 18 coordinates less 6 constraints
  const double sum = result.distances[0].value.mean + 2.0 * result.distances[1].value.mean +
                     2.0 * result.distances[2].value.mean + result.distances[3].value.mean;
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

// Values of eight samples, pair by pair, whatever order each evaluator has them in.
void expect_equal(Evaluator& fast, Evaluator& slow, double tolerance) {
  std::vector<LaneValues> a(fast.pairs().size()), b(slow.pairs().size());
  ASSERT_EQ(a.size(), b.size());
  ASSERT_TRUE(fast.evaluate(100, a.data()));
  ASSERT_TRUE(slow.evaluate(100, b.data()));
  for (std::size_t p = 0; p < a.size(); ++p) {
    const ParticlePair& pair = fast.pairs()[p];
    const auto same = [&](const ParticlePair& other) { return other.i == pair.i && other.j == pair.j; };
    const auto found = std::find_if(slow.pairs().begin(), slow.pairs().end(), same);
    ASSERT_NE(found, slow.pairs().end());
    EXPECT_EQ(found->distance, pair.distance);
    for (std::size_t lane = 0; lane < 8; ++lane)
      EXPECT_NEAR(a[p][lane], b[static_cast<std::size_t>(found - slow.pairs().begin())][lane], tolerance);
  }
}

// Every instruction of the closed form for chains against solves column by column, sample by sample.
TEST(ResponseEnsemble, OfChainsIsWhatSolvesColumnByColumnGive) {
  for (const int dimension : {2, 3})
    for (const bool fixed : {false, true}) {
      const Model model = chain(12, dimension, fixed);
      const Plan plan = Plan::make(model, {}).value();
      auto sampler = std::make_shared<const Sampler>(Sampler::make(model, plan, 7).value());
      const std::unique_ptr<Evaluator> fast = make_chain_evaluator(model, plan, 7, 5),
                                       slow = make_general_evaluator(model, plan, sampler, 5);
      ASSERT_TRUE(fast);
      expect_equal(*fast, *slow, 1e-14);
    }
}

// Trees, rings and bodies in lanes: a star with a fixed bead at the end of an arm, beads of several masses and one that
// no rod holds; a ring; a tetrahedron; and all of them beside each other.
void add_star(ModelBuilder& builder, bool fixed) {
  const int first = builder.size();
  for (int k = 0; k < 10; ++k)
    builder.add(
        ParticleSpec{.position = {0.3 * k, 0.1 * k * k, 0.0}, .mass = 1.0 + 0.25 * (k % 4), .fixed = fixed && k == 9});
  for (const auto& [i, j] : {std::pair{0, 1}, {2, 0}, {0, 3}, {4, 0}, {1, 5}, {6, 5}, {2, 7}, {2, 8}})
    builder.add(DistanceSpec{.i = first + i, .j = first + j});
  if (fixed) builder.add(DistanceSpec{.i = first + 8, .j = first + 9});
}
void add_ring(ModelBuilder& builder, int beads) {
  const int first = builder.size();
  const double turn = 2.0 * std::numbers::pi / beads;
  for (int k = 0; k < beads; ++k)
    builder.add(ParticleSpec{.position = {std::cos(k * turn), std::sin(k * turn), 0.0}, .mass = 1.0 + 0.5 * (k % 2)});
  for (int k = 0; k < beads; ++k) builder.add(DistanceSpec{.i = first + k, .j = first + (k + 1) % beads});
}
void add_body(ModelBuilder& builder) {
  const int first = builder.size();
  for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    builder.add(ParticleSpec{.position = r});
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) builder.add(DistanceSpec{.i = first + i, .j = first + j});
}

TEST(ResponseEnsemble, OfFrameworksIsWhatSolvesColumnByColumnGive) {
  for (const int which : {0, 1, 2, 3, 4, 5}) {
    ModelBuilder builder(which == 5 ? 2 : 3);
    if (which != 2 && which != 3) add_star(builder, which == 1);
    if (which == 2 || which >= 4) add_ring(builder, 7);
    if (which == 3 || which == 4) add_body(builder);
    const Model model = builder.build().value();
    const Plan plan = Plan::make(model, {}).value();
    auto sampler = std::make_shared<const Sampler>(Sampler::make(model, plan, 7).value());
    const std::unique_ptr<Evaluator> fast = make_rod_evaluator(model, plan, sampler, 4),
                                     slow = make_general_evaluator(model, plan, sampler, 4);
    ASSERT_TRUE(fast) << which;
    expect_equal(*fast, *slow, 1e-13);  // rings come near to flat ones, whose matrix is singular
  }
}

void expect_same_bits(const EnsembleResult& a, const EnsembleResult& b) {
  ASSERT_EQ(a.samples, b.samples);
  for (std::size_t p = 0; p < a.pairs.size(); ++p) {
    EXPECT_EQ(a.pairs[p].value.mean, b.pairs[p].value.mean);
    EXPECT_EQ(a.pairs[p].value.error, b.pairs[p].value.error);
  }
  for (std::size_t h = 0; h < a.histograms.size(); ++h) EXPECT_EQ(a.histograms[h].counts, b.histograms[h].counts);
}

TEST(ResponseEnsemble, DoesNotDependOnThreadsOrInterruptions) {
  ModelBuilder star(3);
  add_star(star, true);
  for (const Model& model : {chain(9, 3), ring(5), star.build().value()}) {
    EnsembleOptions options = {.samples = 5003, .distance = 3, .histograms = {{.i = 0, .j = 1, .bins = 10}}};
    const EnsembleResult one = run(model, options);
    options.threads = 3;
    expect_same_bits(one, run(model, options));
    ResponseEnsemble begun = ensemble(model, options), continued = ensemble(model, options);
    begun.advance();
    EXPECT_FALSE(begun.done());
    ASSERT_TRUE(continued.restore(begun.memory()));
    while (!continued.done()) continued.advance();
    expect_same_bits(one, continued.result());
    EXPECT_FALSE(continued.restore(std::vector<double>(3)));
    EnsembleOptions shorter = options;  // ends within a block; a longer one takes that block anew
    shorter.samples = 1500;
    ResponseEnsemble first = ensemble(model, shorter), longer = ensemble(model, options);
    while (!first.done()) first.advance();
    ASSERT_TRUE(longer.restore(first.memory()));
    while (!longer.done()) longer.advance();
    expect_same_bits(one, longer.result());
  }
}

TEST(ResponseEnsemble, CountsEverySampleInItsHistograms) {
  const EnsembleResult result = run(chain(5, 3), {.samples = 1001, .histograms = {{.i = 2, .j = 1, .bins = 20}}});
  std::int64_t all = 0;
  for (std::int64_t count : result.histograms.at(0).counts) all += count;
  EXPECT_EQ(all, 1001);
  EXPECT_EQ(result.samples, 1001);
}

TEST(ResponseEnsemble, TakesStarsAndRigidBodies) {
  ModelBuilder builder(3);
  for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    builder.add(ParticleSpec{.position = r});
  for (int k = 1; k < 4; ++k) builder.add(DistanceSpec{.i = 0, .j = k});
  const EnsembleResult star = run(builder.build().value(), {.samples = 400});
  EXPECT_NEAR(value(star, 0, 0).mean + value(star, 0, 1).mean + value(star, 0, 2).mean + value(star, 0, 3).mean, 1.0,
              1e-12);
  for (int k = 1; k < 4; ++k) builder.add(DistanceSpec{.i = k, .j = k % 3 + 1});
  const EnsembleResult body = run(builder.build().value(), {.samples = 400});
  EXPECT_NEAR(value(body, 0, 0).error, 0.0, 1e-14);  // the trace does not depend on the orientation
}

// Tethers of stiffness k on every bead resist as a drag of k does: L is then E, sample by sample.
TEST(ResponseEnsemble, OfTetheredChainsIsThatOfDrags) {
  const Model model = chain(5, 3);
  ForceSpecs tethers, drags;
  for (int i = 0; i < 5; ++i) {
    const double k = 1.0 + 0.3 * i;
    tethers.potentials.push_back({.on = {i}, .energy = "0.5*k*(x^2 + y^2 + z^2)", .parameters = {{"k", k}}});
    drags.drags.push_back({.on = {i}, .coefficient = k});
  }
  const auto averaged = [&](const ForceSpecs& specs, ResponseKind kind) {
    ResponseEnsemble all =
        ResponseEnsemble::make(model, ForceField::make(model, specs).value(), {.kind = kind, .samples = 200}).value();
    while (!all.done()) all.advance();
    EXPECT_EQ(all.failure(), "");
    return all.result();
  };
  const EnsembleResult l = averaged(tethers, ResponseKind::displacement), e = averaged(drags, ResponseKind::velocity);
  for (int i = 0; i < 5; ++i)
    for (int j = i; j < 5; ++j) EXPECT_NEAR(value(l, i, j).mean, value(e, i, j).mean, 1e-13) << i << " " << j;
}

// One spring between the ends leaves most motions free; two beads that springs hold short of their rod would give way.
TEST(ResponseEnsemble, OfLFailsInASentenceWhereThereIsNone) {
  const Model model = chain(5, 3);
  const auto failure = [&](const ForceSpecs& specs) {
    ResponseEnsemble all = ResponseEnsemble::make(model, ForceField::make(model, specs).value(),
                                                  {.kind = ResponseKind::displacement, .samples = 10})
                               .value();
    while (!all.done()) all.advance();
    return all.failure();
  };
  ForceSpecs spring;
  spring.springs = {{.i = 0, .j = 4, .stiffness = 1.0, .rest_length = 0.0}};
  EXPECT_NE(failure(spring).find("motions meet no stiffness"), std::string::npos) << failure(spring);
  ForceSpecs repelled;
  for (int i = 0; i < 5; ++i)
    repelled.potentials.push_back({.on = {i}, .energy = "-(x^2 + y^2 + z^2)", .parameters = {}});
  EXPECT_NE(failure(repelled).find("the stiffness is negative"), std::string::npos) << failure(repelled);
}

std::string refusal(const Model& model, const EnsembleOptions& options) {
  return ResponseEnsemble::make(model, ForceField::make(model, {}).value(), options).error().message;
}

TEST(ResponseEnsemble, RefusesInASentence) {
  const Model model = chain(4, 3);
  EXPECT_EQ(refusal(model, {.samples = 0}), "expected at least one sample, found 0");
  EXPECT_EQ(refusal(model, {.last = 4}), "expected particles from 0 to 3, found 0 to 4");
  EXPECT_EQ(refusal(model, {.histograms = {{.i = 0, .j = 4}}}), "no particle 4 (there are 4, from 0)");
  EXPECT_EQ(
      refusal(model, {.distance = 1, .histograms = {{.i = 0, .j = 3}}}),
      "particle 0 and particle 3 are more than 1 constraints apart, or fixed; expected a pair within the distance");
  EXPECT_EQ(refusal(model, {.kind = ResponseKind::displacement}),
            "nothing resists a displacement; expected springs or potentials");
  ModelBuilder track(2);
  track.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  track.add(ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = "circle", .parameters = {{"r", 1.0}}});
  EXPECT_NE(refusal(track.build().value(), {}).find("no way is known to sample"), std::string::npos);
}

}  // namespace
}  // namespace taut::test
