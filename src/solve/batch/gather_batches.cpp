#include "solve/batch/gather_batches.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "solve/batch/chain_batch.hpp"
#include "solve/batch/cluster_batch.hpp"
#include "solve/batch/long_chain_batch.hpp"
#include "solve/batch/triangle_batch.hpp"

namespace taut {
namespace {

// Fewer equal components than this do not fill the lanes well enough.
constexpr std::size_t fewest = 4;

bool is_consecutive(const std::vector<std::int32_t>& particles) {
  for (std::size_t k = 1; k < particles.size(); ++k)
    if (particles[k] != particles[k - 1] + 1) return false;
  return true;
}

bool all_rods(const Model& model, const Component& component) {
  return std::all_of(component.rows.begin(), component.rows.end(), [&](std::int32_t row) {
    return model.rows()[static_cast<std::size_t>(row)].kind == RowKind::distance;
  });
}

// Components that may share a batch have equal keys: a name for the kernel, then numbers that tell shapes apart.
struct Key {
  enum class Kernel { chain, long_chain, triangle, cluster, none } kernel;
  std::vector<double> numbers;
  bool operator<(const Key& other) const { return std::tie(kernel, numbers) < std::tie(other.kernel, other.numbers); }
};

Key key_of(const Model& model, const Component& component, std::size_t index, SolverMethod asked) {
  const Key alone = {Key::Kernel::none, {static_cast<double>(index)}};
  if (asked != SolverMethod::automatic || !all_rods(model, component) || !component.dependent.empty()) return alone;
  if (component.solver == SolverMethod::tridiagonal && is_consecutive(component.particles)) {
    const bool is_long = component.rows.size() >= LongChainBatch::fewest_rods;
    return {is_long ? Key::Kernel::long_chain : Key::Kernel::chain, {static_cast<double>(component.rows.size())}};
  }
  if (TriangleBatch::is_one(model, component)) {
    const TriangleKind kind = TriangleBatch::kind_of(model, component);
    Key key = {Key::Kernel::triangle, {}};
    key.numbers.insert(key.numbers.end(), kind.weight, kind.weight + 3);
    key.numbers.insert(key.numbers.end(), kind.square, kind.square + 3);
    return key;
  }
  Key key = {Key::Kernel::cluster, {}};
  for (const auto& [i, j] : ClusterBatch::shape(model, component))
    key.numbers.insert(key.numbers.end(), {static_cast<double>(i), static_cast<double>(j)});
  return key;
}

std::string times(std::size_t count, const char* noun) { return std::to_string(count) + " equal " + noun; }

// Too few to fill the lanes: one by one.
void add_singles(const Model& model, const Plan& plan, const std::vector<Component>& components,
                 std::vector<BatchGroup>& groups) {
  for (const Component& one : components) {
    BatchGroup group{std::make_unique<SingleBatch>(model, one, plan.options()),
                     one.kind,
                     solver_name(one.solver),
                     one.reason,
                     1,
                     static_cast<std::int64_t>(one.rows.size())};
    groups.push_back(std::move(group));
  }
}

BatchGroup make_group(const Model& model, const Plan& plan, Key::Kernel kernel, std::vector<Component> components,
                      const KernelTable& kernels) {
  BatchGroup group;
  const std::size_t count = components.size(), rods = components.front().rows.size();
  group.kind = components.front().kind;
  group.count = static_cast<std::int64_t>(count);
  group.constraints = static_cast<std::int64_t>(rods);
  if (kernel == Key::Kernel::chain) {
    group.method = "tridiagonal";
    group.reason = times(count, "paths") + ": one a lane";
    group.batch = std::make_unique<ChainBatch>(model, std::move(components), plan.options(), kernels);
  } else if (kernel == Key::Kernel::long_chain) {
    auto batch = std::make_unique<LongChainBatch>(model, std::move(components), plan.options(), kernels);
    group.method = "tridiagonal";
    group.reason = "long path: " + std::to_string(batch->segments()) +
                   " segments, one a lane, joined by an exact interface system";
    group.batch = std::move(batch);
  } else if (kernel == Key::Kernel::triangle) {
    const bool closed = TriangleBatch::kind_of(model, components.front()).settle.half_base > 0.0;
    group.method = closed ? "settle" : "newton";
    group.reason =
        times(count, "rigid triangles") + ": one a lane, " + (closed ? "in closed form" : "Newton on three unknowns");
    group.batch = std::make_unique<TriangleBatch>(model, std::move(components), plan.options(), kernels);
  } else {
    group.method = "sparse";
    group.reason = times(count, "components") + ": one a lane, one symbolic factor for all";
    group.batch = std::make_unique<ClusterBatch>(model, std::move(components), plan.options(), kernels);
  }
  return group;
}

}  // namespace

std::vector<BatchGroup> gather_batches(const Model& model, const Plan& plan, const KernelTable& kernels) {
  std::map<Key, std::vector<Component>> alike;
  for (std::size_t k = 0; k < plan.components().size(); ++k) {
    const Component& component = plan.components()[k];
    alike[key_of(model, component, k, plan.options().method)].push_back(component);
  }
  std::vector<BatchGroup> groups;
  for (auto& [key, components] : alike) {
    const bool fills_lanes = components.size() >= fewest || key.kernel == Key::Kernel::long_chain;
    if (key.kernel == Key::Kernel::none || !fills_lanes)
      add_singles(model, plan, components, groups);
    else
      groups.push_back(make_group(model, plan, key.kernel, std::move(components), kernels));
  }
  return groups;
}

}  // namespace taut
