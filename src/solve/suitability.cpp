#include "solve/suitability.hpp"

#include <algorithm>
#include <cstdio>

#include "solve/coupling.hpp"
#include "solve/rigidity.hpp"

namespace taut {
namespace {

std::string subject(const Model& model, const CoupledRows& component) {
  return "the component of " + model.row_name(component.rows.front());
}

bool only_rods(const Model& model, const CoupledRows& component) {
  return std::all_of(component.rows.begin(), component.rows.end(), [&](std::int32_t k) {
    return model.rows()[static_cast<std::size_t>(k)].kind == RowKind::distance;
  });
}

bool only_moving(const Model& model, const CoupledRows& component) {
  return std::all_of(component.rows.begin(), component.rows.end(), [&](std::int32_t k) {
    const std::vector<std::int32_t> ends = model.row_particles(k);
    return std::all_of(ends.begin(), ends.end(),
                       [&](std::int32_t p) { return model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0; });
  });
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

std::string wrong_graph(SolverMethod method, const char* treated, const std::string& who, const Classification& found) {
  return std::string(solver_name(method)) + " treats " + treated + " only, but " + who + " is a " +
         graph_kind_name(found.kind) + "; use auto or sparse";
}

std::string too_large(SolverMethod method, const std::string& who, std::size_t rows) {
  return std::string(solver_name(method)) + " keeps a dense matrix of at most " + std::to_string(largest_dense) +
         " rows, but " + who + " has " + std::to_string(rows) + "; use sparse";
}

std::optional<std::string> p_shake_refusal(const Model& model, const CoupledRows& component, const std::string& who) {
  if (component.rows.size() > largest_dense) return too_large(SolverMethod::p_shake, who, component.rows.size());
  const char* why = !only_rods(model, component)     ? " has constraints of other kinds"
                    : !only_moving(model, component) ? " is held by fixed particles"
                    : !is_rigid(model, component)    ? " can change its shape"
                                                     : nullptr;
  if (!why) return std::nullopt;
  return "p-shake treats rigid clusters of rods only, but " + who + why + "; use auto or sparse";
}

std::optional<std::string> lincs_refusal(const Model& model, const CoupledRows& component, const std::string& who) {
  if (!only_rods(model, component))
    return "lincs treats rods only, but " + who + " has constraints of other kinds; use auto or sparse";
  RowBlock rows(model,
                {.kind = {}, .solver = SolverMethod::lincs, .reason = {}, .rows = component.rows, .particles = {}});
  const std::vector<Vec3> low(model.positions().size());
  rows.linearise({model.positions().data(), low.data(), 0.0});
  Coupling coupling(rows);
  if (coupling.take() >= 0) return std::nullopt;  // the start will be refused as singular
  const Coupling::Eigenvalue largest = coupling.largest_eigenvalue();
  if (largest.value < 2.0) return std::nullopt;
  return "the rods at " + model.row_name(component.rows[largest.row]) +
         " are coupled too strongly for the expansion of lincs, as in triangles: its powers grow by " +
         number(largest.value - 1.0) + ", expected less than 1; use auto or sparse";
}

}  // namespace

std::optional<std::string> refusal(SolverMethod method, const Model& model, const CoupledRows& component,
                                   const Classification& found) {
  const std::string who = subject(model, component);
  const bool path = !found.path_rods.empty();
  switch (method) {
    case SolverMethod::automatic:
    case SolverMethod::gauss_seidel:
    case SolverMethod::sor:
    case SolverMethod::sparse:
    case SolverMethod::newton:
      break;
    case SolverMethod::tridiagonal:
      if (!path) return wrong_graph(method, "paths of rods", who, found);
      break;
    case SolverMethod::tree:
      if (!path && found.kind != GraphKind::tree) return wrong_graph(method, "trees and paths of rods", who, found);
      break;
    case SolverMethod::ring:
      if (found.kind != GraphKind::ring) return wrong_graph(method, "rings of rods", who, found);
      break;
    case SolverMethod::settle:
      if (found.kind == GraphKind::ring && component.rows.size() == 3) break;
      return "settle treats three rods between three moving particles only, but " + who + " is a " +
             graph_kind_name(found.kind) + " of " + std::to_string(component.rows.size()) + " rows; use auto or sparse";
    case SolverMethod::m_shake:
      if (component.rows.size() > largest_dense) return too_large(method, who, component.rows.size());
      break;
    case SolverMethod::p_shake:
      return p_shake_refusal(model, component, who);
    case SolverMethod::lincs:
      return lincs_refusal(model, component, who);
  }
  return std::nullopt;
}

}  // namespace taut
