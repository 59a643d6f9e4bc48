#include "solve/extent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut {

Extent extent(const Model& model, std::span<const std::int32_t> rows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  Extent found;
  for (std::int32_t k : rows)
    for (std::int32_t p : model.row_particles(k))
      for (int axis = 0; axis < 3; ++axis) {
        const double x = model.positions()[static_cast<std::size_t>(p)][axis];
        low[axis] = std::min(low[axis], x);
        high[axis] = std::max(high[axis], x);
        found.largest_coordinate = std::max(found.largest_coordinate, std::abs(x));
      }
  found.size = norm(high - low);
  if (!(found.size > 0.0) || !std::isfinite(found.size)) found.size = std::max(found.largest_coordinate, 1.0);
  return found;
}

}  // namespace taut
