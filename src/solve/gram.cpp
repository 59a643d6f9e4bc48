#include "solve/gram.hpp"

#include <algorithm>
#include <unordered_map>

namespace taut {
namespace {

// For every moving particle, the entries (row, entry) that touch it.
struct Touch {
  std::int32_t row, entry;
};
using Incidence = std::unordered_map<std::int32_t, std::vector<Touch>>;

Incidence incidence(const RowBlock& rows) {
  Incidence touching;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      if (rows.weight(e) > 0.0)
        touching[rows.particle(e)].push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(e)});
  return touching;
}

Gram::Neighbours neighbours(const RowBlock& rows, const Gram::Neighbours& more) {
  Gram::Neighbours coupled = more;
  coupled.resize(rows.size());
  for (const auto& [particle, touches] : incidence(rows))
    for (const Touch& a : touches)
      for (const Touch& b : touches)
        if (a.row != b.row) coupled[static_cast<std::size_t>(a.row)].push_back(b.row);
  for (std::vector<std::int32_t>& list : coupled) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return coupled;
}

}  // namespace

Gram::Gram(const RowBlock& rows, SparseFactor::Order order, const Neighbours& more)
    : rows_(rows), factor_(neighbours(rows, more), order) {
  for (const auto& [particle, touches] : incidence(rows))
    for (const Touch& a : touches)
      for (const Touch& b : touches) {
        if (a.row == b.row) {
          diagonal_.push_back({factor_.position(a.row), a.entry, b.entry, false});
        } else {
          const SparseFactor::Slot at = factor_.slot(a.row, b.row);
          coupling_.push_back({at.slot, a.entry, b.entry, at.transposed});
        }
      }
  // A fixed order of sums, so that results do not depend on how the table was built.
  const auto by_slot = [](const Term& s, const Term& t) {
    return s.slot != t.slot ? s.slot < t.slot : s.a != t.a ? s.a < t.a : s.b < t.b;
  };
  std::sort(diagonal_.begin(), diagonal_.end(), by_slot);
  std::sort(coupling_.begin(), coupling_.end(), by_slot);
}

void Gram::assemble_symmetric() {
  std::vector<double>&diagonal = factor_.diagonal(), &lower = factor_.lower();
  std::fill(diagonal.begin(), diagonal.end(), 0.0);
  std::fill(lower.begin(), lower.end(), 0.0);
  const auto product = [this](const Term& t) {
    return rows_.weight(static_cast<std::size_t>(t.a)) *
           dot(rows_.gradient(static_cast<std::size_t>(t.a)), rows_.gradient(static_cast<std::size_t>(t.b)));
  };
  for (const Term& t : diagonal_) diagonal[static_cast<std::size_t>(t.slot)] += product(t);
  for (const Term& t : coupling_)
    if (!t.transposed) lower[static_cast<std::size_t>(t.slot)] += product(t);
}

std::int32_t Gram::factorise_symmetric() {
  assemble_symmetric();
  return factor_.factorise(SparseFactor::Symmetry::symmetric);
}

std::vector<std::int32_t> Gram::factorise_dropping(double threshold) {
  assemble_symmetric();
  return factor_.factorise_dropping(threshold);
}

void Gram::factorise_damped(double damping) {
  assemble_symmetric();
  for (double& entry : factor_.diagonal()) entry *= 1.0 + damping;
  static_cast<void>(factor_.factorise_dropping(0.0));
}

std::int32_t Gram::factorise_unsymmetric() {
  std::vector<double>&diagonal = factor_.diagonal(), &lower = factor_.lower(), &upper = factor_.upper();
  std::fill(diagonal.begin(), diagonal.end(), 0.0);
  std::fill(lower.begin(), lower.end(), 0.0);
  std::fill(upper.begin(), upper.end(), 0.0);
  const auto product = [this](const Term& t) {
    return rows_.weight(static_cast<std::size_t>(t.a)) *
           dot(rows_.moved_gradient(static_cast<std::size_t>(t.a)), rows_.gradient(static_cast<std::size_t>(t.b)));
  };
  for (const Term& t : diagonal_) diagonal[static_cast<std::size_t>(t.slot)] += product(t);
  for (const Term& t : coupling_) (t.transposed ? upper : lower)[static_cast<std::size_t>(t.slot)] += product(t);
  return factor_.factorise(SparseFactor::Symmetry::unsymmetric);
}

}  // namespace taut
