// The block of particles i and j is delta_ij w_i - w_i w_j sum Z_kl g_ki g_lj^T over the rows k of i and l of j, with
// Z = A^-1. Places for all these Z are kept in the pattern of the factor; in a chain or a tree their number, and so the
// time, grows with the number of particles only.
#include "response/near_blocks.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "response/path_response.hpp"
#include "solve/gram.hpp"
#include "solve/selected_inverse.hpp"

namespace taut {
namespace {

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

struct Touch {  // a row of a particle, and the entry with its gradient
  std::int32_t row, entry;
};

std::vector<std::vector<std::int32_t>> moving_neighbours(const Model& model) {
  std::vector<std::vector<std::int32_t>> neighbours(static_cast<std::size_t>(model.size()));
  const auto moves = [&](std::int32_t p) { return model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; };
  for (int row = 0; row < model.row_count(); ++row) {
    const std::vector<std::int32_t> particles = model.row_particles(row);
    for (std::int32_t i : particles)
      for (std::int32_t j : particles)
        if (i != j && moves(i) && moves(j)) neighbours[static_cast<std::size_t>(i)].push_back(j);
  }
  return neighbours;
}

// All within reach of one particle, by breadth first.
class Reach {
 public:
  explicit Reach(const Model& model) : neighbours_(moving_neighbours(model)), seen_by_(neighbours_.size(), -1) {}

  const std::vector<std::int32_t>& from(std::int32_t start, int distance) {
    found_.assign(1, start);
    seen_by_[static_cast<std::size_t>(start)] = start;
    for (std::size_t begin = 0; distance > 0; --distance) {
      const std::size_t end = found_.size();
      for (; begin < end; ++begin)
        for (std::int32_t next : neighbours_[static_cast<std::size_t>(found_[begin])])
          if (std::exchange(seen_by_[static_cast<std::size_t>(next)], start) != start) found_.push_back(next);
    }
    return found_;
  }
  // Pairs (start, j) with start <= j, in order.
  void add_pairs(std::int32_t start, int distance, Pairs& to) {
    const std::size_t first = to.size();
    for (std::int32_t j : from(start, distance))
      if (j >= start) to.emplace_back(start, j);
    std::sort(to.begin() + static_cast<std::ptrdiff_t>(first), to.end());
  }

 private:
  std::vector<std::vector<std::int32_t>> neighbours_;
  std::vector<std::int32_t> seen_by_, found_;
};

ResponseBlock transposed(const ResponseBlock& block) {
  ResponseBlock result;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) result[a][b] = block[b][a];
  return result;
}

// One component: its rows, its factor with places for all pairs that are asked for, and Z there.
class ComponentBlocks {
 public:
  ComponentBlocks(const Model& model, const Component& component, const Pairs& pairs)
      : rows_(model, component), low_(model.positions().size()) {
    rows_.linearise({model.positions().data(), low_.data(), 0.0});
    for (std::size_t k = 0; k < rows_.size(); ++k)
      for (std::size_t e = rows_.particles_begin(k); e < rows_.particles_end(k); ++e)
        touching_[rows_.particle(e)].push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(e)});
    gram_.emplace(rows_, order_of(component), places(pairs));
    static_cast<void>(gram_->factorise_symmetric());  // the rows are independent
    inverse_.emplace(gram_->factor());
  }

  void subtract(ResponsePair& pair, double weight) const {
    for (const Touch& a : touching_.at(pair.i))
      for (const Touch& b : touching_.at(pair.j)) {
        const double factor = weight * (*inverse_)(a.row, b.row);
        const Vec3 &g = rows_.gradient(static_cast<std::size_t>(a.entry)),
                   &h = rows_.gradient(static_cast<std::size_t>(b.entry));
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q)
            pair.block[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)] -= factor * (g[p] * h[q]);
      }
  }

 private:
  static SparseFactor::Order order_of(const Component& component) {
    const bool in_order = component.solver == SolverMethod::tridiagonal || component.solver == SolverMethod::tree;
    return in_order ? SparseFactor::Order::as_given : SparseFactor::Order::minimum_degree;
  }
  Gram::Neighbours places(const Pairs& pairs) const {
    Gram::Neighbours places(rows_.size());
    for (const auto& [i, j] : pairs)
      for (const Touch& a : touching_.at(i))
        for (const Touch& b : touching_.at(j)) {
          if (a.row == b.row) continue;
          places[static_cast<std::size_t>(a.row)].push_back(b.row);
          places[static_cast<std::size_t>(b.row)].push_back(a.row);
        }
    return places;
  }

  RowBlock rows_;
  std::vector<Vec3> low_;
  std::unordered_map<std::int32_t, std::vector<Touch>> touching_;
  std::optional<Gram> gram_;
  std::optional<SelectedInverse> inverse_;
};

}  // namespace

Pairs pairs_within(const Model& model, int distance) {
  Pairs pairs;
  Reach reach(model);
  for (std::int32_t i = 0; i < model.size(); ++i)
    if (model.inverse_masses()[static_cast<std::size_t>(i)] > 0.0) reach.add_pairs(i, distance, pairs);
  return pairs;
}

namespace {

void add_path(const Model& model, const Component& component, int distance, std::vector<ResponsePair>& to) {
  PathResponse path(model, component);
  path.for_each_block(static_cast<std::size_t>(distance),
                      [&](std::int32_t i, std::int32_t j, const ResponseBlock& block) {
                        to.push_back(i <= j ? ResponsePair{i, j, block} : ResponsePair{j, i, transposed(block)});
                      });
}

void add_component(const Model& model, const Component& component, const Pairs& pairs, std::vector<ResponsePair>& to) {
  const ComponentBlocks blocks(model, component, pairs);
  for (const auto& [i, j] : pairs) {
    const double w = model.inverse_masses()[static_cast<std::size_t>(i)];
    ResponsePair pair{i, j, {}};
    for (std::size_t axis = 0; i == j && axis < static_cast<std::size_t>(model.dimension()); ++axis)
      pair.block[axis][axis] = w;
    blocks.subtract(pair, w * model.inverse_masses()[static_cast<std::size_t>(j)]);
    to.push_back(pair);
  }
}

// Moving particles that no constraint holds.
void add_unconstrained(const Model& model, const Plan& plan, std::vector<ResponsePair>& to) {
  std::vector<bool> held(static_cast<std::size_t>(model.size()), false);
  for (const Component& component : plan.components())
    for (std::int32_t p : component.particles) held[static_cast<std::size_t>(p)] = true;
  for (std::int32_t i = 0; i < model.size(); ++i) {
    const double w = model.inverse_masses()[static_cast<std::size_t>(i)];
    if (held[static_cast<std::size_t>(i)] || !(w > 0.0)) continue;
    ResponsePair& pair = to.emplace_back(ResponsePair{i, i, {}});
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(model.dimension()); ++axis) pair.block[axis][axis] = w;
  }
}

}  // namespace

std::vector<ResponsePair> near_blocks(const Model& model, const Plan& plan, int distance) {
  std::vector<ResponsePair> result;
  std::optional<Reach> reach;
  for (const Component& component : plan.components()) {
    if (PathResponse::treats(component)) {
      add_path(model, component, distance, result);
      continue;
    }
    if (!reach) reach.emplace(model);
    Pairs pairs;
    for (std::int32_t i : component.particles) reach->add_pairs(i, distance, pairs);
    add_component(model, component, pairs, result);
  }
  add_unconstrained(model, plan, result);
  std::sort(result.begin(), result.end(),
            [](const ResponsePair& a, const ResponsePair& b) { return std::pair(a.i, a.j) < std::pair(b.i, b.j); });
  return result;
}

}  // namespace taut
