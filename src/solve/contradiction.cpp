// Least squares by Levenberg and Marquardt [more1978], the step taken in the space of the rows:
//   dr = -W B^T (A + mu diag A)^-1 sigma,   A = B W B^T
// It needs no full rank. Where it ends with sigma not zero, B^T sigma = 0: the defects balance one another like the
// tensions of a stressed framework, and the rows with large ones are those that contradict.
#include "solve/contradiction.hpp"

#include <algorithm>
#include <cmath>

#include "solve/gram.hpp"

namespace taut {
namespace {

constexpr double satisfied = 1e-9;  // relative
constexpr int most_steps = 300;

class LeastSquares {
 public:
  LeastSquares(const Model& model, const Component& component, ParticleFields& fields)
      : component_(component),
        block_(model, component),
        gram_(block_),
        zero_(fields.zero()),
        position_(fields.positions(component.particles)),
        there_(fields.positions(component.particles)),
        step_(component.rows.size()) {
    take(position_);
  }

  // Whether all rows hold in the end.
  bool solve() {
    int idle = 0;
    for (int k = 0; k < most_steps && worst() > satisfied && idle < 20; ++k) {
      const double before = cost_;
      idle = improve() && cost_ < 0.999 * before ? 0 : idle + 1;
    }
    return worst() <= largest_start_error;
  }

  std::vector<std::int32_t> offenders() const {
    constexpr double part = 0.05;  // of the worst
    std::vector<std::int32_t> rows;
    for (std::size_t k = 0; k < block_.size(); ++k)
      if (error(k) > part * worst()) rows.push_back(component_.rows[k]);
    return rows;
  }

 private:
  double error(std::size_t k) const { return std::abs(block_.defect(k)) * block_.measure(k); }

  double worst() const {
    double largest = 0.0;
    for (std::size_t k = 0; k < block_.size(); ++k) largest = std::max(largest, error(k));
    return largest;
  }

  void take(const ParticleField& position) {
    block_.linearise({position.data(), zero_, 0.0});
    cost_ = 0.0;
    for (std::size_t k = 0; k < block_.size(); ++k) cost_ += error(k) * error(k);
  }

  static void copy(const ParticleField& from, ParticleField& to) {
    for (const std::int32_t p : from.particles()) to[p] = from[p];
  }

  // One step, taken back when it does not help.
  bool improve() {
    const double before = cost_;
    gram_.factorise_damped(damping_);
    for (std::size_t k = 0; k < step_.size(); ++k) step_[k] = block_.defect(k);
    gram_.solve(step_.data());
    for (std::size_t k = 0; k < step_.size(); ++k) block_.subtract_impulse(k, step_[k], there_.data());
    take(there_);
    const bool better = cost_ < before;
    if (better)
      copy(there_, position_);
    else
      copy(position_, there_), take(position_);
    damping_ = better ? std::max(0.2 * damping_, 1e-12) : 4.0 * damping_;
    return better;
  }

  const Component& component_;
  RowBlock block_;
  Gram gram_;
  const Vec3* zero_;
  ParticleField position_, there_;
  std::vector<double> step_;
  double cost_ = 0.0, damping_ = 1e-3;
};

}  // namespace

std::vector<std::int32_t> contradictory_rows(const Model& model, const Component& component, const RowBlock& here,
                                             ParticleFields& fields) {
  double worst = 0.0;
  for (std::size_t k = 0; k < here.size(); ++k) worst = std::max(worst, std::abs(here.defect(k)) * here.measure(k));
  if (worst <= largest_start_error) return {};
  LeastSquares fit(model, component, fields);
  return fit.solve() ? std::vector<std::int32_t>{} : fit.offenders();
}

}  // namespace taut
