// Random systems for properties: rods in paths, trees, rings, networks and clusters, in the plane and in space, with
// fixed particles, masses over some decades, and surfaces, typed equations and linear relations where the whole stays
// regular.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <variant>
#include <vector>

#include "support/systems.hpp"

namespace taut::test {

using ConstraintSpec = std::variant<DistanceSpec, ShapeSpec, ImplicitSpec, LinearSpec>;

struct RandomSystem {
  int dimension = 3;
  std::vector<ParticleSpec> particles;
  std::vector<ConstraintSpec> constraints;
  Vec3 gravity;

  System build() const;
};

enum class Topology { path, tree, ring, network, water, cluster };  // cluster: all pairs of dimension + 1 particles
enum class Extras { rods_only, all_kinds };

class RandomSystemMaker {
 public:
  RandomSystemMaker(std::uint32_t seed, int dimension, double decades = 4.0);

  RandomSystem make(Topology topology, int particles, Extras extras);

 private:
  double uniform(double low, double high);
  int integer(int low, int high);
  double mass();
  Vec3 direction();
  const Vec3& position(int k) const { return system_.particles[static_cast<std::size_t>(k)].position; }

  void grow(int from);
  // A triangle that closed forms treat: equal legs, equal masses at the base.
  RandomSystem make_isosceles();
  RandomSystem make_cluster();
  // One rod more, unless there is one already or the ends are too close.
  void join(int i, int j);
  void add_extras(int particles);

  std::mt19937 random_;
  double decades_;  // between the lightest and the heaviest particle
  RandomSystem system_;
};

// The eigenvalues of A = B W B^T with its diagonal scaled to one, ascending.
Eigen::VectorXd scaled_eigenvalues(const Model& model);

// Their ratio; infinite where rows depend on one another.
double condition(const Eigen::VectorXd& values);
double condition(const Model& model);

// A regular system: its condition is below 1e4, so that errors of solves stay four digits above round-off. Within a
// property only.
RandomSystem regular_system(Extras extras);

}  // namespace taut::test
