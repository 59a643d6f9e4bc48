#include "solve/branch_watch.hpp"

#include <algorithm>

namespace taut {
bool has_branches_of_its_own(const Model& model, std::span<const std::int32_t> rows) {
  return std::any_of(rows.begin(), rows.end(), [&](std::int32_t r) {
    const Row& row = model.rows()[static_cast<std::size_t>(r)];
    return row.kind == RowKind::formula ||
           (row.kind == RowKind::quadric && model.quadrics()[static_cast<std::size_t>(row.index)].has_saddle());
  });
}

BranchWatch::BranchWatch(const Model& model, const Plan& plan)
    : begin_(static_cast<std::size_t>(model.size())), begin_low_(begin_), way_(begin_) {
  for (const Component& component : plan.components())
    if (component.may_be_singular || has_branches_of_its_own(model, component.rows))
      parts_.emplace_back(model, component);
}

void BranchWatch::take(const State& begin, double time) {
  begin_ = begin.position;
  begin_low_ = begin.position_low;
  for (Part& part : parts_) {
    part.rows.linearise({begin_.data(), begin_low_.data(), time});
    part.branch.take();
  }
}

std::int32_t BranchWatch::changed(const State& end, double time) {
  constexpr double far = -1.0;  // any turn is worth a look
  for (std::size_t i = 0; i < way_.size(); ++i)
    way_[i] = (end.position[i] - begin_[i]) + (end.position_low[i] - begin_low_[i]);
  for (Part& part : parts_)
    if (part.branch.is_left(far, way_.data(), 1.0, time)) return part.first_row;
  return -1;
}

}  // namespace taut
