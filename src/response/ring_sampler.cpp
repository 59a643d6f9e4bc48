// Closed polygons in space, uniform among all whose edges have given lengths, as a chain of independent edges is on the
// condition that it closes [cantarella2016]. The diagonals d_i from the first corner to corner i are uniform in the
// polytope
//   |d_i+1 - d_i| <= l_i <= d_i + d_i+1,   d_1 = l_0,   d_n-1 = l_n-1,
// and the fan of triangles is folded along each by an angle of its own, uniform on the circle. Steps d_i+1 - d_i are
// drawn until all inequalities hold, about n^(3/2) times for n edges.
#include <algorithm>
#include <cmath>

#include "base/direction.hpp"
#include "response/ring.hpp"
#include "response/sampler.hpp"

namespace taut {
namespace {

constexpr int attempt_bits = 40;  // an attempt has random numbers of its own, beyond those of all components
constexpr std::uint64_t most_attempts = 1'000'000;  // for a first one; a ring that is nearly taut takes more

class RingSampler final : public ComponentSampler {
 public:
  RingSampler(std::vector<std::int32_t> corners, std::vector<double> lengths)
      : corners_(std::move(corners)), lengths_(std::move(lengths)) {}

  std::uint64_t size() const override { return corners_.size(); }

  void sample(std::uint64_t seed, std::uint64_t number, std::uint64_t first, Vec3* position) const override {
    std::vector<double> diagonals(corners_.size());
    for (std::uint64_t attempt = 1; !draw(seed, number, first | attempt << attempt_bits, diagonals); ++attempt) {
    }
    const Vec3 origin = position[corners_[0]];
    Vec3 axis = random_direction(seed, number, first, 3);
    position[corners_[1]] = origin + diagonals[1] * axis;
    for (std::size_t i = 1; i + 1 < corners_.size(); ++i) {
      const double a = diagonals[i], b = diagonals[i + 1], l = lengths_[i];
      const double cosine = std::clamp((a * a + b * b - l * l) / (2.0 * a * b), -1.0, 1.0);
      const Vec3 fold = across(axis, uniform_pair(seed, number, first + i)[0]);
      axis = cosine * axis + std::sqrt(1.0 - cosine * cosine) * fold;
      axis *= 1.0 / norm(axis);
      position[corners_[i + 1]] = origin + b * axis;
    }
  }

  // Whether the steps make diagonals of the polytope.
  bool draw(std::uint64_t seed, std::uint64_t number, std::uint64_t index, std::vector<double>& d) const {
    const std::size_t n = corners_.size();
    d[1] = lengths_[0];
    d[n - 1] = lengths_[n - 1];
    for (std::size_t i = 1; i + 2 < n; ++i) {
      d[i + 1] = d[i] + lengths_[i] * (2.0 * uniform_pair(seed, number, index + i)[0] - 1.0);
      if (d[i] + d[i + 1] < lengths_[i]) return false;
    }
    return std::abs(d[n - 1] - d[n - 2]) <= lengths_[n - 2] && d[n - 1] + d[n - 2] >= lengths_[n - 2];
  }

 private:
  std::vector<std::int32_t> corners_;
  std::vector<double> lengths_;  // from corner i to corner i + 1
};

// Whether a thousandth of the time that a user would wait for one sample brings one at all.
bool closes(const RingSampler& sampler, std::size_t corners) {
  std::vector<double> diagonals(corners);
  for (std::uint64_t attempt = 1; attempt < most_attempts; ++attempt)
    if (sampler.draw(0, 0, attempt << attempt_bits, diagonals)) return true;
  return false;
}

}  // namespace

std::unique_ptr<ComponentSampler> make_ring_sampler(const Model& model, const Component& component) {
  std::optional<Ring> ring = ring_of(model, component);
  if (model.dimension() != 3 || !ring) return nullptr;
  const std::size_t corners = ring->corners.size();
  auto sampler = std::make_unique<RingSampler>(std::move(ring->corners), std::move(ring->lengths));
  if (!closes(*sampler, corners)) return nullptr;
  return sampler;
}

}  // namespace taut
