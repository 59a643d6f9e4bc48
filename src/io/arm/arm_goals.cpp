// [[obstacles]], [goals] and [search].
#include <fmt/format.h>

#include "io/arm/arm_reader.hpp"

namespace taut::io {
namespace {

BoxShape read_box(const Section& section) {
  const Vec3 size = section.vector("size");
  for (int axis = 0; axis < section.dimension(); ++axis)
    if (!(size[axis] > 0.0)) section.fail("size", fmt::format("expected positive numbers, found {:g}", size[axis]));
  return {{section.vector("center"), read_turn(section, "turn")}, 0.5 * size};
}

Obstacle read_obstacle(Section section) {
  const bool plane = section.dimension() == 2;
  const std::vector<std::string> types = plane ? std::vector<std::string>{"disc", "box", "polygon", "capsule"}
                                               : std::vector<std::string>{"sphere", "box", "capsule"};
  if (!section.has("type")) section.fail("type", fmt::format("missing; expected one of {}", list_some(types)));
  const std::string type = section.choice("type", types);
  Obstacle obstacle;
  obstacle.name = section.optional_text("name");
  obstacle.origin = section.path();
  if (type == "disc" || type == "sphere") {
    section.allow({"type", "name", "center", "radius"});
    obstacle.shape = BallShape{section.vector("center"), section.positive("radius")};
  } else if (type == "box") {
    section.allow({"type", "name", "center", "size", "turn"});
    obstacle.shape = read_box(section);
  } else if (type == "capsule") {
    section.allow({"type", "name", "from", "to", "radius"});
    obstacle.shape = CapsuleShape{section.vector("from"), section.vector("to"), section.positive("radius")};
  } else {
    section.allow({"type", "name", "corners"});
    obstacle.shape = PolygonShape{read_points(section, "corners", 3)};
  }
  return obstacle;
}

// Degrees, and lengths of sliders.
std::vector<double> read_posture(const Section& section, const Arm& arm) {
  std::vector<double> values = section.numbers("posture");
  if (values.size() != static_cast<std::size_t>(arm.value_count()))
    section.fail("posture", fmt::format("expected {} values, one for each that the joints have, found {}",
                                        arm.value_count(), values.size()));
  for (std::size_t j = 0; j < arm.joints().size(); ++j) {
    const int first = arm.first_value(static_cast<int>(j));
    const JointKind kind = arm.joints()[j].kind;
    for (int v = 0; v < value_count(kind); ++v)
      if (kind != JointKind::slider) values[static_cast<std::size_t>(first + v)] *= radians(1.0);
  }
  return values;
}

// The base must be free: no posture helps an arm that stands in an obstacle.
void check_base(const ArmReader& reader, const Obstacle& obstacle) {
  const Arm& arm = reader.problem.arm;
  for (const JointSpec& joint : arm.joints()) {
    if (joint.parent >= 0) continue;
    const Vec3 foot = arm.base() * joint.frame.place;
    const double distance = clearance(obstacle, foot, foot, arm.dimension()).distance;
    if (distance < 0.0)
      throw reader.problem.located(
          {obstacle.origin, fmt::format("contains the base of the arm, by {:.3g}; expected it outside", -distance)});
  }
}

}  // namespace

void read_goals(ArmReader& reader) {
  Goals& goals = reader.problem.goals;
  for (const Section& section : reader.root.tables("obstacles")) {
    goals.obstacles.push_back(read_obstacle(section));
    if (const auto error = check_obstacle(goals.obstacles.back(), reader.root.dimension()))
      throw reader.problem.located(*error);
    check_base(reader, goals.obstacles.back());
  }
  std::optional<Section> section = reader.root.table("goals");
  if (!section) return;
  section->allow({"clearance", "self_contact", "longest_turn", "posture", "posture_weight", "manipulability_weight"});
  goals.clearance = section->non_negative("clearance", 0.0);
  goals.self_contact = section->choice("self_contact", {"allowed", "avoided"}) == "avoided" ? SelfContact::avoided
                                                                                            : SelfContact::allowed;
  if (section->has("longest_turn")) goals.longest_turn = radians(section->positive("longest_turn"));
  if (section->has("posture")) goals.posture = read_posture(*section, reader.problem.arm);
  goals.posture_weight = section->non_negative("posture_weight", goals.posture.empty() ? 0.0 : 1.0);
  goals.manipulability_weight = section->non_negative("manipulability_weight", 0.0);
}

void read_search(ArmReader& reader) {
  ReachOptions& reach = reader.problem.reach;
  FollowOptions& follow = reader.problem.follow;
  reach.seed = follow.seed = reader.problem.seed;
  std::optional<Section> section = reader.root.table("search");
  if (!section) return;
  section->allow({"method", "seconds", "rounds", "attempts", "iterations", "tolerance"});
  std::vector<std::string> names;
  for (const ReachMethodInfo& info : reach_methods()) names.emplace_back(info.name);
  const std::string name = section->choice("method", names);
  for (const ReachMethodInfo& info : reach_methods())
    if (info.name == name) reach.method = info.method;
  if (reach.method == ReachMethod::constraints) follow.first_motion = FirstMotion::points;
  follow.seconds = section->non_negative("seconds", follow.seconds);
  follow.rounds = section->count("rounds", {0, 1'000'000'000}, follow.rounds);
  reach.attempts = section->count("attempts", {1, 1'000'000'000}, reach.attempts);
  reach.max_iterations = section->count("iterations", {1, 1'000'000'000}, reach.max_iterations);
  reach.tolerance = follow.tolerance = section->positive("tolerance", reach.tolerance);
  constexpr double coarsest = 0.01;  // of the arm's size; verdicts of what is that near would say nothing
  if (reach.tolerance > coarsest)
    section->fail("tolerance", fmt::format("found {:g}, expected at most {:g}", reach.tolerance, coarsest));
}

}  // namespace taut::io
