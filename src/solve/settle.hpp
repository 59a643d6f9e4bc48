// The closed form of SETTLE [miyamoto1992]: where the corners of an isosceles triangle with equal masses at its base go
// so that the lengths hold, displaced along the rods of the old triangle only.
#pragma once

#include "taut/vec.hpp"

namespace taut {

class Settle {
 public:
  Settle(double leg, double base, double apex_mass, double base_mass);

  struct Triangle {
    Vec3 apex, left, right;
  };
  // Of the old triangle and of the trial, both from the apex.
  struct Sides {
    Vec3 left, right;
  };
  // By how much the corners of the trial move. Not finite where no rotation reaches the trial's height above the old
  // plane.
  Triangle displacement(const Sides& old, const Sides& trial) const;

 private:
  double base_part_;                              // of the mass, in each end of the base
  double apex_height_, base_height_, half_base_;  // distances from the centre of mass
  double inverse_apex_height_;
};

}  // namespace taut
