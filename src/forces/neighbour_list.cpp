#include "forces/neighbour_list.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/whole.hpp"

namespace taut {
namespace {

bool is_owner(std::int32_t i, std::int32_t j) { return (((i ^ j) & 1) != 0) == (i < j); }

}  // namespace

NeighbourList::NeighbourList(const Model& model, Exclusions exclusions, double cutoff, double skin,
                             const PairKernels& kernels)
    : box_(model.box()), exclusions_(std::move(exclusions)), cutoff_(cutoff), range_(cutoff + skin), kernels_(kernels) {
  const auto n = static_cast<std::size_t>(model.size());
  for (const double w : model.inverse_masses()) fixed_.push_back(w == 0.0);
  for (auto* list : {&cell_of_, &sorted_, &count_, &chosen_}) list->assign(n, 0);
  for (auto* list : {&x_, &y_, &z_, &square_}) list->assign(n, 0.0);
}

bool NeighbourList::update(const Vec3* position) {
  if (still_serves(position)) return false;
  make(position);
  return true;
}

bool NeighbourList::still_serves(const Vec3* position) const {
  if (made_at_.empty()) return false;
  Vec3 scale{1.0, 1.0, 1.0};
  for (int a = 0; a < 3; ++a)
    if (box_[a] != made_for_[a]) scale[a] = box_[a] / made_for_[a];
  const double slack = 0.5 * (std::min({scale.x, scale.y, scale.z}) * range_ - cutoff_), most = slack * slack;
  if (!(slack >= 0.0)) return false;
  for (std::size_t i = 0; i < made_at_.size(); ++i) {
    const Vec3& then = made_at_[i];
    const Vec3 moved = position[i] - Vec3{scale.x * then.x, scale.y * then.y, scale.z * then.z};
    if (!(dot(moved, moved) <= most)) return false;  // not a number, too
  }
  return true;
}

void NeighbourList::make(const Vec3* position) {
  made_at_.assign(position, position + count_.size());
  made_for_ = box_;
  choose_cells(position);
  sort_into_cells(position);
  if (others_.empty()) others_.resize(count_.size() * stride_);
  while (!fill(position)) {
    stride_ += stride_ / 2;
    others_.resize(count_.size() * stride_);
  }
  ++rebuilds_;
}

// Cells of half the range, with two on either side near; fewer and larger ones where there is little room, or where
// particles are so far apart that most cells would be empty.
void NeighbourList::choose_cells(const Vec3* position) {
  const double most = std::cbrt(4.0 * static_cast<double>(count_.size())) + 4.0;
  for (int a = 0; a < 3; ++a) {
    Axis& axis = axis_[a];
    axis.periodic = box_[a] > 0.0;
    double length = box_[a];
    axis.low = 0.0;
    if (!axis.periodic) {
      double high = -std::numeric_limits<double>::infinity();
      axis.low = -high;
      for (std::size_t i = 0; i < count_.size(); ++i) {
        axis.low = std::min(axis.low, position[i][a]);
        high = std::max(high, position[i][a]);
      }
      length = high - axis.low;
    }
    axis.cells = whole_within(std::min(length / (0.5 * range_), most), 1, std::numeric_limits<int>::max());
    axis.to_cell = length > 0.0 ? axis.cells / length : 0.0;
    axis.reach = whole_within(std::ceil(range_ * axis.to_cell * (1.0 - 1e-12)), 0, axis.cells);
  }
}

void NeighbourList::sort_into_cells(const Vec3* position) {
  const auto cells = static_cast<std::size_t>(axis_[0].cells) * static_cast<std::size_t>(axis_[1].cells) *
                     static_cast<std::size_t>(axis_[2].cells);
  cell_begin_.assign(cells + 1, 0);
  for (std::size_t i = 0; i < count_.size(); ++i) {
    int cell = 0;
    for (int a = 0; a < 3; ++a) {
      const Axis& axis = axis_[a];
      double x = (position[i][a] - axis.low) * axis.to_cell;
      if (axis.periodic) x -= axis.cells * std::floor(x / axis.cells);
      cell = cell * axis.cells + whole_within(x, 0, axis.cells - 1);
    }
    cell_of_[i] = cell;
    ++cell_begin_[static_cast<std::size_t>(cell) + 1];
  }
  for (std::size_t c = 0; c < cells; ++c) cell_begin_[c + 1] += cell_begin_[c];
  for (std::size_t i = count_.size(); i-- > 0;) {  // the last first: each cell ascends, and its begin ends up right
    const auto slot = static_cast<std::size_t>(--cell_begin_[static_cast<std::size_t>(cell_of_[i]) + 1]);
    sorted_[slot] = static_cast<std::int32_t>(i);
    x_[slot] = position[i].x, y_[slot] = position[i].y, z_[slot] = position[i].z;
  }
  cell_begin_.erase(cell_begin_.begin());
  cell_begin_.push_back(static_cast<std::int32_t>(count_.size()));
}

// Each cell once, also where the box is so small that it is near from both sides.
void NeighbourList::list_cells_around(std::size_t cell) {
  int at[3], low[3], count[3];
  for (int a = 3; a-- > 0;) {
    const auto cells = static_cast<std::size_t>(axis_[a].cells);
    at[a] = static_cast<int>(cell % cells);
    cell /= cells;
    const Axis& axis = axis_[a];
    const bool all = 2 * axis.reach + 1 >= axis.cells;
    low[a] = all ? 0 : axis.periodic ? at[a] - axis.reach : std::max(0, at[a] - axis.reach);
    count[a] = all             ? axis.cells
               : axis.periodic ? 2 * axis.reach + 1
                               : std::min(axis.cells - 1, at[a] + axis.reach) - low[a] + 1;
  }
  near_.clear();
  const auto wrapped = [&](int a, int k) { return (low[a] + k + axis_[a].cells) % axis_[a].cells; };
  for (int x = 0; x < count[0]; ++x)
    for (int y = 0; y < count[1]; ++y)
      for (int z = 0; z < count[2]; ++z)
        near_.push_back((wrapped(0, x) * axis_[1].cells + wrapped(1, y)) * axis_[2].cells + wrapped(2, z));
}

// Particle by particle in ascending order into the lists of those that own the pair: every list ascends.
bool NeighbourList::fill(const Vec3* position) {
  std::fill(count_.begin(), count_.end(), 0);
  for (std::size_t j = 0; j < count_.size(); ++j) {
    list_cells_around(static_cast<std::size_t>(cell_of_[j]));
    for (std::size_t k = 0; k < near_.size();) {
      std::size_t last = k;  // cells that follow one another in memory, at once
      while (last + 1 < near_.size() && near_[last + 1] == near_[last] + 1) ++last;
      const auto begin = static_cast<std::size_t>(cell_begin_[static_cast<std::size_t>(near_[k])]);
      const auto end = static_cast<std::size_t>(cell_begin_[static_cast<std::size_t>(near_[last]) + 1]);
      if (!add_owners_of(static_cast<std::int32_t>(j), position[j], begin, end)) return false;
      k = last + 1;
    }
  }
  return true;
}

// First without a branch those near enough that own the pair.
bool NeighbourList::add_owners_of(std::int32_t j, const Vec3& at, std::size_t begin, std::size_t end) {
  kernels_.squares(end - begin, x_.data() + begin, y_.data() + begin, z_.data() + begin, at, box_, square_.data());
  const double most = range_ * range_;
  std::size_t chosen = 0;
  for (std::size_t k = begin; k < end; ++k) {
    const std::int32_t i = sorted_[k];
    chosen_[chosen] = i;
    const int near = square_[k - begin] <= most, owned = is_owner(i, j), other = i != j;
    chosen += static_cast<std::size_t>(near & owned & other);
  }
  const bool excludes = exclusions_.any(j), fixed = fixed_[static_cast<std::size_t>(j)];
  for (std::size_t k = 0; k < chosen; ++k) {
    const auto owner = static_cast<std::size_t>(chosen_[k]);
    if ((excludes && exclusions_.hold(j, chosen_[k])) || (fixed && fixed_[owner])) continue;
    if (static_cast<std::size_t>(count_[owner]) == stride_) return false;
    others_[owner * stride_ + static_cast<std::size_t>(count_[owner]++)] = j;
  }
  return true;
}

}  // namespace taut
