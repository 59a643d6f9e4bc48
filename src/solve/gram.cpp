#include "solve/gram.hpp"

#include <algorithm>

namespace taut {
namespace {

// Calls visit(a, b) for all ordered pairs of touches of the same particle that may couple, each with itself included.
template <class Touches, class Visit>
void for_each_meeting(const RowBlock& rows, const Touches& touches, Visit&& visit) {
  for (auto begin = touches.begin(), end = begin; begin != touches.end(); begin = end) {
    while (end != touches.end() && end->particle == begin->particle) ++end;
    for (auto a = begin; a != end; ++a)
      for (auto b = begin; b != end; ++b)
        if (!rows.are_across(static_cast<std::size_t>(a->row), static_cast<std::size_t>(b->row))) visit(*a, *b);
  }
}

}  // namespace

// By particle, rows in order.
Gram::Touches Gram::touches_of(const RowBlock& rows) {
  Touches touches;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = rows.particles_begin(k); e < rows.particles_end(k); ++e)
      if (rows.weight(e) > 0.0)
        touches.push_back({rows.particle(e), static_cast<std::int32_t>(k), static_cast<std::int32_t>(e)});
  std::stable_sort(touches.begin(), touches.end(),
                   [](const Touch& a, const Touch& b) { return a.particle < b.particle; });
  return touches;
}

Gram::Neighbours Gram::neighbours(const RowBlock& rows, const Touches& touches, const Neighbours& more) {
  Neighbours coupled = more;
  coupled.resize(rows.size());
  for_each_meeting(rows, touches, [&](const Touch& a, const Touch& b) {
    if (a.row != b.row) coupled[static_cast<std::size_t>(a.row)].push_back(b.row);
  });
  for (std::vector<std::int32_t>& list : coupled) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return coupled;
}

Gram::Gram(const RowBlock& rows, SparseFactor::Order order, const Neighbours& more)
    : Gram(rows, order, more, touches_of(rows)) {}

Gram::Gram(const RowBlock& rows, SparseFactor::Order order, const Neighbours& more, const Touches& touches)
    : rows_(rows), factor_(neighbours(rows, touches, more), order) {
  for_each_meeting(rows, touches, [this](const Touch& a, const Touch& b) {
    if (a.row == b.row) {
      diagonal_.push_back({factor_.position(a.row), a.entry, b.entry, false});
    } else {
      const SparseFactor::Slot at = factor_.slot(a.row, b.row);
      coupling_.push_back({at.slot, a.entry, b.entry, at.transposed});
    }
  });
  // A fixed order of sums.
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

std::int32_t Gram::factorise_shifted(std::span<const double> shift) {
  assemble_symmetric();
  for (std::size_t k = 0; k < shift.size(); ++k)
    factor_.diagonal()[static_cast<std::size_t>(factor_.position(static_cast<std::int32_t>(k)))] += shift[k];
  return factor_.factorise(SparseFactor::Symmetry::symmetric);
}

void Gram::pivot_ratios(std::span<double> out) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = static_cast<std::size_t>(factor_.position(static_cast<std::int32_t>(k)));
    out[k] = 1.0 / (factor_.inverse_pivots()[at] * factor_.diagonal()[at]);
  }
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
