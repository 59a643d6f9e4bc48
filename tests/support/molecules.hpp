// Molecules as an engine would own them: plain arrays, inverse masses and a list of distances.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "taut/project.hpp"

namespace taut::test {

struct Molecules {
  std::vector<double> positions, inverse_masses;
  std::vector<Distance> distances;

  std::int32_t size() const { return static_cast<std::int32_t>(inverse_masses.size()); }
  Vec3 at(std::int32_t i) const {
    const double* r = positions.data() + 3 * static_cast<std::ptrdiff_t>(i);
    return {r[0], r[1], r[2]};
  }
  std::int32_t add(const Vec3& r, double mass) {
    positions.insert(positions.end(), {r.x, r.y, r.z});
    inverse_masses.push_back(mass > 0.0 ? 1.0 / mass : 0.0);
    return size() - 1;
  }
  void join(std::int32_t i, std::int32_t j) { distances.push_back({i, j, norm(at(j) - at(i))}); }
};

inline Vec3 rod(const std::vector<double>& r, const Distance& d) {
  Vec3 b;
  for (int axis = 0; axis < 3; ++axis)
    b[axis] = r[static_cast<std::size_t>(3 * d.j + axis)] - r[static_cast<std::size_t>(3 * d.i + axis)];
  return b;
}

// In the measure of the tolerance.
inline double largest_violation(const Molecules& all, const std::vector<double>& r) {
  double largest = 0.0;
  for (const Distance& d : all.distances)
    largest = std::max(largest, std::abs(dot(rod(r, d), rod(r, d)) / (d.length * d.length) - 1.0) / 2.0);
  return largest;
}

class MoleculeMaker {
 public:
  explicit MoleculeMaker(unsigned seed) : random_(seed) {}

  // Rigid water in any orientation; scalene: sides and masses all different.
  void water(Molecules& all, bool scalene = false) {
    const Vec3 centre = somewhere(), x = direction(), y = normal_to(x);
    const double oh = 0.09572, angle = 104.52 * M_PI / 180.0, second = scalene ? 1.2 * oh : oh;
    const std::int32_t o = all.add(centre, 15.999);
    all.add(centre + oh * x, 1.008);
    all.add(centre + second * (std::cos(angle) * x + std::sin(angle) * y), scalene ? 2.014 : 1.008);
    // Lengths as a force field gives them, not as rounded coordinates do.
    all.distances.push_back({o, o + 1, oh});
    all.distances.push_back({o, o + 2, second});
    all.distances.push_back({o + 1, o + 2, std::sqrt(oh * oh + second * second - 2.0 * oh * second * std::cos(angle))});
  }

  // A chain of beads with a fixed bond angle and three-fold torsions, as in an alkane; anchored: the first bead is
  // held.
  void chain(Molecules& all, int rods, double bend = 68.0 * M_PI / 180.0, bool anchored = false) {
    Vec3 at = somewhere(), along = direction(), normal = normal_to(along);
    std::int32_t before = all.add(at, anchored ? 0.0 : 14.0);
    for (int k = 0; k < rods; ++k) {
      at += 0.153 * along;
      const std::int32_t here = all.add(at, 14.0 + k % 3);
      all.join(before, here);
      before = here;
      turn(along, normal, bend);
    }
  }

  // (CH2)n with hydrogens, bonds held; angles: 1-3 distances within C-C-C and H-C-H held as well.
  void polyethylene(Molecules& all, int carbons, bool angles) {
    Vec3 at = somewhere(), along = direction(), normal = normal_to(along);
    std::int32_t before = -1, second = -1;
    for (int k = 0; k < carbons; ++k) {
      const std::int32_t c = all.add(at, 12.011);
      if (before >= 0) all.join(before, c);
      if (angles && second >= 0) all.join(second, c);
      const Vec3 out = cross(normal, along);
      const std::int32_t h = all.add(at + 0.109 * (0.5773 * out + 0.8165 * normal), 1.008);
      all.add(at + 0.109 * (0.5773 * out - 0.8165 * normal), 1.008);
      all.join(c, h), all.join(c, h + 1);
      if (angles) all.join(h, h + 1);
      second = before, before = c;
      at += 0.153 * along;
      turn(along, normal, 68.0 * M_PI / 180.0);
    }
  }

  // A puckered ring.
  void ring(Molecules& all, int beads) {
    const Vec3 centre = somewhere(), x = direction(), y = normal_to(x), z = cross(x, y);
    const std::int32_t first = all.size();
    for (int k = 0; k < beads; ++k) {
      const double phi = 2.0 * M_PI * k / beads;
      all.add(centre + 0.15 * (std::cos(phi) * x + std::sin(phi) * y) + (k % 2 ? 0.02 : -0.02) * z, 12.011);
    }
    for (int k = 0; k < beads; ++k) all.join(first + k, first + (k + 1) % beads);
  }

  // Every particle that moves is displaced by a random vector, lighter ones further.
  std::vector<double> displaced(const Molecules& all, double by) {
    std::vector<double> r = all.positions;
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double w = all.inverse_masses[i / 3];
      if (w > 0.0) r[i] += by * std::sqrt(w) * gaussian_(random_);
    }
    return r;
  }
  std::vector<double> velocities(const Molecules& all) {
    std::vector<double> v(all.positions.size(), 0.0);
    for (std::size_t i = 0; i < v.size(); ++i)
      if (all.inverse_masses[i / 3] > 0.0) v[i] = gaussian_(random_);
    return v;
  }

 private:
  Vec3 direction() {
    const Vec3 v = {gaussian_(random_), gaussian_(random_), gaussian_(random_)};
    return (1.0 / norm(v)) * v;
  }
  Vec3 normal_to(const Vec3& a) {
    const Vec3 v = cross(a, direction());
    return (1.0 / norm(v)) * v;
  }
  Vec3 somewhere() { return {place_(random_), place_(random_), place_(random_)}; }
  // Bends by an angle after a torsion of 60, 180 or 300 degrees, give or take.
  void turn(Vec3& along, Vec3& normal, double bend) {
    const double phi = M_PI / 3.0 * (2 * torsion_(random_) + 1) + 0.2 * gaussian_(random_);
    const Vec3 side = cross(normal, along);
    const Vec3 out = std::cos(phi) * side + std::sin(phi) * normal;
    const Vec3 next = std::cos(bend) * along + std::sin(bend) * out;
    const Vec3 axis = cross(along, next);
    normal = (1.0 / norm(axis)) * axis;
    along = next;
  }

  std::mt19937 random_;
  std::normal_distribution<double> gaussian_;
  std::uniform_real_distribution<double> place_{0.0, 3.0};
  std::uniform_int_distribution<int> torsion_{0, 2};
};

}  // namespace taut::test
