// Many linkages of one kind in one model, with lengths, masses, places and speeds of their own. Nothing acts between
// them, so all lie near the origin, where coordinates are finest.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "support/frameworks.hpp"
#include "support/systems.hpp"

namespace taut::test {

struct Linkage {
  std::vector<ParticleSpec> particles;
  Pairs rods;  // as long as they lie
};

// The same with particle order[k] as the k-th in memory.
inline Linkage reordered(const Linkage& linkage, const std::vector<int>& order) {
  Linkage result;
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    result.particles.push_back(linkage.particles[static_cast<std::size_t>(order[k])]);
    place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  }
  for (const auto& [i, j] : linkage.rods)
    result.rods.emplace_back(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)]);
  return result;
}

// Its shadow on the plane z = 0, as long as the rods then are.
inline Linkage flattened(Linkage linkage) {
  for (ParticleSpec& particle : linkage.particles) particle.position.z = particle.velocity.z = 0.0;
  return linkage;
}

// Interleaved: first the first particles of all linkages, then the second ones.
enum class Memory { consecutive, interleaved };

class Ensemble {
 public:
  explicit Ensemble(const std::vector<Linkage>& linkages, Memory memory = Memory::consecutive, int dimension = 3)
      : system{ModelBuilder(dimension)} {
    place_.resize(linkages.size());
    memory == Memory::consecutive ? add_in_turn(linkages) : add_interleaved(linkages);
    for (std::size_t c = 0; c < linkages.size(); ++c)
      for (const auto& [i, j] : linkages[c].rods) system.model.add(DistanceSpec{.i = index(c, i), .j = index(c, j)});
  }

  int index(std::size_t linkage, int particle) const { return place_[linkage][static_cast<std::size_t>(particle)]; }

  System system;

 private:
  void add_in_turn(const std::vector<Linkage>& linkages) {
    for (std::size_t c = 0; c < linkages.size(); ++c)
      for (const ParticleSpec& particle : linkages[c].particles) place_[c].push_back(system.model.add(particle));
  }
  void add_interleaved(const std::vector<Linkage>& linkages) {
    std::size_t longest = 0;
    for (const Linkage& linkage : linkages) longest = std::max(longest, linkage.particles.size());
    for (std::size_t p = 0; p < longest; ++p)
      for (std::size_t c = 0; c < linkages.size(); ++c)
        if (p < linkages[c].particles.size()) place_[c].push_back(system.model.add(linkages[c].particles[p]));
  }

  std::vector<std::vector<int>> place_;
};

class LinkageMaker {
 public:
  explicit LinkageMaker(std::uint32_t seed, double decades = 2.0) : random_(seed), decades_(decades) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  Vec3 vector() {
    std::normal_distribution<double> gaussian;
    return {gaussian(random_), gaussian(random_), gaussian(random_)};
  }
  Vec3 direction() {
    const Vec3 v = vector();
    return (1.0 / norm(v)) * v;
  }
  double mass() { return std::pow(10.0, decades_ * uniform(-0.5, 0.5)); }

  // A free chain.
  Linkage chain(int rods) {
    Linkage chain{{bead(0.3 * vector())}, {}};
    for (int k = 0; k < rods; ++k) {
      chain.particles.push_back(bead(chain.particles.back().position + uniform(0.5, 1.5) * direction()));
      chain.rods.emplace_back(k, k + 1);
    }
    return chain;
  }
  // Its first particle is held.
  Linkage pendulum(int rods) {
    Linkage pendulum = chain(rods);
    hold(pendulum.particles.front());
    return pendulum;
  }
  // Held at both ends.
  Linkage bridge(int rods) {
    Linkage bridge = pendulum(rods);
    hold(bridge.particles.back());
    return bridge;
  }
  // These places, a little moved and turned as a whole, with rods between these pairs.
  Linkage molecule(const std::vector<Vec3>& places, const Pairs& rods) {
    const Vec3 centre = 0.3 * vector(), x = direction(), other = cross(x, direction());
    const Vec3 y = (1.0 / norm(other)) * other, z = cross(x, y);
    Linkage molecule{{}, rods};
    for (const Vec3& place : places) {
      const Vec3 r = place + 0.05 * direction();
      molecule.particles.push_back(bead(centre + r.x * x + r.y * y + r.z * z));
    }
    return molecule;
  }

  template <class Make>
  std::vector<Linkage> several(int count, Make&& make) {
    std::vector<Linkage> linkages;
    for (int k = 0; k < count; ++k) linkages.push_back(make(*this));
    return linkages;
  }

 private:
  ParticleSpec bead(const Vec3& position) { return {.position = position, .velocity = 0.5 * vector(), .mass = mass()}; }
  static void hold(ParticleSpec& particle) {
    particle.fixed = true;
    particle.velocity = {};
  }

  std::mt19937 random_;
  double decades_;  // between the lightest and the heaviest particle
};

// Shapes of molecules.
struct Shape {
  const char* name;
  std::vector<Vec3> places;
  Pairs rods;
  friend void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }
};

inline Shape triangle() { return {"triangle", {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.3, 0.9, 0.0}}, all_pairs(3)}; }
inline std::vector<Vec3> tetrahedral_places() {
  return {{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};
}
inline Shape tetrahedron() { return {"tetrahedron", tetrahedral_places(), all_pairs(4)}; }
// A centre with four arms, as in methane; the centre is neither the first nor the last.
inline Shape star() {
  std::vector<Vec3> places = tetrahedral_places();
  places.insert(places.begin() + 2, Vec3{});
  return {"star", places, {{0, 2}, {2, 1}, {3, 2}, {2, 4}}};
}
inline Shape ring() {
  std::vector<Vec3> places = hexagon();
  for (std::size_t k = 0; k < places.size(); ++k) places[k].z = k % 2 == 0 ? 0.2 : -0.2;
  return {"ring", places, ring_pairs(6, 1)};
}
inline std::vector<Shape> shapes() { return {triangle(), star(), ring(), tetrahedron()}; }

inline Ensemble ensemble_of(const Shape& shape, int count, Memory memory = Memory::consecutive,
                            std::uint32_t seed = 1) {
  return Ensemble(
      LinkageMaker(seed).several(count, [&](LinkageMaker& make) { return make.molecule(shape.places, shape.rods); }),
      memory);
}

// Every number that a step changes.
inline bool is_same(const State& a, const State& b) {
  return a.time == b.time && a.step == b.step && a.position == b.position && a.position_low == b.position_low &&
         a.velocity == b.velocity && a.velocity_low == b.velocity_low;
}

inline bool is_same(const SolveReport& a, const SolveReport& b) {
  return a.converged == b.converged && a.failure == b.failure && a.iterations == b.iterations &&
         a.max_violation == b.max_violation && a.worst_row == b.worst_row;
}
inline bool is_same(const StepReport& a, const StepReport& b) {
  return is_same(a.position, b.position) && is_same(a.velocity, b.velocity) && a.time == b.time &&
         a.smallest_step == b.smallest_step && a.particle == b.particle && a.subdivided == b.subdivided &&
         a.singular_row == b.singular_row && a.singular_time == b.singular_time;
}

}  // namespace taut::test
