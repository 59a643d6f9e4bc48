// The arm as a scenario: what `taut run` needs to let it go.
#include <fmt/format.h>

#include "io/document/toml.hpp"
#include "run/reach_run.hpp"

namespace taut {
namespace {

using io::Node;

Node numbers(const Vec3& v, int dimension) {
  Node::Array list;
  for (int axis = 0; axis < dimension; ++axis) list.push_back({v[axis]});
  return {std::move(list)};
}

}  // namespace

std::string swinging_arm(const ArmProblem& problem, const ReachSummary& summary) {
  const auto n = static_cast<std::size_t>(summary.values);
  Node::Table start;
  for (std::size_t v = 0; v < n; ++v)
    start.push_back({summary.value_names[v], {summary.motion[summary.motion.size() - n + v] / summary.value_units[v]}});
  const Node arm = {Node::Table{{"file", {std::string(arm_file)}}, {"start", {std::move(start)}}}};
  const Node root = {Node::Table{{"title", {problem.title + ", let go"}},
                                 {"dimension", {static_cast<std::int64_t>(summary.dimension)}},
                                 {"forces", {Node::Table{{"gravity", numbers(problem.gravity, summary.dimension)}}}},
                                 {"integrator", {Node::Table{{"step", {1e-3}}, {"duration", {5.0}}}}},
                                 {"arms", {Node::Array{arm}}}}};
  return "# The arm in its last posture; taut run lets it go. [[arms.joints]] would be its springs and motors.\n" +
         io::to_toml(root);
}

}  // namespace taut
