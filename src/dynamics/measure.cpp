#include "dynamics/measure.hpp"

#include <cmath>

namespace taut {
namespace {

bool is_constant(const Model& model, const Component& component) {
  return component.rows.size() == 1 &&
         model.rows()[static_cast<std::size_t>(component.rows.front())].kind == RowKind::distance;
}

}  // namespace

void MeasurePotential::add(const Model& model, double sign) {
  terms_.reserve(terms_.size() + plan_.components().size());
  for (std::size_t c = 0; c < plan_.components().size(); ++c)
    if (!is_constant(model, plan_.components()[c]))
      terms_.push_back({c, sign * half_, std::make_unique<LogDeterminant>(model, plan_.components()[c])});
}

bool MeasurePotential::add_forces(const Configuration& at, Vec3* force) {
  bool regular = true;
  for (Term& term : terms_) {
    const bool here = term.determinant->linearise(at);
    if (here) term.determinant->add_gradient(-term.factor, force);
    regular = regular && here;
  }
  return regular;
}

void MeasurePotential::add_energies(const Configuration& at, std::span<double> energies) {
  for (Term& term : terms_) {
    const bool regular = term.determinant->linearise(at);
    energies[term.component] += regular ? term.factor * term.determinant->value() : std::nan("");
  }
}

}  // namespace taut
