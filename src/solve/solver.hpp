// What every solver of a group of components can do. The integrators talk to solvers only through this.
//
// B is the Jacobian (rows grad sigma_k), W the diagonal of inverse masses, A = B W B^T. linearise() takes B, the
// defects sigma and the factor of A at one configuration; the calls after it use them until the next linearise().
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/limits.hpp"
#include "taut/solve.hpp"
#include "taut/vec.hpp"

namespace taut {

class ThreadTeam;
class WholeStage;

struct Configuration {
  const Vec3* position;
  const Vec3* position_low;
  double time;
};

// Rows of the model; -1: none.
struct RowChanges {
  std::int32_t turned = -1;  // its gradient turned far: another branch of it may be near
  std::int32_t jumped = -1;  // its formula jumped from one value to another
};

// The multipliers of the last four stages, for a first guess by cubic extrapolation of lambda/h in time.
// A guess changes how fast a solve converges, never what it converges to.
class MultiplierHistory {
 public:
  void resize(std::size_t rows);
  // The multipliers of the stage under way: a guess for them, which the caller corrects in place.
  double* predict(double time, double h);
  double* current() { return slots_[now_].data(); }
  const double* current() const { return slots_[now_].data(); }
  const double* latest() const { return slots_[slot(1)].data(); }  // that were kept
  void keep();                                                     // what current() holds now has converged
  void forget() { count_ = equal_ = 0; }
  bool is_empty() const { return count_ == 0; }

  std::size_t memory_size() const { return 2 + depth * (2 + slots_[0].size()); }
  void save(std::vector<double>& memory) const;
  void restore(std::span<const double> memory);

 private:
  static constexpr std::size_t depth = 4;
  struct Stage {
    double time = 0.0, step = 1.0;
    bool follows(const Stage& before) const {  // at the same step, one step later
      return step == before.step && std::abs(time - before.time - step) <= 1e-6 * std::abs(step);
    }
  };
  std::size_t slot(std::size_t ago) const {  // ago = 1: the latest that converged
    const std::size_t at = now_ + ago;
    return at < depth + 1 ? at : at - (depth + 1);
  }

  std::array<std::vector<double>, depth + 1> slots_;  // a ring; slot(1) to slot(4) are the past
  std::array<Stage, depth + 1> stages_;
  std::size_t now_ = 0, count_ = 0;
  std::size_t equal_ = 0;  // how many of the latest followed the one before at the same step
};

class Solver {
 public:
  explicit Solver(std::vector<std::int32_t> rows) : rows_(std::move(rows)) {}
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // The model's rows, in the order of this solver's arrays.
  std::span<const std::int32_t> rows() const { return rows_; }
  // The components of the plan that it solves side by side.
  std::span<const std::int32_t> components() const { return components_; }
  void stands_for(std::vector<std::int32_t> components) { components_ = std::move(components); }

  // Takes B, sigma and the factor of A. Fails when A is singular.
  virtual SolveReport linearise(const Configuration& at) = 0;

  // Finds lambda with sigma(r + h (u - W B^T lambda), end_time) = 0 and subtracts W B^T lambda from u and from dv.
  virtual SolveReport solve_positions(Vec3* u, Vec3* dv, double h, double end_time) = 0;
  // After it failed: whether for this one of components(); what it leaves of u and dv there means nothing.
  virtual bool failed(std::size_t /*component*/) const { return true; }

  // Solves A mu = B v + dsigma/dt and does dv -= W B^T mu.
  virtual SolveReport solve_velocities(const Vec3* v, Vec3* dv, double h) = 0;

  // linearise() and solve_velocities() in one.
  virtual SolveReport project_velocities(const Configuration& at, const Vec3* v, Vec3* dv, double h) {
    const SolveReport report = linearise(at);
    return report.converged ? solve_velocities(v, dv, h) : report;
  }

  // The parts of the above, for whoever needs them one by one. Arrays have one entry a row of this solver.
  virtual void apply_jacobian(const Vec3* x, double* out) const = 0;  // out = B x
  virtual void add_time_derivative(double* out) const = 0;            // out += dsigma/dt
  // out += v'(d2 sigma)v + 2 (dB/dt) v + d2 sigma/dt2
  virtual void add_acceleration_terms(const Vec3* v, double* out) = 0;
  virtual SolveReport solve(double* x, double h) = 0;                  // x = A^-1 x
  virtual void subtract_impulse(const double* x, Vec3* dv) const = 0;  // dv -= W B^T x
  virtual double defect(std::size_t row) const = 0;                    // sigma
  virtual double velocity_measure(std::size_t row) const = 0;          // 1 / (|grad sigma| s)
  virtual double force_per_multiplier(std::size_t row) const = 0;      // tension or force along the unit gradient

  // What a continued run needs to go on bit for bit; memory_size() numbers.
  virtual std::size_t memory_size() const { return history_.memory_size(); }
  virtual void save(std::vector<double>& memory) const { history_.save(memory); }
  virtual void restore(std::span<const double> memory) { history_.restore(memory); }
  // How many threads it can make use of, and the team that it may use from now on.
  virtual int useful_threads() const { return 1; }
  virtual void work_with(ThreadTeam& /*team*/) {}
  // Null where it cannot take its particles through a whole stage.
  virtual WholeStage* whole_stage() { return nullptr; }
  // What happened to rows between the last two calls of linearise().
  virtual RowChanges changes() const { return {}; }
  // How far from singular the matrix was at the last linearise(): the smallest pivot over its diagonal entry.
  virtual double margin() const { return 1.0; }
  // Whether to expect singular configurations even where none is near, see guarded_solver.hpp.
  virtual void be_careful(bool /*always*/) {}
  // The next solve starts without a guess.
  virtual void forget(Ahead ahead = Ahead::near) {
    history_.forget();
    ahead_ = ahead;
  }

 protected:
  Ahead ahead() const { return history_.is_empty() ? ahead_ : Ahead::near; }

  std::vector<std::int32_t> rows_, components_;
  MultiplierHistory history_;

 private:
  Ahead ahead_ = Ahead::near;
};

}  // namespace taut
