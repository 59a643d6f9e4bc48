// Closed polygons in the plane whose edges have given lengths, as a chain of edges with independent, uniform directions
// is on the condition that it closes (that its end comes within epsilon of its beginning, epsilon -> 0).
//
// All edges but three are drawn freely; they leave a gap of length r for three edges a, b, c. Directions of those that
// close the gap have a density [borwein2011, for equal lengths]
//   p(r) ~ K(m) / sqrt(P),   P = max(16 a b c r, Q),   m = min(16 a b c r, Q) / P,
//   Q = (r + c + b - a) (r + c + a - b) (a + b + c - r) (a + b + r - c),
// K being the complete elliptic integral: the draw is kept with this probability over the largest. K grows like the
// logarithm of the distance from rings that can be folded flat there; it is cut at `most_k`, beyond which lies less
// than 1e-12 of all rings. Which edges close the gap does not matter to the measure; those with the least density at
// its largest keep the most draws.
//
// The square s of the diagonal before the last two edges then has the density 1 / sqrt((s - s0) (s - s1) (s2 - s) (s3 -
// s)) between s1 and s2, with {s0, s1} = {(r - c)^2, (a - b)^2} and {s2, s3} = {(r + c)^2, (a + b)^2} in order. With
//   sin^2 f = (s2 - s0) (s - s1) / ((s2 - s1) (s - s0))
// that is 1 / sqrt(1 - m sin^2 f) for f between 0 and a right angle; both triangles are laid to either side at random.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/direction.hpp"
#include "response/ring.hpp"
#include "response/sampler.hpp"

namespace taut {
namespace {

constexpr int attempt_bits = 40;   // an attempt has random numbers of its own, beyond those of all components
constexpr int diagonal_bits = 28;  // and those for the diagonal lie beyond the edges
constexpr double most_k = 16.0;    // K(1 - 2e-13)
constexpr double least_complement = 1e-30;
constexpr int gap_steps = 2000;                  // of the search for the largest density
constexpr double margin = 1.02;                  // over what was found between them
constexpr std::uint64_t most_draws = 5'000'000;  // of edges, for a first ring
constexpr std::size_t most_lengths = 12;         // that closing edges are chosen from

// By the arithmetic-geometric mean; from 1 - m.
double complete_elliptic(double complement) {
  double a = 1.0, b = std::sqrt(complement);
  while (a - b > 1e-15 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::min(std::numbers::pi / (a + b), most_k);
}

struct Closing {
  double a, b, c;

  double reach() const { return a + b + c; }
  double least() const { return std::max(0.0, 2.0 * std::max({a, b, c}) - reach()); }
  double product(double r) const { return 16.0 * a * b * c * r; }
  double quartic(double r) const { return (r + c + b - a) * (r + c + a - b) * (a + b + c - r) * (a + b + r - c); }
  double larger(double r) const { return std::max(product(r), quartic(r)); }
  double complement(double r) const { return std::abs(product(r) - quartic(r)) / larger(r); }  // 1 - m
  // Without its constant; 0 where the gap cannot be closed.
  double density(double r) const {
    if (r >= reach() || r <= least()) return 0.0;
    return complete_elliptic(complement(r)) / std::sqrt(larger(r));
  }
  // Above every density.
  double bound() const {
    double smallest = larger(reach());
    for (int k = 0; k < gap_steps; ++k)
      smallest = std::min(smallest, larger(least() + (reach() - least()) * k / gap_steps));
    return margin * most_k / std::sqrt(smallest);
  }
};

struct Random {  // numbers of one attempt
  std::uint64_t seed, stream, index;
  std::array<double, 2> operator()(std::uint64_t k) const { return uniform_pair(seed, stream, index + k); }
};

class PlaneRingSampler final : public ComponentSampler {
 public:
  PlaneRingSampler(Ring ring, const std::array<std::size_t, 3>& closing) : ring_(std::move(ring)), edges_(closing) {
    const std::vector<double>& l = ring_.lengths;
    closing_ = {l[closing[0]], l[closing[1]], l[closing[2]]};
    bound_ = closing_.bound();
    for (std::size_t k = 0; k < l.size(); ++k)
      if (std::find(closing.begin(), closing.end(), k) == closing.end()) free_.push_back(k);
  }

  std::uint64_t size() const override { return ring_.corners.size(); }

  void sample(std::uint64_t seed, std::uint64_t number, std::uint64_t first, Vec3* position) const override {
    std::vector<Vec3> edges(ring_.lengths.size());
    for (std::uint64_t attempt = 1; !draw({seed, number, first | attempt << attempt_bits}, edges); ++attempt) {
    }
    for (std::size_t k = 0; k + 1 < edges.size(); ++k)
      position[ring_.corners[k + 1]] = position[ring_.corners[k]] + edges[k];
  }

  // Whether this attempt is kept.
  bool draw(const Random& random, std::vector<Vec3>& edges) const {
    const Vec3 end = walk(random, edges);
    const double r = norm(end);
    if (random(free_.size())[0] * bound_ >= closing_.density(r)) return false;
    close(random, end, r, edges);
    return true;
  }
  std::size_t free_edges() const { return free_.size(); }

 private:
  // Two directions from each pair of numbers.
  Vec3 walk(const Random& random, std::vector<Vec3>& edges) const {
    Vec3 end{};
    for (std::size_t k = 0; k < free_.size(); k += 2) {
      const std::array<double, 2> turns = random(k);
      for (std::size_t j = k; j < std::min(k + 2, free_.size()); ++j) {
        const CirclePoint point = circle_point(turns[j - k]);
        edges[free_[j]] = ring_.lengths[free_[j]] * Vec3{point.cosine, point.sine, 0.0};
        end += edges[free_[j]];
      }
    }
    return end;
  }

  void close(const Random& random, const Vec3& end, double r, std::vector<Vec3>& edges) const {
    const auto [a, b, c] = closing_;
    const std::array<double, 2> sides = random(free_.size() + 1);
    const double s = squared_diagonal(random, r);
    const double cosine = std::clamp((s - r * r - c * c) / (2.0 * r * c), -1.0, 1.0);
    edges[edges_[2]] = c * turned((1.0 / r) * end, cosine, sides[0]);
    const Vec3 left = -1.0 * (end + edges[edges_[2]]);
    const double d = norm(left);
    edges[edges_[0]] =
        a * turned((1.0 / d) * left, std::clamp((a * a - b * b + d * d) / (2.0 * a * d), -1.0, 1.0), sides[1]);
    edges[edges_[1]] = left - edges[edges_[0]];
  }
  // A unit vector at the angle of this cosine from another, on a side by chance.
  static Vec3 turned(const Vec3& u, double cosine, double side) {
    const double sine = (side < 0.5 ? 1.0 : -1.0) * std::sqrt(1.0 - cosine * cosine);
    return {cosine * u.x - sine * u.y, sine * u.x + cosine * u.y, 0.0};
  }

  double squared_diagonal(const Random& random, double r) const {
    const auto [a, b, c] = closing_;
    const auto [s0, s1] = std::minmax({(r - c) * (r - c), (a - b) * (a - b)});
    const double s2 = std::min((r + c) * (r + c), (a + b) * (a + b));
    const double x = squared_sine(random, std::max(closing_.complement(r), least_complement)) * (s2 - s1) / (s2 - s0);
    return (s1 - x * s0) / (1.0 - x);
  }
  // sin^2 f = 1 / (1 + t^2), where t has the density h = 1 / sqrt((1 + t^2) (t^2 + c)), c = 1 - m. It is the same for
  // sqrt(c) / t, so that t up to the fourth root of c is drawn and then inverted or not; in octaves of t, as h falls
  // like 1 / t there.
  static double squared_sine(const Random& random, double c) {
    const double root = std::sqrt(c), end = std::sqrt(root);
    const double octaves = std::max(0, std::ilogb(end / root) + 1) + 1;
    for (std::uint64_t k = 1;; ++k) {
      const std::array<double, 2> u = random(k << diagonal_bits), v = random((k << diagonal_bits) + 1);
      const int octave = static_cast<int>(u[0] * octaves);
      const double width = octave == 0 ? root : std::ldexp(root, octave - 1);
      const double t = (octave == 0 ? 0.0 : width) + u[1] * width, square = t * t;
      if (t > end || v[0] * std::sqrt((1.0 + square) * (square + c)) > width) continue;
      return v[1] < 0.5 ? 1.0 / (1.0 + square) : square / (square + c);
    }
  }

  Ring ring_;
  std::array<std::size_t, 3> edges_;  // that close: a, b, c
  Closing closing_;
  double bound_;
  std::vector<std::size_t> free_;
};

// Edges of different lengths, the longest first.
std::vector<std::size_t> candidates(const std::vector<double>& lengths) {
  std::vector<std::size_t> order(lengths.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return lengths[i] > lengths[j]; });
  std::vector<std::size_t> some;
  for (const std::size_t k : order) {
    const auto equal = std::count_if(some.begin(), some.end(), [&](std::size_t j) { return lengths[j] == lengths[k]; });
    if (equal < 3 && some.size() < most_lengths) some.push_back(k);
  }
  return some;
}

std::array<std::size_t, 3> closing_edges(const std::vector<double>& l) {
  const std::vector<std::size_t> from = candidates(l);
  std::array<std::size_t, 3> best = {0, 1, 2};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = i + 1; j < from.size(); ++j)
      for (std::size_t k = j + 1; k < from.size(); ++k) {
        const double bound = Closing{l[from[i]], l[from[j]], l[from[k]]}.bound();
        if (bound >= least) continue;
        least = bound;
        best = {from[i], from[j], from[k]};
      }
  return best;
}

// Four edges have one gap only. Where they can fold flat, the density of rings about that has no finite sum.
bool folds_flat(const std::vector<double>& l) {
  if (l.size() != 4) return false;
  for (const double a : {l[1], -l[1]})
    for (const double b : {l[2], -l[2]})
      for (const double c : {l[3], -l[3]})
        if (std::abs(l[0] + a + b + c) <= 1e-9 * l[0]) return true;
  return false;
}

bool closes(const PlaneRingSampler& sampler, std::size_t corners) {
  std::vector<Vec3> edges(corners);
  const std::uint64_t most = most_draws / (sampler.free_edges() + 1);
  for (std::uint64_t attempt = 1; attempt < most; ++attempt)
    if (sampler.draw({0, 0, attempt << attempt_bits}, edges)) return true;
  return false;
}

}  // namespace

std::unique_ptr<ComponentSampler> make_plane_ring_sampler(const Model& model, const Component& component) {
  std::optional<Ring> ring = ring_of(model, component);
  if (model.dimension() != 2 || !ring || folds_flat(ring->lengths)) return nullptr;
  const std::size_t corners = ring->corners.size();
  const std::array<std::size_t, 3> closing = closing_edges(ring->lengths);
  auto sampler = std::make_unique<PlaneRingSampler>(std::move(*ring), closing);
  if (!closes(*sampler, corners)) return nullptr;
  return sampler;
}

}  // namespace taut
