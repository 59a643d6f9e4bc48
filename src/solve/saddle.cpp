#include "solve/saddle.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "base/philox.hpp"
#include "solve/curvature.hpp"
#include "solve/dense_algebra.hpp"
#include "solve/saddle_factor.hpp"

namespace taut {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;
using Effort = SaddleFactor::Effort;

// Of the largest entry of R. A free motion shows up at the rounding of R, a soft one of a body of a million parts
// above.
constexpr double vanishing = 1e-12, shift = 1e-8;
constexpr int rounds = 6;
constexpr Eigen::Index first_guess = 8, most_free = 512;

Vector random_vector(Eigen::Index size, std::uint64_t stream) {
  Vector x(size);
  for (Eigen::Index k = 0; k < size; ++k) x[k] = uniform_pair(1, stream, static_cast<std::uint64_t>(k))[0] - 0.5;
  return x;
}

}  // namespace

struct Saddle::Impl {
  FreeCoordinates coordinates;
  Eigen::Index n, m;   // coordinates, rows
  double scale = 0.0;  // of R
  Sparse r;
  Vector row_scale;  // rows are solved for as large as R
  Triplets jacobian;
  Matrix free;  // columns: U
  std::vector<std::vector<Vec3>> motions;
  bool solvable = true;
  bool symmetric = true;
  SaddleFactor factor;

  Impl(const Model& model, std::span<const std::int32_t> rows, std::span<const MatrixEntry> resistance,
       const Configuration& at)
      : coordinates(model), n(coordinates.count()), m(static_cast<Eigen::Index>(rows.size())), row_scale(m) {
    take_resistance(resistance);
    take_jacobian(taut::jacobian(model, rows, at));
    free.resize(n, 0);
  }

  void take_resistance(std::span<const MatrixEntry> resistance) {
    Triplets entries;
    for (const MatrixEntry& entry : resistance) {
      const std::int32_t i = coordinates.number(entry.row), j = coordinates.number(entry.column);
      if (i >= 0 && j >= 0) entries.emplace_back(i, j, entry.value);
    }
    r.resize(n, n);
    r.setFromTriplets(entries.begin(), entries.end());
    for (Eigen::Index k = 0; k < r.nonZeros(); ++k) scale = std::max(scale, std::abs(r.valuePtr()[k]));
  }

  void take_jacobian(const std::vector<MatrixEntry>& entries) {
    row_scale.setZero();
    for (const MatrixEntry& entry : entries)
      if (coordinates.number(entry.column) >= 0) row_scale[entry.row] += entry.value * entry.value;
    row_scale = (scale > 0.0 ? scale : 1.0) * row_scale.cwiseSqrt().cwiseInverse();
    for (const MatrixEntry& entry : entries)
      if (const std::int32_t k = coordinates.number(entry.column); k >= 0)
        jacobian.emplace_back(entry.row, k, row_scale[entry.row] * entry.value);
  }

  // [R + diagonal 1, B^T, U; B, 0, 0; U^T, 0, 0]
  bool factorise(double diagonal, Effort effort = Effort::any) {
    Triplets entries;
    for (Eigen::Index k = 0; k < r.outerSize(); ++k)
      for (Sparse::InnerIterator it(r, k); it; ++it) entries.emplace_back(it.row(), it.col(), it.value());
    const Eigen::Index all = n + m + free.cols();
    for (Eigen::Index k = 0; k < all; ++k) entries.emplace_back(k, k, k < n ? diagonal : 0.0);
    for (const auto& entry : jacobian) add_symmetric(entries, n + entry.row(), entry.col(), entry.value());
    for (Eigen::Index u = 0; u < free.cols(); ++u)
      for (Eigen::Index k = 0; k < n; ++k) add_symmetric(entries, n + m + u, k, scale * free(k, u));
    Sparse matrix(all, all);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return factor.compute(matrix, n, m, scale > 0.0 ? scale : 1.0, effort, symmetric);
  }
  static void add_symmetric(Triplets& entries, Eigen::Index i, Eigen::Index j, double value) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
    entries.emplace_back(static_cast<int>(j), static_cast<int>(i), value);
  }

  Vector solved(const Vector& force, const Vector& defect) const {
    Vector right = Vector::Zero(factor.rows());
    right.head(n) = force;
    right.segment(n, m) = defect;
    return factor.solve(right);
  }

  // Inverse iteration in a subspace that becomes the softest motions in ker B; their stiffness in ascending order.
  Vector soften(Matrix& x) const {
    for (int round = 0; round < rounds; ++round) {
      for (Eigen::Index c = 0; c < x.cols(); ++c) x.col(c) = solved(x.col(c), Vector::Zero(m)).head(n);
      x = orthonormal_basis(x);
    }
    const Matrix projected = x.transpose() * (r * x);
    const SymmetricModes modes = symmetric_modes(0.5 * (projected + projected.transpose()));
    x = x * modes.vectors;
    return modes.values;
  }

  // Whether a motion is free although the factorisation went through: the answer to some force would not end.
  bool is_regular() const {
    Vector x = random_vector(n, 0).normalized();
    double growth = 0.0;
    for (int round = 0; round < rounds; ++round) {
      x = solved(x, Vector::Zero(m)).head(n);
      growth = x.norm();
      if (!std::isfinite(growth) || growth * vanishing * scale > 1.0) return false;
      if (growth > 0.0) x /= growth;
    }
    return true;
  }

  Eigen::Index degrees_of_freedom() const { return n - m; }

  // Fills `free`; false when there are more than can be found.
  bool find_free() {
    if (!factorise(shift * scale)) return false;
    Eigen::Index guess = std::min(first_guess, degrees_of_freedom());
    while (!take_free(guess)) {
      if (guess >= most_free) return false;
      guess = std::min(2 * guess, degrees_of_freedom());
    }
    return true;
  }
  // Looks for free motions among this many; false when all of them are, and there may be more.
  bool take_free(Eigen::Index guess) {
    Matrix x(n, guess);
    for (Eigen::Index c = 0; c < guess; ++c) x.col(c) = random_vector(n, static_cast<std::uint64_t>(c) + 1);
    const Vector stiffness = soften(x);
    const auto found = (stiffness.array().abs() <= vanishing * scale).count();
    if (found == guess && guess < degrees_of_freedom()) return false;
    free.resize(n, found);
    for (Eigen::Index c = 0, to = 0; c < guess; ++c)
      if (std::abs(stiffness[c]) <= vanishing * scale) free.col(to++) = x.col(c);
    return true;
  }

  void prepare() {
    if (degrees_of_freedom() <= 0) {
      solvable = factorise(scale > 0.0 ? 0.0 : 1.0);
      return;
    }
    if (scale > 0.0 && symmetric && factorise(0.0, Effort::quick) && is_regular()) return;
    const bool searched = scale > 0.0 && symmetric && find_free();
    if (searched && free.cols() > 0)
      solvable = factorise(0.0);
    else
      solvable = scale > 0.0 && factorise(0.0) && is_regular();
    for (Eigen::Index c = 0; c < free.cols() && solvable; ++c) {
      motions.emplace_back(coordinates.particles());
      coordinates.scatter(free.col(c).data(), motions.back().data());
    }
  }
};

Saddle::Saddle(const Model& model, std::span<const std::int32_t> rows, std::span<const MatrixEntry> resistance,
               Symmetry symmetry, const Configuration& at)
    : impl_(std::make_unique<Impl>(model, rows, resistance, at)) {
  impl_->symmetric = symmetry == Symmetry::symmetric;
  impl_->prepare();
}
Saddle::Saddle(Saddle&&) noexcept = default;
Saddle::~Saddle() = default;

bool Saddle::solvable() const { return impl_->solvable; }
const std::vector<std::vector<Vec3>>& Saddle::free_motions() const { return impl_->motions; }

void Saddle::solve(const Vec3* force, std::span<const double> defect, Vec3* motion, double* lambda) const {
  Vector f(impl_->n), d = Vector::Zero(impl_->m);
  impl_->coordinates.gather(force, f.data());
  for (std::size_t k = 0; k < defect.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    d[row] = impl_->row_scale[row] * defect[k];
  }
  const Vector x = impl_->solved(f, d);
  impl_->coordinates.scatter(x.data(), motion);
  for (Eigen::Index k = 0; lambda && k < impl_->m; ++k) lambda[k] = impl_->row_scale[k] * x[impl_->n + k];
}

void Saddle::columns(std::span<const std::int32_t> coordinates, Vec3* motions) const {
  for (std::size_t done = 0; done < coordinates.size(); done += SaddleFactor::panel) {
    const std::size_t count = std::min<std::size_t>(SaddleFactor::panel, coordinates.size() - done);
    SaddleFactor::Panel right = SaddleFactor::Panel::Zero(impl_->factor.rows(), SaddleFactor::panel);
    for (std::size_t c = 0; c < count; ++c)
      right(impl_->coordinates.number(coordinates[done + c]), static_cast<Eigen::Index>(c)) = 1.0;
    const SaddleFactor::Panel x = impl_->factor.solve(right);
    for (std::size_t c = 0; c < count; ++c) {
      const Vector motion = x.col(static_cast<Eigen::Index>(c)).head(impl_->n);
      impl_->coordinates.scatter(motion.data(), motions + (done + c) * impl_->coordinates.particles());
    }
  }
}

}  // namespace taut
