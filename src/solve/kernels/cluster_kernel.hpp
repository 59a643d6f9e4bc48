// Newton's method on clusters of rods of one shape, one a lane: trees, rings, cages.
//
//   c_k = d_k + (e_j - e_i)                    rod k from i to j, e the displacements so far
//   J x = s,  s_k = (c_k.c_k - l_k^2) / 2       J = C W B^T with rows c_k and b_k, factored as L D U
//   e_i += w_i x_k b_k,  e_j -= w_j x_k b_k
//
// The first two iterations take the matrix where they are; it is then so close that it serves several more.
#pragma once

#include "solve/kernels/cluster_unit.hpp"
#include "solve/kernels/memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ClusterKernel {
 public:
  ClusterKernel(const ClusterProgram& program, const ClusterUnit& unit, ClusterScratch& scratch,
                const KernelArrays& arrays)
      : program_(program),
        rods_(program.rods),
        i_(program.i.data()),
        j_(program.j.data()),
        unit_(unit),
        weight_(unit.weight.data()),
        scratch_(scratch),
        arrays_(arrays),
        rod_{scratch.rod.data()},
        given_{scratch.given.data()},
        now_{scratch.now.data()},
        shift_{scratch.shift.data()},
        x_{scratch.x.data()},
        total_{scratch.total.data()} {}

  KernelOutcome positions(const KernelLimits& limits) {
    KernelOutcome outcome;
    for (int g = 0; g < groups; ++g) project_positions(g * width, limits, outcome);
    return outcome;
  }
  KernelOutcome velocities() {
    KernelOutcome outcome;
    for (int g = 0; g < groups; ++g) project_velocities(g * width, outcome);
    return outcome;
  }

 private:
  static constexpr int matrix_lasts = 4;  // iterations

  // One number, or three, a rod or particle, in the lanes of one register.
  struct Values {
    double* at;
    TAUT_INLINE Real get(int k) const { return load(at + k * width); }
    TAUT_INLINE void put(int k, Real x) const { store(at + k * width, x); }
  };
  struct Vectors {
    double* at;
    TAUT_INLINE Vector get(int k) const {
      const double* from = at + 3 * k * width;
      return {load(from), load(from + width), load(from + 2 * width)};
    }
    TAUT_INLINE void put(int k, const Vector& a) const {
      double* to = at + 3 * k * width;
      store(to, a.x), store(to + width, a.y), store(to + 2 * width, a.z);
    }
  };

  [[gnu::noinline]] void project_positions(int lane, const KernelLimits& limits, KernelOutcome& outcome) {
    begin(lane);
    Real active = all(1.0), iterations{}, smallest = all(1.0);
    for (int iteration = 0;; ++iteration) {
      const Measure measure = take_defects(lane);
      active = measure.violation > limits.tolerance ? active : Real{};
      store(outcome.violation + lane, measure.violation);
      store(outcome.turn + lane, measure.turn);
      if (iteration == limits.max_iterations || !any(active)) break;
      if (iteration < 2 || iteration % matrix_lasts == 0) {
        assemble(lane);
        const Real now = factorise();
        smallest = active > 0.0 ? now : smallest;
      }
      solve();
      correct(lane, active);
      iterations += active;
    }
    store(outcome.smallest_pivot + lane, smallest);
    finish(lane, limits.tolerance, iterations, outcome);
  }

  [[gnu::noinline]] void project_velocities(int lane, KernelOutcome& outcome) {
    begin(lane);
    for (int k = 0; k < rods_; ++k) {
      now_.put(k, rod_.get(k));
      x_.put(k, dot(rod_.get(k), given_.get(k)));
    }
    assemble(lane);
    store(outcome.smallest_pivot + lane, factorise());
    solve();
    correct(lane, all(1.0));
    Real sum{};
    for (int k = 0; k < rods_; ++k) sum += total_.get(k);
    store(outcome.turn + lane, all(1.0));
    store(outcome.violation + lane, sum - sum);  // not a number as soon as a multiplier is not finite
    finish(lane, 0.0, Real{}, outcome);
  }

  TAUT_INLINE static bool any(Real active) {
    double flags[width], sum = 0.0;
    store(flags, active);
    for (double flag : flags) sum += flag;
    return sum > 0.0;
  }
  TAUT_INLINE Real weight(std::int32_t p, int lane) const { return load(weight_[p].value + lane); }

  TAUT_INLINE Vector particle(const double* from, int p, int lane) const {
    const std::int32_t* at = unit_.particle[static_cast<std::size_t>(p)].data() + lane;
    const auto component = [&](int c) __attribute__((always_inline)) {
      return each([&](int j)
                      __attribute__((always_inline)) { return from[3 * static_cast<std::ptrdiff_t>(at[j]) + c]; });
    };
    return {component(0), component(1), component(2)};
  }

  // Every particle is gathered once, whatever the number of its rods.
  void begin(int lane) {
    take_rods(arrays_.reference, arrays_.box, rod_, lane);
    take_rods(arrays_.moved, arrays_.moved_box, given_, lane);
    for (int p = 0; p < program_.particles; ++p) shift_.put(p, {Real{}, Real{}, Real{}});
    for (int k = 0; k < rods_; ++k) total_.put(k, Real{});
  }
  void take_rods(const double* from, const Periods& box, const Vectors& to, int lane) {
    for (int p = 0; p < program_.particles; ++p) shift_.put(p, particle(from, p, lane));
    const bool periodic = box.any();
    for (int k = 0; k < rods_; ++k) {
      const Vector b = shift_.get(j_[k]) - shift_.get(i_[k]);
      to.put(k, periodic ? nearest_image(b, box) : b);
    }
  }

  struct Measure {
    Real violation, turn;
  };
  Measure take_defects(int lane) {
    Real violation{}, sum{}, turn = all(1.0);
    const LaneValue* inverse_square = unit_.inverse_square.data();
    for (int k = 0; k < rods_; ++k) {
      const Vector c = given_.get(k) + (shift_.get(j_[k]) - shift_.get(i_[k]));
      const Real scale = load(inverse_square[k].value + lane);
      const Real defect = 0.5 * (dot(c, c) * scale - 1.0);
      violation = larger(violation, magnitude(defect));
      sum += defect;
      turn = smaller(turn, dot(rod_.get(k), c) * scale);
      now_.put(k, c);
      x_.put(k, defect / scale);
    }
    return {violation + (sum - sum), turn};  // not a number as soon as a defect is not finite
  }

  void assemble(int lane) {
    const Values diagonal{scratch_.diagonal.data()}, lower{scratch_.lower.data()}, upper{scratch_.upper.data()};
    for (int k = 0; k < rods_; ++k)
      diagonal.put(k, (weight(i_[k], lane) + weight(j_[k], lane)) * dot(now_.get(k), rod_.get(k)));
    std::int32_t slot = -1;
    Real below{}, above{};
    for (const ClusterProgram::Coupling& term : program_.couplings) {
      const Real w = term.sign * weight(term.particle, lane);
      const Real more_below = w * dot(now_.get(term.a), rod_.get(term.b));
      const Real more_above = w * dot(now_.get(term.b), rod_.get(term.a));
      below = term.slot == slot ? below + more_below : more_below;
      above = term.slot == slot ? above + more_above : more_above;
      slot = term.slot;
      lower.put(slot, below);
      upper.put(slot, above);
    }
  }

  // L D U, row by row [davis2006, chapter 4]; u holds U^T. Returns the smallest product of a pivot with its diagonal
  // entry: its sign is what counts.
  Real factorise() {
    const Values diagonal{scratch_.diagonal.data()}, inverse_pivot{scratch_.inverse_pivot.data()};
    const std::int32_t *start = program_.pattern_start.data(), *column = program_.pattern_column.data(),
                       *entry = program_.pattern_entry.data();
    Real smallest = all(1.0);
    for (int k = 0; k < rods_; ++k) {
      spread_row(k);
      Real pivot = diagonal.get(k);
      for (int p = start[k]; p < start[k + 1]; ++p) pivot -= take_entry(column[p], entry[p]);
      inverse_pivot.put(k, 1.0 / pivot);
      smallest = smaller(smallest, pivot * diagonal.get(k));
    }
    return smallest;
  }
  TAUT_INLINE void spread_row(int k) const {
    const Values work{scratch_.work.data()}, work_upper{scratch_.work_upper.data()};
    const Values lower{scratch_.lower.data()}, upper{scratch_.upper.data()};
    const std::int32_t *pattern = program_.pattern_start.data(), *column = program_.pattern_column.data();
    for (int p = pattern[k]; p < pattern[k + 1]; ++p) work.put(column[p], Real{}), work_upper.put(column[p], Real{});
    const std::int32_t *row = program_.row_start.data(), *row_column = program_.row_column.data();
    for (int p = row[k]; p < row[k + 1]; ++p)
      work.put(row_column[p], lower.get(p)), work_upper.put(row_column[p], upper.get(p));
  }
  // Finishes one entry of row k of L and of column k of U; returns what they take from the pivot.
  TAUT_INLINE Real take_entry(std::int32_t column, std::int32_t entry) const {
    const Values work{scratch_.work.data()}, work_upper{scratch_.work_upper.data()};
    const Values l{scratch_.l.data()}, u{scratch_.u.data()}, inverse_pivot{scratch_.inverse_pivot.data()};
    const std::int32_t* row = program_.column_row.data();
    const Real a = work.get(column), b = work_upper.get(column);
    for (int q = program_.column_start.data()[column]; q < entry; ++q) {
      work.put(row[q], work.get(row[q]) - a * u.get(q));
      work_upper.put(row[q], work_upper.get(row[q]) - b * l.get(q));
    }
    const Real inverse = inverse_pivot.get(column), ratio = a * inverse;
    l.put(entry, ratio);
    u.put(entry, b * inverse);
    return ratio * b;
  }

  void solve() const {
    const Values l{scratch_.l.data()}, u{scratch_.u.data()}, inverse_pivot{scratch_.inverse_pivot.data()};
    const std::int32_t *start = program_.column_start.data(), *row = program_.column_row.data();
    for (int k = 0; k < rods_; ++k) {
      const Real x = x_.get(k);
      for (int q = start[k]; q < start[k + 1]; ++q) x_.put(row[q], x_.get(row[q]) - l.get(q) * x);
    }
    for (int k = rods_; k-- > 0;) {
      Real x = x_.get(k) * inverse_pivot.get(k);
      for (int q = start[k]; q < start[k + 1]; ++q) x -= u.get(q) * x_.get(row[q]);
      x_.put(k, x);
    }
  }

  void correct(int lane, Real active) const {
    for (int k = 0; k < rods_; ++k) {
      const Real solved = x_.get(k);
      const Real x = active > 0.0 ? solved : Real{};
      const Vector b = rod_.get(k);
      total_.put(k, total_.get(k) + x);
      shift_.put(i_[k], shift_.get(i_[k]) + (weight(i_[k], lane) * x) * b);
      shift_.put(j_[k], shift_.get(j_[k]) - (weight(j_[k], lane) * x) * b);
    }
  }

  void finish(int lane, double tolerance, Real iterations, KernelOutcome& outcome) {
    double count[width];
    store(count, iterations);
    for (int k = 0; k < rods_; ++k) store(scratch_.multiplier.data()[k].value + lane, total_.get(k));
    for (int j = 0; j < width; ++j) {
      const auto s = static_cast<std::size_t>(lane + j);
      outcome.iterations[s] = static_cast<int>(count[j]);
      outcome.converged[s] = is_accepted(outcome, lane + j, tolerance);
      if (lane + j < unit_.used && outcome.converged[s]) add_shifts(lane, j);
    }
  }
  void add_shifts(int lane, int j) const {
    for (int p = 0; p < program_.particles; ++p) {
      const auto at = 3 * static_cast<std::ptrdiff_t>(unit_.particle.data()[p].data()[lane + j]);
      for (int c = 0; c < 3; ++c) {
        const double shift = shift_.at[(3 * p + c) * width + j];
        arrays_.moved[at + c] += shift;
        if (arrays_.velocity) arrays_.velocity[at + c] += shift * arrays_.inverse_step;
      }
    }
  }

  const ClusterProgram& program_;
  int rods_;
  const std::int32_t *i_, *j_;
  const ClusterUnit& unit_;
  const LaneValue* weight_;
  ClusterScratch& scratch_;
  const KernelArrays& arrays_;
  Vectors rod_, given_, now_, shift_;
  Values x_, total_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
