#include "solve/components.hpp"

#include <algorithm>

#include "solve/disjoint_sets.hpp"

namespace taut {
namespace {

class RowCoupling {
 public:
  RowCoupling(const Model& model, const std::vector<bool>& left_out)
      : model_(model), sets_(static_cast<std::size_t>(model.size())) {
    for (int k = 0; k < model.row_count(); ++k)
      if (left_out.empty() || !left_out[static_cast<std::size_t>(k)]) join(k);
  }

  std::vector<CoupledRows> components() {
    std::vector<CoupledRows> found;
    std::vector<std::int32_t> number(static_cast<std::size_t>(model_.size()), -1);
    for (const auto& [row, particle] : rows_) {
      std::int32_t& component = number[static_cast<std::size_t>(sets_.find(particle))];
      if (component < 0) {
        component = static_cast<std::int32_t>(found.size());
        found.emplace_back();
      }
      found[static_cast<std::size_t>(component)].rows.push_back(row);
    }
    for (std::int32_t p = 0; p < model_.size(); ++p) {
      if (!moves(p)) continue;
      const std::int32_t component = number[static_cast<std::size_t>(sets_.find(p))];
      if (component >= 0) found[static_cast<std::size_t>(component)].particles.push_back(p);
    }
    return found;
  }

 private:
  struct AnchoredRow {
    std::int32_t row, particle;  // one of its moving particles
  };

  bool moves(std::int32_t particle) const { return model_.inverse_masses()[static_cast<std::size_t>(particle)] > 0.0; }

  void join(std::int32_t row) {
    std::int32_t first = -1;
    for (std::int32_t p : model_.row_particles(row)) {
      if (!moves(p)) continue;
      if (first >= 0) sets_.join(first, p);
      first = first < 0 ? p : first;
    }
    rows_.push_back({row, first});
  }

  const Model& model_;
  DisjointSets sets_;
  std::vector<AnchoredRow> rows_;
};

}  // namespace

std::vector<CoupledRows> coupled_rows(const Model& model, const std::vector<bool>& left_out) {
  return RowCoupling(model, left_out).components();
}

Component with_dependent(Component component) {
  component.rows.insert(component.rows.end(), component.dependent.begin(), component.dependent.end());
  std::sort(component.rows.begin(), component.rows.end());
  return component;
}

std::vector<std::int32_t> particles_of(const Model& model, const Component& component) {
  std::vector<std::int32_t> all, rows = component.rows;
  if (component.keeps_all) rows.insert(rows.end(), component.dependent.begin(), component.dependent.end());
  for (std::int32_t row : rows)
    for (std::int32_t particle : model.row_particles(row)) all.push_back(particle);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace taut
