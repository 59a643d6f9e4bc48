// The arm as a scenario: what `taut run` needs to let it swing.
#include <cmath>

#include "io/toml.hpp"
#include "run/reach_run.hpp"
#include "taut/arm_model.hpp"

namespace taut {
namespace {

using io::Node;

Node numbers(const Vec3& v, int dimension) {
  Node::Array list;
  for (int axis = 0; axis < dimension; ++axis) list.push_back({v[axis]});
  return {std::move(list)};
}

Node particle_of(const Model& model, int index) {
  const auto k = static_cast<std::size_t>(index);
  Node::Table table = {{"name", {model.particle_name(index)}},
                       {"position", numbers(model.positions()[k], model.dimension())}};
  if (std::isfinite(model.masses()[k]))
    table.push_back({"mass", {model.masses()[k]}});
  else
    table.push_back({"fixed", {true}});
  return {std::move(table)};
}

Node constraint_of(const Model& model, const ConstraintInfo& info) {
  const Row& row = model.rows()[static_cast<std::size_t>(info.first_row)];
  Node::Array particles, weights;
  const auto name = [&](int particle) { particles.push_back({model.particle_name(particle)}); };
  if (row.kind == RowKind::distance) {
    const DistanceRow& rod = model.distances()[static_cast<std::size_t>(row.index)];
    name(rod.i);
    name(rod.j);
    return {Node::Table{{"type", {std::string("distance")}},
                        {"name", {info.name}},
                        {"between", {particles}},
                        {"length", {rod.length}}}};
  }
  const LinearRow& mean = model.linears()[static_cast<std::size_t>(row.index)];
  for (int k = mean.first; k < mean.first + mean.count; ++k) {
    const LinearTerm& term = model.linear_terms()[static_cast<std::size_t>(k)];
    name(term.particle);
    weights.push_back({term.weight});
  }
  return {Node::Table{
      {"type", {std::string("linear")}}, {"name", {info.name}}, {"on", {particles}}, {"weights", {weights}}}};
}

}  // namespace

std::string swinging_arm(const ArmProblem& problem, std::span<const double> values) {
  const Expected<ArmModel> made = make_arm_model(problem.arm, values);
  if (!made) return {};
  const Model& model = made->model;
  Node::Array particles, constraints;
  for (int k = 0; k < model.size(); ++k) particles.push_back(particle_of(model, k));
  for (const ConstraintInfo& info : model.constraints()) constraints.push_back(constraint_of(model, info));
  const Vec3 gravity = model.dimension() == 2 ? Vec3{0.0, -9.81, 0.0} : Vec3{0.0, 0.0, -9.81};
  const Node root = {Node::Table{{"title", {problem.title + ", let go"}},
                                 {"dimension", {static_cast<std::int64_t>(model.dimension())}},
                                 {"particles", {particles}},
                                 {"constraints", {constraints}},
                                 {"forces", {Node::Table{{"gravity", numbers(gravity, model.dimension())}}}},
                                 {"integrator", {Node::Table{{"step", {1e-3}}, {"duration", {5.0}}}}}}};
  return "# The arm as point masses and constraints, in its last posture; taut run lets it go.\n" + io::to_toml(root);
}

}  // namespace taut
