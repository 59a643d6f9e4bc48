// L, E and N of random systems of every constraint kind: as their definition has it, and with the identities that hold
// for every configuration [science, section 3].
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/dense_algebra.hpp"
#include "support/dense_response.hpp"
#include "support/random_systems.hpp"
#include "taut/response.hpp"

namespace taut::test {
namespace {

constexpr double largest_condition = 1e8;

struct Case {
  Model model;
  ForceField forces;
  std::vector<double> drags;
};

// A curve in the plane or a curved surface in space through where a particle is, and the angle of two rods that meet.
void add_curved_and_angle(const RandomSystem& random, ModelBuilder& builder) {
  const Vec3 at = random.particles[3].position, u = (1.0 / std::sqrt(2.0)) * Vec3{1.0, 1.0, 0.0};
  if (random.dimension == 2)
    builder.add(
        ShapeSpec{ShapeFamily::curve, 3, "ellipse", {{"a", 2.0}, {"b", 1.5}}, at - Vec3{2.0 * u.x, 1.5 * u.y, 0}});
  else
    builder.add(ShapeSpec{ShapeFamily::surface, 3, "cylinder", {{"r", 1.5}}, at - 1.5 * u});
  const auto& first = std::get<DistanceSpec>(random.constraints[0]);
  for (const ConstraintSpec& constraint : random.constraints) {
    const auto* rod = std::get_if<DistanceSpec>(&constraint);
    if (!rod || rod->i != first.j) continue;
    const auto place = [&](int i) { return random.particles[static_cast<std::size_t>(i)].position; };
    const Vec3 a = place(first.i) - place(first.j), b = place(rod->j) - place(first.j);
    builder.add(AngleSpec{first.i, first.j, rod->j, std::acos(dot(a, b) / (norm(a) * norm(b))) / degree});
    return;
  }
}

Case random_case(Extras extras) {
  const int dimension = *rc::gen::element(2, 3), particles = *rc::gen::inRange(extras == Extras::all_kinds ? 7 : 4, 13);
  const auto topology = *rc::gen::element(Topology::path, Topology::tree, Topology::ring, Topology::network);
  RandomSystemMaker maker(*rc::gen::arbitrary<std::uint32_t>(), dimension, 2.0);
  const RandomSystem random = maker.make(topology, particles, extras);
  System system = random.build();
  if (extras == Extras::all_kinds) add_curved_and_angle(random, system.model);
  Model model = system.model.build().value();
  if (model.row_count() >= model.dimension() * model.free_particles() || condition(model) > largest_condition)
    RC_DISCARD("not regular");
  ForceSpecs specs;
  const bool equal = *rc::gen::arbitrary<bool>();
  for (int i = 0; i < model.size(); ++i)
    if (model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0)
      specs.drags.push_back({.on = {i}, .coefficient = equal ? 1.0 : 0.1 * *rc::gen::inRange(1, 100)});
  ForceField forces = ForceField::make(model, specs).value();
  std::vector<double> drags = forces.drags();
  return {std::move(model), std::move(forces), std::move(drags)};
}

// What rounding may do: some fifty times its unit times the condition of B R^-1 B^T, with masses and with drags for R.
double tolerance(const Case& c) {
  std::vector<double> drags = c.model.masses();
  for (std::size_t i = 0; i < drags.size(); ++i)
    if (c.drags[i] > 0.0) drags[i] = c.drags[i];
  return 1e-14 * (100.0 + std::max(condition(c.model), condition(c.model.with_masses(drags))));
}

Extras any_extras() { return *rc::gen::element(Extras::rods_only, Extras::all_kinds); }

RC_GTEST_PROP(ResponseProperty, IsWhatItsDefinitionSays, ()) {
  const Case c = random_case(any_extras());
  const DenseResponse reference(c.model);
  Response e = Response::make(c.model, c.forces, {}).value();
  Response n = Response::make(c.model, c.forces, {.kind = ResponseKind::acceleration}).value();
  const Eigen::MatrixXd expected_e = reference.of(reference.diagonal(c.drags)),
                        expected_n = reference.of(reference.diagonal(c.model.masses()));
  RC_ASSERT((dense(e.matrix()) - expected_e).norm() <= tolerance(c) * expected_e.norm());
  RC_ASSERT((dense(n.matrix()) - expected_n).norm() <= tolerance(c) * expected_n.norm());
}

RC_GTEST_PROP(ResponseProperty, IdentitiesHold, ()) {
  const Case c = random_case(any_extras());
  Response response = Response::make(c.model, c.forces, {}).value();
  const Eigen::MatrixXd e = dense(response.matrix()), d = DenseResponse(c.model).diagonal(c.drags);
  const double within = tolerance(c) * e.norm();
  RC_ASSERT((e * d * e - e).norm() <= within * d.norm() * e.norm());
  RC_ASSERT(std::abs((d * e).trace() - (response.coordinates() - response.rank())) <= within * d.norm());
  RC_ASSERT((e - e.transpose()).norm() <= within);
  RC_ASSERT(symmetric_eigenvalues(0.5 * (e + e.transpose()))[0] >= -within);
  RC_ASSERT((DenseResponse(c.model).jacobian() * e).norm() <= within * DenseResponse(c.model).jacobian().norm());
}

// N and, with traps of the same stiffness on all axes, L have the identities of E with masses and stiffnesses for
// drags.
RC_GTEST_PROP(ResponseProperty, IdentitiesHoldForMassesAndStiffnesses, ()) {
  const Case c = random_case(any_extras());
  ForceSpecs traps;
  for (int i = 0; i < c.model.size(); ++i)
    if (c.drags[static_cast<std::size_t>(i)] > 0.0)
      traps.potentials.push_back({.on = {i},
                                  .energy = c.model.dimension() == 3 ? "k*(x^2 + y^2 + z^2)/2" : "k*(x^2 + y^2)/2",
                                  .parameters = {{"k", c.drags[static_cast<std::size_t>(i)]}}});
  const ForceField forces = ForceField::make(c.model, traps).value();
  for (const ResponseKind kind : {ResponseKind::acceleration, ResponseKind::displacement}) {
    Response response = Response::make(c.model, forces, {.kind = kind}).value();
    const Eigen::MatrixXd x = dense(response.matrix()),
                          r = DenseResponse(c.model).diagonal(kind == ResponseKind::acceleration ? c.model.masses()
                                                                                                 : c.drags);
    const double within = tolerance(c) * x.norm() * (kind == ResponseKind::acceleration ? 1.0 : 100.0);
    RC_ASSERT((x * r * x - x).norm() <= within * r.norm() * x.norm());
    RC_ASSERT(std::abs((r * x).trace() - (response.coordinates() - response.rank())) <= within * r.norm());
    RC_ASSERT((x - x.transpose()).norm() <= within);
    RC_ASSERT(symmetric_eigenvalues(0.5 * (x + x.transpose()))[0] >= -within);
  }
}

// A rod that is there twice adds no rank and changes no answer.
RC_GTEST_PROP(ResponseProperty, RedundantRowsAreLeftOut, ()) {
  const int dimension = *rc::gen::element(2, 3), particles = *rc::gen::inRange(5, 12);
  RandomSystemMaker maker(*rc::gen::arbitrary<std::uint32_t>(), dimension, 2.0);
  RandomSystem random = maker.make(*rc::gen::element(Topology::tree, Topology::ring), particles, any_extras());
  const Model once = random.build().model.build().value();
  if (once.row_count() >= once.dimension() * once.free_particles() || condition(once) > largest_condition)
    RC_DISCARD("not regular");
  for (int k = 0; k < 2; ++k)
    random.constraints.push_back(random.constraints[*rc::gen::inRange<std::size_t>(0, random.constraints.size())]);
  const Model twice = random.build().model.build().value();
  const ForceField none = ForceField::make(once, {}).value(), none_twice = ForceField::make(twice, {}).value();
  Response regular = Response::make(once, none, {}).value(), redundant = Response::make(twice, none_twice, {}).value();
  RC_ASSERT(redundant.rank() == regular.rank());
  RC_ASSERT(twice.row_count() > once.row_count());
  const Eigen::MatrixXd e = dense(regular.matrix());
  RC_ASSERT((dense(redundant.matrix()) - e).norm() <= 1e-14 * (100.0 + condition(once)) * e.norm());
}

// Internal constraints pass no net force: sum D_i v_i = F.
RC_GTEST_PROP(ResponseProperty, MomentumBalances, ()) {
  const Case c = random_case(Extras::rods_only);
  Response response = Response::make(c.model, c.forces, {}).value();
  const int on = *rc::gen::inRange(0, c.model.size());
  std::vector<Vec3> force(static_cast<std::size_t>(c.model.size()));
  force[static_cast<std::size_t>(on)] = {1.0, -2.0, c.model.dimension() == 3 ? 0.5 : 0.0};
  const Response::Answer answer = response.apply(force);
  Vec3 left = -force[static_cast<std::size_t>(on)];
  for (std::size_t i = 0; i < force.size(); ++i) left += c.drags[i] * answer.motion[i];
  RC_ASSERT(norm(left) <= tolerance(c) * 100.0);
}

RC_GTEST_PROP(ResponseProperty, BlocksNearTheDiagonalAreThoseOfTheMatrix, ()) {
  const Case c = random_case(any_extras());
  Response response = Response::make(c.model, c.forces, {}).value();
  double largest = 0.0;
  for (const ResponsePair& pair : response.near(*rc::gen::inRange(0, 5))) {
    const ResponseBlock block = response.block(pair.i, pair.j);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) largest = std::max(largest, std::abs(block[a][b] - pair.block[a][b]));
  }
  RC_ASSERT(largest <= tolerance(c) * dense(response.matrix()).norm());
}

// A full D, unsymmetric: positive on the diagonal and dominated by it, so that there is one answer.
RC_GTEST_PROP(ResponseProperty, TakesAnyDrag, ()) {
  const Case c = random_case(any_extras());
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const int size = 3 * c.model.size();
  std::vector<MatrixEntry> drag;
  for (int k = 0; k < size; ++k) drag.push_back({k, k, 3.0 + uniform(random)});
  for (int k = 0; k < 2 * size; ++k) {
    const int i = *rc::gen::inRange(0, size), j = *rc::gen::inRange(0, size);
    drag.push_back({i, j, 0.3 * uniform(random)});
  }
  Response response = Response::make(c.model, c.forces, {.drag = drag}).value();
  const DenseResponse reference(c.model);
  const Eigen::MatrixXd expected = reference.of(reference.assembled(drag));
  RC_ASSERT((dense(response.matrix()) - expected).norm() <= tolerance(c) * expected.norm());
}

// Springs between random pairs and from some particles to where they are.
RC_GTEST_PROP(ResponseProperty, DisplacementsAnswerSpringsAndPotentials, ()) {
  const Case c = random_case(any_extras());
  ForceSpecs specs;
  for (int i = 0; i < c.model.size(); ++i) {
    if (!(c.model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0)) continue;
    specs.potentials.push_back(
        {.on = {i},
         .energy = c.model.dimension() == 3 ? "k*(x^2 + 2*y^2 + 3*z^2 + x*y*z/9)/2" : "k*(x^2 + 2*y^2 + x*y^2/9)/2",
         .parameters = {{"k", 20.0}}});
    const int j = *rc::gen::inRange(0, c.model.size());
    if (j != i) specs.springs.push_back({.i = i, .j = j, .stiffness = 5.0, .rest_length = 0.5});
  }
  const ForceField forces = ForceField::make(c.model, specs).value();
  const DenseResponse reference(c.model);
  const Eigen::MatrixXd k = reference.assembled(forces.stiffness(c.model.positions().data(), 0.0));
  const Eigen::MatrixXd z = reference.tangent(), reduced = z.transpose() * k * z;
  const Eigen::VectorXd stiffness = symmetric_eigenvalues(reduced);
  if (stiffness.cwiseAbs().minCoeff() < 1e-3) RC_DISCARD("hardly any stiffness");
  Response response = Response::make(c.model, forces, {.kind = ResponseKind::displacement}).value();
  const Eigen::MatrixXd expected = reference.of(k);
  RC_ASSERT((dense(response.matrix()) - expected).norm() <= 1e4 * tolerance(c) * expected.norm());
  RC_ASSERT(response.free_motions().empty());
}

}  // namespace
}  // namespace taut::test
