#include "solve/relations.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "solve/disjoint_sets.hpp"

namespace taut {

std::optional<Relations> Relations::of(const RowBlock& rows) {
  Relations found;
  if (!found.gather(rows)) return {};
  found.number_particles(rows);
  found.take_terms(rows);
  if (!found.factorise()) return {};
  return found;
}

// Rows with the same particles and coefficients belong together.
bool Relations::gather(const RowBlock& rows) {
  std::map<std::vector<std::pair<std::int32_t, double>>, std::size_t> known;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::int32_t axis = rows.axis(k);
    if (axis < 0) continue;
    std::vector<std::pair<std::int32_t, double>> terms;
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      terms.emplace_back(rows.particle(e), rows.gradient(e)[axis]);
    const auto [at, is_new] = known.try_emplace(std::move(terms), rows_.size());
    if (is_new) rows_.push_back({-1, -1, -1});
    rows_[at->second][static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(k);
  }
  const auto is_whole = [&](const std::array<std::int32_t, 3>& relation) {
    return relation[0] >= 0 && relation[1] >= 0 && (relation[2] >= 0) == (rows.dimension() == 3);
  };
  return !rows_.empty() && std::all_of(rows_.begin(), rows_.end(), is_whole);
}

void Relations::number_particles(const RowBlock& rows) {
  for (std::size_t e = 0; e < rows.particles_end(rows.size() - 1); ++e) {
    const auto p = static_cast<std::size_t>(rows.particle(e));
    if (number_.size() <= p) number_.resize(p + 1, -1);
    if (!(rows.weight(e) > 0.0) || number_[p] >= 0) continue;
    number_[p] = static_cast<std::int32_t>(weight_.size());
    weight_.push_back(rows.weight(e));
  }
}

void Relations::take_terms(const RowBlock& rows) {
  DisjointSets sets(particles());
  first_.assign(1, 0);
  for (const std::array<std::int32_t, 3>& relation : rows_) {
    const auto k = static_cast<std::size_t>(relation[0]);
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e) {
      const std::int32_t p = number(rows.particle(e));
      if (p < 0) continue;
      const double c = rows.gradient(e).x;
      terms_.push_back({p, c, rows.weight(e) * c});
      sets.join(terms_[static_cast<std::size_t>(first_.back())].number, p);
    }
    first_.push_back(static_cast<std::int32_t>(terms_.size()));
  }
  for (std::size_t p = 0; p < particles(); ++p) group_.push_back(sets.find(static_cast<std::int32_t>(p)));
}

// False where relations depend on one another.
bool Relations::factorise() {
  std::vector<std::vector<std::pair<std::int32_t, double>>> at(particles());  // relations on it, with c
  for (std::size_t r = 0; r < size(); ++r)
    for (std::int32_t t = first_[r]; t < first_[r + 1]; ++t)
      at[static_cast<std::size_t>(terms_[t].number)].emplace_back(static_cast<std::int32_t>(r), terms_[t].coefficient);
  std::vector<std::vector<std::int32_t>> neighbours(size());
  const auto each_meeting = [&](auto&& visit) {
    for (std::size_t p = 0; p < particles(); ++p)
      for (const auto& [r, c] : at[p])
        for (const auto& [s, d] : at[p]) visit(r, s, weight_[p] * c * d);
  };
  each_meeting([&](std::int32_t r, std::int32_t s, double) {
    if (r != s) neighbours[static_cast<std::size_t>(r)].push_back(s);
  });
  factor_.emplace(neighbours);
  each_meeting([&](std::int32_t r, std::int32_t s, double product) {
    if (r == s) factor_->diagonal()[static_cast<std::size_t>(factor_->position(r))] += product;
    if (r == s) return;
    const SparseFactor::Slot slot = factor_->slot(r, s);
    if (!slot.transposed) factor_->lower()[static_cast<std::size_t>(slot.slot)] += product;
  });
  work_.resize(size());
  multipliers_.resize(size());
  return factor_->factorise(SparseFactor::Symmetry::symmetric) < 0;
}

void Relations::spread(const Vec3* x, Vec3* field) const {
  for (std::size_t r = 0; r < size(); ++r)
    for (std::int32_t t = first_[r]; t < first_[r + 1]; ++t) field[terms_[t].number] += terms_[t].pull * x[r];
}

void Relations::apply(const Vec3* field, Vec3* x) const {
  for (std::size_t r = 0; r < size(); ++r) {
    Vec3 sum = {};
    for (std::int32_t t = first_[r]; t < first_[r + 1]; ++t) sum += terms_[t].coefficient * field[terms_[t].number];
    x[r] = sum;
  }
}

// As SparseFactor::solve, three at a time.
void Relations::solve(Vec3* x) {
  const SparseFactor::Symbols symbols = factor_->symbols();
  const std::int32_t *start = symbols.column_start.data(), *row = symbols.column_row.data();
  const double *l = factor_->lower_factor().data(), *inverse_pivot = factor_->inverse_pivots().data();
  const std::size_t n = size();
  for (std::size_t k = 0; k < n; ++k) work_[k] = x[symbols.order[k]];
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 here = work_[k];
    for (std::int32_t p = start[k]; p < start[k + 1]; ++p) work_[row[p]] -= l[p] * here;
  }
  for (std::size_t k = n; k-- > 0;) {
    Vec3 here = inverse_pivot[k] * work_[k];
    for (std::int32_t p = start[k]; p < start[k + 1]; ++p) here -= l[p] * work_[row[p]];
    work_[k] = here;
  }
  for (std::size_t k = 0; k < n; ++k) x[symbols.order[k]] = work_[k];
}

void Relations::make_tangent(Vec3* field) {
  apply(field, multipliers_.data());
  solve(multipliers_.data());
  for (Vec3& x : multipliers_) x = -x;
  spread(multipliers_.data(), field);
}

}  // namespace taut
