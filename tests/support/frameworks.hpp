// Frameworks of rods that have more of them than they need, or lie in a plane.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "support/simulation.hpp"

namespace taut::test {

using Pairs = std::vector<std::pair<int, int>>;

// Particles of different masses that fly and tumble, and rods between these pairs.
inline System make_framework(int dimension, const std::vector<Vec3>& places, const Pairs& rods) {
  System system{ModelBuilder(dimension)};
  int k = 0;
  for (const Vec3& r : places) {
    const Vec3 v{0.3 - r.y + 0.2 * r.z, r.x - 0.1, dimension == 3 ? 0.4 * r.y - 0.2 * r.x : 0.0};
    system.model.add(ParticleSpec{.position = r, .velocity = v, .mass = 1.0 + 0.25 * (k++ % 3)});
  }
  for (const auto& [i, j] : rods) system.model.add(DistanceSpec{.i = i, .j = j});
  return system;
}

inline Pairs all_pairs(int particles) {
  Pairs pairs;
  for (int i = 0; i < particles; ++i)
    for (int j = i + 1; j < particles; ++j) pairs.emplace_back(i, j);
  return pairs;
}

// Pairs of a ring that are `apart` places apart.
inline Pairs ring_pairs(int particles, int apart) {
  Pairs pairs;
  for (int i = 0; i < (2 * apart == particles ? apart : particles); ++i) pairs.emplace_back(i, (i + apart) % particles);
  return pairs;
}

inline Pairs joined(Pairs a, const Pairs& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<Vec3> hexagon(double side = 1.0) {
  std::vector<Vec3> places;
  for (int k = 0; k < 6; ++k)
    places.push_back({side * std::cos(k * std::numbers::pi / 3.0), side * std::sin(k * std::numbers::pi / 3.0), 0.0});
  return places;
}

inline std::vector<Vec3> five_places() {
  return {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 1.1, 0.1}, {0.1, 0.3, 0.9}, {1.2, 0.8, 1.1}};
}

inline std::vector<Vec3> octahedron() {
  return {{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}};
}

// n x n rigid unit squares in the plane, joined at their corners and turned alternately by +-angle; each is held by its
// sides and one diagonal.
class SquarePatch {
 public:
  SquarePatch(int n, double angle) {
    const double r = std::sqrt(0.5), spacing = 2.0 * r * std::cos(angle);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        int corner[4];
        for (int k = 0; k < 4; ++k) {
          const double turned = ((i + j) % 2 == 0 ? angle : -angle) + 0.5 * k * std::numbers::pi;
          corner[k] = place({spacing * i + r * std::cos(turned), spacing * j + r * std::sin(turned), 0.0});
        }
        for (int k = 0; k < 4; ++k) rods.emplace_back(corner[k], corner[(k + 1) % 4]);
        rods.emplace_back(corner[0], corner[2]);
      }
  }

  std::vector<Vec3> places;
  Pairs rods;

 private:
  int place(const Vec3& r) {
    for (std::size_t k = places.size(); k-- > 0;)
      if (norm(places[k] - r) < 1e-9) return static_cast<int>(k);
    places.push_back(r);
    return static_cast<int>(places.size()) - 1;
  }
};

// Three rings of six atoms and one of five, fused in a plane like those of cholesterol, held by their bonds and by the
// distances across each angle between two bonds.
class FusedRings {
 public:
  FusedRings() : places(hexagon()), rods(ring_pairs(6, 1)) {
    fuse(1, 0, 6);    // adds 6 to 9
    fuse(8, 7, 6);    // adds 10 to 13
    fuse(12, 11, 5);  // adds 14 to 16
    add_angles();
  }

  std::vector<Vec3> places;
  Pairs rods;

 private:
  // A regular ring on the right of the bond from a to b, seen along it.
  void fuse(int a, int b, int atoms) {
    const double turn = 2.0 * std::numbers::pi / atoms;
    Vec3 along = places[static_cast<std::size_t>(b)] - places[static_cast<std::size_t>(a)];
    int last = b;
    for (int k = 2; k < atoms; ++k) {
      along = {std::cos(turn) * along.x - std::sin(turn) * along.y, std::sin(turn) * along.x + std::cos(turn) * along.y,
               0.0};
      places.push_back(places[static_cast<std::size_t>(last)] + along);
      rods.emplace_back(last, static_cast<int>(places.size()) - 1);
      last = static_cast<int>(places.size()) - 1;
    }
    rods.emplace_back(last, a);
  }

  void add_angles() {
    const Pairs bonds = rods;
    for (std::size_t k = 0; k < bonds.size(); ++k)
      for (std::size_t l = k + 1; l < bonds.size(); ++l) {
        const auto [a, b] = bonds[k];
        const auto [c, d] = bonds[l];
        if (a == c) rods.emplace_back(b, d);
        if (a == d) rods.emplace_back(b, c);
        if (b == c) rods.emplace_back(a, d);
        if (b == d) rods.emplace_back(a, c);
      }
  }
};

}  // namespace taut::test
