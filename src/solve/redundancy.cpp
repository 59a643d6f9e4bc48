#include "solve/redundancy.hpp"

#include <algorithm>
#include <cmath>

#include "base/philox.hpp"
#include "model/driven_motion.hpp"
#include "solve/components.hpp"
#include "solve/contradiction.hpp"
#include "solve/excursion.hpp"
#include "solve/extent.hpp"
#include "solve/independent_rows.hpp"
#include "solve/row_span.hpp"

namespace taut {
namespace {

constexpr std::size_t most_sets_described = 200;  // in a component; each costs a solve
constexpr double resisting = 1e-5;                // relative; rounding alone stays far below

std::vector<std::int32_t> picked(const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& numbers) {
  std::vector<std::int32_t> found;
  for (const std::int32_t k : numbers) found.push_back(rows[static_cast<std::size_t>(k)]);
  return found;
}

std::vector<std::int32_t> without(const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& some) {
  std::vector<std::int32_t> rest;
  std::set_difference(rows.begin(), rows.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

// Three numbers in (-1, 1) for a particle; z stays zero in the plane.
Vec3 scatter(std::uint64_t stream, std::int32_t particle, int dimension) {
  const auto index = 2 * static_cast<std::uint64_t>(particle);
  const auto a = uniform_pair(0, stream, index), b = uniform_pair(0, stream, index + 1);
  return {2.0 * a[0] - 1.0, 2.0 * a[1] - 1.0, dimension == 3 ? 2.0 * b[0] - 1.0 : 0.0};
}

// The rows of one component, which share moving particles.
class ComponentAnalysis {
 public:
  ComponentAnalysis(const Model& model, const CoupledRows& coupled, ParticleFields& fields)
      : model_(model),
        rows_(coupled.rows),
        particles_(coupled.particles),
        size_(extent(model, coupled.rows).size),
        start_{model.positions().data(), fields.zero(), 0.0},
        fields_(fields) {
    for (const DrivenPath& path : model.driven()) moving_.push_back(path.particle);
    moving_.insert(moving_.end(), particles_.begin(), particles_.end());
  }

  void add_to(Redundancy& total) {
    RowBlock here(model_, component_of(rows_, size_));
    here.linearise(start_);
    if (!is_finite(here)) return;  // for the start to report
    const bool contradictory = find_contradiction(here, total.sets);
    const IndependentRows found = independent_rows(here);
    if (found.dropped.empty()) return;
    const std::vector<std::int32_t> dropped = picked(rows_, found.dropped);
    total.dependent.resize(static_cast<std::size_t>(model_.row_count()), false);
    for (const std::int32_t k : dropped) total.dependent[static_cast<std::size_t>(k)] = true;
    if (!contradictory) classify(picked(rows_, found.kept), dropped, total.sets);
  }

 private:
  bool find_contradiction(const RowBlock& here, std::vector<DependentSet>& sets) const {
    Component component = component_of(rows_, size_);
    component.particles = particles_;
    std::vector<std::int32_t> rows = contradictory_rows(model_, component, here, fields_);
    if (rows.empty()) return false;
    const std::int32_t last = rows.back();
    rows.pop_back();
    sets.push_back({DependenceKind::contradictory, last, std::move(rows), false});
    return true;
  }

  static bool is_finite(const RowBlock& block) {
    for (std::size_t k = 0; k < block.size(); ++k)
      if (!std::isfinite(block.defect(k)) || !std::isfinite(block.gradient_norm(k))) return false;
    return true;
  }

  // The deficiency that remains at scattered positions and another time belongs to the rows themselves. The rest
  // belongs to this place or to these lengths: the first kind resists motions that its gradients allow, the second does
  // not.
  void classify(const std::vector<std::int32_t>& kept, const std::vector<std::int32_t>& dropped,
                std::vector<DependentSet>& sets) const {
    const std::vector<std::int32_t> always = dependent_anywhere();
    const bool structural = always.size() == dropped.size();
    if (has_vanishing_gradient(dropped) && find_singular(always, sets)) return;
    switch (go_out(model_, kept, dropped, particles_, size_, 0.1 * smallest_row(), fields_)) {
      case Excursion::holds:
        return describe(kept, dropped, DependenceKind::redundant, structural, sets);
      case Excursion::contradicted_in_time:
        return describe(kept, dropped, DependenceKind::contradictory, structural, sets);
      case Excursion::resisted:
        break;
    }
    if (!find_singular(always, sets)) describe(kept, dropped, DependenceKind::singular, structural, sets);
  }

  bool has_vanishing_gradient(const std::vector<std::int32_t>& rows) const {
    RowBlock block(model_, component_of(rows, size_));
    block.linearise(start_);
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (moves_nothing(block, k)) return true;
    return false;
  }

  // Its gradient may be zero where particles can move, and yet not where they are fixed or driven.
  static bool moves_nothing(const RowBlock& block, std::size_t k) {
    for (std::size_t e = block.particles_begin(k); e < block.particles_end(k); ++e)
      if (block.weight(e) > 0.0 && block.gradient(e) != Vec3{}) return false;
    return true;
  }

  // Whether, without the rows that are dependent anywhere, some are singular here; then all sets are described.
  bool find_singular(const std::vector<std::int32_t>& always, std::vector<DependentSet>& sets) const {
    const std::vector<std::int32_t> rest = without(rows_, always);
    if (rest.empty()) return false;
    const std::vector<std::int32_t> special = dependent_here(rest), kept = without(rest, special);
    const std::vector<std::int32_t> singular = resisting_rows(kept, special);
    if (singular.empty()) return false;
    describe(kept, singular, DependenceKind::singular, false, sets);
    describe(kept, always, DependenceKind::redundant, true, sets);
    describe(kept, without(special, singular), DependenceKind::redundant, false, sets);
    return true;
  }

  std::vector<std::int32_t> dependent_here(const std::vector<std::int32_t>& rows) const {
    RowBlock block(model_, component_of(rows, size_));
    block.linearise(start_);
    return picked(rows, independent_rows(block).dropped);
  }

  std::vector<std::int32_t> dependent_anywhere() const {
    RowBlock block(model_, component_of(rows_, size_));
    DrivenMotion driven(model_);
    double distance = 0.5 * smallest_row();  // far, or what breaks to higher order only would not show
    double time = 0.37;                      // no round number, where a period might end
    for (int attempt = 0; attempt < 6; ++attempt, distance *= 0.1, time *= 0.1) {
      ParticleField scattered = fields_.positions(moving_);
      for (const DrivenPath& path : model_.driven()) scattered[path.particle] = driven.position(path, time);
      for (const std::int32_t p : particles_) scattered[p] += distance * scatter(1, p, model_.dimension());
      block.linearise({scattered.data(), fields_.zero(), time});
      if (is_finite(block)) return picked(rows_, independent_rows(block).dropped);
    }
    return dependent_here(rows_);  // a formula that is defined nowhere around
  }

  double smallest_row() const {
    double smallest = size_;
    for (const std::int32_t k : rows_)
      if (const double size = model_.row_size(k); size > 0.0) smallest = std::min(smallest, size);
    return smallest;
  }

  // Second-order rigidity [connelly1996]: rows, dependent on the kept ones, that grow along random motions which all
  // gradients allow; and rows without a gradient. What a row resists may be a single square: one motion could happen to
  // miss it.
  std::vector<std::int32_t> resisting_rows(const std::vector<std::int32_t>& kept,
                                           const std::vector<std::int32_t>& dropped) const {
    RowSpan span(model_, component_of(kept, size_), start_, particles_, fields_);
    RowBlock block(model_, component_of(dropped, size_));
    block.linearise(start_);
    std::vector<bool> resists(dropped.size(), false);
    for (std::size_t k = 0; k < dropped.size(); ++k) resists[k] = moves_nothing(block, k);
    for (const std::uint64_t stream : {2, 3, 4, 5}) {
      ParticleField motion = fields_.zeros(particles_);
      for (const std::int32_t p : particles_) motion[p] = scatter(stream, p, model_.dimension());
      span.make_tangent(motion);
      const std::vector<double> excess = span.second_order_excess(block, motion);
      for (std::size_t k = 0; k < dropped.size(); ++k) resists[k] = resists[k] || std::abs(excess[k]) > resisting;
    }
    std::vector<std::int32_t> found;
    for (std::size_t k = 0; k < dropped.size(); ++k)
      if (resists[k]) found.push_back(dropped[k]);
    return found;
  }

  void describe(const std::vector<std::int32_t>& kept, const std::vector<std::int32_t>& dropped, DependenceKind kind,
                bool always, std::vector<DependentSet>& sets) const {
    if (dropped.empty()) return;
    RowSpan span(model_, component_of(kept, size_), start_, particles_, fields_);
    RowBlock block(model_, component_of(dropped, size_));
    block.linearise(start_);
    for (std::size_t k = 0; k < dropped.size(); ++k) {
      const bool described = k < most_sets_described;
      sets.push_back({kind, dropped[k],
                      described ? picked(kept, span.combination(block, k)) : std::vector<std::int32_t>{}, always});
    }
  }

  const Model& model_;
  const std::vector<std::int32_t>&rows_, &particles_;
  std::vector<std::int32_t> moving_;  // these particles, and all that are driven
  double size_;
  Configuration start_;
  ParticleFields& fields_;
};

}  // namespace

Redundancy find_redundancy(const Model& model) {
  Redundancy found;
  ParticleFields fields(model);
  const std::vector<bool> may_depend = rows_that_may_depend(model);
  for (const CoupledRows& rows : coupled_rows(model)) {
    const auto may = [&](std::int32_t k) { return may_depend[static_cast<std::size_t>(k)]; };
    if (std::none_of(rows.rows.begin(), rows.rows.end(), may)) continue;
    ComponentAnalysis(model, rows, fields).add_to(found);
  }
  return found;
}

}  // namespace taut
