#include "solve/reduced_weights.hpp"

#include <algorithm>

namespace taut {

// One particle of every group at a time: each is pushed by itself, and what is tangent to the relations remains. Once
// more, since a light particle is pushed far: what rounding leaves of that is not along the relations.
ReducedWeights::ReducedWeights(Relations& relations, const std::vector<bool>& marked)
    : relations_(relations), place_(relations.particles(), -1), groups_(relations.particles()) {
  const auto n = static_cast<std::int32_t>(relations.particles());
  const auto group_of = [&](std::int32_t p) -> Group& { return groups_[static_cast<std::size_t>(relations.group(p))]; };
  std::size_t largest = 0, all = 0;
  for (std::int32_t p = 0; p < n; ++p) {
    if (!marked[static_cast<std::size_t>(p)]) continue;
    place_[static_cast<std::size_t>(p)] = static_cast<std::int32_t>(group_of(p).count++);
    largest = std::max(largest, group_of(p).count);
  }
  for (Group& group : groups_) {
    group.first = all;
    all += group.count * group.count;
  }
  values_.resize(all);
  std::vector<Vec3> field(relations.particles());
  for (std::size_t turn = 0; turn < largest; ++turn) {
    for (std::int32_t p = 0; p < n; ++p)
      field[static_cast<std::size_t>(p)] = place_[static_cast<std::size_t>(p)] == static_cast<std::int32_t>(turn)
                                               ? Vec3{relations.weight(p), 0.0, 0.0}
                                               : Vec3{};
    relations.make_tangent(field.data());
    relations.make_tangent(field.data());
    for (std::int32_t p = 0; p < n; ++p)
      if (const Group& group = group_of(p); marked[static_cast<std::size_t>(p)] && turn < group.count)
        values_[group.first + place(p) * group.count + turn] = field[static_cast<std::size_t>(p)].x;
  }
}

}  // namespace taut
