// The rods that join the segments of a long path: one between every two segments, and those left over at its end. Once
// the segments are eliminated they form a tridiagonal system.
#pragma once

#include <span>
#include <vector>

#include "base/exact.hpp"
#include "solve/kernels/segment_unit.hpp"
#include "solve/solver.hpp"

namespace taut {

// How n rods are cut: segments of `rods` rods with one rod between every two, and `left_over` rods at the end.
struct PathCut {
  explicit PathCut(std::size_t n);
  std::size_t units;  // of eight segments
  std::size_t segments, rods, left_over;

  std::size_t interface_rods() const { return segments - 1 + left_over; }
  // Places along the path.
  std::size_t rod(std::size_t segment, std::size_t k) const { return segment * (rods + 1) + k; }
  std::size_t interface_rod(std::size_t k) const {
    return k < segments ? rod(k, rods) : segments * (rods + 1) - 1 + (k - (segments - 1));
  }
  // Particles in segments; the rest belong to the rods left over.
  std::size_t segment_particles() const { return segments * (rods + 1); }
};

class PathInterface {
 public:
  // weights: of all particles along the path; lengths: of all rods.
  PathInterface(const PathCut& cut, std::span<const double> weights, std::span<const double> lengths);

  std::size_t size() const { return rods_.size(); }
  const Vec3& rod(std::size_t k) const { return rods_[k].b; }
  double defect(std::size_t k) const { return rods_[k].defect; }
  // The smallest pivot over its diagonal entry, as an elimination along the path would find it. A segment of n rods
  // leaves about one part in n + 1 of the diagonal; where less is left than that, it counts as well.
  double margin() const { return margin_; }

  // Takes rods and defects, position_low too; the arrays begin with the path's first particle.
  void linearise(const Vec3* position, const Vec3* position_low);
  // Their matrix, once the segments are factored.
  void factorise(std::span<const SegmentUnit> units);

  // Of a guess or correction x, times the rods: what acts on the segments' ends.
  void pull(const double* x, std::span<SegmentUnit> units) const;
  // Solves for x, given right-hand sides in x and those of the segments solved for in the units.
  void solve(double* x, std::span<SegmentUnit> units) const;

  // The particles left over: to -= W B^T x.
  void subtract_impulses(const double* x, Vec3* to) const;

 private:
  struct Rod {
    Vec3 b;
    double defect;
    double first_weight, second_weight;
    double first_coupling, second_coupling;  // to the segment before and after, or to the rod before
    double off, inverse_pivot;
    double pivot_along;  // the path, from the segment before
    LengthDefect measure;
  };
  bool has_segment_before(std::size_t k) const { return k < cut_.segments; }
  bool has_segment_after(std::size_t k) const { return k + 1 < cut_.segments; }
  double take_segment_before(std::size_t k, std::span<const SegmentUnit> units, double diagonal);
  double take_segment_after(std::size_t k, std::span<const SegmentUnit> units);
  void include_in_margin(double ratio);
  double coupling_to_rod_before(std::size_t k, std::span<const SegmentUnit> units) const;

  PathCut cut_;
  std::vector<Rod> rods_;
  double margin_ = 1.0;
};

}  // namespace taut
