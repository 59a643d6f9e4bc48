#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/respond_trajectory.hpp"

namespace taut {
namespace {

constexpr std::size_t shown_components = 20, shown_relations = 12;

std::string components_text(const TrajectoryReport& found) {
  std::string text = fmt::format(
      "\n  principal components of {} frames, t = {:g} to {:g}, weighted by mass: total variance {:.6g}\n"
      "  {:>4} {:>16} {:>10} {:>10}\n",
      found.time.size(), found.time.front(), found.time.back(), found.principal.total, "", "variance", "share",
      "up to");
  double sum = 0.0;
  for (std::size_t k = 0; k < std::min(found.principal.components.size(), shown_components); ++k) {
    const double value = found.principal.components[k].value;
    sum += value;
    text += fmt::format("  {:>4} {:>16.9g} {:>9.4f}% {:>9.4f}%\n", k + 1, value, 100.0 * value / found.principal.total,
                        100.0 * sum / found.principal.total);
  }
  return text;
}

// The mean energy in a mode is half of kinetic and half of potential kind when it swings harmonically.
std::string normal_text(const RespondReport& report) {
  const TrajectoryReport& found = *report.trajectory;
  if (found.normal_variances.empty()) return {};
  std::string text = "\n  the trajectory along normal modes about the start: variance, potential energy\n";
  for (std::size_t k = 0; k < std::min(found.normal_variances.size(), shown_components); ++k)
    text += fmt::format("  {:>4} {:>16.9g} {:>16.9g}\n", k + 1, found.normal_variances[k],
                        0.5 * report.normal_modes[k].value * found.normal_variances[k]);
  return text;
}

std::string relations_text(const TrajectoryReport& found) {
  if (found.relations.empty() && found.shape_texts.empty())
    return fmt::format("\n  no constraint is implied{}\n",
                       found.held > 0 ? fmt::format(" beyond {} rows that the scenario has", found.held) : "");
  std::string text = "\n  constraints that the trajectory keeps anyway, ready in implied_constraints.toml\n";
  for (std::size_t k = 0; k < std::min(found.relations.size(), shown_relations); ++k)
    text += fmt::format("  {:>4} {}, off by {:.2g} at most\n", k + 1, found.relation_texts[k],
                        found.relations[k].deviation);
  if (found.relations.size() > shown_relations)
    text += fmt::format("       and {} more\n", found.relations.size() - shown_relations);
  const auto& [distances, planes] = found.shape;
  for (std::size_t k = 0; k < std::min(found.shape_texts.size(), shown_relations); ++k)
    text += fmt::format("  {:>4} {}, off by {:.2g} at most\n", found.relations.size() + k + 1, found.shape_texts[k],
                        k < distances.size() ? distances[k].deviation : planes[k - distances.size()].deviation);
  if (found.shape_texts.size() > shown_relations)
    text += fmt::format("       and {} distances and planes more\n", found.shape_texts.size() - shown_relations);
  if (found.held > 0) text += fmt::format("       {} rows more are constraints of the scenario\n", found.held);
  return text;
}

}  // namespace

std::string trajectory_text(const RespondReport& report) {
  return components_text(*report.trajectory) + normal_text(report) + relations_text(*report.trajectory);
}

}  // namespace taut
