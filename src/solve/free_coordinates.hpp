// The coordinates that can move: `dimension` of each particle that is not fixed, numbered in the order of the
// particles.
#pragma once

#include <cstdint>
#include <vector>

#include "taut/model.hpp"

namespace taut {

class FreeCoordinates {
 public:
  explicit FreeCoordinates(const Model& model) : dimension_(model.dimension()) {
    for (double w : model.inverse_masses()) {
      first_.push_back(w > 0.0 ? count_ : -1);
      if (w > 0.0) count_ += dimension_;
    }
  }

  std::int32_t count() const { return count_; }
  std::size_t particles() const { return first_.size(); }
  // Of the coordinate 3 particle + axis: its number, or -1 where it cannot move.
  std::int32_t number(std::int32_t coordinate) const {
    const std::int32_t first = first_[static_cast<std::size_t>(coordinate / 3)], axis = coordinate % 3;
    return first < 0 || axis >= dimension_ ? -1 : first + axis;
  }

  // Copies between one vector a particle and one number a coordinate.
  void gather(const Vec3* from, double* to) const {
    for_each([&](std::size_t particle, int axis, std::size_t k) { to[k] = from[particle][axis]; });
  }
  void scatter(const double* from, Vec3* to) const {
    for (std::size_t i = 0; i < first_.size(); ++i) to[i] = {};
    for_each([&](std::size_t particle, int axis, std::size_t k) { to[particle][axis] = from[k]; });
  }

 private:
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < first_.size(); ++i)
      for (int axis = 0; axis < dimension_ && first_[i] >= 0; ++axis)
        visit(i, axis, static_cast<std::size_t>(first_[i] + axis));
  }

  int dimension_;
  std::int32_t count_ = 0;
  std::vector<std::int32_t> first_;
};

}  // namespace taut
