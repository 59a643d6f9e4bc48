// Forces of pairs, owner by owner: neighbours are gathered in blocks, their forces computed side by side, and added one
// after the other in the order of the list. A lane's arithmetic does not depend on its place, and pairs beyond the
// cut-off add zero, so that neither the width of registers nor the neighbours in a block change a bit. The file that
// includes this says which instruction set: TAUT_INSTRUCTION_SET and TAUT_LANES, doubles in a register.
#pragma once

#include <algorithm>
#include <limits>

#include "base/register.hpp"
#include "forces/pair_kernels.hpp"

#define TAUT_NAME_OF(set) #set
#define TAUT_NAME(set) TAUT_NAME_OF(set)

namespace taut::TAUT_INSTRUCTION_SET::pairs {

constexpr int block = 16;
constexpr int groups = block / width;

// To the nearest image; an inverse of zero leaves it as it is.
template <class Number>
TAUT_INLINE Number nearest(Number x, double edge, double inverse) {
  constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52: adding and taking it away rounds
  return x - edge * ((x * inverse + to_integer) - to_integer);
}
struct Edges {
  double length[3], inverse[3];
  explicit Edges(const Vec3& box) {
    for (int a = 0; a < 3; ++a) length[a] = box[a], inverse[a] = box[a] > 0.0 ? 1.0 / box[a] : 0.0;
  }
};

struct Gathered {
  double x[block], y[block], z[block], charge[block], a12[block], b6[block], cutoff[block], shift[block];
};
// Of the owner from the others, and force over distance.
struct Pairs {
  Real x[groups], y[groups], z[groups], square[groups], inverse[groups], factor[groups];
};

template <bool dispersing, bool charged>
struct Owner {
  const PairJob& job;
  const Edges& edges;
  const double* own;  // packed
  const double* laws;

  TAUT_INLINE void gather(const std::int32_t* others, int count, Gathered& at) const {
    for (int k = 0; k < count; ++k) {
      const double* other = job.packed + 4 * static_cast<std::size_t>(others[k]);
      at.x[k] = other[0], at.y[k] = other[1], at.z[k] = other[2];
      if constexpr (charged) at.charge[k] = other[3];
      if constexpr (dispersing) {
        const double* law = laws + 4 * job.kind[others[k]];
        at.a12[k] = law[0], at.b6[k] = law[1], at.cutoff[k] = law[2], at.shift[k] = law[3];
      }
    }
    for (int k = count; k < block; ++k) {  // no number: beyond every cut-off
      at.x[k] = at.y[k] = at.z[k] = std::numeric_limits<double>::quiet_NaN();
      at.charge[k] = at.a12[k] = at.b6[k] = at.cutoff[k] = at.shift[k] = 0.0;
    }
  }

  TAUT_INLINE void meet(const Gathered& at, Pairs& pairs) const {
    auto& [x, y, z, square, inverse, factor] = pairs;
    for (int g = 0; g < groups; ++g) {
      x[g] = nearest(own[0] - load(at.x + g * width), edges.length[0], edges.inverse[0]);
      y[g] = nearest(own[1] - load(at.y + g * width), edges.length[1], edges.inverse[1]);
      z[g] = nearest(own[2] - load(at.z + g * width), edges.length[2], edges.inverse[2]);
      square[g] = x[g] * x[g] + y[g] * y[g] + z[g] * z[g];
      inverse[g] = 1.0 / square[g];
      factor[g] = all(0.0);
    }
    if constexpr (dispersing)
      for (int g = 0; g < groups; ++g) {
        const Real third = inverse[g] * inverse[g] * inverse[g];
        const Real found = (load(at.a12 + g * width) * third - load(at.b6 + g * width)) * third * inverse[g];
        factor[g] = square[g] < load(at.cutoff + g * width) ? found : all(0.0);
      }
    if constexpr (charged) {
      Real u[groups], slope[groups];
      for (int g = 0; g < groups; ++g) u[g] = square[g] * job.to_u - 1.0, slope[g] = all(job.coulomb_force[0]);
      for (std::size_t k = 1; k < job.coulomb_force.size(); ++k)
        for (int g = 0; g < groups; ++g) slope[g] = slope[g] * u[g] + job.coulomb_force[k];
      for (int g = 0; g < groups; ++g) {
        const Real found = (own[3] * load(at.charge + g * width)) *
                           (square_root(inverse[g]) * (inverse[g] - job.coulomb_linear) + slope[g]);
        factor[g] = factor[g] + (square[g] < job.coulomb_cutoff_squared ? found : all(0.0));
      }
    }
  }

  // In: places of the others. Out: the forces on the owner.
  TAUT_INLINE void forces(Gathered& at) const {
    Pairs pairs;
    meet(at, pairs);
    const auto& [x, y, z, square, inverse, factor] = pairs;
    for (int g = 0; g < groups; ++g) {
      store(at.x + g * width, square[g] == square[g] ? factor[g] * x[g] : all(0.0));
      store(at.y + g * width, square[g] == square[g] ? factor[g] * y[g] : all(0.0));
      store(at.z + g * width, square[g] == square[g] ? factor[g] * z[g] : all(0.0));
    }
  }

  // In: places of the others. Out: energies in x, force times distance in y.
  TAUT_INLINE void sums(Gathered& at) const {
    Pairs pairs;
    meet(at, pairs);
    for (int g = 0; g < groups; ++g) {
      const Real square = pairs.square[g], inverse = pairs.inverse[g];
      Real energy = all(0.0);
      if constexpr (dispersing) {
        const Real third = inverse * inverse * inverse;
        const Real found = (load(at.a12 + g * width) * third / 12.0 - load(at.b6 + g * width) / 6.0) * third -
                           load(at.shift + g * width);
        energy = square < load(at.cutoff + g * width) ? found : all(0.0);
      }
      if constexpr (charged) {
        const Real u = square * job.to_u - 1.0, r = square_root(square);
        Real smooth = all(0.0);
        for (const double coefficient : job.coulomb_energy) smooth = smooth * u + coefficient;
        const Real found = (own[3] * load(at.charge + g * width)) * (1.0 / r - smooth + job.coulomb_linear * r);
        energy = energy + (square < job.coulomb_cutoff_squared ? found : all(0.0));
      }
      store(at.x + g * width, energy);
      store(at.y + g * width, square == square ? pairs.factor[g] * square : all(0.0));
    }
  }

  TAUT_INLINE void add_sums(std::size_t i, PairSums& sum) const {
    Gathered at;
    const std::int32_t* others = job.others + i * job.stride;
    for (int rest = job.counts[i]; rest > 0; rest -= block, others += block) {
      const int count = std::min(rest, block);
      gather(others, count, at);
      sums(at);
      for (int k = 0; k < count; ++k) sum.energy += at.x[k], sum.virial += at.y[k];
    }
  }

  TAUT_INLINE void take(std::size_t i) const {
    double sum[3] = {};
    Gathered at;
    const std::int32_t* others = job.others + i * job.stride;
    for (int rest = job.counts[i]; rest > 0; rest -= block, others += block) {
      const int count = std::min(rest, block);
      gather(others, count, at);
      forces(at);
      for (int k = 0; k < count; ++k) {
        double* reaction = job.force + 3 * static_cast<std::size_t>(others[k]);
        sum[0] += at.x[k], sum[1] += at.y[k], sum[2] += at.z[k];
        reaction[0] -= at.x[k], reaction[1] -= at.y[k], reaction[2] -= at.z[k];
      }
    }
    for (std::size_t a = 0; a < 3; ++a) job.force[3 * i + a] += sum[a];
  }
};

// work(owner, its number) for each that feels anything.
template <class Work>
TAUT_INLINE void for_each_owner(const PairJob& job, Work&& work) {
  const Edges edges(job.box);
  for (std::size_t i = job.first; i < job.last; ++i) {
    const double* own = job.packed + 4 * i;
    const std::int32_t kind = job.kind[i];
    const double* laws = job.laws + 4 * static_cast<std::size_t>(kind) * static_cast<std::size_t>(job.kinds);
    const bool charged = job.charged && own[3] != 0.0;
    if (job.dispersing[kind] && charged)
      work(Owner<true, true>{job, edges, own, laws}, i);
    else if (charged)
      work(Owner<false, true>{job, edges, own, laws}, i);
    else if (job.dispersing[kind])
      work(Owner<true, false>{job, edges, own, laws}, i);
  }
}

void pair_forces(const PairJob& job) {
  for_each_owner(
      job, [](const auto& owner, std::size_t i) __attribute__((always_inline)) { owner.take(i); });
}

PairSums pair_sums(const PairJob& job) {
  PairSums sum;
  for_each_owner(
      job, [&](const auto& owner, std::size_t i) __attribute__((always_inline)) { owner.add_sums(i, sum); });
  return sum;
}

void squares(std::size_t count, const double* x, const double* y, const double* z, const Vec3& at, const Vec3& box,
             double* square) {
  const Edges edges(box);
  const auto one = [&](auto a, auto b, auto c) __attribute__((always_inline)) {
    const auto u = nearest(at.x - a, edges.length[0], edges.inverse[0]);
    const auto v = nearest(at.y - b, edges.length[1], edges.inverse[1]);
    const auto w = nearest(at.z - c, edges.length[2], edges.inverse[2]);
    return u * u + v * v + w * w;
  };
  std::size_t k = 0;
  for (; k + width <= count; k += width) store(square + k, one(load(x + k), load(y + k), load(z + k)));
  for (; k < count; ++k) square[k] = one(x[k], y[k], z[k]);
}

}  // namespace taut::TAUT_INSTRUCTION_SET::pairs

namespace taut::TAUT_INSTRUCTION_SET {
extern const PairKernels pair_kernels;
const PairKernels pair_kernels = {TAUT_NAME(TAUT_INSTRUCTION_SET), pairs::pair_forces, pairs::pair_sums,
                                  pairs::squares};
}  // namespace taut::TAUT_INSTRUCTION_SET
