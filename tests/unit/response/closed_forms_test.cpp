// Answers that can be written down [thesis, (4.42), (4.48); science, section 3].
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "support/dense_response.hpp"
#include "support/systems.hpp"
#include "taut/response.hpp"

namespace taut::test {
namespace {

constexpr double exact = 4e-15;

Response respond(const ModelBuilder& builder, const ForceSpecs& specs, const ResponseOptions& options) {
  const Model model = builder.build().value();
  return Response::make(model, ForceField::make(model, specs).value(), options).value();
}

double trace(const ResponseBlock& block) { return block[0][0] + block[1][1] + block[2][2]; }

TEST(Response, OfADimerAlongXIsAHalfAlongItAndOneAcross) {  // (4.42)
  ModelBuilder dimer(3);
  dimer.add(ParticleSpec{});
  dimer.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  dimer.add(DistanceSpec{.i = 0, .j = 1});
  const Eigen::MatrixXd e = dense(respond(dimer, {}, {}).matrix());
  Eigen::MatrixXd expected = Eigen::MatrixXd::Identity(6, 6);
  expected(0, 0) = expected(3, 3) = expected(0, 3) = expected(3, 0) = 0.5;
  EXPECT_LE((e - expected).norm(), exact);
}

TEST(Response, OfARegularHexagonDecaysAroundIt) {
  ModelBuilder ring(3);
  for (int k = 0; k < 6; ++k)
    ring.add(ParticleSpec{.position = {std::cos(k * 60.0 * degree), std::sin(k * 60.0 * degree), 0.0}});
  for (int k = 0; k < 6; ++k) ring.add(DistanceSpec{.i = k, .j = (k + 1) % 6});
  Response e = respond(ring, {}, {});
  const double expected[] = {2.0 / 3.0, 2.0 / 15.0, 1.0 / 30.0, 0.0};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(trace(e.block(0, k)) / 3.0, expected[k], exact) << k;
}

TEST(Response, OfAPendulumIsAcrossItsRod) {
  const System pendulum = make_pendulum({.degrees = {30.0}, .masses = {2.0}});
  Response n = respond(pendulum.model, {}, {.kind = ResponseKind::acceleration});
  const Response::Answer answer = n.apply(std::vector<Vec3>{{}, {0.0, -2.0 * g, 0.0}});
  EXPECT_NEAR(answer.motion[1].x, -g * std::sin(30.0 * degree) * std::cos(30.0 * degree), 1e-14 * g);
  EXPECT_NEAR(answer.motion[1].y, -g * std::sin(30.0 * degree) * std::sin(30.0 * degree), 1e-14 * g);
  EXPECT_NEAR(answer.constraint_forces[0], 2.0 * g * std::cos(30.0 * degree), 1e-14 * g);
  EXPECT_EQ(n.coordinates(), 2);
  EXPECT_EQ(n.rank(), 1);
}

// A body on springs that nothing holds: the balanced part of a force is answered, the motions of the whole are not.
TEST(Response, OfAFreeBodyLeavesItsRigidMotionsOut) {
  ModelBuilder square(2);
  for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}})
    square.add(ParticleSpec{.position = r});
  square.add(DistanceSpec{.i = 0, .j = 1});
  ForceSpecs specs;
  for (int k = 1; k < 4; ++k)
    specs.springs.push_back({.i = k, .j = (k + 1) % 4, .stiffness = 10.0, .rest_length = 1.0});
  specs.springs.push_back({.i = 0, .j = 2, .stiffness = 10.0, .rest_length = std::sqrt(2.0)});
  Response l = respond(square, specs, {.kind = ResponseKind::displacement});
  ASSERT_EQ(l.free_motions().size(), 3U);
  // Two opposite forces along the spring 2-3 stretch it by f / k.
  Response::Answer answer = l.apply(std::vector<Vec3>{{}, {}, {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}});
  EXPECT_NEAR(answer.motion[2].x - answer.motion[3].x, 0.1, 1e-12);
  EXPECT_NEAR(answer.unbalanced, 0.0, 1e-12);
  answer = l.apply(std::vector<Vec3>(4, Vec3{1.0, 0.0, 0.0}));  // a push on the whole
  EXPECT_NEAR(answer.unbalanced, 2.0, 1e-12);
  for (const Vec3& motion : answer.motion) EXPECT_LE(norm(motion), 1e-12);
}

TEST(Response, OfAHangingRodHasTheStiffnessOfItsTension) {
  const System pendulum = make_pendulum({.degrees = {0.0}, .lengths = {0.5}, .masses = {3.0}});
  Response l = respond(pendulum.model, pendulum.forces, {.kind = ResponseKind::displacement, .tension = true});
  EXPECT_NEAR(l.column(1, 0)[1].x, 0.5 / (3.0 * g), 1e-14);  // x = f l / (m g)
  EXPECT_NEAR(l.column(1, 1)[1].y, 0.0, 1e-14);
}

TEST(Response, SharesTheForcesOfRedundantRods) {
  ModelBuilder pair(2);
  pair.add(ParticleSpec{.fixed = true});
  pair.add(ParticleSpec{.position = {1.0, 0.0, 0.0}});
  pair.add(DistanceSpec{.i = 0, .j = 1});
  pair.add(DistanceSpec{.i = 0, .j = 1});
  Response n = respond(pair, {}, {.kind = ResponseKind::acceleration});
  EXPECT_EQ(n.rank(), 1);
  const Response::Answer answer = n.apply(std::vector<Vec3>{{}, {4.0, 1.0, 0.0}});
  constexpr double rounding = 1e-10;  // of a matrix whose condition number is that of the regularisation, 1e5
  EXPECT_NEAR(answer.constraint_forces[0], 2.0, rounding);
  EXPECT_NEAR(answer.constraint_forces[1], 2.0, rounding);
  EXPECT_NEAR(answer.constraint_forces[0] + answer.constraint_forces[1], 4.0, 1e-14);
  EXPECT_NEAR(answer.motion[1].y, 1.0, 1e-14);
}

// Collinear, held by three distances: singular for a run, an answer like any other here.
TEST(Response, OfASingularConfigurationIsByRank) {
  ModelBuilder line(3);
  for (int k = 0; k < 3; ++k) line.add(ParticleSpec{.position = {static_cast<double>(k), 0.0, 0.0}});
  for (int k = 0; k < 3; ++k) line.add(DistanceSpec{.i = k, .j = (k + 1) % 3});
  Response e = respond(line, {}, {});
  EXPECT_EQ(e.rank(), 2);
  EXPECT_NEAR(e.block(0, 2)[0][0], 1.0 / 3.0, exact);
  EXPECT_NEAR(e.block(0, 0)[1][1], 1.0, exact);
}

// From rest r = r0 + h^2/2 N f + O(h^4): how far 2 (r - r0) / h^2 is from N f, over steps that are halved.
double off_after_a_step(double h) {
  const System system = make_pendulum({.degrees = {30.0, 75.0, -20.0}});
  Simulation simulation = Simulation::started(system, {.step = h});
  const Model& model = *simulation.model;
  std::vector<Vec3> force(static_cast<std::size_t>(model.size())), start = simulation.state.position;
  ForceWorkspace work(*simulation.forces);
  simulation.forces->evaluate(start.data(), 0.0, force.data(), work);
  Response n = Response::make(model, *simulation.forces, {.kind = ResponseKind::acceleration}).value();
  const std::vector<Vec3> expected = n.apply(force).motion;
  EXPECT_TRUE(simulation.integrator->step(simulation.state).ok());
  double largest = 0.0;
  for (std::size_t i = 0; i < start.size(); ++i)
    largest = std::max(largest, norm(2.0 / (h * h) * (simulation.state.position[i] - start[i]) - expected[i]));
  return largest;
}

TEST(Response, AcceleratesAsAStepOfRattleFromRestDoes) {
  const double steps[] = {1.6e-2, 8e-3, 4e-3, 2e-3, 1e-3};
  for (std::size_t k = 1; k < std::size(steps); ++k)  // the next order adds about h^2 to a slope of two
    EXPECT_NEAR(std::log2(off_after_a_step(steps[k - 1]) / off_after_a_step(steps[k])), 2.0, 0.05) << steps[k];
}

// Particles that were not numbered along the chain, and one that no constraint holds.
TEST(Response, NearTheDiagonalTakesParticlesInAnyOrder) {
  ModelBuilder chain(3);
  const int order[] = {3, 0, 4, 1, 5};
  const Vec3 places[] = {{1, 0, 0}, {2, 1, 0}, {9, 9, 9}, {0, 0, 0}, {1, 1, 0.5}, {2, 1, 1}};
  for (const Vec3& r : places) chain.add(ParticleSpec{.position = r, .mass = 1.0 + r.x});
  for (int k = 1; k < 5; ++k) chain.add(DistanceSpec{.i = order[k - 1], .j = order[k]});
  Response n = respond(chain, {}, {.kind = ResponseKind::acceleration});
  const std::vector<ResponsePair> pairs = n.near(2);
  EXPECT_EQ(pairs.size(), 6U + 4U + 3U);
  const Eigen::MatrixXd all = dense(n.matrix());
  for (const ResponsePair& pair : pairs)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        EXPECT_NEAR(pair.block[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)],
                    all(3 * pair.i + a, 3 * pair.j + b), exact)
            << pair.i << " " << pair.j;
}

// The general equations and those for one resistance a particle, where both apply.
TEST(Response, OfAFullMatrixHasTheForcesOfADiagonalOne) {
  const System pendulum = make_pendulum({.degrees = {20.0, 65.0}, .lengths = {2.0, 0.7}});
  std::vector<MatrixEntry> drag;
  for (int k = 3; k < 9; ++k) drag.push_back({k, k, 3.0});
  Response full = respond(pendulum.model, {}, {.drag = drag}),
           diagonal = respond(pendulum.model, {.drags = {{.on = {}, .coefficient = 3.0}}}, {});
  const std::vector<Vec3> force = {{}, {1.0, 2.0, 0.0}, {-3.0, 0.5, 0.0}};
  EXPECT_LE(largest_difference(full.apply(force).motion, diagonal.apply(force).motion), exact);
  EXPECT_LE(largest_difference(full.apply(force).constraint_forces, diagonal.apply(force).constraint_forces), exact);
}

TEST(Response, ToATypedForceIsOneOverItsSlope) {
  ModelBuilder one(2);
  one.add(ParticleSpec{.position = {0.5, 0.0, 0.0}});
  const ForceSpecs typed = {.formulas = {{.on = 0, .force = {"-4*x - y", "-5*y", ""}}}};
  Response l = respond(one, typed, {.kind = ResponseKind::displacement});
  EXPECT_NEAR(l.column(0, 0)[0].x, 0.25, exact);
  EXPECT_NEAR(l.column(0, 1)[0].x, -0.05, exact);  // f_y gives y = f/5, and 4 x = -y
}

TEST(Response, RefusesWhatHasNoAnswer) {
  ModelBuilder dimer(2);
  dimer.add(ParticleSpec{.name = "a"});
  dimer.add(ParticleSpec{.name = "b", .position = {1.0, 0.0, 0.0}});
  dimer.add(DistanceSpec{.i = 0, .j = 1});
  const Model model = dimer.build().value();
  const ForceField none = ForceField::make(model, {}).value(),
                   half = ForceField::make(model, {.drags = {{.on = {0}, .coefficient = 1.0}}}).value();
  EXPECT_EQ(Response::make(model, half, {}).error().message,
            "b is free and has no drag; expected a positive coefficient on every free particle");
  EXPECT_EQ(Response::make(model, none, {.kind = ResponseKind::displacement}).error().message,
            "nothing resists a displacement; expected springs or potentials");
  // D^-1 = diag(1, -1) along the rod: B D^-1 B^T vanishes although B has full rank.
  const std::vector<MatrixEntry> indefinite = {{0, 0, 1.0}, {1, 1, 1.0}, {3, 3, -1.0}, {4, 4, 1.0}};
  EXPECT_NE(Response::make(model, none, {.drag = indefinite}).error().message.find("undetermined"), std::string::npos);
  EXPECT_EQ(Response::make(model, none, {.drag = std::vector<MatrixEntry>{{0, 7, 1.0}}}).error().message,
            "found an entry (0, 7), expected coordinates from 0 to 5");
}

}  // namespace
}  // namespace taut::test
