// Newton's method on eight chains, or on one long chain in eight segments [bailey2008, wang1981].
//
//   c_k = d_k + (e_{k+1} - e_k),  e_i = w_i (x_i b_i - x_{i-1} b_{i-1})     the rods under the multipliers x so far
//   s_k = (c_k.c_k / l_k^2 - 1) / 2                                         what is left of the defect
//   J_{k,k-1} = -w_k c_k.b_{k-1},  J_kk = (w_k + w_{k+1}) c_k.b_k,  J_{k,k+1} = -w_{k+1} c_k.b_{k+1}     all over l_k^2
//
// Velocities are one linear solve of the same shape: c = b, s_k = b_k.d_k / l_k^2, d the relative velocity.
//
// Rows keep -J_{k,k-1} and -J_{k,k+1}, as lower and upper.
//
// The last rod of a lane is its interface. The others are eliminated lane by lane,
//   x_k = y_k - left_k x_before + next_k x_{k+1},
// which leaves a tridiagonal system for the interfaces and the tail: exact, nothing is truncated. The first rod of a
// lane in terms of its interfaces is summed on the way: with g_k the product of next_j, j < k,
//   x_0 = sum g_k y_k - x_before sum g_k left_k + g_last x_last.
#pragma once

#include "solve/kernels/chain_memory.hpp"
#include "solve/kernels/chain_tail.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ChainKernel {
 public:
  ChainKernel(const ChainUnit& unit, ChainScratch& scratch, const KernelArrays& arrays)
      : unit_(unit),
        arrays_(arrays),
        rods_(unit.rods),
        constants_(unit.constants.data()),
        geometry_(scratch.geometry.data() + 1),
        rows_(scratch.rows),
        factors_(scratch.factors.data() + 1),
        multipliers_(scratch.multipliers.data() + 1),
        tail_(unit, scratch.tail),
        memory_(unit, scratch) {
    for (double& pivot : outcome_.smallest_pivot) pivot = 1.0;
  }

  KernelOutcome positions(const KernelLimits& limits) {
    const double tolerance = limits.tolerance;
    take_rods();
    double expected = 1.0;  // of the largest violation, by quadratic convergence
    for (int iteration = 0;; ++iteration) {
      const double before = worst_;
      const bool almost_sure = expected <= 0.1 * tolerance;
      if (iteration == 0)
        sweep<Rods::as_given, Matrix::newton>();
      else if (almost_sure)
        sweep<Rods::moved, Matrix::none>();
      else
        sweep<Rods::moved, Matrix::newton>();
      if (!judge(tolerance, iteration) || iteration == limits.max_iterations) break;
      if (almost_sure) sweep<Rods::moved, Matrix::newton>();
      expected = iteration == 0 ? 1.0 : worst_ * (worst_ / before) * (worst_ / before);
      substitute();
    }
    accept(tolerance);
    scatter();
    return outcome_;
  }

  KernelOutcome velocities() {
    take_rods();
    sweep<Rods::as_given, Matrix::gram>();
    substitute();
    accept_velocities();
    scatter();
    return outcome_;
  }

 private:
  // The elimination of one group of lanes, from rod to rod.
  struct Elimination {
    Real y, next, left, product, sum_y, sum_left, smallest;
  };
  // What it leaves for the interfaces.
  struct Ends {
    Lanes y, next, left, product, sum_y, sum_left, smallest;
  };

  void take_rods() {
    memory_.take_differences<&ChainGeometry::b>(arrays_.reference, arrays_.box);
    memory_.take_differences<&ChainGeometry::d>(arrays_.moved, arrays_.moved_box);
    tail_.take_differences(arrays_.reference, arrays_.box, &ChainScratch::Tail::b);
    tail_.take_differences(arrays_.moved, arrays_.moved_box, &ChainScratch::Tail::d);
    link_geometry();
  }
  // The rods before and after each lane, and no multipliers yet.
  void link_geometry() {
    for (int s = 0; s < lanes; ++s)
      for (int c = 0; c < 3; ++c) {
        geometry_[-1].b[c][s] = unit_.linked && s > 0 ? geometry_[rods_ - 1].b[c][s - 1] : 0.0;
        geometry_[rods_].b[c][s] = !unit_.linked ? 0.0 : s + 1 < lanes ? geometry_[0].b[c][s + 1] : tail_.first_rod(c);
      }
    for (int k = -1; k <= rods_; ++k)
      for (double& x : multipliers_[k].value) x = 0.0;
    tail_.forget();
  }
  void link_multipliers() {
    if (!unit_.linked) return;
    for (int s = 1; s < lanes; ++s) {
      multipliers_[-1].value[s] = multipliers_[rods_ - 1].value[s - 1];
      multipliers_[rods_].value[s - 1] = multipliers_[0].value[s];
    }
    multipliers_[rods_].value[lanes - 1] = tail_.first_multiplier();
  }

  // Defects and, with a matrix, its elimination: a block of rows at a time, which stays in the nearest cache.
  template <Rods state, Matrix matrix>
  void sweep() {
    for (int s = 0; s < lanes; ++s) outcome_.violation[s] = 0.0, outcome_.turn[s] = 1.0;
    if constexpr (groups % 2 == 0)
      for (int g = 0; g < groups; g += 2) sweep_two<state, matrix>(g * width);
    else
      sweep_one<state, matrix>(0);
    if (tail_.size() > 0) {
      const Measure measure = tail_.take_rows<state, matrix>(last_rod());
      outcome_.violation[lanes - 1] = larger_of(outcome_.violation[lanes - 1], measure.violation);
      outcome_.turn[lanes - 1] = smaller_of(outcome_.turn[lanes - 1], measure.turn);
    }
  }
  template <Rods state, Matrix matrix>
  [[gnu::noinline]] void sweep_one(int lane) {
    Elimination e = beginning();
    for (int begin = 0; begin < rods_; begin += block) {
      const int end = begin + block < rods_ ? begin + block : rods_;
      take_rows<state, matrix>(lane, begin, end);
      for (int k = begin; matrix != Matrix::none && k < end && k < rods_ - 1; ++k)
        eliminate(rows_[k - begin], k, lane, e);
    }
    finish(e, lane);
  }
  // Two groups at once: while one waits for its division, the other goes on.
  template <Rods state, Matrix matrix>
  [[gnu::noinline]] void sweep_two(int lane) {
    Elimination e = beginning(), f = beginning();
    for (int begin = 0; begin < rods_; begin += block) {
      const int end = begin + block < rods_ ? begin + block : rods_;
      take_rows<state, matrix>(lane, begin, end);
      take_rows<state, matrix>(lane + width, begin, end);
      for (int k = begin; matrix != Matrix::none && k < end && k < rods_ - 1; ++k) {
        eliminate(rows_[k - begin], k, lane, e);
        eliminate(rows_[k - begin], k, lane + width, f);
      }
    }
    finish(e, lane);
    finish(f, lane + width);
  }

  template <Rods state, Matrix matrix>
  TAUT_INLINE void take_rows(int lane, int begin, int end) {
    Real violation = load(outcome_.violation + lane), sum = violation, turn = load(outcome_.turn + lane);
    Vector b_before = memory_.rod(begin - 1, lane), b = memory_.rod(begin, lane);
    Vector here = memory_.pull(begin, lane);
    Real w = load(constants_[begin].weight + lane);
    Vector shift = w * (here - memory_.pull(begin - 1, lane));
    for (int k = begin; k < end; ++k) {
      const Real w_next = load(constants_[k + 1].weight + lane);
      const Real scale = load(constants_[k].inverse_square + lane);
      const Vector b_next = memory_.rod(k + 1, lane), d = load_vector(geometry_[k].d, lane);
      Vector c = matrix == Matrix::gram ? b : d;
      if constexpr (state == Rods::moved) {
        const Vector there = load(multipliers_[k + 1].value + lane) * b_next;
        const Vector shift_next = w_next * (there - here);
        c = d + (shift_next - shift);
        here = there, shift = shift_next;
      }
      const Real defect = matrix == Matrix::gram ? dot(b, d) * scale : 0.5 * (dot(c, c) * scale - 1.0);
      const Real along = dot(c, b) * scale;
      violation = larger(violation, magnitude(defect));
      sum += defect;
      turn = smaller(turn, along);
      if constexpr (matrix != Matrix::none) {
        ChainRow& row = rows_[k - begin];
        store(row.defect + lane, defect);
        store(row.diagonal + lane, (w + w_next) * along);
        store(row.lower + lane, (w * scale) * dot(c, b_before));
        store(row.upper + lane, (w_next * scale) * dot(c, b_next));
      }
      b_before = b, b = b_next, w = w_next;
    }
    store(outcome_.violation + lane, violation + (sum - sum));  // not a number as soon as a defect is not finite
    store(outcome_.turn + lane, turn);
  }

  // Which lanes go on. Returns whether any does.
  bool judge(double tolerance, int iteration) {
    worst_ = 0.0;
    for (double violation : outcome_.violation)
      if (!(violation <= worst_)) worst_ = violation;
    bool any = false;
    for (int s = 0; s < lanes; ++s) {
      const auto lane = static_cast<std::size_t>(s);
      if (unit_.linked) outcome_.violation[s] = worst_;
      if (outcome_.converged[lane]) continue;
      outcome_.iterations[lane] = iteration;
      outcome_.converged[lane] = outcome_.violation[s] <= tolerance;
      const bool hopeless = !(outcome_.violation[s] < 1e300);
      active_[s] = outcome_.converged[lane] || hopeless ? 0.0 : 1.0;
      any = any || active_[s] > 0.0;
    }
    return any;
  }

  // A linear solve is right unless a pivot vanished or a number was not finite: then multipliers are not either.
  void accept_velocities() {
    for (int s = 0; s < lanes; ++s) {
      const double last = multipliers_[0].value[s];
      outcome_.converged[static_cast<std::size_t>(s)] = outcome_.smallest_pivot[s] > 0.0 && last - last == 0.0;
      outcome_.violation[s] = 0.0;
    }
    if (!unit_.linked) return;
    bool every = true;
    for (bool one : outcome_.converged) every = every && one;
    outcome_.converged.fill(every);
  }

  // A chain is accepted as a whole.
  void accept(double tolerance) {
    for (int s = 0; s < lanes; ++s)
      outcome_.converged[static_cast<std::size_t>(s)] = is_accepted(outcome_, s, tolerance);
    bool every = true;
    for (bool one : outcome_.converged) every = every && one;
    if (unit_.linked) outcome_.converged.fill(every);
  }

  void substitute() {
    solve_interfaces();
    substitute_rods();
    link_multipliers();
  }

  TAUT_INLINE static Elimination beginning() {
    return {Real{}, Real{}, all(-1.0), all(1.0), Real{}, Real{}, all(1e300)};
  }
  TAUT_INLINE void eliminate(const ChainRow& row, int k, int lane, Elimination& e) {
    ChainFactor& factor = factors_[k];
    const Real lower = load(row.lower + lane);
    const Real pivot = load(row.diagonal + lane) - lower * e.next;
    const Real inverse = 1.0 / pivot;
    const Real ratio = lower * inverse;
    e.next = load(row.upper + lane) * inverse;
    e.left = ratio * e.left;
    e.y = load(row.defect + lane) * inverse + ratio * e.y;
    e.sum_y += e.product * e.y;
    e.sum_left += e.product * e.left;
    e.product = e.product * e.next;
    e.smallest = smaller(e.smallest, pivot);
    store(factor.y + lane, e.y);
    store(factor.next + lane, e.next);
    store(factor.left + lane, e.left);
  }
  TAUT_INLINE void finish(const Elimination& e, int lane) {
    Ends& ends = ends_;
    store(ends.y + lane, e.y), store(ends.next + lane, e.next), store(ends.left + lane, e.left);
    store(ends.product + lane, e.product), store(ends.sum_y + lane, e.sum_y), store(ends.sum_left + lane, e.sum_left);
    store(ends.smallest + lane, e.smallest);
  }
  // The tridiagonal system of the interfaces, then the tail.
  void solve_interfaces() {
    const Ends& ends = ends_;
    const ChainRow& last = rows_[(rods_ - 1) % block];
    ScalarRow system[lanes + ChainScratch::longest_tail];
    for (int s = 0; s < lanes; ++s) {
      ScalarRow& row = system[s];
      row = {last.lower[s] * ends.left[s], last.diagonal[s] - last.lower[s] * ends.next[s], 0.0,
             last.defect[s] + last.lower[s] * ends.y[s]};
      if (!unit_.linked) continue;
      row.upper = -last.upper[s];
      if (s + 1 == lanes) continue;
      row.diagonal += last.upper[s] * ends.sum_left[s + 1];
      row.upper *= ends.product[s + 1];
      row.defect += last.upper[s] * ends.sum_y[s + 1];
    }
    if (unit_.linked)
      solve_tridiagonal(system, lanes + tail_.put_rows(system + lanes));
    else
      for (int s = 0; s < lanes; ++s) system[s].defect /= system[s].diagonal;
    for (int s = 0; s < lanes; ++s) {
      interface_[s] = active_[s] > 0.0 ? system[s].defect : 0.0;
      outcome_.smallest_pivot[s] = smaller_of(ends.smallest[s], system[s].diagonal);
    }
    tail_.add(system + lanes);
    for (int s = 0; s < lanes; ++s) interface_before_[s] = unit_.linked && s > 0 ? interface_[s - 1] : 0.0;
  }
  // The last rod of the last lane, to which the tail is joined.
  LastRod last_rod() const {
    const ChainGeometry& geometry = geometry_[rods_ - 1];
    const int lane = lanes - 1;
    return {{geometry.b[0][lane], geometry.b[1][lane], geometry.b[2][lane]}, multipliers_[rods_ - 1].value[lane]};
  }

  [[gnu::noinline]] void substitute_rods() {
    Pack x;
    each_register([&](int g) __attribute__((always_inline)) {
      x.part[g] = load(interface_ + g * width);
      add_to_multiplier(rods_ - 1, g * width, x.part[g]);
    });
    for (int k = rods_ - 2; k >= 0; --k) {
      const ChainFactor& factor = factors_[k];
      each_register([&](int g) __attribute__((always_inline)) {
        const int lane = g * width;
        const Real solved = load(factor.y + lane) - load(factor.left + lane) * load(interface_before_ + lane) +
                            load(factor.next + lane) * x.part[g];
        x.part[g] = load(active_ + lane) > 0.0 ? solved : Real{};
        add_to_multiplier(k, lane, x.part[g]);
      });
    }
  }
  TAUT_INLINE void add_to_multiplier(int k, int lane, Real x) {
    double* to = multipliers_[k].value + lane;
    store(to, load(to) + x);
  }

  void scatter() {
    add_shifts(arrays_.moved, 1.0);
    if (arrays_.velocity) add_shifts(arrays_.velocity, arrays_.inverse_step);
  }
  void add_shifts(double* array, double factor) {
    memory_.add_shifts(array, factor, outcome_);
    if (unit_.linked && outcome_.converged[0]) tail_.scatter(array, factor, last_rod());
  }
  static constexpr int block = ChainScratch::rows_at_once;

  const ChainUnit& unit_;
  const KernelArrays& arrays_;
  int rods_;
  const ChainConstants* constants_;
  ChainGeometry* geometry_;
  ChainRow* rows_;
  ChainFactor* factors_;
  ChainMultiplier* multipliers_;
  ChainTail tail_;
  ChainMemory memory_;
  KernelOutcome outcome_;
  Ends ends_ = {};
  Lanes active_ = {1, 1, 1, 1, 1, 1, 1, 1}, interface_ = {}, interface_before_ = {};
  double worst_ = 1.0;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
