// Free coordinates of a case, its forces and its rows.
#pragma once

#include "soak/wrong/reference.hpp"

namespace taut::soak {

class Mechanics {
 public:
  explicit Mechanics(const Case& item);

  int size() const { return static_cast<int>(free_.size()) * item_.dimension; }
  Vector places() const;      // at the start
  Vector velocities() const;  // at the start, as typed
  std::vector<Point> all_places(const Vector& q, double time) const;
  std::vector<Point> all_velocities(const Vector& v, double time) const;
  const Vector& inverse_mass() const { return weight_; }

  Vector force(const Vector& q, const Vector& v, double time) const;
  // Rows, each over its length with gradients weighted by the root of the inverse masses; their values, first
  // derivatives, and second derivatives without the part of the acceleration, over the same length.
  struct Rows {
    Matrix gradient;
    Vector value, rate, curvature, scale;  // scale: one over that length
  };
  // Their free coordinates in a list of all.
  Vector free_part(const std::vector<Point>& all) const;
  Rows rows(const Vector& q, const Vector& v, double time) const;

 private:
  Jet coordinate(int body, int axis, const Vector& q, const Vector& v, double time) const;

  const Case& item_;
  std::vector<int> free_, index_;  // free bodies; a body's number among them, or -1
  Vector weight_, root_;
  std::vector<const RowOf*> rows_;
};

}  // namespace taut::soak
