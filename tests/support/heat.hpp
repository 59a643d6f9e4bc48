// Many copies of a small chain in one model, and what their angles average to: copies are independent, so that the
// spread of their means is the error of the mean of all.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "base/direction.hpp"
#include "support/simulation.hpp"

namespace taut::test {

struct Estimate {
  double mean = 0.0, error = 0.0;
  double deviations(double expected) const { return (mean - expected) / error; }
};

inline Estimate estimate(const std::vector<double>& samples) {
  Estimate result;
  const auto n = static_cast<double>(samples.size());
  for (const double x : samples) result.mean += x / n;
  for (const double x : samples) result.error += (x - result.mean) * (x - result.mean);
  result.error = std::sqrt(result.error / (n * (n - 1.0)));
  return result;
}

struct ChainSpec {
  int beads = 3, dimension = 2;
  std::vector<double> masses = {};  // unit when empty
};

// Unit bonds in random directions.
inline System make_chains(int copies, const ChainSpec& spec) {
  System system{ModelBuilder(spec.dimension)};
  for (int copy = 0; copy < copies; ++copy) {
    Vec3 r{};
    for (int bead = 0; bead < spec.beads; ++bead) {
      const auto b = static_cast<std::size_t>(bead);
      const int now = system.model.add(ParticleSpec{.position = r, .mass = spec.masses.empty() ? 1.0 : spec.masses[b]});
      if (bead > 0) system.model.add(DistanceSpec{.i = now - 1, .j = now, .length = 1.0});
      r += random_direction(91, static_cast<std::uint64_t>(copy), static_cast<std::uint64_t>(bead), spec.dimension);
    }
  }
  return system;
}

// The cosine of the angle between the bonds at a bead.
inline double cosine_at(const std::vector<Vec3>& r, std::size_t bead) {
  const Vec3 a = r[bead] - r[bead - 1], b = r[bead + 1] - r[bead];
  return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}
inline double cosine_of_double(double cosine) { return 2.0 * cosine * cosine - 1.0; }

struct Sampling {
  int settle, samples, between;  // steps before the first sample, samples, steps from one to the next
};

// The average of what(cosine) over the joints of every chain.
inline Estimate average(Simulation& s, const ChainSpec& chain, const Sampling& sampling,
                        const std::function<double(double)>& what) {
  const auto beads = static_cast<std::size_t>(chain.beads), copies = s.state.position.size() / beads;
  std::vector<double> means(copies, 0.0);
  s.step(sampling.settle);
  for (int sample = 0; sample < sampling.samples; ++sample) {
    s.step(sampling.between);
    for (std::size_t copy = 0; copy < copies; ++copy)
      for (std::size_t bead = 1; bead + 1 < beads; ++bead)
        means[copy] += what(cosine_at(s.state.position, copy * beads + bead)) / (chain.beads - 2) / sampling.samples;
  }
  return estimate(means);
}

// The value at zero step from those at h and h/2, where the error is of this order.
inline Estimate extrapolated(const Estimate& coarse, const Estimate& fine, int order) {
  const double factor = std::exp2(order);
  return {(factor * fine.mean - coarse.mean) / (factor - 1.0),
          std::hypot(factor * fine.error, coarse.error) / (factor - 1.0)};
}

}  // namespace taut::test
