// Newton's method on clusters of rods of one shape, one a lane: trees, rings, cages.
//
//   c_k = (d_k + (e_j - e_i)) / l_k^2                             rod k from i to j, e the displacements so far
//   J x = s,  s_k = (|d_k + (e_j - e_i)|^2 / l_k^2 - 1) / 2       J = C W B^T with rows c_k and b_k
//   e_i += w_i x_k b_k,  e_j -= w_j x_k b_k
//
// One sweep, in the order of elimination, takes the defect of a rod and its row of J, eliminates it and substitutes
// forward; one sweep back finds x and moves the particles. J = L D U row by row [davis2006, chapter 4]: the entry (a,
// b) keeps L_ab D_b in lower and U_ba in upper.
//
// The first three iterations take the matrix where they are; it is then so close that it serves several more.
#pragma once

#include "solve/kernels/cluster_unit.hpp"
#include "solve/kernels/memory.hpp"

namespace taut::TAUT_INSTRUCTION_SET {

class ClusterKernel {
 public:
  ClusterKernel(const ClusterProgram& program, const ClusterUnit& unit, ClusterScratch& scratch,
                const KernelArrays& arrays)
      : program_(program),
        unit_(unit),
        arrays_(arrays),
        rods_(scratch.rods.data()),
        particles_(scratch.particles.data()),
        entries_(scratch.entries.data()) {}

  KernelOutcome positions(const KernelLimits& limits) {
    KernelOutcome outcome;
    begin();
    Pack active = pack(1.0), iterations = pack(0.0), smallest = pack(1.0);
    for (int iteration = 0;; ++iteration) {
      const bool fresh = iteration < first_matrices || iteration % matrix_lasts == 0;
      const Measure measure = iteration == 0 ? forward<Matrix::first>()
                              : fresh        ? forward<Matrix::newton>()
                                             : forward<Matrix::none>();
      each_register([&](int g) __attribute__((always_inline)) {
        const Real violation = measure.violation.part[g] + (measure.sum.part[g] - measure.sum.part[g]);
        active.part[g] = violation > limits.tolerance ? active.part[g] : Real{};
        if (fresh) smallest.part[g] = active.part[g] > 0.0 ? measure.smallest.part[g] : smallest.part[g];
        store(outcome.violation + g * width, violation);
      });
      put(outcome.turn, measure.turn);
      if (iteration == limits.max_iterations || !any(active)) break;
      if (!fresh) substitute();
      backward(active);
      each_register([&](int g) __attribute__((always_inline)) { iterations.part[g] += active.part[g]; });
    }
    put(outcome.smallest_pivot, smallest);
    finish(limits.tolerance, iterations, outcome);
    return outcome;
  }

  KernelOutcome velocities() {
    KernelOutcome outcome;
    begin();
    const Measure measure = forward<Matrix::gram>();
    backward(pack(1.0));
    Pack sum = pack(0.0);
    for (int k = 0; k < program_.rods; ++k)
      each_register([&](int g) __attribute__((always_inline)) { sum.part[g] += load(rods_[k].total + g * width); });
    each_register([&](int g) __attribute__((always_inline)) {  // not a number as soon as a multiplier is not finite
      store(outcome.violation + g * width, sum.part[g] - sum.part[g]);
    });
    put(outcome.turn, pack(1.0));
    put(outcome.smallest_pivot, measure.smallest);
    finish(0.0, pack(0.0), outcome);
    return outcome;
  }

 private:
  static constexpr int first_matrices = 3, matrix_lasts = 4;  // iterations

  using Rod = ClusterScratch::Rod;
  using Particle = ClusterScratch::Particle;
  using Entry = ClusterScratch::Entry;

  // first: e = 0; gram: c = b, s_k = b_k.d_k / l_k^2, for velocities
  enum class Matrix { first, newton, none, gram };
  struct Measure {
    Pack violation, turn;  // the largest, the smallest
    Pack sum;              // of the defects: not a number as soon as one is not finite
    Pack smallest;         // product of a pivot with its diagonal entry: its sign is what counts
  };

  TAUT_INLINE Vector particle(const double* from, int p, int lane) const {
    const std::int32_t* at = unit_.particle.data()[p].data() + lane;
    const auto component = [&](int c) __attribute__((always_inline)) {
      return each([&](int j)
                      __attribute__((always_inline)) { return from[3 * static_cast<std::ptrdiff_t>(at[j]) + c]; });
    };
    return {component(0), component(1), component(2)};
  }

  // Every particle is gathered once, whatever the number of its rods.
  [[gnu::noinline]] void begin() {
    take_rods<&Rod::b>(arrays_.reference, arrays_.box);
    take_rods<&Rod::d>(arrays_.moved, arrays_.moved_box);
    for (int p = 0; p <= program_.particles; ++p)
      for (int lane = 0; lane < lanes; lane += width) {
        store_vector(particles_[p].shift, lane, {Real{}, Real{}, Real{}});
        store(particles_[p].weight + lane, load(unit_.weight.data()[p].value + lane));
      }
    for (int k = 0; k < program_.rods; ++k)
      for (int lane = 0; lane < lanes; lane += width) {
        store(rods_[k].scale + lane, load(unit_.inverse_square.data()[k].value + lane));
        store(rods_[k].total + lane, Real{});
      }
  }
  // Coordinate q of the molecules: three a particle.
  TAUT_INLINE double* column(int q) const { return particles_[q / 3].shift[q % 3]; }
  void take_particles(const double* from) {
    for (int lane = 0; lane < lanes; lane += width) {
      const Places<const double> at = {from, unit_.first_coordinate.data() + lane};
      if (unit_.consecutive)
        each_columns(
            0, 3 * program_.particles, [&](auto columns, int q) __attribute__((always_inline)) {
              Real x[columns];
              load_columns<columns>(at, q, x);
              for (int r = 0; r < columns; ++r) store(column(q + r) + lane, x[r]);
            });
      for (int p = 0; p < program_.particles && !unit_.consecutive; ++p)
        store_vector(particles_[p].shift, lane, particle(from, p, lane));
    }
  }
  template <Lanes (Rod::*field)[3]>
  void take_rods(const double* from, const Periods& box) {
    take_particles(from);
    const bool periodic = box.any();
    const std::int32_t *i = program_.i.data(), *j = program_.j.data();
    for (int k = 0; k < program_.rods; ++k)
      for (int lane = 0; lane < lanes; lane += width) {
        const Vector b = load_vector(particles_[j[k]].shift, lane) - load_vector(particles_[i[k]].shift, lane);
        store_vector(rods_[k].*field, lane, periodic ? nearest_image(b, box) : b);
      }
  }

  template <Matrix matrix>
  [[gnu::noinline]] Measure forward() const {
    Measure measure = {pack(0.0), pack(1.0), pack(0.0), pack(1.0)};
    for (int k = 0; k < program_.rods; ++k) {
      const Particle &from = particles_[program_.i.data()[k]], &to = particles_[program_.j.data()[k]];
      Pack y, along;
      each_register([&](int g) __attribute__((always_inline)) {
        const Defect defect = take_defect<matrix>(rods_[k], from, to, g * width);
        measure.violation.part[g] = larger(measure.violation.part[g], magnitude(defect.value));
        measure.turn.part[g] = smaller(measure.turn.part[g], defect.along);
        measure.sum.part[g] += defect.value;
        y.part[g] = defect.value, along.part[g] = defect.along;
      });
      if constexpr (matrix != Matrix::none) eliminate(k, from, to, along, y, measure);
    }
    return measure;
  }

  struct Defect {
    Real value, along;  // s_k, c_k.b_k
  };
  template <Matrix matrix>
  TAUT_INLINE static Defect take_defect(Rod& rod, const Particle& from, const Particle& to, int lane) {
    const Vector b = load_vector(rod.b, lane), d = load_vector(rod.d, lane);
    const Vector now = matrix == Matrix::gram    ? b
                       : matrix == Matrix::first ? d
                                                 : d + (load_vector(to.shift, lane) - load_vector(from.shift, lane));
    const Vector c = load(rod.scale + lane) * now;
    if constexpr (matrix != Matrix::none) store_vector(rod.c, lane, c);
    return {matrix == Matrix::gram ? dot(c, d) : 0.5 * (dot(c, now) - 1.0), dot(c, b)};
  }

  // With the matrix of an iteration before. The defects are taken once more: as a rule they are small enough by now.
  [[gnu::noinline]] void substitute() const {
    for (int k = 0; k < program_.rods; ++k) {
      const Particle &from = particles_[program_.i.data()[k]], &to = particles_[program_.j.data()[k]];
      each_register([&](int g) __attribute__((always_inline)) {
        Real y = take_defect<Matrix::none>(rods_[k], from, to, g * width).value;
        for (int e = program_.row_start.data()[k]; e < program_.row_start.data()[k + 1]; ++e)
          y -= load(entries_[e].lower + g * width) * load(rods_[program_.entries.data()[e].column].x + g * width);
        store(rods_[k].x + g * width, y * load(rods_[k].inverse_pivot + g * width));
      });
    }
  }

  TAUT_INLINE void eliminate(int k, const Particle& from, const Particle& to, const Pack& along, Pack& y,
                             Measure& measure) const {
    Rod& rod = rods_[k];
    Pack diagonal;
    each_register([&](int g) __attribute__((always_inline)) {
      diagonal.part[g] = (load(from.weight + g * width) + load(to.weight + g * width)) * along.part[g];
    });
    Pack pivot = diagonal;
    for (int e = program_.row_start.data()[k]; e < program_.row_start.data()[k + 1]; ++e)
      eliminate(rod, program_.entries.data()[e], entries_[e], pivot, y);
    each_register([&](int g) __attribute__((always_inline)) {
      const Real inverse = 1.0 / pivot.part[g];
      store(rod.inverse_pivot + g * width, inverse);
      store(rod.x + g * width, y.part[g] * inverse);
      measure.smallest.part[g] = smaller(measure.smallest.part[g], pivot.part[g] * diagonal.part[g]);
    });
  }
  TAUT_INLINE void eliminate(const Rod& rod, const ClusterProgram::Entry& at, Entry& entry, Pack& pivot,
                             Pack& y) const {
    const Rod& column = rods_[at.column];
    Pack below, above;
    each_register([&](int g) __attribute__((always_inline)) {
      const int lane = g * width;
      const Real w = at.sign * load(particles_[at.particle].weight + lane);
      below.part[g] = w * dot(load_vector(rod.c, lane), load_vector(column.b, lane));
      above.part[g] = w * dot(load_vector(column.c, lane), load_vector(rod.b, lane));
    });
    for (int l = at.links_begin; l < at.links_end; ++l) {
      const Entry &before = entries_[program_.links.data()[l].before],
                  &other = entries_[program_.links.data()[l].other];
      each_register([&](int g) __attribute__((always_inline)) {
        const int lane = g * width;
        below.part[g] -= load(before.lower + lane) * load(other.upper + lane);
        above.part[g] -= load(before.upper + lane) * load(other.lower + lane);
      });
    }
    each_register([&](int g) __attribute__((always_inline)) {
      const int lane = g * width;
      const Real ratio = above.part[g] * load(column.inverse_pivot + lane);
      store(entry.lower + lane, below.part[g]);
      store(entry.upper + lane, ratio);
      pivot.part[g] -= below.part[g] * ratio;
      y.part[g] -= below.part[g] * load(column.x + lane);
    });
  }

  [[gnu::noinline]] void backward(const Pack& active) const {
    for (int k = program_.rods; k-- > 0;) {
      Pack x;
      each_register([&](int g) __attribute__((always_inline)) { x.part[g] = load(rods_[k].x + g * width); });
      for (int e = program_.row_start.data()[k]; e < program_.row_start.data()[k + 1]; ++e) {
        double* column = rods_[program_.entries.data()[e].column].x;
        each_register([&](int g) __attribute__((always_inline)) {
          const int lane = g * width;
          store(column + lane, load(column + lane) - load(entries_[e].upper + lane) * x.part[g]);
        });
      }
      Particle &from = particles_[program_.i.data()[k]], &to = particles_[program_.j.data()[k]];
      each_register([&](int g) __attribute__((always_inline)) {
        pull(rods_[k], from, to, active.part[g] > 0.0 ? x.part[g] : Real{}, g * width);
      });
    }
  }
  TAUT_INLINE static void pull(Rod& rod, Particle& from, Particle& to, Real x, int lane) {
    const Vector b = load_vector(rod.b, lane);
    store(rod.total + lane, load(rod.total + lane) + x);
    store_vector(from.shift, lane, load_vector(from.shift, lane) + (load(from.weight + lane) * x) * b);
    store_vector(to.shift, lane, load_vector(to.shift, lane) - (load(to.weight + lane) * x) * b);
  }

  [[gnu::noinline]] void finish(double tolerance, const Pack& iterations, KernelOutcome& outcome) {
    Lanes count;
    put(count, iterations);
    for (int lane = 0; lane < lanes; ++lane) {
      const auto s = static_cast<std::size_t>(lane);
      outcome.iterations[s] = static_cast<int>(count[lane]);
      outcome.converged[s] = is_accepted(outcome, lane, tolerance);
    }
    bool whole = unit_.consecutive && unit_.used == lanes;
    for (const bool converged : outcome.converged) whole = whole && converged;
    if (whole) return add_shifts();
    add_some_shifts(arrays_.moved, 1.0, outcome);
    if (arrays_.velocity) add_some_shifts(arrays_.velocity, arrays_.inverse_step, outcome);
  }
  void add_shifts() const {
    double *moved = arrays_.moved, *velocity = arrays_.velocity;
    const auto add =
        [ =, factor = arrays_.inverse_step ](std::ptrdiff_t at, auto shift) __attribute__((always_inline)) {
      add_part(moved + at, shift);
      if (velocity) add_part(velocity + at, shift * factor);
    };
    for (int lane = 0; lane < lanes; lane += width)
      each_columns(
          0, 3 * program_.particles, [&](auto columns, int q) __attribute__((always_inline)) {
            Real x[columns];
            for (int r = 0; r < columns; ++r) x[r] = load(column(q + r) + lane);
            put_columns<columns>(PlacesInAny{unit_.first_coordinate.data() + lane}, q, x, add);
          });
  }
  void add_some_shifts(double* array, double factor, const KernelOutcome& outcome) const {
    for (int p = 0; p < program_.particles; ++p)
      for (int lane = 0; lane < unit_.used; ++lane) {
        if (!outcome.converged[static_cast<std::size_t>(lane)]) continue;
        double* to = array + 3 * static_cast<std::ptrdiff_t>(unit_.particle.data()[p].data()[lane]);
        for (int c = 0; c < 3; ++c) to[c] += factor * particles_[p].shift[c][lane];
      }
  }

  const ClusterProgram& program_;
  const ClusterUnit& unit_;
  const KernelArrays& arrays_;
  Rod* rods_;
  Particle* particles_;
  Entry* entries_;
};

}  // namespace taut::TAUT_INSTRUCTION_SET
