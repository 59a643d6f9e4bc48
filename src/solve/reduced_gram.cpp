#include "solve/reduced_gram.hpp"

#include <algorithm>
#include <array>

#include "solve/reduced_weights.hpp"

namespace taut {
namespace {

std::size_t pairs_of(std::size_t n) { return n * (n - 1) / 2; }

// Products that A is put together from: pairs of entries at one particle, but for those of different axes.
std::size_t products_of(const RowBlock& rows, const Relations& relations) {
  std::vector<std::array<std::size_t, 4>> at(relations.particles());  // entries of other rows, and of x, y, z
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      if (const std::int32_t p = relations.number(rows.particle(e)); p >= 0)
        ++at[static_cast<std::size_t>(p)][static_cast<std::size_t>(rows.axis(k) + 1)];
  std::size_t products = 0;
  for (const auto& [others, x, y, z] : at)
    products += pairs_of(others) + others * (x + y + z) + pairs_of(x) + pairs_of(y) + pairs_of(z);
  return products;
}

std::vector<std::int32_t> others_of(const RowBlock& rows) {
  std::vector<std::int32_t> others;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows.axis(k) < 0) others.push_back(static_cast<std::int32_t>(k));
  return others;
}

}  // namespace

ReducedGram::Pulls ReducedGram::pulls_of(const RowBlock& rows, const Relations& relations) {
  Pulls pulls;
  std::int32_t row = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows.axis(k) >= 0) continue;
    const std::size_t begin = rows.particles_begin(k);
    if (rows.is_rod(k))
      pulls.push_back({row, static_cast<std::int32_t>(begin + 1), relations.number(rows.particle(begin + 1)),
                       relations.number(rows.particle(begin))});
    else
      for (std::size_t e = begin; e < rows.particles_end(k); ++e)
        if (const std::int32_t p = relations.number(rows.particle(e)); p >= 0)
          pulls.push_back({row, static_cast<std::int32_t>(e), p, -1});
    ++row;
  }
  return pulls;
}

// By the particle that a group is called after, the pulls at any of its particles.
std::vector<std::vector<std::int32_t>> ReducedGram::grouped(const Pulls& pulls, const Relations& relations) {
  std::vector<std::vector<std::int32_t>> groups(relations.particles());
  for (std::size_t a = 0; a < pulls.size(); ++a) {
    const std::int32_t to = pulls[a].to < 0 ? -1 : relations.group(pulls[a].to),
                       from = pulls[a].from < 0 ? -1 : relations.group(pulls[a].from);
    for (const std::int32_t group : {to, from == to ? -1 : from})
      if (group >= 0) groups[static_cast<std::size_t>(group)].push_back(static_cast<std::int32_t>(a));
  }
  return groups;
}

bool ReducedGram::pays(const RowBlock& rows) {
  const std::optional<Relations> relations = Relations::of(rows);
  if (!relations) return false;
  const Pulls pulls = pulls_of(rows, *relations);
  std::size_t products = 0;
  for (const std::vector<std::int32_t>& group : grouped(pulls, *relations))
    if (!group.empty()) products += pairs_of(group.size());
  return !pulls.empty() && 2 * products <= products_of(rows, *relations);
}

ReducedGram::Pairs ReducedGram::meetings(const Pulls& pulls, const Relations& relations) {
  Pairs pairs;
  for (const std::vector<std::int32_t>& group : grouped(pulls, relations))
    for (const std::int32_t a : group)
      for (const std::int32_t b : group) pairs.emplace_back(a, b);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

SparseFactor ReducedGram::factor_of(const Pulls& pulls, const Relations& relations, std::size_t rows) {
  std::vector<std::vector<std::int32_t>> neighbours(rows);
  for (const auto& [a, b] : meetings(pulls, relations))
    if (const std::int32_t k = pulls[a].row, l = pulls[b].row; k != l)
      neighbours[static_cast<std::size_t>(k)].push_back(l);
  return SparseFactor(neighbours);
}

ReducedGram::ReducedGram(const RowBlock& rows) : ReducedGram(rows, *Relations::of(rows)) {}

ReducedGram::ReducedGram(const RowBlock& rows, Relations relations)
    : rows_(rows),
      relations_(std::move(relations)),
      pulls_(pulls_of(rows, relations_)),
      full_(others_of(rows)),
      factor_(factor_of(pulls_, relations_, full_.size())),
      related_(relations_.size()),
      correction_(relations_.size()),
      field_(relations_.particles()),
      x_(full_.size()) {
  take_terms();
}

void ReducedGram::take_terms() {
  std::vector<bool> marked(relations_.particles(), false);
  for (const Pull& pull : pulls_)
    for (const std::int32_t p : {pull.to, pull.from})
      if (p >= 0) marked[static_cast<std::size_t>(p)] = true;
  const ReducedWeights weight(relations_, marked);
  for (const auto& [i, j] : meetings(pulls_, relations_)) {
    const Pull &a = pulls_[static_cast<std::size_t>(i)], &b = pulls_[static_cast<std::size_t>(j)];
    const double coefficient =
        (weight(a.to, b.to) - weight(a.to, b.from)) - (weight(a.from, b.to) - weight(a.from, b.from));
    if (a.row == b.row) {
      diagonal_.push_back({factor_.position(a.row), a.entry, b.entry, coefficient});
      continue;
    }
    const SparseFactor::Slot at = factor_.slot(a.row, b.row);
    (at.transposed ? upper_ : lower_).push_back({at.slot, a.entry, b.entry, coefficient});
  }
  const auto by_slot = [](const Term& s, const Term& t) { return s.slot < t.slot; };
  for (std::vector<Term>* terms : {&diagonal_, &lower_, &upper_})
    std::stable_sort(terms->begin(), terms->end(), by_slot);
}

std::int32_t ReducedGram::factorise_symmetric() {
  left_ = Left::gradients;
  assemble(diagonal_, factor_.diagonal());
  assemble(lower_, factor_.lower());
  return found(factor_.factorise(SparseFactor::Symmetry::symmetric));
}

std::int32_t ReducedGram::factorise_unsymmetric() {
  left_ = Left::moved_gradients;
  assemble(diagonal_, factor_.diagonal());
  assemble(lower_, factor_.lower());
  assemble(upper_, factor_.upper());
  return found(factor_.factorise(SparseFactor::Symmetry::unsymmetric));
}

void ReducedGram::assemble(const std::vector<Term>& terms, std::vector<double>& matrix) const {
  std::fill(matrix.begin(), matrix.end(), 0.0);
  const Vec3 *left = left_gradients(), *right = rows_.gradients();
  for (const Term& t : terms) matrix[static_cast<std::size_t>(t.slot)] += t.coefficient * dot(left[t.a], right[t.b]);
}

// x of relations, y = (C W C^T)^-1 x; S z = x - B W C^T y for the others; y - (C W C^T)^-1 C W B^T z for relations.
void ReducedGram::solve(double* x) {
  for (std::size_t r = 0; r < relations_.size(); ++r)
    for (int axis = 0; axis < 3; ++axis)
      if (const std::int32_t row = relations_.rows(r)[static_cast<std::size_t>(axis)]; row >= 0)
        related_[r][axis] = x[row];
  relations_.solve(related_.data());
  std::fill(field_.begin(), field_.end(), Vec3{});
  relations_.spread(related_.data(), field_.data());
  for (std::size_t k = 0; k < x_.size(); ++k) x_[k] = x[full_[k]];
  subtract_along(x_.data());
  factor_.solve(x_.data());
  spread(x_.data());
  relations_.apply(field_.data(), correction_.data());
  relations_.solve(correction_.data());
  for (std::size_t k = 0; k < x_.size(); ++k) x[full_[k]] = x_[k];
  for (std::size_t r = 0; r < relations_.size(); ++r)
    for (int axis = 0; axis < 3; ++axis)
      if (const std::int32_t row = relations_.rows(r)[static_cast<std::size_t>(axis)]; row >= 0)
        x[row] = related_[r][axis] - correction_[r][axis];
}

void ReducedGram::subtract_along(double* x) const {
  const Vec3* left = left_gradients();
  for (const Pull& pull : pulls_) {
    const Vec3 to = pull.to < 0 ? Vec3{} : field_[static_cast<std::size_t>(pull.to)];
    const Vec3 from = pull.from < 0 ? Vec3{} : field_[static_cast<std::size_t>(pull.from)];
    x[pull.row] -= dot(left[pull.entry], to - from);
  }
}

void ReducedGram::spread(const double* x) {
  std::fill(field_.begin(), field_.end(), Vec3{});
  for (const Pull& pull : pulls_) {
    const Vec3 impulse = x[pull.row] * rows_.gradients()[pull.entry];
    if (pull.to >= 0) field_[static_cast<std::size_t>(pull.to)] += relations_.weight(pull.to) * impulse;
    if (pull.from >= 0) field_[static_cast<std::size_t>(pull.from)] -= relations_.weight(pull.from) * impulse;
  }
}

}  // namespace taut
