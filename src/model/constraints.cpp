// What all constraints of a model share: names and rows.
#include "model/assembly.hpp"

namespace taut {

Problem ModelAssembly::add_constraints() {
  const auto& specs = builder.specs_;
  model.constraints_.reserve(specs.size());
  model.rows_.reserve(specs.size());
  collect_sides();
  for (std::size_t k = 0; k < specs.size(); ++k) {
    auto problem = std::visit(
        [&](const auto& spec) -> Problem {
          const Place place{spec.origin, "constraints", k};
          if (auto wrong = check_constraint_name(spec.name, place)) return wrong;
          return add(spec, place);
        },
        specs[k]);
    if (problem) return problem;
  }
  return {};
}

Problem ModelAssembly::check_constraint_name(std::string_view name, const Place& place) {
  if (name.empty()) return {};
  const auto [first, inserted] = constraint_names.emplace(name, place.index);
  if (inserted) return {};
  return place.error("name", quoted(name) + " is already the name of constraint " + std::to_string(first->second));
}

void ModelAssembly::begin_constraint(const std::string& name, const char* type) {
  model.constraints_.push_back({name, type, static_cast<std::int32_t>(model.rows_.size()), 0});
}

void ModelAssembly::add_row(RowKind kind, std::size_t index) {
  const auto constraint = static_cast<std::int32_t>(model.constraints_.size()) - 1;
  model.rows_.push_back({kind, static_cast<std::int32_t>(index), constraint});
  ++model.constraints_.back().rows;
}

}  // namespace taut
