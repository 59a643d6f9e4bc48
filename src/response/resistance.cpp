#include "response/resistance.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "solve/free_coordinates.hpp"

namespace taut {
namespace {

bool moves(const Model& model, std::size_t particle) { return model.inverse_masses()[particle] > 0.0; }

Error no_drag(const Model& model, std::size_t particle) {
  return {"forces.drag", model.particle_name(static_cast<int>(particle)) +
                             " is free and has no drag; expected a positive coefficient on every free particle"};
}

// Particles with an entry on the diagonal.
std::vector<bool> resisted(const Model& model, const std::vector<MatrixEntry>& entries) {
  std::vector<bool> found(static_cast<std::size_t>(model.size()), false);
  for (const MatrixEntry& entry : entries)
    if (entry.row == entry.column && entry.value != 0.0) found[static_cast<std::size_t>(entry.row / 3)] = true;
  return found;
}

std::optional<Error> bad_drag_matrix(const Model& model, const std::vector<MatrixEntry>& entries) {
  const std::int32_t size = 3 * model.size();
  for (const MatrixEntry& entry : entries) {
    if (std::min(entry.row, entry.column) < 0 || std::max(entry.row, entry.column) >= size)
      return Error{"drag", "found an entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) +
                               "), expected coordinates from 0 to " + std::to_string(size - 1)};
    if (!std::isfinite(entry.value)) return Error{"drag", "found an entry that is not a finite number"};
  }
  return std::nullopt;
}

bool is_symmetric(const std::vector<MatrixEntry>& entries) {
  std::map<std::pair<std::int32_t, std::int32_t>, double> sums;
  for (const MatrixEntry& entry : entries) sums[{entry.row, entry.column}] += entry.value;
  return std::all_of(sums.begin(), sums.end(), [&](const auto& sum) {
    const auto mirrored = sums.find({sum.first.second, sum.first.first});
    return mirrored == sums.end() ? sum.second == 0.0 : mirrored->second == sum.second;
  });
}

// Of the symmetric part, on coordinates that can move: v.D v > 0 for every velocity.
bool is_positive_definite(const Model& model, const std::vector<MatrixEntry>& entries) {
  const FreeCoordinates coordinates(model);
  std::vector<Eigen::Triplet<double>> halves;
  for (const MatrixEntry& entry : entries) {
    const int row = coordinates.number(entry.row), column = coordinates.number(entry.column);
    if (row < 0 || column < 0) continue;
    halves.emplace_back(row, column, 0.5 * entry.value);
    halves.emplace_back(column, row, 0.5 * entry.value);
  }
  Eigen::SparseMatrix<double> symmetric(coordinates.count(), coordinates.count());
  symmetric.setFromTriplets(halves.begin(), halves.end());
  return Eigen::SimplicialLLT<Eigen::SparseMatrix<double>>(symmetric).info() == Eigen::Success;
}

Expected<Resistance> entries_of_drag(const Model& model, std::vector<MatrixEntry> entries) {
  if (const std::optional<Error> error = bad_drag_matrix(model, entries)) return *error;
  const std::vector<bool> found = resisted(model, entries);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (moves(model, i) && !found[i]) return no_drag(model, i);
  Resistance resistance{.diagonal = false};
  resistance.symmetric = is_symmetric(entries);
  resistance.entries = std::move(entries);
  return resistance;
}

// D itself. What is unusual about it is noted; where the velocity is undetermined, the solver refuses it.
Expected<Resistance> drag_matrix(const Model& model, const std::vector<MatrixEntry>& entries) {
  if (std::all_of(entries.begin(), entries.end(), [](const MatrixEntry& entry) { return entry.value == 0.0; }))
    return Error{"drag", "found a matrix of zeros; expected one that resists the motion of every free particle"};
  Expected<Resistance> resistance = entries_of_drag(model, entries);
  if (!resistance) return Error{"drag", resistance.error().message};
  if (!resistance->symmetric)
    resistance->notes.emplace_back(
        "the drag matrix is not symmetric: how i answers a force on j is not how j answers one on i");
  if (!is_positive_definite(model, entries))
    resistance->notes.emplace_back(
        "the drag matrix is not positive definite: there are motions that it does not resist, or drives");
  return resistance;
}

Expected<Resistance> drag(const Model& model, const ForceField& forces, const ResponseOptions& options) {
  if (options.drag) return drag_matrix(model, *options.drag);
  if (forces.has_dashpots() || forces.has_rate_torques())
    return entries_of_drag(model, forces.resistance(model.positions().data()));
  Resistance resistance{.masses = forces.drags()};
  const bool none = std::all_of(resistance.masses.begin(), resistance.masses.end(), [](double c) { return c == 0.0; });
  if (none) {
    resistance.masses.assign(resistance.masses.size(), 1.0);
    resistance.notes.emplace_back("the scenario has no drag: every free particle is given a drag of 1");
  }
  for (std::size_t i = 0; i < resistance.masses.size(); ++i)
    if (moves(model, i) && !(resistance.masses[i] > 0.0)) return no_drag(model, i);
  return resistance;
}

Resistance stiffness(const Model& model, const ForceField& forces) {
  Resistance resistance{.diagonal = false, .symmetric = !forces.has_formula_forces()};
  resistance.entries = forces.stiffness(model.positions().data(), 0.0);
  return resistance;
}

}  // namespace

Expected<Resistance> make_resistance(const Model& model, const ForceField& forces, const ResponseOptions& options) {
  switch (options.kind) {
    case ResponseKind::velocity:
      return drag(model, forces, options);
    case ResponseKind::acceleration:
      return Resistance{.masses = model.masses()};
    case ResponseKind::displacement:
      break;
  }
  return stiffness(model, forces);
}

}  // namespace taut
