// Newton's method on the lanes of a chain [bailey2008, wang1981]: the sweeps along its rods.
//
//   c_k = d_k + (e_{k+1} - e_k),  e_i = w_i (x_i b_i - x_{i-1} b_{i-1})     the rods under the multipliers x so far
//   s_k = (c_k.c_k / l_k^2 - 1) / 2                                         what is left of the defect
//   J_{k,k-1} = -w_k c_k.b_{k-1},  J_kk = (w_k + w_{k+1}) c_k.b_k,  J_{k,k+1} = -w_{k+1} c_k.b_{k+1}     all over l_k^2
//
// Velocities are one linear solve of the same shape: c = b, s_k = b_k.d_k / l_k^2, d the relative velocity.
//
// Rows keep -J_{k,k-1} and -J_{k,k+1}, as lower and upper.
//
// A stretch of rods in a lane is a segment; its last rod is its interface. The others are eliminated segment by
// segment,
//   x_k = y_k - left_k x_before + next_k x_{k+1},
// which leaves an equation for the last rod of each: exact, nothing is truncated. The first rod of a segment in terms
// of its interfaces is summed on the way: with g_k the product of next_j, j < k,
//   x_0 = sum g_k y_k - x_before sum g_k left_k + g_last x_last.
#pragma once

#include "solve/kernels/chain_memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ChainSweep {
 protected:
  ChainSweep(const ChainUnit& unit, ChainScratch& scratch, ChainStretch& stretch)
      : unit_(unit),
        begin_(stretch.begin),
        end_(stretch.end),
        constants_(unit.constants.data()),
        geometry_(scratch.geometry.data() + 1),
        factors_(scratch.factors.data() + 1),
        multipliers_(scratch.multipliers.data() + 1),
        memory_(unit, scratch),
        stretch_(stretch) {}

  // There are no multipliers yet.
  void take_rods(const KernelArrays& arrays) {
    memory_.take_differences<&ChainGeometry::b>(begin_, end_, arrays.reference, arrays.box);
    memory_.take_differences<&ChainGeometry::d>(begin_, end_, arrays.moved, arrays.moved_box);
    for (int k = begin_; k < end_; ++k)
      for (double& x : multipliers_[k].value) x = 0.0;
  }

  // Defects and, with a matrix, its elimination: a block of rows at a time, which stays in the nearest cache.
  template <Rods state, Matrix matrix>
  void sweep() {
    for (int s = 0; s < lanes; ++s) stretch_.violation[s] = 0.0, stretch_.turn[s] = 1.0;
    if constexpr (groups % 2 == 0)
      for (int g = 0; g < groups; g += 2) sweep_two<state, matrix>(g * width);
    else
      sweep_one<state, matrix>(0);
  }

  // The rods that were eliminated, from the corrections of the interfaces; lanes that are not active stay.
  [[gnu::noinline]] void substitute_rods(const Lanes& active) {
    Pack x;
    each_register([&](int g) __attribute__((always_inline)) {
      x.part[g] = load(stretch_.interface + g * width);
      add_to_multiplier(end_ - 1, g * width, x.part[g]);
    });
    for (int k = end_ - 2; k >= begin_; --k) {
      const ChainFactor& factor = factors_[k];
      each_register([&](int g) __attribute__((always_inline)) {
        const int lane = g * width;
        const Real solved = load(factor.y + lane) - load(factor.left + lane) * load(stretch_.interface_before + lane) +
                            load(factor.next + lane) * x.part[g];
        x.part[g] = load(active + lane) > 0.0 ? solved : Real{};
        add_to_multiplier(k, lane, x.part[g]);
      });
    }
  }

  const ChainUnit& unit_;
  int begin_, end_;
  const ChainConstants* constants_;
  ChainGeometry* geometry_;
  ChainFactor* factors_;
  ChainMultiplier* multipliers_;
  ChainMemory memory_;
  ChainStretch& stretch_;

 private:
  static constexpr int block = 32;  // rows

  // The elimination of one group of lanes, from rod to rod.
  struct Elimination {
    Real y, next, left, product, sum_y, sum_left, smallest;
  };

  template <Rods state, Matrix matrix>
  [[gnu::noinline]] void sweep_one(int lane) {
    Elimination e = beginning();
    for (int begin = begin_; begin < end_; begin += block) {
      const int end = begin + block < end_ ? begin + block : end_;
      take_rows<state, matrix>(lane, begin, end);
      drop_tiny(e);
      for (int k = begin; matrix != Matrix::none && k < end && k < end_ - 1; ++k)
        eliminate(rows_[k - begin], k, lane, e);
    }
    finish(e, lane);
  }
  // Two groups at once: while one waits for its division, the other goes on.
  template <Rods state, Matrix matrix>
  [[gnu::noinline]] void sweep_two(int lane) {
    Elimination e = beginning(), f = beginning();
    for (int begin = begin_; begin < end_; begin += block) {
      const int end = begin + block < end_ ? begin + block : end_;
      take_rows<state, matrix>(lane, begin, end);
      take_rows<state, matrix>(lane + width, begin, end);
      drop_tiny(e), drop_tiny(f);
      for (int k = begin; matrix != Matrix::none && k < end && k < end_ - 1; ++k) {
        eliminate(rows_[k - begin], k, lane, e);
        eliminate(rows_[k - begin], k, lane + width, f);
      }
    }
    finish(e, lane);
    finish(f, lane + width);
  }

  template <Rods state, Matrix matrix>
  TAUT_INLINE void take_rows(int lane, int begin, int end) {
    Real violation = load(stretch_.violation + lane), sum = violation, turn = load(stretch_.turn + lane);
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
    store(stretch_.violation + lane, violation + (sum - sum));  // not a number as soon as a defect is not finite
    store(stretch_.turn + lane, turn);
  }

  TAUT_INLINE static Elimination beginning() {
    return {Real{}, Real{}, all(-1.0), all(1.0), Real{}, Real{}, all(1e300)};
  }
  // What the ends of a segment have to do with one another shrinks from rod to rod. Below this it adds nothing to any
  // sum, but on the way to zero it would pass numbers that processors are slow with.
  TAUT_INLINE static void drop_tiny(Elimination& e) {
    constexpr double tiny = 1e-150;
    e.product = magnitude(e.product) > tiny ? e.product : Real{};
    e.left = magnitude(e.left) > tiny ? e.left : Real{};
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
    ChainStretch& to = stretch_;
    store(to.y + lane, e.y), store(to.next + lane, e.next), store(to.left + lane, e.left);
    store(to.product + lane, e.product), store(to.sum_y + lane, e.sum_y), store(to.sum_left + lane, e.sum_left);
    store(to.smallest + lane, e.smallest);
    const ChainRow& last = rows_[(end_ - 1 - begin_) % block];
    for (Lanes ChainRow::*part : {&ChainRow::lower, &ChainRow::diagonal, &ChainRow::upper, &ChainRow::defect})
      store(to.last_row.*part + lane, load(last.*part + lane));
  }
  TAUT_INLINE void add_to_multiplier(int k, int lane, Real x) {
    double* to = multipliers_[k].value + lane;
    store(to, load(to) + x);
  }

  ChainRow rows_[block];
};

}  // namespace taut::TAUT_INSTRUCTION_SET
