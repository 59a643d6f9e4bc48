#include "soak/wrong/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "soak/wrong/mechanics.hpp"

namespace taut::soak {
namespace {

constexpr std::array<int, 7> substeps = {2, 4, 6, 8, 10, 12, 14};
constexpr double firm = 1e-5;  // rows that are nearly spanned by others are not pressed back by the projection
constexpr int most_evaluations = 40'000;
constexpr double nearby = 0.05;        // how singular is near
constexpr double shorter = 0.77;       // from one length that is tried to the next
constexpr double largest_loss = 1e-6;  // in a step that is taken although its error is too large
constexpr double largest_jump = 1e-6;  // of a velocity that projection takes away, over the speed: an impact

class Reference {
 public:
  Reference(const Case& item, const ReferenceOptions& options)
      : item_(item), options_(options), mechanics_(item), n_(mechanics_.size()), y_(2 * n_) {}

  Motion run();

 private:
  void start();
  void advance();
  void doubt(const char* why) {
    if (motion_.doubt.empty()) motion_.doubt = why;
  }
  Vector decomposed(const Matrix& gradient, const Vector& right, double cut);
  Vector derivative(double time, const Vector& y);
  Vector midpoint(double length, int count);
  struct Step {
    Vector state;
    double length = 0.0, error = std::numeric_limits<double>::infinity();  // over what is allowed
  };
  Step extrapolated(double length);
  Step best_step(double left);
  void project();

  const Case& item_;
  ReferenceOptions options_;
  Mechanics mechanics_;
  int n_;
  Vector y_;  // places, then velocities
  double time_ = 0.0, step_ = 0.02;
  double near_ = 1.0;  // how singular the last step was, as Motion::closest
  int evaluations_ = 0;
  Motion motion_;
};

// The least x with gradient x = right.
Vector Reference::decomposed(const Matrix& gradient, const Vector& right, double cut) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> factors;
  factors.setThreshold(cut);
  factors.compute(gradient);
  if (const auto rank = factors.rank(); rank > 0 && factors.maxPivot() > 0.0)
    motion_.closest = std::min(motion_.closest, std::abs(factors.matrixQTZ()(rank - 1, rank - 1)) / factors.maxPivot());
  return factors.solve(right);
}

Vector Reference::derivative(double time, const Vector& y) {
  ++evaluations_;
  const Vector q = y.head(n_), v = y.tail(n_);
  const Vector free = mechanics_.inverse_mass().cwiseProduct(mechanics_.force(q, v, time));
  Vector result(2 * n_);
  result.head(n_) = v;
  result.tail(n_) = free;
  if (item_.ties.empty()) return result;
  const Mechanics::Rows rows = mechanics_.rows(q, v, time);
  const Vector root = mechanics_.inverse_mass().cwiseSqrt();
  const Vector right = rows.gradient * free.cwiseQuotient(root) + rows.curvature;
  result.tail(n_) -= root.cwiseProduct(decomposed(rows.gradient, right, options_.cut));
  return result;
}

Vector Reference::midpoint(double length, int count) {
  const double h = length / count;
  Vector before = y_, now = y_ + h * derivative(time_, y_);
  for (int k = 1; k < count; ++k) {
    const Vector next = before + 2.0 * h * derivative(time_ + k * h, now);
    before = now;
    now = next;
  }
  return 0.5 * (before + now + h * derivative(time_ + length, now));
}

Reference::Step Reference::extrapolated(double length) {
  std::array<Vector, substeps.size()> column;
  Vector last;
  for (std::size_t k = 0; k < substeps.size(); ++k) {
    column[k] = midpoint(length, substeps[k]);
    last = column[0];
    for (std::size_t j = k; j-- > 0;) {
      const double ratio = double(substeps[k]) / substeps[j];
      column[j] = column[j + 1] + (column[j + 1] - column[j]) / (ratio * ratio - 1.0);
    }
  }
  const Vector allowed = options_.tolerance * (Vector::Ones(2 * n_) + y_.cwiseAbs());
  const double error = (column[0] - last).cwiseQuotient(allowed).cwiseAbs().maxCoeff();
  return {column[0], length, std::isfinite(error) ? error : std::numeric_limits<double>::infinity()};
}

void Reference::project() {
  if (item_.ties.empty()) return;
  const Vector root = mechanics_.inverse_mass().cwiseSqrt();
  Vector q = y_.head(n_), v = y_.tail(n_);
  for (int k = 0; k < 3; ++k) {
    const Mechanics::Rows rows = mechanics_.rows(q, v, time_);
    if (k == 2 && rows.value.cwiseAbs().maxCoeff() > 1e-9) doubt("the constraints do not hold");
    q -= root.cwiseProduct(decomposed(rows.gradient, rows.value, firm));
  }
  const Mechanics::Rows rows = mechanics_.rows(q, v, time_);
  const Vector change = root.cwiseProduct(decomposed(rows.gradient, rows.rate, firm));
  if (time_ > 0.0 && change.norm() > largest_jump * (v.norm() + 1e-3)) doubt("velocities jump");
  y_ << q, v - change;
}

void Reference::start() {
  y_ << mechanics_.places(), mechanics_.velocities();
  for (int k = 0; k < n_; ++k) y_[n_ + k] *= 1.0 + options_.nudge * (k % 3 - 0.7);
  project();
  motion_.closest = 1.0;
  motion_.start_energy =
      energy(item_, mechanics_.all_places(y_.head(n_), 0.0), mechanics_.all_velocities(y_.tail(n_), 0.0));
}

// Where the motion leads through a singular configuration it is smooth, but accelerations next to its path are not: a
// step must cross such a point without a substep close to it. Short steps towards it would end on another branch. So
// there lengths are tried one after the other, long ones first and none that is very short, and where none is good the
// best one is taken.
Reference::Step Reference::best_step(double left) {
  const double natural = item_.size() / std::max(1.0, y_.tail(n_).cwiseAbs().maxCoeff());
  Step best;
  double nearest = near_;
  for (double length = std::min(left, near_ < nearby ? 2.5 * step_ : step_);; length *= shorter) {
    const double before = std::exchange(motion_.closest, 1.0);
    const Step step = extrapolated(length);
    if (step.error < best.error) best = step, near_ = motion_.closest;
    nearest = std::min(nearest, motion_.closest);
    motion_.closest = std::min(before, motion_.closest);
    if (best.error <= 1.0 || length * shorter < (nearest < nearby ? options_.shortest : 1e-3) * natural) return best;
  }
}

void Reference::advance() {
  const double left = item_.duration() - time_;
  const Step step = best_step(left);
  if (!(step.error * options_.tolerance < largest_loss)) return doubt("steps fail");
  const double factor = std::clamp(0.8 * std::pow(std::max(step.error, 1e-30), -1.0 / 13.0), 0.5, 3.0);
  y_ = step.state;
  time_ += step.length;
  if (step.length < left) step_ = step.length * factor;
  project();
  motion_.fastest = std::max(motion_.fastest, y_.tail(n_).cwiseAbs().maxCoeff());
  if (evaluations_ > most_evaluations) doubt("it takes too long");
}

Motion Reference::run() {
  start();
  while (motion_.doubt.empty() && time_ < item_.duration() * (1.0 - 1e-14)) advance();
  motion_.place = mechanics_.all_places(y_.head(n_), time_);
  motion_.velocity = mechanics_.all_velocities(y_.tail(n_), time_);
  motion_.energy = energy(item_, motion_.place, motion_.velocity);
  if (item_.conserves() && !(std::abs(motion_.energy - motion_.start_energy) <= 1e-7 * energy_scale(item_)))
    doubt("it loses energy");
  return motion_;
}

}  // namespace

Motion reference(const Case& item, const ReferenceOptions& options) { return Reference(item, options).run(); }

}  // namespace taut::soak
