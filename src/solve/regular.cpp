#include "solve/regular.hpp"

#include <algorithm>

#include "model/checks.hpp"
#include "solve/flat_set.hpp"

namespace taut {
namespace {

const DistanceRow* rod(const Model& model, std::int32_t row) {
  const Row& r = model.rows()[static_cast<std::size_t>(row)];
  return r.kind == RowKind::distance ? &model.distances()[static_cast<std::size_t>(r.index)] : nullptr;
}

std::vector<std::int32_t> rows_of(const DependentSet& set) {
  std::vector<std::int32_t> rows = set.others;
  rows.push_back(set.row);
  return rows;
}

// The particles of a singular set, or why it has no regular formulation.
Expected<FlatSet> flat_set(const Model& model, const DependentSet& set) {
  const auto refuse = [&](const char* why) { return Error{"solver.regularise", describe(model, set) + "; " + why}; };
  std::vector<std::int32_t> particles;
  for (const std::int32_t row : rows_of(set)) {
    const DistanceRow* found = rod(model, row);
    if (!found) return refuse("only sets of distances can be replaced");
    particles.insert(particles.end(), {found->i, found->j});
  }
  for (const std::int32_t p : particles)
    if (model.inverse_masses()[static_cast<std::size_t>(p)] == 0.0)
      return refuse("only sets of particles that move can be replaced");
  return FlatSet(model, std::move(particles));
}

// Sets that are tied to one another become one.
void add(const Model& model, FlatSet set, std::vector<FlatSet>& sets) {
  const auto tied = std::find_if(sets.begin(), sets.end(), [&](const FlatSet& s) { return s.is_tied_to(set); });
  if (tied == sets.end()) return sets.push_back(std::move(set));
  std::vector<std::int32_t> particles = set.particles();
  particles.insert(particles.end(), tied->particles().begin(), tied->particles().end());
  sets.erase(tied);
  add(model, FlatSet(model, std::move(particles)), sets);
}

class Replacement {
 public:
  Replacement(const ModelBuilder& builder, const Model& model)
      : model_(model), regular_{builder, {}}, removed_(model.constraints().size(), false) {}

  Problem replace(const FlatSet& set) {
    PointPairs rods;
    std::vector<std::int32_t> constraints;
    for (std::int32_t k = 0; k < model_.row_count(); ++k) {
      const DistanceRow* found = rod(model_, k);
      if (!found || !set.contains(found->i) || !set.contains(found->j)) continue;
      rods.emplace_back(found->i, found->j);
      constraints.push_back(model_.rows()[static_cast<std::size_t>(k)].constraint);
    }
    if (set.dimension() > 2 || set.dimension() >= model_.dimension() || !set.is_rigid(rods))
      return Error{"solver.regularise", model_.constraint_name(constraints.front()) + " belongs to a singular set of " +
                                            std::to_string(set.particles().size()) +
                                            " particles that is no rigid plane or line: it may bend; start it bent"};
    for (const std::int32_t c : constraints) removed_[static_cast<std::size_t>(c)] = true;
    hold(set);
    note(set, constraints.size());
    return {};
  }

  RegularFormulation take() {
    regular_.model.remove_constraints(removed_);
    return std::move(regular_);
  }

 private:
  void hold(const FlatSet& set) {
    const std::vector<std::int32_t>& base = set.base();
    for (std::size_t i = 0; i < base.size(); ++i)
      for (std::size_t j = i + 1; j < base.size(); ++j) regular_.model.add(base_rod(base[i], base[j]));
    for (const std::int32_t p : set.others()) {
      LinearSpec relation{.on = {base.begin(), base.end()}, .weights = set.weights(p)};
      relation.on.push_back(p);
      relation.weights.push_back(-1.0);
      regular_.model.add(std::move(relation));
    }
  }

  // With the length that was asked for, where there was one.
  DistanceSpec base_rod(std::int32_t i, std::int32_t j) const {
    for (const DistanceRow& d : model_.distances())
      if (std::minmax(d.i, d.j) == std::minmax(i, j)) return {.i = i, .j = j, .length = d.length};
    return {.i = i, .j = j};
  }

  void note(const FlatSet& set, std::size_t constraints) {
    std::string names;
    for (const std::int32_t p : set.base()) names += (names.empty() ? "" : ", ") + model_.particle_name(p);
    regular_.notes.push_back(std::to_string(constraints) + " distances hold " + std::to_string(set.particles().size()) +
                             (set.dimension() == 2 ? " particles in a plane" : " particles in a line") +
                             " and are singular there; replaced by the distances of " + names +
                             " and linear relations for the others");
  }

  const Model& model_;
  RegularFormulation regular_;
  std::vector<bool> removed_;
};

}  // namespace

Expected<RegularFormulation> regular_formulation(const ModelBuilder& builder, const Model& model, const Plan& plan) {
  std::vector<FlatSet> sets;
  for (const DependentSet& dependent : plan.dependent_sets()) {
    if (dependent.kind != DependenceKind::singular) continue;
    Expected<FlatSet> set = flat_set(model, dependent);
    if (!set) return set.error();
    add(model, std::move(*set), sets);
  }
  Replacement replacement(builder, model);
  for (const FlatSet& set : sets)
    if (Problem problem = replacement.replace(set)) return *problem;
  return replacement.take();
}

}  // namespace taut
