// The rods of a long chain that are left over when it is cut into eight equal segments: fewer than eight, one after the
// other, in plain numbers. They join the interfaces in one tridiagonal system. Notation as in chain_kernel.hpp.
#pragma once

#include "solve/kernels/chain_unit.hpp"
#include "solve/kernels/memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

enum class Rods { as_given, moved };       // whether the multipliers have moved them
enum class Matrix { none, newton, gram };  // none: only the defects

struct ScalarRow {
  double lower, diagonal, upper, defect;
};
// Leaves the solution in defect and the pivots in diagonal.
TAUT_INLINE void solve_tridiagonal(ScalarRow* rows, int size) {
  for (int s = 1; s < size; ++s) {
    const double ratio = rows[s].lower / rows[s - 1].diagonal;
    rows[s].diagonal -= ratio * rows[s - 1].upper;
    rows[s].defect -= ratio * rows[s - 1].defect;
  }
  double x = 0.0;
  for (int s = size - 1; s >= 0; --s) rows[s].defect = x = (rows[s].defect - rows[s].upper * x) / rows[s].diagonal;
}

// What is not a number stays.
TAUT_INLINE double larger_of(double a, double b) { return a <= b ? b : a + (b - b); }
TAUT_INLINE double smaller_of(double a, double b) { return a < b ? a : b; }

struct LastRod {
  double b[3], multiplier;
};
struct Measure {
  double violation, turn;
};

class ChainTail {
 public:
  ChainTail(const ChainUnit& unit, ChainScratch::Tail* tail)
      : size_(static_cast<int>(unit.tail_inverse_square.size())),
        first_particle_(unit.first_particle[lanes - 1] + unit.rods),
        weight_(unit.tail_weight.data()),
        inverse_square_(unit.tail_inverse_square.data()),
        tail_(tail) {}

  int size() const { return size_; }
  double first_rod(int c) const { return size_ > 0 ? tail_[0].b[c] : 0.0; }
  double first_multiplier() const { return size_ > 0 ? tail_[0].multiplier : 0.0; }
  void forget() {
    for (int t = 0; t < size_; ++t) tail_[t].multiplier = 0.0;
  }

  void take_differences(const double* from, const Periods& box, double (ChainScratch::Tail::*field)[3]) {
    for (int t = 0; t < size_; ++t)
      for (int c = 0; c < 3; ++c) {
        const double* at = from + 3 * (first_particle_ + t) + c;
        const double period = box.length[c], away = at[3] - at[0];
        (tail_[t].*field)[c] = period > 0.0 ? away - period * __builtin_rint(away * (1.0 / period)) : away;
      }
  }

  template <Rods state, Matrix matrix>
  Measure take_rows(const LastRod& before) {
    Measure measure = {0.0, 1.0};
    for (int t = 0; t < size_; ++t) {
      const ChainScratch::Tail& here = tail_[t];
      const double w = weight_[t], w_next = weight_[t + 1], scale = inverse_square_[t];
      double b_before[3], b_next[3], c[3];
      for (int axis = 0; axis < 3; ++axis) {
        b_before[axis] = t > 0 ? tail_[t - 1].b[axis] : before.b[axis];
        b_next[axis] = t + 1 < size_ ? tail_[t + 1].b[axis] : 0.0;
        c[axis] = matrix == Matrix::gram ? here.b[axis] : here.d[axis];
        if (state == Rods::as_given) continue;
        const double pull_before = (t > 0 ? tail_[t - 1].multiplier : before.multiplier) * b_before[axis];
        const double pull = here.multiplier * here.b[axis];
        const double pull_next = t + 1 < size_ ? tail_[t + 1].multiplier * b_next[axis] : 0.0;
        c[axis] += w_next * (pull_next - pull) - w * (pull - pull_before);
      }
      const double along = product(c, here.b) * scale;
      const double defect =
          matrix == Matrix::gram ? product(here.b, here.d) * scale : 0.5 * (product(c, c) * scale - 1.0);
      rows_[t] = {-(w * scale) * product(c, b_before), (w + w_next) * along, -(w_next * scale) * product(c, b_next),
                  defect};
      measure.violation = larger_of(measure.violation, defect < 0.0 ? -defect : defect);
      measure.turn = smaller_of(measure.turn, along);
    }
    return measure;
  }

  // Returns how many.
  int put_rows(ScalarRow* to) const {
    for (int t = 0; t < size_; ++t) to[t] = rows_[t];
    return size_;
  }
  void add(const ScalarRow* solved) {
    for (int t = 0; t < size_; ++t) tail_[t].multiplier += solved[t].defect;
  }

  void scatter(double* array, double factor, const LastRod& before) const {
    for (int t = 0; t <= size_; ++t)
      for (int c = 0; c < 3; ++c) {
        const double pull_before =
            t > 0 ? tail_[t - 1].multiplier * tail_[t - 1].b[c] : before.multiplier * before.b[c];
        const double pull = t < size_ ? tail_[t].multiplier * tail_[t].b[c] : 0.0;
        array[3 * (first_particle_ + t) + c] += factor * weight_[t] * (pull - pull_before);
      }
  }

 private:
  static double product(const double* p, const double* q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

  int size_;
  std::ptrdiff_t first_particle_;
  const double *weight_, *inverse_square_;
  ChainScratch::Tail* tail_;
  ScalarRow rows_[ChainScratch::longest_tail] = {};
};

}  // namespace taut::TAUT_INSTRUCTION_SET
