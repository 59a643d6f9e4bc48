#include "taut/model.hpp"

namespace taut {
namespace {

// Appends a copy of the first `count` entries, each changed.
template <class T, class Change>
void append(std::vector<T>& all, std::size_t count, Change&& change) {
  for (std::size_t k = 0; k < count; ++k) {
    all.push_back(all[k]);
    change(all.back());
  }
}

template <class T>
void append(std::vector<T>& all, std::size_t count) {
  append(all, count, [](T&) {});
}

}  // namespace

Model Model::repeated(int copies) const {
  Model model = *this;
  model.names_.clear();
  for (std::vector<Vec3>* field : {&model.positions_, &model.velocities_})
    field->reserve(field->size() * static_cast<std::size_t>(copies));
  for (int copy = 1; copy < copies; ++copy) {
    const std::int32_t particle = copy * size();
    const auto shift = [copy](std::size_t count) { return copy * static_cast<std::int32_t>(count); };
    append(model.positions_, positions_.size());
    append(model.velocities_, velocities_.size());
    append(model.masses_, masses_.size());
    append(model.inverse_masses_, inverse_masses_.size());
    append(model.types_, types_.size());
    append(model.charges_, charges_.size());
    append(model.driven_, driven_.size(), [&](DrivenPath& path) { path.particle += particle; });
    append(model.constraints_, constraints_.size(), [&](ConstraintInfo& info) {
      info.first_row += shift(rows_.size());
      if (info.vertex >= 0) info.vertex += particle;
    });
    append(model.rows_, rows_.size(), [&](Row& row) {
      const std::size_t of_kind = row.kind == RowKind::distance  ? distances_.size()
                                  : row.kind == RowKind::quadric ? quadrics_.size()
                                  : row.kind == RowKind::linear  ? linears_.size()
                                                                 : formulas_.size();
      row.index += shift(of_kind);
      row.constraint += shift(constraints_.size());
    });
    append(model.distances_, distances_.size(), [&](DistanceRow& rod) {
      rod.i += particle;
      rod.j += particle;
    });
    append(model.quadrics_, quadrics_.size(), [&](QuadricRow& quadric) { quadric.particle += particle; });
    append(model.linears_, linears_.size(), [&](LinearRow& row) { row.first += shift(linear_terms_.size()); });
    append(model.linear_terms_, linear_terms_.size(), [&](LinearTerm& term) { term.particle += particle; });
    append(model.formulas_, formulas_.size(), [&](FormulaRow& row) {
      for (std::int32_t& p : row.particles) p += particle;
    });
  }
  return model;
}

}  // namespace taut
