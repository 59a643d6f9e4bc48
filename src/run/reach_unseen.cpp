// What a verdict does not cover: a user who reads "all goals met" must know what was not looked at.
#include <fmt/format.h>

#include <algorithm>

#include "run/reach_run.hpp"

namespace taut {
namespace {

std::vector<std::string> sliders(const Arm& arm) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < arm.joints().size(); ++k)
    if (arm.joints()[k].kind == JointKind::slider) names.push_back(arm.joint_name(static_cast<int>(k)));
  return names;
}

bool has_shapes(const std::string& urdf) {
  return urdf.find("<collision") != std::string::npos || urdf.find("<visual") != std::string::npos;
}

// How far from the base hands are, and have to be.
double extent(const ArmProblem& problem) {
  double farthest = 0.0;
  for (const Target& target : problem.path)
    for (const Vec3& place : {target.position, hand_frame(problem.arm, problem.start, target.hand).place})
      farthest = std::max(farthest, norm(place - problem.arm.base().place));
  return farthest;
}

}  // namespace

std::vector<std::string> unseen(const ArmProblem& problem) {
  std::vector<std::string> notes;
  const std::vector<std::string> names = sliders(problem.arm);
  if (!names.empty() && needs_way(problem.goals))
    notes.push_back(fmt::format("rails have no shape: what carries {} was not looked at", fmt::join(names, ", ")));
  if (has_shapes(problem.urdf) && needs_way(problem.goals))
    notes.emplace_back(
        "links are looked at as rods from joint to joint, as thick as arm.thickness says; their <visual> and "
        "<collision> were not looked at");
  constexpr double coarse = 1e-5;
  const double allowed = problem.reach.tolerance * problem.arm.size(), far = extent(problem);
  if (!names.empty() && allowed > coarse * far)
    notes.push_back(fmt::format(
        "a hand counts as there within {:.2g}: search.tolerance times the size of the arm, {:.2g}, which is "
        "that of its sliders' limits; narrower limits or a smaller search.tolerance are stricter",
        allowed, problem.arm.size()));
  return notes;
}

}  // namespace taut
