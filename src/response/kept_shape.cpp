// What a body keeps while it flies and tumbles is no linear relation of its coordinates but its shape. Of a rigid group
// all pairs keep their distances, and only so many as are independent make constraints, the shortest first. Distances
// do not hold flat groups flat, to first order; what does is that four particles lie in a plane,
//   sigma = (b - a).((c - a) x (d - a)) = 0.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "response/gradient_span.hpp"
#include "taut/modes.hpp"

namespace taut {
namespace {

// Nearly dependent distances, as four atoms in a plane have them, would make constraints that hardly can be solved:
// the sine of the least angle between a gradient and the span of the others.
constexpr double independent = 1e-3;
constexpr int most_in_planes = 24;  // particles: all sets of four are tried

using Frames = std::span<const std::vector<Vec3>>;

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
bool is_kept(Frames frames, double most_squares, KeptDistance& pair) {
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

// Those that are no rods already.
std::vector<KeptDistance> all_distances(const Model& model, Frames frames, double variance) {
  const std::vector<double>& w = model.inverse_masses();
  std::set<std::pair<int, int>> rods;
  for (const DistanceRow& rod : model.distances()) rods.insert(std::minmax(rod.i, rod.j));
  std::vector<KeptDistance> kept;
  for (int i = 0; i < model.size(); ++i)
    for (int j = i + 1; j < model.size(); ++j) {
      const double both = w[static_cast<std::size_t>(i)] + w[static_cast<std::size_t>(j)];
      KeptDistance pair{i, j};
      if (both > 0.0 && !rods.contains({i, j}) &&
          is_kept(frames, variance * both * static_cast<double>(frames.size()), pair))
        kept.push_back(pair);
    }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const KeptDistance& a, const KeptDistance& b) { return a.length < b.length; });
  return kept;
}

// Whether the four stay in a plane: sigma over the norm of its gradient, weighted by root mass, is how far they are
// off.
bool is_kept(const Model& model, Frames frames, double most_squares, KeptPlane& four) {
  double squares = 0.0;
  for (const std::vector<Vec3>& frame : frames) {
    const PlaneRow row(four, frame);
    double norms = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
      norms +=
          model.inverse_masses()[static_cast<std::size_t>(four.particles[k])] * dot(row.gradients[k], row.gradients[k]);
    if (!(norms > 0.0) || (squares += row.value * row.value / norms) > most_squares) return false;
    const double area = norm(row.gradients[3]);
    if (area > 0.0) four.deviation = std::max(four.deviation, std::abs(row.value) / area);
  }
  return true;
}

std::vector<KeptPlane> all_planes(const Model& model, Frames frames, double variance) {
  std::vector<KeptPlane> kept;
  const int n = model.dimension() == 3 && model.size() <= most_in_planes ? model.size() : 0;
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b)
      for (int c = b + 1; c < n; ++c)
        for (int d = c + 1; d < n; ++d) {
          KeptPlane four{{a, b, c, d}};
          if (is_kept(model, frames, variance * static_cast<double>(frames.size()), four)) kept.push_back(four);
        }
  return kept;
}

// What constraints hold at the first frame and at the last: what depends on them at one of these would be singular
// there.
class HeldShape {
 public:
  HeldShape(const Model& model, Frames frames, std::span<const ImpliedRelation> relations)
      : first_(model.with_positions(frames.front())), last_(model.with_positions(frames.back())) {
    for (GradientSpan* span : {&first_, &last_})
      for (const ImpliedRelation& relation : relations) span->add(span->gradients(relation));
  }

  // Those that are independent of what is held and of each other; they are held from then on.
  template <class Kept>
  std::vector<Kept> take(const std::vector<Kept>& all) {
    std::vector<Kept> taken;
    for (const Kept& one : all) {
      const Eigen::MatrixXd here = first_.gradients(one), there = last_.gradients(one);
      if (std::min(first_.outside(here), last_.outside(there)) <= independent) continue;
      taken.push_back(one);
      first_.add(here);
      last_.add(there);
    }
    return taken;
  }

 private:
  GradientSpan first_, last_;
};

}  // namespace

KeptShape kept_shape(const Model& model, std::span<const std::vector<Vec3>> frames,
                     std::span<const ImpliedRelation> relations, double variance) {
  HeldShape held(model, frames, relations);
  KeptShape shape;
  shape.distances = held.take(all_distances(model, frames, variance));
  shape.planes = held.take(all_planes(model, frames, variance));
  return shape;
}

}  // namespace taut
