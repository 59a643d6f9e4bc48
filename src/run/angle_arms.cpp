#include "run/angle_arms.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "run/counted.hpp"
#include "solve/row_span.hpp"

namespace taut {
namespace {

using AngleArm = std::pair<std::int32_t, std::int32_t>;

bool moves(const Model& model, std::int32_t particle) {
  return model.inverse_masses()[static_cast<std::size_t>(particle)] > 0.0;
}

// Motions that all constraints together leave, at the start. Equal masses: else it were a question of which particle is
// the lighter one.
class FreeMotions {
 public:
  explicit FreeMotions(const System& system)
      : model_(system.model.with_masses(std::vector<double>(system.model.positions().size(), 1.0))),
        fields_(model_),
        particles_(model_.positions().size()),
        span_(model_, solved_rows(system.plan), {model_.positions().data(), fields_.zero(), 0.0}, particles_, fields_) {
    std::iota(particles_.begin(), particles_.end(), 0);
  }

  // Whether they leave anything of a velocity that stretches the arm; nothing in a body of rods.
  bool stretch(const AngleArm& arm) {
    constexpr double rounding = 1e-6;
    const auto& [i, j] = arm;
    const Vec3 along =
        model_.positions()[static_cast<std::size_t>(i)] - model_.positions()[static_cast<std::size_t>(j)];
    ParticleField velocity = fields_.zeros(particles_);
    if (moves(model_, i)) velocity[i] = along;
    if (moves(model_, j)) velocity[j] = -along;
    const double before = dot(along, velocity[i] - velocity[j]);
    span_.make_tangent(velocity);
    return !(std::abs(dot(along, velocity[i] - velocity[j])) <= rounding * before);
  }

 private:
  Model model_;
  ParticleFields fields_;
  std::vector<std::int32_t> particles_;
  RowSpan span_;
};

class Arms {
 public:
  explicit Arms(const System& system) : system_(system) {
    for (const DistanceRow& rod : system.model.distances()) rods_.insert(std::minmax(rod.i, rod.j));
  }

  // Of an angle, those that nothing holds, as words.
  std::vector<std::string> loose(const ConstraintInfo& angle) {
    const Row& row = system_.model.rows()[static_cast<std::size_t>(angle.first_row)];
    const DistanceRow& ends = system_.model.distances()[static_cast<std::size_t>(row.index)];
    std::vector<std::string> names;
    for (const AngleArm& arm : {AngleArm{ends.i, angle.vertex}, AngleArm{angle.vertex, ends.j}})
      if (!is_held(arm))
        names.push_back(fmt::format("from {} to {}", system_.model.particle_name(arm.first),
                                    system_.model.particle_name(arm.second)));
    return names;
  }

 private:
  bool is_held(const AngleArm& arm) {
    if (!moves(system_.model, arm.first) && !moves(system_.model, arm.second)) return true;
    if (rods_.contains(std::minmax(arm.first, arm.second))) return true;
    if (!free_) free_.emplace(system_);
    return !free_->stretch(arm);
  }

  const System& system_;
  std::set<AngleArm> rods_;
  std::optional<FreeMotions> free_;
};

std::string others_text(int others, int most) {
  if (others == 0) return "";
  return fmt::format("; so it is with {}{}", counted(others, "other angle"), others + 1 < most ? "" : " or more");
}

}  // namespace

std::string loose_arm_note(const System& system) {
  constexpr int most = 50;  // to look for: each may take a solution of all constraints
  const Model& model = system.model;
  std::optional<Arms> arms;
  std::string text;
  int found = 0;
  for (std::size_t c = 0; c < model.constraints().size() && found < most; ++c) {
    const ConstraintInfo& angle = model.constraints()[c];
    if (angle.vertex < 0) continue;
    if (!arms) arms.emplace(system);
    const std::vector<std::string> loose = arms->loose(angle);
    if (loose.empty() || ++found > 1) continue;
    text = fmt::format(
        "{} holds the distance of its ends, and nothing holds its arm{} {}: the angle changes as {} {}; it needs a "
        "distance along each arm",
        model.constraint_name(static_cast<int>(c)), loose.size() > 1 ? "s" : "", fmt::join(loose, " and "),
        loose.size() > 1 ? "they" : "that", loose.size() > 1 ? "do" : "does");
  }
  return found == 0 ? text : text + others_text(found - 1, most);
}

}  // namespace taut
