// A limb on a part of its way, and how near it comes to something there: the least distance at the two ends, and a
// bound of all distances between them. The limb stays within `bend` of the straight ways of its ends, so
//   distance >= least at the ends - half the longer of these ways - bend
//   distance >= min n.p - max n.q - bend,     for any direction n, p of the limb at both ends, q of the other
// The first is what any motion allows. The second is that of a plane between the two, and much the closer one for a
// limb that moves along what it is near to.
#pragma once

#include <limits>

#include "taut/obstacle.hpp"

namespace taut {

struct Rod {
  Vec3 from, to;
};

struct Sweep {
  Rod first, last;
  double radius, bend;
};

struct Distances {
  double least;   // at the ends
  double lowest;  // no distance on the way is less
};
// Beyond the radius. The bound is made no closer than it has to be to show that distances are `enough`.
Distances distances(const Sweep& limb, const Obstacle& obstacle, int dimension, double enough);
Distances distances(const Sweep& limb, const Sweep& other, double enough);

}  // namespace taut
