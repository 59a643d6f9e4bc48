#include "solve/partition.hpp"

#include <algorithm>

namespace taut {
namespace {

// A block's positions, velocities and what its solvers remember should stay in the cache of a core.
constexpr std::size_t enough = 256;  // particles

// The particles that a part touches lie from begin to end.
struct Reach {
  std::size_t begin, end;
  std::vector<std::int32_t> part;
};

Reach reach_of(const Model& model, const Plan& plan, std::vector<std::int32_t> part) {
  Reach reach = {static_cast<std::size_t>(model.size()), 0, {}};
  for (std::int32_t c : part) {
    const Component& component = plan.components()[static_cast<std::size_t>(c)];
    for (const std::vector<std::int32_t>* rows : {&component.rows, &component.dependent})
      for (std::int32_t row : *rows)
        for (std::int32_t p : model.row_particles(row)) {
          reach.begin = std::min(reach.begin, static_cast<std::size_t>(p));
          reach.end = std::max(reach.end, static_cast<std::size_t>(p) + 1);
        }
  }
  reach.part = std::move(part);
  return reach;
}

std::vector<Reach> reaches(const Model& model, const Plan& plan) {
  std::vector<Reach> all;
  std::vector<bool> alone(plan.components().size(), true);
  for (const std::vector<std::int32_t>& bundle : plan.bundles()) {
    for (std::int32_t c : bundle) alone[static_cast<std::size_t>(c)] = false;
    all.push_back(reach_of(model, plan, bundle));
  }
  for (std::size_t c = 0; c < alone.size(); ++c)
    if (alone[c]) all.push_back(reach_of(model, plan, {static_cast<std::int32_t>(c)}));
  std::sort(all.begin(), all.end(),
            [](const Reach& a, const Reach& b) { return a.begin != b.begin ? a.begin < b.begin : a.part < b.part; });
  return all;
}

// Free particles, in blocks of their own.
void add_free(std::size_t begin, std::size_t end, std::vector<Partition>& blocks) {
  for (; begin + enough < end; begin += enough) blocks.push_back({begin, begin + enough, {}});
  blocks.push_back({begin, end, {}});
}

}  // namespace

std::vector<Partition> partition(const Model& model, const Plan& plan) {
  const auto size = static_cast<std::size_t>(model.size());
  std::vector<Partition> blocks;
  for (Reach& reach : reaches(model, plan)) {
    const bool full = !blocks.empty() && reach.begin >= blocks.back().begin + enough;
    if (blocks.empty() || (full && reach.begin >= blocks.back().end)) {
      const std::size_t covered = blocks.empty() ? 0 : blocks.back().end;
      if (reach.begin >= covered + enough) add_free(covered, reach.begin, blocks);
      blocks.push_back({blocks.empty() ? 0 : blocks.back().end, 0, {}});
    }
    blocks.back().end = std::max(blocks.back().end, reach.end);
    blocks.back().parts.push_back(std::move(reach.part));
  }
  const std::size_t covered = blocks.empty() ? 0 : blocks.back().end;
  if (covered + enough <= size)
    add_free(covered, size, blocks);
  else if (blocks.empty())
    blocks.push_back({0, size, {}});
  else
    blocks.back().end = size;
  return blocks;
}

}  // namespace taut
