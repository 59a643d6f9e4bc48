// Who is near whom: a Verlet list, made by cells in O(n). It holds all pairs within cut-off plus skin of where the
// particles were when it was made, and serves until one has moved by more than half the skin since: before that no pair
// outside it can have come within the cut-off [allen2017, section 5.3].
//
// Of each pair one particle is the owner: the lower number when the sum of both is odd, the other when it is even, so
// that all own about as many. The others of an owner are in ascending order; so the order of sums over pairs depends on
// numbers only, and since pairs beyond the cut-off add zero, a sum does not depend on when the list was made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forces/exclusions.hpp"
#include "forces/pair_kernels.hpp"
#include "taut/vec.hpp"

namespace taut {

class NeighbourList {
 public:
  NeighbourList(const Model& model, Exclusions exclusions, double cutoff, double skin, const PairKernels& kernels);

  // A list that was made for another box serves as long as no pair can have come within the cut-off: what is not in it
  // was apart by cut-off and skin, times the factor by which the box has grown or shrunk.
  void use_box(const Vec3& box) { box_ = box; }
  // Makes the list anew if it may lack a pair; whether it did.
  bool update(const Vec3* position);
  std::span<const std::int32_t> of(std::size_t owner) const {
    return {others_.data() + owner * stride_, static_cast<std::size_t>(count_[owner])};
  }
  const std::int32_t* others() const { return others_.data(); }
  const std::int32_t* counts() const { return count_.data(); }
  std::size_t stride() const { return stride_; }
  const Exclusions& exclusions() const { return exclusions_; }
  std::int64_t rebuilds() const { return rebuilds_; }

 private:
  bool still_serves(const Vec3* position) const;
  void make(const Vec3* position);
  void choose_cells(const Vec3* position);
  void sort_into_cells(const Vec3* position);
  void list_cells_around(std::size_t cell);
  bool fill(const Vec3* position);  // false: the stride is too short
  bool add_owners_of(std::int32_t j, const Vec3& at, std::size_t begin, std::size_t end);

  Vec3 box_;
  Exclusions exclusions_;
  double cutoff_, range_;
  const PairKernels& kernels_;
  std::vector<bool> fixed_;
  std::vector<Vec3> made_at_;
  Vec3 made_for_;  // box

  struct Axis {
    double low = 0.0, to_cell = 0.0;
    int cells = 1, reach = 0;  // cells on either side that are near
    bool periodic = false;
  } axis_[3];
  std::vector<std::int32_t> cell_of_, cell_begin_, sorted_;
  std::vector<double> x_, y_, z_;  // of particles in the order of cells
  std::vector<std::int32_t> near_, chosen_;
  std::vector<double> square_;

  std::size_t stride_ = 16;
  std::vector<std::int32_t> others_, count_;
  std::int64_t rebuilds_ = 0;
};

}  // namespace taut
