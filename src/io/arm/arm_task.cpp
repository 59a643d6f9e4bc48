// [target] or [[targets]], [path] or [[paths]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/arm/arm_reader.hpp"
#include "io/arm/svg_path.hpp"
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
  bool along = false;  // it points the way that it goes

  Target at(const Vec3& position, int hand) const { return {position, direction, rotation, hand}; }
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

// Of a path: also direction = "along".
Hold read_hold_along(const Section& section) {
  const Node* direction = section.node("direction");
  const auto* word = direction ? direction->as<std::string>() : nullptr;
  if (!word) return read_hold(section);
  if (*word != "along")
    section.fail("direction", fmt::format("found \"{}\", expected a vector, or \"along\" the path", *word));
  if (section.has("rotation")) section.fail("rotation", "there is a direction as well; expected one of them");
  return {.direction = {}, .rotation = {}, .along = true};
}

struct PathReader {
  Section section;
  Vec3 hand;  // where it is at the start
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

  std::vector<Vec3> stay() { return {section.has("at") ? section.vector("at") : hand}; }
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
      {"svg", {"d", "scale", "place", "upwards"}, &PathReader::svg},
      {"stay", {"at"}, &PathReader::stay}};
  return kinds;
}

const PathKind& read_kind(Section& section) {
  if (!section.has("type"))
    section.fail("type", "missing; expected line, polyline, circle, spline, formula, svg or stay");
  std::vector<std::string> names;
  for (const PathKind& kind : path_kinds()) names.emplace_back(kind.name);
  const std::string name = section.choice("type", names);
  for (const PathKind& kind : path_kinds())
    if (kind.name == name) return kind;
  return path_kinds().front();
}

// The hand that a task is for.
int read_hand(const Section& section, const Arm& arm) {
  std::vector<std::string> names;
  for (const HandSpec& hand : arm.hands()) names.push_back(hand.name);
  if (!section.has("hand")) {
    if (names.size() > 1)
      section.fail("hand", fmt::format("missing; the arm has several hands, expected one of {}, here or as --hand NAME",
                                       list_some(names)));
    return 0;
  }
  const std::string name = section.text("hand");
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    section.fail("hand", fmt::format("no hand is called \"{}\" (there are {}){}", name, list_some(names),
                                     suggestion(name, names)));
  return static_cast<int>(found - names.begin());
}

// The path of one hand.
struct HandReader {
  Section section;
  const PathKind& kind;
  int hand;
  Hold hold;
  double step;
  Vec3 start;  // where the hand is

  bool stays() const { return kind.read == &PathReader::stay; }

  std::vector<Target> targets(double longest_step) const {
    PathReader reader{section, start, longest_step};
    const std::vector<Vec3> points = (reader.*kind.read)();
    for (std::size_t k = 1; k < points.size(); ++k)
      if (!(norm(points[k] - points[k - 1]) <= 1.001 * longest_step))
        section.fail("type", fmt::format("the path jumps by {:.3g} after its point {}; expected one without gaps",
                                         norm(points[k] - points[k - 1]), k));
    std::vector<Target> all;
    if (hold.along) {
      for (const PointedPoint& point : pointed_along(points)) all.push_back({point.place, point.direction, {}, hand});
    } else {
      for (const Vec3& point : points) all.push_back(hold.at(point, hand));
    }
    return all;
  }

  // With so many points, by smaller steps.
  std::vector<Target> targets_by_count(std::size_t count) const {
    std::vector<Target> found = targets(step);
    if (found.size() == 1) return std::vector<Target>(count, found.front());
    double low = 0.5 * step * static_cast<double>(found.size() - 1) / static_cast<double>(count), high = step;
    for (int trial = 0; trial < 60 && found.size() != count; ++trial) {
      const double middle = 0.5 * (low + high);
      found = targets(middle);
      (found.size() > count ? low : high) = middle;
    }
    if (found.size() != count)
      section.fail("step",
                   fmt::format("hands go point by point together, and no step divides this path into {} points; "
                               "expected steps that give all paths the same number",
                               count));
    return found;
  }
};

HandReader hand_reader(Section section, const ArmProblem& problem) {
  const PathKind& kind = read_kind(section);
  std::vector<std::string> keys = kind.keys;
  keys.insert(keys.end(), {"type", "step", "duration", "direction", "rotation", "hand"});
  section.allow(keys);
  const double size = problem.arm.size(), step = section.positive("step", usual_step * size);
  if (step < least_step * size)
    section.fail("step",
                 fmt::format("found {:g}, expected at least {:g} for an arm of this size", step, least_step * size));
  const int hand = read_hand(section, problem.arm);
  const Hold hold = read_hold_along(section);
  const HandReader reader{section, kind, hand, hold, step, hand_frame(problem.arm, problem.start, hand).place};
  if (hold.along && reader.stays())
    section.fail("direction", "a hand that stays goes no way that it could point along; expected a vector");
  return reader;
}

void check_hands(const std::vector<Section>& sections, const std::vector<Target>& targets) {
  for (std::size_t k = 0; k < targets.size(); ++k)
    for (std::size_t j = 0; j < k; ++j)
      if (targets[j].hand == targets[k].hand)
        sections[k].fail("hand", "found the same hand twice, expected one task for each");
}

void read_durations(const std::vector<Section>& sections, ArmProblem& problem) {
  const Section* first = nullptr;
  for (const Section& section : sections) {
    if (!section.has("duration")) continue;
    const double duration = section.positive("duration");
    if (first && duration != problem.duration)
      section.fail("duration", fmt::format("found {:g}, expected {:g} as in {}: hands go together", duration,
                                           problem.duration, first->path()));
    problem.duration = duration;
    first = &section;
  }
  if (!first) problem.duration = Section(sections.front()).positive("duration", 1.0);
}

// Hands go from point to point together: the path that has the most points says how many.
void read_paths(const std::vector<Section>& sections, ArmProblem& problem) {
  std::vector<HandReader> readers;
  std::vector<Target> first;
  std::size_t count = 0;
  for (const Section& section : sections) {
    readers.push_back(hand_reader(section, problem));
    const std::vector<Target> targets = readers.back().targets(readers.back().step);
    first.push_back(targets.front());
    count = std::max(count, targets.size());
  }
  check_hands(sections, first);
  if (std::all_of(readers.begin(), readers.end(), [](const HandReader& reader) { return reader.stays(); }))
    sections.front().fail("type", "no hand goes anywhere; expected another type for one of them, or [target]");
  std::vector<std::vector<Target>> all;
  for (const HandReader& reader : readers) all.push_back(reader.targets_by_count(count));
  for (std::size_t t = 0; t < count; ++t)
    for (const std::vector<Target>& targets : all) problem.path.push_back(targets[t]);
  read_durations(sections, problem);
}

void read_targets(const std::vector<Section>& sections, ArmProblem& problem) {
  for (const Section& section : sections) {
    section.allow({"position", "direction", "rotation", "hand"});
    problem.path.push_back(read_hold(section).at(section.vector("position"), read_hand(section, problem.arm)));
  }
  check_hands(sections, problem.path);
}

// [name], or [[names]].
std::vector<Section> sections_of(const Section& root, const std::string& name) {
  std::vector<Section> sections = root.tables(name + "s");
  if (const std::optional<Section> one = root.table(name)) {
    if (!sections.empty()) root.fail(name, fmt::format("there is [[{}s]] as well; expected one of them", name));
    sections = {*one};
  }
  return sections;
}

}  // namespace

void read_task(ArmReader& reader) {
  const std::vector<Section> targets = sections_of(reader.root, "target"), paths = sections_of(reader.root, "path");
  ArmProblem& problem = reader.problem;
  if (!targets.empty() && !paths.empty())
    targets.front().fail_at(targets.front().path(), "there is a path as well; expected one of them");
  if (targets.empty() && paths.empty()) return;
  problem.task = paths.empty() ? ArmTask::target : ArmTask::path;
  problem.hands = static_cast<int>(std::max(targets.size(), paths.size()));
  if (paths.empty())
    read_targets(targets, problem);
  else
    read_paths(paths, problem);
}

}  // namespace taut::io
