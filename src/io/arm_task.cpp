// [target] and [path].
#include <fmt/format.h>

#include <cmath>

#include "io/arm_reader.hpp"
#include "io/svg_path.hpp"
#include "taut/formula.hpp"

namespace taut::io {
namespace {

constexpr double usual_step = 0.01, least_step = 1e-5;  // of the size of the arm
constexpr double most_points = 1e6;
constexpr int samples = 256;  // of a curve, to tell how long it is

// How the hand is held.
struct Hold {
  std::optional<Vec3> direction;
  std::optional<Rotation> rotation;

  Target at(const Vec3& position) const { return {position, direction, rotation}; }
};

Hold read_hold(const Section& section) {
  Hold hold;
  if (section.has("direction")) hold.direction = read_direction(section, "direction");
  if (!section.has("rotation")) return hold;
  if (hold.direction) section.fail("rotation", "there is a direction as well; expected one of them");
  if (section.dimension() == 2) section.fail("rotation", "the arm is plane; expected a direction");
  hold.rotation = read_turn(section, "rotation");
  return hold;
}

struct PathReader {
  Section section;
  Vec3 hand;  // at the start
  double step;

  void check_length(double length) const {
    if (!(length <= most_points * step))
      section.fail("step", fmt::format("found {:.3g} points, expected at most {:g}; the path is {:.3g} long",
                                       length / step, most_points, length));
  }
  std::vector<Vec3> along(const std::vector<Vec3>& corners) const {
    double length = 0.0;
    for (std::size_t k = 1; k < corners.size(); ++k) length += norm(corners[k] - corners[k - 1]);
    check_length(length);
    return polyline_points(corners, step);
  }
  std::vector<Vec3> along(const Curve& curve) const {
    double length = 0.0;
    for (int k = 0; k < samples; ++k)
      length += norm(curve(static_cast<double>(k + 1) / samples) - curve(static_cast<double>(k) / samples));
    check_length(length);
    return curve_points(curve, step);
  }

  std::vector<Vec3> line() {
    return along({section.has("from") ? section.vector("from") : hand, section.vector("to")});
  }
  std::vector<Vec3> points(std::size_t least) {
    const bool from_hand = section.flag("from_hand", false);
    std::vector<Vec3> all = read_points(section, "points", from_hand ? least - 1 : least);
    if (from_hand) all.insert(all.begin(), hand);
    if (section.flag("closed", false)) all.push_back(all.front());
    return all;
  }
  std::vector<Vec3> polyline() { return along(points(2)); }
  std::vector<Vec3> spline() {
    const std::vector<Vec3> knots = points(2);
    static_cast<void>(along(knots));  // as long at least
    return spline_points(knots, step);
  }

  std::vector<Vec3> circle() {
    const Vec3 center = section.vector("center");
    if (section.has("start") && section.has("radius"))
      section.fail("radius", "there is a start as well; expected one of them");
    if (section.has("normal") && section.dimension() == 2) section.fail("normal", "the arm is plane; expected none");
    const Vec3 normal = section.has("normal") ? read_direction(section, "normal") : Vec3{0.0, 0.0, 1.0};
    const Vec3 start = section.has("start")    ? section.vector("start")
                       : section.has("radius") ? center + section.positive("radius") * across(normal)
                                               : hand;
    if (!(norm(cross(normal, start - center)) > 0.0))
      section.fail("center", "the circle has no radius; expected a center beside where it starts");
    const double turn = section.number("turn", 360.0);
    if (turn == 0.0) section.fail("turn", "found 0, expected degrees to go round by");
    check_length(norm(cross(normal, start - center)) * std::abs(radians(turn)));
    return circle_points(center, start, normal, radians(turn), step);
  }
  // A direction in the plane of a circle: x where it is one.
  static Vec3 across(const Vec3& normal) {
    const Vec3 x = Vec3{1.0, 0.0, 0.0} - normal.x * normal, y = Vec3{0.0, 1.0, 0.0} - normal.y * normal;
    const Vec3 found = norm(x) > 0.1 ? x : y;
    return (1.0 / norm(found)) * found;
  }

  std::vector<Vec3> formula() {
    const std::vector<Variable> variables = {{"s", 0}};
    const Parameters parameters = section.parameters("parameters");
    std::vector<Formula> formulas;
    std::vector<double> scratch;
    for (int axis = 0; axis < section.dimension(); ++axis) {
      const std::string name(1, "xyz"[axis]);
      Expected<Formula> parsed = Formula::parse(section.formula(name), variables, parameters);
      if (!parsed) section.fail(name, parsed.error().message);
      formulas.push_back(std::move(*parsed));
      scratch.resize(std::max(scratch.size(), formulas.back().scratch_size()));
    }
    const auto curve = [&](double s) {
      Vec3 place;
      for (std::size_t axis = 0; axis < formulas.size(); ++axis)
        place[static_cast<int>(axis)] = formulas[axis].value(&s, scratch.data());
      if (!is_finite(place)) section.fail("x", fmt::format("the formulas give no finite point at s = {:g}", s));
      return place;
    };
    return along(Curve(curve));
  }

  // y of a picture points downwards.
  std::vector<Vec3> svg() {
    const Expected<std::vector<Curve>> curves = parse_svg_path(section.text("d"));
    if (!curves) section.fail("d", curves.error().message);
    const double scale = section.positive("scale", 1.0);
    const Vec3 place = section.vector("place", {});
    const double up = section.flag("upwards", false) ? scale : -scale;
    std::vector<Vec3> all;
    for (const Curve& curve : *curves) {
      const auto placed = [&](double s) { return place + Vec3{scale * curve(s).x, up * curve(s).y, 0.0}; };
      const std::vector<Vec3> piece = along(Curve(placed));

      all.insert(all.end(), piece.begin() + (all.empty() ? 0 : 1), piece.end());
    }
    return all;
  }
};

struct PathKind {
  const char* name;
  std::vector<std::string> keys;
  std::vector<Vec3> (PathReader::*read)();
};

const std::vector<PathKind>& path_kinds() {
  static const std::vector<PathKind> kinds = {
      {"line", {"from", "to"}, &PathReader::line},
      {"polyline", {"points", "from_hand", "closed"}, &PathReader::polyline},
      {"circle", {"center", "radius", "start", "normal", "turn"}, &PathReader::circle},
      {"spline", {"points", "from_hand", "closed"}, &PathReader::spline},
      {"formula", {"x", "y", "z", "parameters"}, &PathReader::formula},
      {"svg", {"d", "scale", "place", "upwards"}, &PathReader::svg}};
  return kinds;
}

const PathKind& read_kind(Section& section) {
  if (!section.has("type")) section.fail("type", "missing; expected line, polyline, circle, spline, formula or svg");
  std::vector<std::string> names;
  for (const PathKind& kind : path_kinds()) names.emplace_back(kind.name);
  const std::string name = section.choice("type", names);
  for (const PathKind& kind : path_kinds())
    if (kind.name == name) return kind;
  return path_kinds().front();
}

void read_path(Section section, ArmProblem& problem) {
  const PathKind& kind = read_kind(section);
  std::vector<std::string> keys = kind.keys;
  keys.insert(keys.end(), {"type", "step", "duration", "direction", "rotation"});
  section.allow(keys);
  const double size = problem.arm.size(), step = section.positive("step", usual_step * size);
  if (step < least_step * size)
    section.fail("step",
                 fmt::format("found {:g}, expected at least {:g} for an arm of this size", step, least_step * size));
  problem.duration = section.positive("duration", 1.0);
  const Hold hold = read_hold(section);
  PathReader reader{section, hand_frame(problem.arm, problem.start).place, step};
  const std::vector<Vec3> points = (reader.*kind.read)();
  for (std::size_t k = 1; k < points.size(); ++k)
    if (!(norm(points[k] - points[k - 1]) <= 1.001 * step))
      section.fail("type", fmt::format("the path jumps by {:.3g} after its point {}; expected one without gaps",
                                       norm(points[k] - points[k - 1]), k));
  for (const Vec3& point : points) problem.path.push_back(hold.at(point));
  problem.task = ArmTask::path;
}

}  // namespace

void read_task(ArmReader& reader) {
  const std::optional<Section> target = reader.root.table("target"), path = reader.root.table("path");
  if (target && path) reader.root.fail("target", "there is a path as well; expected one of them");
  if (target) {
    target->allow({"position", "direction", "rotation"});
    reader.problem.path = {read_hold(*target).at(target->vector("position"))};
    reader.problem.task = ArmTask::target;
  }
  if (path) read_path(*path, reader.problem);
}

}  // namespace taut::io
