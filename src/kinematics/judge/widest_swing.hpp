// How far a ball swings on the way between two of its values, v and v', while its rotation vector goes straight:
//   R(s) = exp [v + s (v' - v)],     |R''| <= w^2,     w = |v' - v|
// Its x-axis, u(s), then stays within eps = (w h)^2 / 8 of the chord between the ends of an interval of length h. Below
// a right angle a cone holds the chords between its points, and u is off it by less than the angle whose sine is eps;
// beyond that, u loses at most eps along the axis of the cone.
#pragma once

#include "taut/vec.hpp"

namespace taut {

// The angle of the x-axis from where it was at rest.
double swing_of(const Vec3& value);
// The largest between the two values, if it is above `limit`; if not, any that shows that none is.
double widest_swing(const Vec3& from, const Vec3& to, double limit);

}  // namespace taut
