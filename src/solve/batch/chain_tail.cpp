#include "solve/batch/chain_tail.hpp"

#include <cmath>

namespace taut {
namespace {

double dot(const double* p, const double* q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

void take_difference(const double* from, const Periods& box, double (&to)[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    const double period = box.length[axis], away = from[3 + axis] - from[axis];
    to[axis] = period > 0.0 ? away - period * std::nearbyint(away * (1.0 / period)) : away;
  }
}

}  // namespace

void ChainTail::begin(std::span<TailRod> rods, const KernelArrays& arrays) const {
  for (std::size_t t = 0; t < size(); ++t) {
    const std::ptrdiff_t offset = 3 * (first_particle_ + static_cast<std::ptrdiff_t>(t));
    take_difference(arrays.reference + offset, arrays.box, rods[t].at.b);
    take_difference(arrays.moved + offset, arrays.moved_box, rods[t].d);
    rods[t].at.multiplier = 0.0;
  }
}

void ChainTail::take_rows(std::span<TailRod> rods, Rods state, Matrix matrix, const ChainRod& before,
                          ChainMeasure& measure) const {
  const ChainRod nothing;
  for (std::size_t t = 0; t < size(); ++t) {
    const double w = weights_[t], w_next = weights_[t + 1], scale = inverse_squares_[t];
    const ChainRod &here = rods[t].at, &left = t > 0 ? rods[t - 1].at : before,
                   &right = t + 1 < size() ? rods[t + 1].at : nothing;
    double c[3];
    for (int axis = 0; axis < 3; ++axis) {
      c[axis] = matrix == Matrix::gram ? here.b[axis] : rods[t].d[axis];
      if (state == Rods::as_given) continue;
      const double pull = here.multiplier * here.b[axis];
      c[axis] += w_next * (right.multiplier * right.b[axis] - pull) - w * (pull - left.multiplier * left.b[axis]);
    }
    const double along = dot(c, here.b) * scale;
    const double defect = matrix == Matrix::gram ? dot(here.b, rods[t].d) * scale : 0.5 * (dot(c, c) * scale - 1.0);
    rods[t].row = {-(w * scale) * dot(c, left.b), (w + w_next) * along, -(w_next * scale) * dot(c, right.b), defect};
    measure.include(std::abs(defect), along);
  }
}

void ChainTail::add_shifts(std::span<const TailRod> rods, const ChainRod& before, double* array, double factor) const {
  for (std::size_t t = 0; t <= size(); ++t)
    for (int axis = 0; axis < 3; ++axis) {
      const ChainRod& left = t > 0 ? rods[t - 1].at : before;
      const double pull = t < size() ? rods[t].at.multiplier * rods[t].at.b[axis] : 0.0;
      array[3 * (first_particle_ + static_cast<std::ptrdiff_t>(t)) + axis] +=
          factor * weights_[t] * (pull - left.multiplier * left.b[axis]);
    }
}

}  // namespace taut
