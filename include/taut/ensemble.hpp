// Answers to forces, averaged over random configurations of a system: freely jointed chains, stars and other trees of
// rods, closed rings, rigid bodies in any orientation. By symmetry the mean block of two particles is a multiple of the
// identity; what is averaged is trace / dimension.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/model.hpp"
#include "taut/response.hpp"

namespace taut {

struct HistogramOptions {
  int i = 0, j = 0;  // particles
  int bins = 50;
};

struct EnsembleOptions {
  ResponseKind kind = ResponseKind::velocity;  // L: where springs and potentials resist every motion
  std::int64_t samples = 10'000;
  std::uint64_t seed = 1;
  int distance = 12;         // pairs of particles at most this many constraints apart
  int first = 0, last = -1;  // the means over equal distances take particles from first to last only; -1: all
  int threads = 1;           // results do not depend on it
  std::vector<HistogramOptions> histograms = {};
};

struct Estimate {
  double mean = 0.0, error = 0.0;  // standard error, from the means of blocks of samples
};

struct EnsembleResult {
  struct Pair {
    std::int32_t i, j, distance;
    Estimate value;
  };
  struct Distance {
    int distance;
    std::int64_t pairs;  // that the mean is taken over
    Estimate value;
  };
  struct Histogram {
    std::int32_t i, j;
    double low, high;  // of all bins together
    std::vector<std::int64_t> counts;
  };
  std::int64_t samples = 0;
  std::vector<Pair> pairs;
  std::vector<Distance> distances;
  std::vector<Histogram> histograms;
};

class ResponseEnsemble {
 public:
  // Refuses systems that it knows no way to sample, in a sentence.
  static Expected<ResponseEnsemble> make(const Model& model, const ForceField& forces, const EnsembleOptions& options);
  ResponseEnsemble(ResponseEnsemble&&) noexcept;
  ~ResponseEnsemble();

  const std::vector<std::string>& notes() const;  // how it samples, what was assumed
  std::int64_t samples() const;                   // so far
  bool done() const;
  void advance();                            // some blocks of samples more
  const std::string& failure() const;        // why it cannot go on; empty: it can
  Estimate at_distance(int distance) const;  // so far; zero where there is no such pair
  EnsembleResult result() const;

  // What a continued ensemble needs: with the same model and options it ends in the same bits.
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  struct Impl;
  explicit ResponseEnsemble(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
