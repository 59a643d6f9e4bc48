#include "solve/bundle_shape.hpp"

#include <algorithm>

#include "solve/components.hpp"
#include "solve/factor.hpp"

namespace taut {
namespace {

using Rods = std::vector<Link>;
using Neighbours = std::vector<std::vector<std::int32_t>>;

void take_joints(const Rods& rods, const std::vector<bool>& fixed, BundleShape& shape) {
  const auto particles = static_cast<std::size_t>(shape.particles);
  Neighbours leaving(particles), reaching(particles);
  for (std::size_t k = 0; k < rods.size(); ++k) {
    leaving[static_cast<std::size_t>(rods[k].first)].push_back(static_cast<std::int32_t>(k));
    reaching[static_cast<std::size_t>(rods[k].second)].push_back(static_cast<std::int32_t>(k));
  }
  for (std::size_t p = 0; p < particles; ++p) {
    if (fixed[p]) continue;
    shape.joints.push_back({static_cast<std::int32_t>(p), static_cast<std::int32_t>(leaving[p].size()),
                            static_cast<std::int32_t>(reaching[p].size())});
    for (const auto* rods_here : {&leaving[p], &reaching[p]})
      shape.ends.insert(shape.ends.end(), rods_here->begin(), rods_here->end());
  }
}

// The entry of L where two rods meet, or where the elimination of others couples them.
BundleShape::Entry entry_of(const Rods& rods, std::int32_t row, std::int32_t column) {
  const auto &a = rods[static_cast<std::size_t>(row)], &b = rods[static_cast<std::size_t>(column)];
  for (std::int32_t p : {a.first, a.second})
    if (p == b.first || p == b.second) return {column, p, (p == a.first) == (p == b.first) ? 1.0 : -1.0};
  return {column, -1, 0.0};
}

std::int32_t find_entry(const BundleShape& shape, std::int32_t row, std::int32_t column) {
  for (std::int32_t e = shape.row_start[static_cast<std::size_t>(row)];
       e < shape.row_start[static_cast<std::size_t>(row) + 1]; ++e)
    if (shape.entries[static_cast<std::size_t>(e)].column == column) return e;
  return -1;
}

// Entry (k, c) changes (k, d), c < d < k, where L has an entry (d, c).
void take_updates(const SparseFactor::Symbols& symbols, BundleShape& shape) {
  shape.update_start.assign(1, 0);
  for (std::int32_t k = 0; k < shape.rods; ++k)
    for (std::int32_t e = shape.row_start[static_cast<std::size_t>(k)];
         e < shape.row_start[static_cast<std::size_t>(k) + 1]; ++e) {
      const auto c = static_cast<std::size_t>(shape.entries[static_cast<std::size_t>(e)].column);
      for (std::int32_t p = symbols.column_start[c]; p < symbols.column_start[c + 1]; ++p) {
        const std::int32_t d = symbols.column_row[static_cast<std::size_t>(p)];
        if (d >= k) break;
        shape.updates.push_back({find_entry(shape, k, d), find_entry(shape, d, static_cast<std::int32_t>(c))});
      }
      shape.update_start.push_back(static_cast<std::int32_t>(shape.updates.size()));
    }
}

bool is_path(const Rods& rods) {
  for (std::size_t k = 0; k < rods.size(); ++k)
    if (rods[k] != Link(static_cast<std::int32_t>(k), static_cast<std::int32_t>(k) + 1)) return false;
  return true;
}

}  // namespace

std::vector<std::vector<std::int32_t>> coupled_links(const std::vector<Link>& rods, std::size_t particles) {
  Neighbours at(particles), coupled(rods.size());
  for (std::size_t k = 0; k < rods.size(); ++k)
    for (std::int32_t p : {rods[k].first, rods[k].second})
      at[static_cast<std::size_t>(p)].push_back(static_cast<std::int32_t>(k));
  for (const std::vector<std::int32_t>& here : at)
    for (std::int32_t a : here)
      for (std::int32_t b : here)
        if (a != b) coupled[static_cast<std::size_t>(a)].push_back(b);
  return coupled;
}

std::optional<LinkGraph> link_graph(const Model& model, const Component& component) {
  LinkGraph graph;
  graph.particles = particles_of(model, component);
  const auto local = [&](std::int32_t p) {
    return static_cast<std::int32_t>(std::lower_bound(graph.particles.begin(), graph.particles.end(), p) -
                                     graph.particles.begin());
  };
  for (std::int32_t p : graph.particles)
    graph.fixed.push_back(model.inverse_masses()[static_cast<std::size_t>(p)] == 0.0);
  for (std::int32_t k : component.rows) {
    const Row& row = model.rows()[static_cast<std::size_t>(k)];
    if (row.kind != RowKind::distance) return std::nullopt;
    const DistanceRow& rod = model.distances()[static_cast<std::size_t>(row.index)];
    graph.rods.push_back(std::minmax(local(rod.i), local(rod.j)));
  }
  return graph;
}

ShapeKey key_of(const LinkGraph& graph, SolverMethod method) {
  ShapeKey key = {static_cast<std::int32_t>(method)};
  for (const auto& [i, j] : graph.rods) key.insert(key.end(), {i, j});
  for (std::size_t p = 0; p < graph.fixed.size(); ++p)
    if (graph.fixed[p]) key.push_back(-1 - static_cast<std::int32_t>(p));
  return key;
}

OrderedShape eliminate(const LinkGraph& graph, SolverMethod method) {
  const bool in_order = method == SolverMethod::tridiagonal || method == SolverMethod::tree;
  const SparseFactor factor(coupled_links(graph.rods, graph.particles.size()),
                            in_order ? SparseFactor::Order::as_given : SparseFactor::Order::minimum_degree);
  const SparseFactor::Symbols symbols = factor.symbols();
  OrderedShape result;
  result.order.assign(symbols.order.begin(), symbols.order.end());
  Rods rods;
  for (std::int32_t k : symbols.order) rods.push_back(graph.rods[static_cast<std::size_t>(k)]);
  BundleShape& shape = result.shape;
  shape.particles = static_cast<int>(graph.particles.size());
  shape.rods = static_cast<int>(rods.size());
  for (const auto& [i, j] : rods) shape.i.push_back(i), shape.j.push_back(j);
  shape.path = is_path(rods);
  shape.row_start.assign(symbols.pattern_start.begin(), symbols.pattern_start.end());
  for (std::int32_t k = 0; k < shape.rods; ++k)
    for (std::int32_t p = shape.row_start[static_cast<std::size_t>(k)];
         p < shape.row_start[static_cast<std::size_t>(k) + 1]; ++p)
      shape.entries.push_back(entry_of(rods, k, symbols.pattern_column[static_cast<std::size_t>(p)]));
  take_updates(symbols, shape);
  take_joints(rods, graph.fixed, shape);
  return result;
}

}  // namespace taut
