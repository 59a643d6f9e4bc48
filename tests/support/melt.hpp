// A small melt: trimers of rods and a rigid clique with a rod too many, in a periodic box.
#pragma once

#include "support/frameworks.hpp"

namespace taut::test {

inline constexpr int chains = 8, beads = 3, clique = chains * beads;  // the first particle of the clique

// Trimers of rods and five particles with all ten distances, one more than they need, that repel one another in a box.
inline System melt() {
  System system{ModelBuilder(3)};
  system.model.set_box({6.0, 6.0, 6.0});
  const auto add = [&](const Vec3& r, double mass) {
    system.model.add(ParticleSpec{.position = r, .mass = mass, .type = "A"});
  };
  for (int k = 0; k < chains; ++k)
    for (int b = 0; b < beads; ++b)
      add({2.0 * (k % 3) + 0.3 * b, 2.0 * (k / 3) + 0.8 * b * (b == 1 ? 1.0 : 0.5), 1.0 + 0.6 * b}, 1.0 + b);
  for (const Vec3& r : {Vec3{4.0, 4.5, 4.0}, {5.0, 4.5, 4.0}, {4.5, 5.4, 4.0}, {4.5, 4.8, 4.8}, {4.6, 4.7, 3.2}})
    add(r, 1.0);
  for (int k = 0; k < clique; ++k)
    if (k % beads != 0) system.model.add(DistanceSpec{.i = k - 1, .j = k});
  for (const auto& [i, j] : all_pairs(5)) system.model.add(DistanceSpec{.i = clique + i, .j = clique + j});
  PairForcesSpec pairs;
  pairs.dispersion = Dispersion::wca;
  pairs.types = {{"A", {0.9, 1.0}}};
  pairs.skin = 0.3;
  pairs.exclusion = Exclusion::molecules;
  system.forces.pairs = pairs;
  return system;
}

}  // namespace taut::test
