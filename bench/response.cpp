// Answers to forces: ensembles of random chains, a column of a very long one, all of a short one. The ratios compare
// with the same from dense matrices, as the formula is written down.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/direction.hpp"
#include "case.hpp"
#include "measure.hpp"
#include "taut/ensemble.hpp"

namespace taut::bench {
namespace {

Model random_chain(int beads) {
  ModelBuilder builder(3);
  Vec3 r{};
  for (int k = 0; k < beads; ++k) {
    builder.add(ParticleSpec{.position = r});
    r += random_direction(1, 0, static_cast<std::uint64_t>(k), 3);
  }
  for (int k = 1; k < beads; ++k) builder.add(DistanceSpec{.i = k - 1, .j = k});
  return std::move(builder.build().value());
}

// E = 1 - B^T (B B^T)^-1 B for unit drags.
Eigen::MatrixXd dense_response(const std::vector<Vec3>& r) {
  const auto n = static_cast<Eigen::Index>(r.size());
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(n - 1, 3 * n);
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    const Vec3 bond = r[static_cast<std::size_t>(k + 1)] - r[static_cast<std::size_t>(k)];
    const Eigen::RowVector3d u(bond.x, bond.y, bond.z);
    b.block<1, 3>(k, 3 * k) = -u;
    b.block<1, 3>(k, 3 * k + 3) = u;
  }
  const Eigen::MatrixXd a = b * b.transpose();
  return Eigen::MatrixXd::Identity(3 * n, 3 * n) - b.transpose() * a.llt().solve(b);
}

double largest_difference(const Eigen::MatrixXd& expected, const std::vector<double>& found) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < expected.rows(); ++i)
    for (Eigen::Index j = 0; j < expected.cols(); ++j)
      largest = std::max(largest, std::abs(expected(i, j) - found[static_cast<std::size_t>(i * expected.cols() + j)]));
  return largest;
}

ForceField no_forces(const Model& model) { return ForceField::make(model, {}).value(); }

Case whole_matrix() {
  const Model model = random_chain(40);
  Response response = std::move(Response::make(model, no_forces(model), {}).value());
  std::vector<double> found;
  Eigen::MatrixXd expected;
  const double ours = fastest(40, 20, [&] { found = response.matrix(); }),
               dense = fastest(20, 2, [&] { expected = dense_response(model.positions()); });
  return {.name = "all of E of a chain of 40 beads (error: largest difference from dense)",
          .unit = "matrix",
          .ns = ours,
          .error = largest_difference(expected, found),
          .ratios = {{"dense Eigen", ours / dense}},
          .target = 20'000.0};
}

Case long_column() {
  constexpr int beads = 1'000'000;
  const Model model = random_chain(beads);
  Response response = std::move(Response::make(model, no_forces(model), {}).value());
  std::vector<Vec3> column;
  const double ours = fastest(7, 1, [&] { column = response.column(beads / 2, 0); });
  Vec3 left = {-1.0, 0.0, 0.0};  // what the velocities leave of the force
  for (const Vec3& v : column) left += v;
  return {.name = "a column of E of a chain of 1,000,000 beads (error: momentum)",
          .unit = "column",
          .ns = ours,
          .error = norm(left),
          .target = 50e6};
}

// One of 100,000; the error is the standard error of the mean at distance 1.
Case ensemble() {
  constexpr int samples = 100'000, beads = 40;
  const Model model = random_chain(beads);
  const ForceField forces = no_forces(model);
  Estimate nearest;
  const double ours = fastest(3, 1, [&] {
    ResponseEnsemble all = std::move(ResponseEnsemble::make(model, forces, {.samples = samples}).value());
    while (!all.done()) all.advance();
    nearest = all.at_distance(1);
  });
  const double dense = fastest(20, 2, [&] { static_cast<void>(dense_response(model.positions())); });
  return {.name = "E of a random chain of 40 beads to distance 12",
          .unit = "chain",
          .ns = ours / samples,
          .error = nearest.error,
          .ratios = {{"dense Eigen", ours / samples / dense}},
          .target = 5'000.0};
}

// Arms of rods from one bead; a ring where there are none.
Model star(int arms, int length) {
  ModelBuilder builder(3);
  builder.add(ParticleSpec{});
  for (int arm = 0; arm < arms; ++arm)
    for (int k = 1; k <= length; ++k) {
      const double turn = 2.0 * 3.141592653589793 * arm / arms;
      builder.add(ParticleSpec{.position = {k * std::cos(turn), k * std::sin(turn), 0.0}});
      const int last = arm * length + k;
      builder.add(DistanceSpec{.i = k == 1 ? 0 : last - 1, .j = last});
    }
  return std::move(builder.build().value());
}
Model ring(int beads) {
  ModelBuilder builder(3);
  const double turn = 2.0 * 3.141592653589793 / beads;
  for (int k = 0; k < beads; ++k) builder.add(ParticleSpec{.position = {std::cos(k * turn), std::sin(k * turn), 0.0}});
  for (int k = 0; k < beads; ++k) builder.add(DistanceSpec{.i = k, .j = (k + 1) % beads});
  return std::move(builder.build().value());
}

// One sample of an ensemble that is no chain; the error is the standard error of the mean at distance 1.
Case other_ensemble(const char* name, const Model& model, int samples) {
  const ForceField forces = no_forces(model);
  Estimate nearest;
  const double ours = fastest(3, 1, [&] {
    ResponseEnsemble all = std::move(ResponseEnsemble::make(model, forces, {.samples = samples}).value());
    while (!all.done()) all.advance();
    nearest = all.at_distance(1);
  });
  return {.name = name, .unit = "sample", .ns = ours / samples, .error = nearest.error};
}

}  // namespace

std::vector<Case> response_cases() {
  return {ensemble(), other_ensemble("E of a random star of 8 arms of 5 rods to distance 12", star(8, 5), 4000),
          other_ensemble("E of a random ring of 20 rods to distance 12", ring(20), 4000), whole_matrix(),
          long_column()};
}

}  // namespace taut::bench
