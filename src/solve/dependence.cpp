// What a plan says about rows that depend on one another.
#include <algorithm>

#include "taut/solve.hpp"

namespace taut {
namespace {

// Constraints by name, each once, the first few.
std::string names(const Model& model, const std::vector<std::int32_t>& rows) {
  constexpr std::size_t most = 8;
  std::vector<std::int32_t> constraints;
  for (const std::int32_t k : rows) {
    const std::int32_t c = model.rows()[static_cast<std::size_t>(k)].constraint;
    if (std::find(constraints.begin(), constraints.end(), c) == constraints.end()) constraints.push_back(c);
  }
  std::string text;
  for (std::size_t n = 0; n < std::min(most, constraints.size()); ++n)
    text += (n == 0 ? "" : ", ") + model.constraint_name(constraints[n]);
  return constraints.size() > most ? text + ", ... " + std::to_string(constraints.size()) + " in all" : text;
}

}  // namespace

int Plan::rank() const {
  std::size_t rank = 0;
  for (const Component& component : components_) rank += component.rows.size();
  return static_cast<int>(rank);
}

int Plan::degrees_of_freedom(const Model& model) const { return model.dimension() * model.free_particles() - rank(); }

std::string describe(const Model& model, const DependentSet& set) {
  const std::string row = model.row_name(set.row), others = names(model, set.others);
  switch (set.kind) {
    case DependenceKind::redundant:
      return row + " is redundant: it follows from " + (others.empty() ? "the others" : others) +
             (set.always ? "" : ", with these lengths");
    case DependenceKind::contradictory:
      return row + (others.empty() ? " cannot hold" : " contradicts " + others + ": they cannot hold together");
    case DependenceKind::singular:
      break;
  }
  if (others.empty()) return row + " is singular at the start: its gradient vanishes there";
  return row + " is singular at the start: it depends on " + others + " there and only there";
}

std::optional<Error> Plan::refusal(const Model& model) const {
  for (const DependenceKind kind : {DependenceKind::contradictory, DependenceKind::singular})
    for (const DependentSet& set : dependent_sets_)
      if (set.kind == kind) return Error{"", describe(model, set)};
  return {};
}

}  // namespace taut
