#include "io/scenario/periodic_images.hpp"

#include <algorithm>
#include <cmath>

#include "base/whole.hpp"
#include "io/scenario/place_index.hpp"

namespace taut::io {
namespace {

constexpr double resolution = 1e-7;  // of a period
constexpr int far = 1'000'000'000;   // periods

}  // namespace

PeriodicImages find_images(const std::vector<Vec3>& nodes, const std::array<Vec3, 2>& period) {
  const std::array<double, 2> length = {period[0].x, period[1].y};
  PeriodicImages images;
  PlaceIndex places(resolution * std::max(length[0], length[1]));
  for (const Vec3& node : nodes) {
    const int number = static_cast<int>(images.original.size());
    std::array<int, 2> shift = {};
    for (int axis = 0; axis < 2; ++axis) {
      const double one = length[static_cast<std::size_t>(axis)];
      if (one > 0.0)
        shift[static_cast<std::size_t>(axis)] = whole_within(std::floor(node[axis] / one + resolution), -far, far);
    }
    const Vec3 home = node - static_cast<double>(shift[0]) * period[0] - static_cast<double>(shift[1]) * period[1];
    const std::optional<int> known = places.find(home);
    if (!known) places.add(home, number);
    images.original.push_back(known.value_or(number));
    images.shift.push_back(shift);
  }
  return images;
}

}  // namespace taut::io
