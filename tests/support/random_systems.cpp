#include "support/random_systems.hpp"

#include <rapidcheck.h>

#include <cmath>

#include "support/dense_algebra.hpp"
#include "support/dense_constraints.hpp"

namespace taut::test {

System RandomSystem::build() const {
  System system{ModelBuilder(dimension), {.gravity = gravity}};
  for (const ParticleSpec& particle : particles) system.model.add(particle);
  for (const ConstraintSpec& constraint : constraints)
    std::visit([&](const auto& spec) { system.model.add(spec); }, constraint);
  return system;
}

RandomSystemMaker::RandomSystemMaker(std::uint32_t seed, int dimension, double decades)
    : random_(seed), decades_(decades) {
  system_.dimension = dimension;
}

RandomSystem RandomSystemMaker::make(Topology topology, int particles, Extras extras) {
  if (topology == Topology::water) return make_isosceles();
  if (topology == Topology::cluster) return make_cluster();
  system_.particles.push_back({.velocity = direction(), .mass = mass()});
  for (int k = 1; k < particles; ++k) grow(topology == Topology::tree ? integer(0, k - 1) : k - 1);
  if (topology == Topology::ring) join(0, particles - 1);
  if (topology == Topology::network)
    for (int k = 0; k < 2; ++k) join(k, particles - 1 - k);
  if (extras == Extras::all_kinds) add_extras(particles);
  return system_;
}

double RandomSystemMaker::uniform(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random_);
}
int RandomSystemMaker::integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
double RandomSystemMaker::mass() { return std::pow(10.0, decades_ * uniform(-0.5, 0.5)); }
Vec3 RandomSystemMaker::direction() {
  std::normal_distribution<double> gaussian;
  const Vec3 v = {gaussian(random_), gaussian(random_), system_.dimension == 3 ? gaussian(random_) : 0.0};
  return (1.0 / norm(v)) * v;
}

void RandomSystemMaker::grow(int from) {
  system_.particles.push_back(
      {.position = position(from) + uniform(0.5, 1.5) * direction(), .velocity = direction(), .mass = mass()});
  system_.constraints.push_back(DistanceSpec{.i = from, .j = static_cast<int>(system_.particles.size()) - 1});
}

RandomSystem RandomSystemMaker::make_isosceles() {
  const Vec3 along = direction(), other = direction();
  const Vec3 across = other - dot(along, other) * along;
  const double height = uniform(0.5, 1.5), base = uniform(0.3, 1.0) / norm(across), ends = mass();
  system_.particles = {{.velocity = direction(), .mass = mass()},
                       {.position = height * along + base * across, .velocity = direction(), .mass = ends},
                       {.position = height * along - base * across, .velocity = direction(), .mass = ends}};
  for (int k = 0; k < 3; ++k) system_.constraints.push_back(DistanceSpec{.i = k, .j = (k + 1) % 3});
  return system_;
}

RandomSystem RandomSystemMaker::make_cluster() {
  for (int k = 0; k <= system_.dimension; ++k) {
    system_.particles.push_back({.position = uniform(0.5, 1.5) * direction(), .velocity = direction(), .mass = mass()});
    for (int i = 0; i < k; ++i) system_.constraints.push_back(DistanceSpec{.i = i, .j = k});
  }
  return system_;
}

void RandomSystemMaker::join(int i, int j) {
  if (std::abs(i - j) > 1 && norm(position(i) - position(j)) > 0.3)
    system_.constraints.push_back(DistanceSpec{.i = i, .j = j});
}

void RandomSystemMaker::add_extras(int particles) {
  system_.gravity = {0.0, -g, 0.0};
  system_.particles[0].fixed = true;
  system_.particles[0].velocity = {};
  const int on_plane = particles - 1, on_sphere = particles - 2;
  system_.constraints.push_back(ShapeSpec{.family = ShapeFamily::surface,
                                          .on = on_plane,
                                          .shape = "plane",
                                          .center = position(on_plane),
                                          .normal = direction()});
  const Vec3 centre = position(on_sphere) + uniform(1.0, 3.0) * direction(), arm = position(on_sphere) - centre;
  system_.constraints.push_back(ImplicitSpec{
      .on = {on_sphere},
      .equation = system_.dimension == 3 ? "(x - a)^2 + (y - b)^2 + (z - c)^2 - d" : "(x - a)^2 + (y - b)^2 - d + 0*c",
      .parameters = {{"a", centre.x}, {"b", centre.y}, {"c", centre.z}, {"d", dot(arm, arm)}}});
  const int middle = static_cast<int>(system_.particles.size());
  system_.particles.push_back({.position = 0.5 * (position(1) + position(2)), .mass = mass()});
  system_.constraints.push_back(LinearSpec{.on = {1, middle, 2}, .weights = {0.5, -1.0, 0.5}});
}

Eigen::VectorXd scaled_eigenvalues(const Model& model) {
  const DenseConstraints dense(model);
  const Eigen::MatrixXd b = dense.jacobian(model.positions(), 0.0);
  const Eigen::MatrixXd a = b * dense.inverse_masses().asDiagonal() * b.transpose();
  const Eigen::VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
  return symmetric_eigenvalues(scale.asDiagonal() * a * scale.asDiagonal());
}

double condition(const Eigen::VectorXd& values) {
  return values[0] > 0.0 ? values[values.size() - 1] / values[0] : HUGE_VAL;
}

double condition(const Model& model) { return condition(scaled_eigenvalues(model)); }

RandomSystem regular_system(Extras extras) {
  const auto topology = *rc::gen::element(Topology::tree, Topology::ring, Topology::network);
  const int dimension = *rc::gen::inRange(2, 4), particles = *rc::gen::inRange(5, 13);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  RandomSystem system = RandomSystemMaker(seed, dimension).make(topology, particles, extras);
  RC_PRE(condition(system.build().model.build().value()) < 1e4);
  return system;
}

}  // namespace taut::test
