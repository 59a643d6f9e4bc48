// What a trajectory of a body keeps while it flies and tumbles is no linear relation of its coordinates: its distances.
// Of a rigid group all pairs keep theirs, and only so many as are independent make constraints, the shortest first.
#include <algorithm>
#include <cmath>

#include "response/gradient_span.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

// Nearly dependent distances, as four atoms in a plane have them, would make constraints that hardly can be solved:
// the sine of the least angle between a gradient and the span of the others.
constexpr double independent = 1e-3;

// The distances of one pair, frame after frame [welford1962]: the sum of squares about the mean never falls.
struct Spread {
  double count = 0.0, mean = 0.0, squares = 0.0;

  void add(double value) {
    const double from = value - mean;
    mean += from / ++count;
    squares += from * (value - mean);
  }
};

double distance(const std::vector<Vec3>& frame, int i, int j) {
  return norm(frame[static_cast<std::size_t>(j)] - frame[static_cast<std::size_t>(i)]);
}

// Whether the pair keeps its distance; stops at the first frame that says no.
bool is_kept(std::span<const std::vector<Vec3>> frames, double most_squares, KeptDistance& pair) {
  Spread spread;
  for (const std::vector<Vec3>& frame : frames) {
    spread.add(distance(frame, pair.i, pair.j));
    if (spread.squares > most_squares) return false;
  }
  pair.length = spread.mean;
  for (const std::vector<Vec3>& frame : frames)
    pair.deviation = std::max(pair.deviation, std::abs(distance(frame, pair.i, pair.j) - pair.length));
  return pair.length > 0.0;
}

std::vector<KeptDistance> all_kept(const Model& model, std::span<const std::vector<Vec3>> frames, double variance) {
  const std::vector<double>& w = model.inverse_masses();
  std::vector<KeptDistance> kept;
  for (int i = 0; i < model.size(); ++i)
    for (int j = i + 1; j < model.size(); ++j) {
      const double both = w[static_cast<std::size_t>(i)] + w[static_cast<std::size_t>(j)];
      KeptDistance pair{i, j};
      if (both > 0.0 && is_kept(frames, variance * both * static_cast<double>(frames.size()), pair))
        kept.push_back(pair);
    }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const KeptDistance& a, const KeptDistance& b) { return a.length < b.length; });
  return kept;
}

}  // namespace

std::vector<KeptDistance> kept_distances(const Model& model, std::span<const std::vector<Vec3>> frames,
                                         std::span<const ImpliedRelation> relations, double variance) {
  std::vector<KeptDistance> chosen;
  GradientSpan first(model.with_positions(frames.front())), last(model.with_positions(frames.back()));
  for (GradientSpan* span : {&first, &last})
    for (const ImpliedRelation& relation : relations) span->add(span->gradients(relation));
  for (const KeptDistance& pair : all_kept(model, frames, variance)) {
    const Eigen::MatrixXd here = first.gradients(pair), there = last.gradients(pair);
    if (std::max(first.outside(here), last.outside(there)) <= independent) continue;
    chosen.push_back(pair);
    first.add(here);
    last.add(there);
  }
  return chosen;
}

}  // namespace taut
