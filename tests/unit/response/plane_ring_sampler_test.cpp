// Closed polygons in the plane: chains of independent edges on the condition that they close.
#include <array>
#include <cmath>
#include <numbers>

#include "base/direction.hpp"
#include "response/sampler.hpp"
#include "support/simulation.hpp"
#include "taut/ensemble.hpp"

namespace taut::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double errors = 4.0;  // of the standard error; one sample of seeds in 16,000 lies beyond

// A ring of edges with these lengths, inscribed in a circle.
Model ring(const std::vector<double>& lengths) {
  double low = *std::max_element(lengths.begin(), lengths.end()) / 2.0, high = 1e4;
  const auto turn = [&](double radius) {
    double sum = 0.0;
    for (double l : lengths) sum += 2.0 * std::asin(std::min(1.0, l / (2.0 * radius)));
    return sum;
  };
  for (int k = 0; k < 200; ++k) (turn(0.5 * (low + high)) > 2.0 * pi ? low : high) = 0.5 * (low + high);
  ModelBuilder builder(2);
  double angle = 0.0;
  for (double l : lengths) {
    builder.add(ParticleSpec{.position = {low * std::cos(angle), low * std::sin(angle), 0.0}});
    angle += 2.0 * std::asin(std::min(1.0, l / (2.0 * low)));
  }
  const int n = static_cast<int>(lengths.size());
  for (int k = 0; k < n; ++k)
    builder.add(DistanceSpec{.i = k, .j = (k + 1) % n, .length = lengths[static_cast<std::size_t>(k)]});
  return builder.build().value();
}

struct Moments {
  double mean = 0.0, error = 0.0;
};

// Mean of a function of the positions over so many rings.
template <class Function>
Moments mean_of(const Model& model, int samples, Function&& f) {
  const Plan plan = Plan::make(model, {}).value();
  const Sampler sampler = Sampler::make(model, plan, 1).value();
  std::vector<Vec3> position = model.positions();
  double sum = 0.0, square = 0.0;
  for (int s = 0; s < samples; ++s) {
    sampler.sample(static_cast<std::uint64_t>(s), position);
    const double value = f(position);
    sum += value / samples;
    square += value * value / samples;
  }
  return {sum, std::sqrt((square - sum * sum) / samples)};
}

double chord(const std::vector<Vec3>& r, std::size_t i, std::size_t j) { return dot(r[j] - r[i], r[j] - r[i]); }

TEST(PlaneRingSampler, ClosesExactly) {
  const std::vector<std::vector<double>> cases = {
      {1, 1, 1, 1, 1}, {1, 2, 1.5, 0.7}, {2, 1, 1, 1, 1}, {0.1, 0.2, 3, 2.9, 0.5, 0.4}, std::vector<double>(41, 1.0)};
  for (const std::vector<double>& lengths : cases) {
    const Model model = ring(lengths);
    const Plan plan = Plan::make(model, {}).value();
    const Sampler sampler = Sampler::make(model, plan, 3).value();
    std::vector<Vec3> position = model.positions();
    for (std::uint64_t s = 0; s < 100; ++s) {
      sampler.sample(s, position);
      for (const DistanceRow& rod : model.distances())
        ASSERT_NEAR(std::sqrt(chord(position, static_cast<std::size_t>(rod.i), static_cast<std::size_t>(rod.j))),
                    rod.length, 1e-13);
      ASSERT_EQ(position[2].z, 0.0);
    }
  }
}

// Equal edges can be exchanged, so that e_i.e_j is -1 / (n - 1) on average and |v_k - v_0|^2 is k (n - k) / (n - 1).
TEST(PlaneRingSampler, HasChordsOfExchangeableEdges) {
  for (const int n : {5, 6, 9, 30}) {
    const Model model = ring(std::vector<double>(static_cast<std::size_t>(n), 1.0));
    for (int k = 2; 2 * k <= n; k += n / 4) {
      const Moments found = mean_of(model, n > 10 ? 1000 : 10000,
                                    [&](const auto& r) { return chord(r, 0, static_cast<std::size_t>(k)); });
      EXPECT_NEAR(found.mean, k * (n - k) / (n - 1.0), errors * found.error) << n << " " << k;
    }
  }
}

// A quadrilateral has one diagonal; its square s has the density 1 / sqrt of a quartic, by the two triangles on it.
// Chebyshev's rule between the two ends that matter.
TEST(PlaneRingSampler, OfFourEdgesIsAQuadrature) {
  const std::array<double, 4> l = {1.0, 2.0, 1.5, 0.7};
  const double low = std::max((l[0] - l[1]) * (l[0] - l[1]), (l[2] - l[3]) * (l[2] - l[3])),
               high = std::min((l[0] + l[1]) * (l[0] + l[1]), (l[2] + l[3]) * (l[2] + l[3])),
               below = std::min((l[0] - l[1]) * (l[0] - l[1]), (l[2] - l[3]) * (l[2] - l[3])),
               above = std::max((l[0] + l[1]) * (l[0] + l[1]), (l[2] + l[3]) * (l[2] + l[3]));
  double weight = 0.0, first = 0.0, second = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double s = 0.5 * (low + high) + 0.5 * (high - low) * std::cos((k + 0.5) * pi / 2000);
    const double w = 1.0 / std::sqrt((s - below) * (above - s));
    weight += w;
    first += w * s;
    second += w * s * s;
  }
  for (const int turn : {0, 1, 2, 3}) {  // whichever edges close it
    std::vector<double> turned;
    for (int k = 0; k < 4; ++k) turned.push_back(l[static_cast<std::size_t>((k + turn) % 4)]);
    const auto i = static_cast<std::size_t>((4 - turn) % 4), j = (i + 2) % 4;
    const Model model = ring(turned);
    const Moments once = mean_of(model, 10000, [&](const auto& r) { return chord(r, i, j); });
    const Moments twice = mean_of(model, 10000, [&](const auto& r) { return chord(r, i, j) * chord(r, i, j); });
    EXPECT_NEAR(once.mean, first / weight, errors * once.error) << turn;
    EXPECT_NEAR(twice.mean, second / weight, errors * twice.error) << turn;
  }
}

// Five edges: the first two have directions on a grid, and the density of the other three to close is that of two,
// summed over the direction of the third; midpoints of cells, whose error is below a thousandth.
double two_edges(double s, double a, double b) {
  const double product = (s - (a - b) * (a - b)) * ((a + b) * (a + b) - s);
  return product > 0.0 ? 1.0 / std::sqrt(product) : 0.0;
}

TEST(PlaneRingSampler, OfFiveEdgesIsAQuadrature) {
  const std::vector<double> l = {1.0, 1.3, 0.8, 1.1, 0.9};
  constexpr int cells = 1500;
  double weight = 0.0, square = 0.0;
  for (int i = 0; i < cells; ++i) {  // by symmetry half of the angles between the first two
    const double phi = pi * (i + 0.5) / cells, s = l[0] * l[0] + l[1] * l[1] + 2.0 * l[0] * l[1] * std::cos(phi);
    double inner = 0.0;
    for (int j = 0; j < cells; ++j)
      inner += two_edges(s + l[2] * l[2] + 2.0 * l[2] * std::sqrt(s) * std::cos(pi * (j + 0.5) / cells), l[3], l[4]);
    weight += inner;
    square += inner * s * s;
  }
  const Moments found = mean_of(ring(l), 20000, [](const auto& r) { return chord(r, 0, 2) * chord(r, 0, 2); });
  EXPECT_NEAR(found.mean, square / weight, errors * found.error + 2e-3 * square / weight);
}

// Six edges: chains that close by chance to within a tenth. A gap of g changes means by g^2 / n or so.
TEST(PlaneRingSampler, OfSixEdgesIsWhatClosesByChance) {
  constexpr double gap = 0.1;
  const std::array<double, 6> l = {1.0, 1.2, 0.7, 1.0, 1.5, 0.9};
  double count = 0.0, sum = 0.0, square = 0.0;
  for (std::uint64_t s = 0; s < 600'000; ++s) {
    Vec3 end{}, third{};
    for (std::uint64_t k = 0; k < 6; ++k) {
      end += l[k] * random_direction(9, s, k, 2);
      if (k == 2) third = end;
    }
    if (norm(end) > gap) continue;
    const double value = dot(third, third) * dot(third, third);
    count += 1.0;
    sum += value;
    square += value * value;
  }
  const double mean = sum / count, error = std::sqrt((square / count - mean * mean) / count);
  ASSERT_GT(count, 500.0);
  const Moments found =
      mean_of(ring({l.begin(), l.end()}), 20000, [](const auto& r) { return chord(r, 0, 3) * chord(r, 0, 3); });
  EXPECT_NEAR(found.mean, mean, errors * std::hypot(error, found.error) + gap * gap / 6.0 * mean);
}

TEST(PlaneRingSampler, RefusesWhatHasNoAverage) {
  const auto refusal = [](const std::vector<double>& lengths) {
    const Model model = ring(lengths);
    return ResponseEnsemble::make(model, ForceField::make(model, {}).value(), {}).error().message;
  };
  EXPECT_NE(refusal({1, 1, 1, 1}).find("four rods in the plane that can fold flat"), std::string::npos);
  std::vector<double> taut(60, 1.0);
  taut.push_back(58.0);
  EXPECT_NE(refusal(taut).find("nearly taut"), std::string::npos);
}

TEST(ResponseEnsemble, OfPlaneRingsKeepsTraceAndMomentum) {
  const Model model = ring(std::vector<double>(6, 1.0));
  ResponseEnsemble all =
      ResponseEnsemble::make(model, ForceField::make(model, {}).value(), {.samples = 2000, .distance = 3}).value();
  while (!all.done()) all.advance();
  const EnsembleResult result = all.result();
  EXPECT_NEAR(result.distances[0].value.mean, 0.5, 1e-12);  // 12 coordinates less 6 constraints
  const double sum = result.distances[0].value.mean + 2.0 * result.distances[1].value.mean +
                     2.0 * result.distances[2].value.mean + result.distances[3].value.mean;
  EXPECT_NEAR(sum, 1.0, 1e-9);
}

}  // namespace
}  // namespace taut::test
