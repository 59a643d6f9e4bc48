// The systems that tests share: pendulums, chains, rings, surfaces, tracks, and one of every kind of constraint.
#pragma once

#include <array>
#include <numbers>
#include <string>
#include <vector>

#include "support/simulation.hpp"

namespace taut::test {

constexpr double g = 9.81;
constexpr double degree = std::numbers::pi / 180.0;

inline Vec3 hanging(double radians) { return {std::sin(radians), -std::cos(radians), 0.0}; }

struct PendulumSpec {
  std::vector<double> degrees;       // of each rod from the vertical
  std::vector<double> lengths = {};  // unit when empty
  std::vector<double> masses = {};   // unit when empty
};

// Particle 0 is the pivot, at the origin; rods and bobs follow.
inline System make_pendulum(const PendulumSpec& spec) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  Vec3 r{};
  int before = system.model.add(ParticleSpec{.name = "pivot", .fixed = true});
  for (std::size_t k = 0; k < spec.degrees.size(); ++k) {
    const double length = spec.lengths.empty() ? 1.0 : spec.lengths[k];
    r += length * hanging(spec.degrees[k] * degree);
    const int bob = system.model.add(ParticleSpec{
        .name = "bob" + std::to_string(k + 1), .position = r, .mass = spec.masses.empty() ? 1.0 : spec.masses[k]});
    system.model.add(DistanceSpec{.i = before, .j = bob, .length = length});
    before = bob;
  }
  return system;
}

// A double pendulum whose second joint is stiff.
inline System make_sprung_pendulum() {
  System system = make_pendulum({.degrees = {30.0, 45.0}});
  system.forces.torques = {
      {.between = {0, 1, 2}, .zero = 180.0, .energy = "2*(1 - cos(q))", .stiffness = 5.0, .rest = 20.0}};
  return system;
}

// A point that moves without force on the unit circle from (1, 0), downwards [vesely2013, problem 1].
inline System make_circle(double speed = 1.0) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.fixed = true});
  system.model.add(ParticleSpec{.position = {1.0, 0.0, 0.0}, .velocity = {0.0, -speed, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  return system;
}

// A whip: a straight chain, let go horizontally from a pivot.
inline System make_whip(int links) {
  return make_pendulum({.degrees = std::vector<double>(static_cast<std::size_t>(links), 90.0)});
}

// A point of unit mass on the funnel z = -1/rho in gravity along -z [science, section 6].
inline System make_funnel() {
  System system{ModelBuilder(3), {.gravity = {0.0, 0.0, -g}}};
  system.model.add(ParticleSpec{.position = {2.0, 0.0, -0.5}, .velocity = {0.0, 1.8, 0.0}});
  system.model.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "funnel", .parameters = {{"a", 1.0}}});
  return system;
}

// A car without engine or friction on a plane curve.
struct TrackSpec {
  std::string shape;
  Parameters parameters;
  Vec3 position;
  Vec3 velocity;
};

inline System make_track(const TrackSpec& spec) {
  System system{ModelBuilder(2)};
  system.model.add(ParticleSpec{.name = "car", .position = spec.position, .velocity = spec.velocity});
  system.model.add(
      ShapeSpec{.family = ShapeFamily::curve, .on = 0, .shape = spec.shape, .parameters = spec.parameters});
  return system;
}

// A free chain that zigzags through space, its particles flying apart as far as the rods let them.
inline System make_free_chain(int particles) {
  System system{ModelBuilder(3)};
  Vec3 r{};
  for (int k = 0; k < particles; ++k) {
    system.model.add(ParticleSpec{.position = r,
                                  .velocity = {std::sin(1.0 + k), std::cos(2.0 * k), std::sin(3.0 * k * k)},
                                  .mass = 1.0 + 0.3 * (k % 4)});
    r += Vec3{0.8, 0.5 * std::cos(1.7 * k), 0.5 * std::sin(1.1 * k)};
  }
  for (int k = 1; k < particles; ++k) system.model.add(DistanceSpec{.i = k - 1, .j = k});
  return system;
}

// A free puckered ring.
inline System make_free_ring(int particles) {
  System system{ModelBuilder(3)};
  const double turn = 2.0 * std::numbers::pi / particles;
  for (int k = 0; k < particles; ++k)
    system.model.add(ParticleSpec{.position = {std::cos(turn * k), std::sin(turn * k), k % 2 == 0 ? 0.2 : -0.2},
                                  .velocity = {std::sin(5.0 * k), std::cos(3.0 * k), std::sin(1.0 + k)},
                                  .mass = 1.0 + 0.5 * (k % 3)});
  for (int k = 0; k < particles; ++k) system.model.add(DistanceSpec{.i = k, .j = (k + 1) % particles});
  return system;
}

// A free tree: a particle with four arms, one of which branches again.
inline System make_free_tree() {
  System system{ModelBuilder(3)};
  const Vec3 places[] = {{0.0, 0.0, 0.0},   {0.9, 0.1, 0.2},  {-0.2, 1.0, -0.1}, {-0.3, -0.8, 0.5},
                         {0.1, -0.3, -1.0}, {1.5, 0.9, -0.1}, {1.4, -0.6, 0.7},  {0.3, 1.2, 0.8}};
  for (int k = 0; k < 8; ++k)
    system.model.add(ParticleSpec{.position = places[k],
                                  .velocity = {std::cos(2.0 * k), std::sin(1.0 + k), std::cos(3.0 * k)},
                                  .mass = 1.0 + 0.4 * (k % 3)});
  const std::pair<int, int> rods[] = {{0, 1}, {5, 1}, {2, 0}, {0, 3}, {1, 6}, {4, 0}, {2, 7}};
  for (const auto& [i, j] : rods) system.model.add(DistanceSpec{.i = i, .j = j});
  return system;
}

// Rigid water, nanometres and atomic masses: the lengths of SPC.
inline System make_water() {
  System system{ModelBuilder(3)};
  const double half = 0.5 * 109.47 * degree, bond = 0.1;
  const Vec3 left = {-bond * std::sin(half), 0.0, -bond * std::cos(half)}, right = {-left.x, 0.0, left.z};
  system.model.add(ParticleSpec{.name = "H1", .position = left, .velocity = {0.3, 1.0, -0.2}, .mass = 1.008});
  system.model.add(ParticleSpec{.name = "O", .position = {}, .velocity = {0.1, -0.2, 0.3}, .mass = 15.999});
  system.model.add(ParticleSpec{.name = "H2", .position = right, .velocity = {-0.6, 0.4, 0.5}, .mass = 1.008});
  system.model.add(DistanceSpec{.i = 0, .j = 2, .length = 2.0 * bond * std::sin(half)});
  system.model.add(DistanceSpec{.i = 1, .j = 0, .length = bond});
  system.model.add(DistanceSpec{.i = 1, .j = 2, .length = bond});
  return system;
}

// A free rigid triangle without symmetry.
inline System make_triangle() {
  System system{ModelBuilder(3)};
  const Vec3 places[] = {{0.0, 0.0, 0.0}, {1.3, 0.2, 0.1}, {0.4, 0.9, -0.3}};
  for (int k = 0; k < 3; ++k)
    system.model.add(ParticleSpec{
        .position = places[k], .velocity = {std::sin(2.0 * k), std::cos(3.0 * k), 0.4 * k}, .mass = 1.0 + 0.7 * k});
  for (int k = 0; k < 3; ++k) system.model.add(DistanceSpec{.i = k, .j = (k + 1) % 3});
  return system;
}

// A free rigid tetrahedron with a tail: triangles share rods, so this is neither path, ring nor tree.
inline System make_free_cluster() {
  System system{ModelBuilder(3)};
  const Vec3 corners[] = {{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}, {-2.0, -1.5, 1.5}};
  for (int k = 0; k < 5; ++k)
    system.model.add(ParticleSpec{
        .position = corners[k], .velocity = {std::sin(2.0 * k), std::cos(1.0 + k), 0.5 * k}, .mass = 1.0 + k});
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) system.model.add(DistanceSpec{.i = i, .j = j});
  system.model.add(DistanceSpec{.i = 3, .j = 4});
  return system;
}

// Two beads on a cylinder and a typed surface, joined by a rod and to a third particle that a linear relation keeps
// between them: every kind of row in one component.
inline System make_mixed(const std::array<double, 3>& masses = {1.0, 2.0, 0.5}) {
  System system{ModelBuilder(3), {.gravity = {0.0, 0.0, -g}}};
  system.model.add(
      ParticleSpec{.name = "a", .position = {1.0, 0.0, 0.0}, .velocity = {0.0, 0.7, 0.2}, .mass = masses[0]});
  system.model.add(ParticleSpec{.name = "b", .position = {2.0, 0.0, 1.0}, .mass = masses[1]});
  system.model.add(ParticleSpec{.name = "middle", .position = {1.5, 0.0, 0.5}, .mass = masses[2]});
  system.model.add(ShapeSpec{.family = ShapeFamily::surface, .on = 0, .shape = "cylinder", .parameters = {{"r", 1.0}}});
  system.model.add(ImplicitSpec{.on = {1}, .equation = "z - x^2/4 - sin(y)/3"});
  system.model.add(DistanceSpec{.i = 0, .j = 1});
  system.model.add(LinearSpec{.on = {0, 2, 1}, .weights = {0.5, -1.0, 0.5}});
  return system;
}

// A pendulum whose pivot shakes up and down about t = centre, so that the motion before and after mirror each other.
inline System make_shaken_pendulum(double centre, double amplitude = 0.05, double frequency = 40.0) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  const auto shake = [&](const char* function, double factor) {
    return std::to_string(factor) + "*" + function + "(" + std::to_string(frequency) + "*(t-" + std::to_string(centre) +
           "))";
  };
  const double y = amplitude * std::cos(frequency * centre);
  const double vy = amplitude * frequency * std::sin(frequency * centre);
  system.model.add(
      ParticleSpec{.name = "pivot", .position = {0.0, y, 0.0}, .fixed = true, .path = {"0", shake("cos", amplitude)}});
  const Vec3 e = hanging(2.5);
  system.model.add(ParticleSpec{.name = "bob", .position = {e.x, y + e.y, 0.0}, .velocity = {0.0, vy, 0.0}});
  system.model.add(DistanceSpec{.i = 0, .j = 1, .length = 1.0});
  return system;
}

// A point on a circle whose radius breathes: a constraint with explicit time, symmetric about t = centre.
inline System make_breathing_circle(double centre) {
  System system{ModelBuilder(2), {.gravity = {0.0, -g, 0.0}}};
  const double radius = 1.0 + 0.2 * std::cos(3.0 * centre), rate = 0.6 * std::sin(3.0 * centre);
  system.model.add(ParticleSpec{.position = {radius, 0.0, 0.0}, .velocity = {rate, 0.5, 0.0}});
  system.model.add(
      ImplicitSpec{.on = {0}, .equation = "x^2 + y^2 - (1 + 0.2*cos(3*(t - c)))^2", .parameters = {{"c", centre}}});
  return system;
}

// All but verlet, which knows no constraints, quasistatic, which needs an equilibrium, and those that are random.
inline std::vector<IntegratorMethod> constrained_methods() {
  std::vector<IntegratorMethod> methods;
  for (const IntegratorInfo& info : built_in_integrators())
    if (info.method != IntegratorMethod::verlet && info.method != IntegratorMethod::quasistatic &&
        !is_random(info.method))
      methods.push_back(info.method);
  return methods;
}

// The same system with drag, for a method that cannot do without.
inline System suited_to(IntegratorMethod method, System system) {
  if (!has_inertia(method)) system.forces.drags = {{.on = {}, .coefficient = 1.0}};
  return system;
}

struct NamedSystem {
  std::string name;
  System system;
  friend void PrintTo(const NamedSystem& named, std::ostream* out) { *out << named.name; }
};

// One system for each kind of constraint and of component; those with explicit time are symmetric about t = centre.
inline std::vector<NamedSystem> every_kind(double centre = 0.0) {
  return {{"double_pendulum", make_pendulum({.degrees = {30.0, 45.0}})},
          {"sprung_pendulum", make_sprung_pendulum()},
          {"free_chain", make_free_chain(8)},
          {"free_ring", make_free_ring(6)},
          {"free_tree", make_free_tree()},
          {"water", make_water()},
          {"triangle", make_triangle()},
          {"free_cluster", make_free_cluster()},
          {"funnel", make_funnel()},
          {"ellipse", make_track({"ellipse", {{"a", 2.0}, {"b", 1.0}}, {2.0, 0.0, 0.0}, {0.0, 1.0, 0.0}})},
          {"mixed", make_mixed()},
          {"shaken_pivot", make_shaken_pendulum(centre)},
          {"breathing_circle", make_breathing_circle(centre)}};
}

}  // namespace taut::test
