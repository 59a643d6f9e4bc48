// [arm], [[limbs]], [[loops]] and what hands are on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "io/arm/arm_reader.hpp"
#include "taut/reach.hpp"

namespace taut::io {
namespace {

constexpr Vec3 z_axis = {0.0, 0.0, 1.0};
constexpr std::int64_t most_limbs = 100'000;

struct Limits {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
};

// What is said once for all limbs, and the limbs so far.
struct LimbReader {
  Section root;
  ArmBuilder builder;
  std::string joint;
  Limits limits = {};
  double thickness = 0.0;
  std::vector<LimbSpec> limbs = {};
  std::vector<JointSpec> joints = {};
  std::vector<double> start = {};
  std::vector<std::string> typed_names = {};  // of each limb; that of a row without its number
  std::vector<int> parents = {};              // of each limb, the limb that it is on; -1: the base

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const LimbSpec& limb : limbs)
      if (!limb.name.empty()) all.push_back(limb.name);
    return all;
  }
};

Limits read_limits(const Section& section, double unit) {
  const Node& node = section.required("limits", "two numbers, or one for both sides");
  if (!node.as<Node::Array>()) {
    const double both = section.non_negative("limits");
    return {-both * unit, both * unit};
  }
  const std::vector<double> pair = section.numbers("limits");
  if (pair.size() != 2) section.fail("limits", fmt::format("expected two numbers, found {}", pair.size()));
  if (pair[0] > pair[1])
    section.fail("limits", fmt::format("found {} to {}, expected the lower one first", pair[0], pair[1]));
  return {pair[0] * unit, pair[1] * unit};
}

JointKind read_kind(Section& section, const LimbReader& reader) {
  std::vector<std::string> words = {"hinge", "ball", "slider", "fixed"};
  std::stable_partition(words.begin(), words.end(), [&](const std::string& word) { return word == reader.joint; });
  const std::string word = section.choice("joint", words);
  if (word == "ball" && section.dimension() == 2)
    section.fail("joint", "found a ball, expected a hinge, slider or fixed joint: the arm is plane");
  return word == "hinge"    ? JointKind::hinge
         : word == "ball"   ? JointKind::ball
         : word == "slider" ? JointKind::slider
                            : JointKind::fixed;
}

Vec3 read_axis(const Section& section, JointKind kind) {
  const bool turns = kind == JointKind::hinge;
  if (!section.has("axis")) return turns ? z_axis : Vec3{1.0, 0.0, 0.0};
  if (kind == JointKind::ball || kind == JointKind::fixed)
    section.fail("axis", fmt::format("a {} joint has none", joint_kind_name(kind)));
  if (turns && section.dimension() == 2) section.fail("axis", "a plane arm turns about z; expected no axis");
  return read_direction(section, "axis");
}

// Along x of the joint, or any way.
Vec3 read_vector(const Section& section) {
  if (section.has("vector")) {
    if (section.has("length")) section.fail("length", "there is a vector as well; expected one of them");
    const Vec3 vector = section.vector("vector");
    if (!(norm(vector) > 0.0)) section.fail("vector", "found a limb of length zero, expected a longer one");
    return vector;
  }
  return {section.positive("length"), 0.0, 0.0};
}

// The limb of this name; the last one of a row of limbs that share it.
int limb_named(const LimbReader& reader, const Section& section, const std::string& key, const std::string& name) {
  for (std::size_t k = reader.limbs.size(); k-- > 0;)
    if (reader.limbs[k].name == name || reader.typed_names[k] == name) return static_cast<int>(k);
  const std::vector<std::string> names = reader.names();
  section.fail_at(key, fmt::format("no limb is called \"{}\" ({}){}", name,
                                   names.empty() ? "none before it has a name" : "there are " + list_some(names),
                                   suggestion(name, names)));
}

int read_parent(const Section& section, const LimbReader& reader) {
  if (!section.has("on")) return static_cast<int>(reader.limbs.size()) - 1;
  const std::string name = section.text("on");
  return name == "base" ? -1 : limb_named(reader, section, section.key("on"), name);
}

// Where on a limb, from 0 at its joint to 1 at its end.
Vec3 place_on(const LimbSpec& limb, double part) { return limb.from + part * (limb.to - limb.from); }

double read_part(const Section& section) {
  const double part = section.has("at") ? section.number("at") : 1.0;
  if (!(part >= 0.0 && part <= 1.0)) section.fail("at", fmt::format("found {}, expected 0 to 1 along the limb", part));
  return part;
}

// The start of a hinge or slider: within its limits, which a start that was not typed gives way to.
double read_start(const Section& section, const char* name, double typed, const Limits& limits, double unit) {
  if (!section.has(name)) return std::clamp(0.0, limits.lower, limits.upper);
  const double value = typed * unit;
  if (value < limits.lower || value > limits.upper)
    section.fail(name, fmt::format("found {:g}, expected a start within the limits, {:g} to {:g}", typed,
                                   limits.lower / unit, limits.upper / unit));
  return value;
}

double typed_angle(const Section& section, std::size_t index, std::size_t count) {
  const Node* node = section.node("angle");
  if (!node) return 0.0;
  if (!node->as<Node::Array>()) return section.number("angle");
  const std::vector<double> angles = section.numbers("angle");
  if (angles.size() != count)
    section.fail("angle",
                 fmt::format("expected one angle, or one for each of {} limbs, found {}", count, angles.size()));
  return angles[index];
}

std::vector<double> read_values(const Section& section, const JointSpec& joint, std::size_t index, std::size_t count) {
  const Limits limits{joint.lower, joint.upper};
  const char* wrong = joint.kind == JointKind::slider ? "angle" : "shift";
  if (section.has(wrong) || (joint.kind == JointKind::fixed && section.has("angle")))
    section.fail(section.has(wrong) ? wrong : "angle", fmt::format("a {} joint has none", joint_kind_name(joint.kind)));
  switch (joint.kind) {
    case JointKind::hinge:
      return {read_start(section, "angle", typed_angle(section, index, count), limits, radians(1.0))};
    case JointKind::slider:
      return {read_start(section, "shift", section.has("shift") ? section.number("shift") : 0.0, limits, 1.0)};
    case JointKind::ball: {
      const Vec3 angles = section.has("angle") ? section.vector("angle") : Vec3{};
      return {radians(angles.x), radians(angles.y), radians(angles.z)};
    }
    default:
      return {};
  }
}

JointSpec read_joint(Section& section, const LimbReader& reader) {
  JointSpec joint;
  joint.kind = read_kind(section, reader);
  joint.axis = read_axis(section, joint.kind);
  const bool slides = joint.kind == JointKind::slider;
  const Limits limits = section.has("limits") ? read_limits(section, slides ? 1.0 : radians(1.0))
                        : slides ? Limits{}
                                              : reader.limits;
  joint.lower = limits.lower;
  joint.upper = limits.upper;
  if (joint.kind == JointKind::ball && limits.upper < 0.0)
    section.fail("limits", "expected an angle by which the ball may swing");
  if (joint.kind == JointKind::fixed || joint.kind == JointKind::ball)
    for (const char* key : {"damping", "effort"})
      if (section.has(key)) section.fail(key, fmt::format("a {} joint has none", joint_kind_name(joint.kind)));
  if (section.has("damping")) joint.damping = section.non_negative("damping");
  if (section.has("effort")) joint.effort = section.positive("effort");
  joint.origin = section.path();
  return joint;
}

// In the plane one moment about the centre of mass; in space three, or six with xy, xz and yz.
std::array<double, 6> read_inertia(const Section& section) {
  if (section.dimension() == 2) {
    const double moment = section.non_negative("inertia");
    return {0.5 * moment, 0.0, 0.0, 0.5 * moment, 0.0, moment};
  }
  std::vector<double> typed = section.numbers("inertia");
  if (typed.size() != 3 && typed.size() != 6)
    section.fail("inertia",
                 fmt::format("expected xx, yy and zz, or these and xy, xz and yz, found {} numbers", typed.size()));
  typed.resize(6, 0.0);
  return {typed[0], typed[3], typed[4], typed[1], typed[5], typed[2]};
}

// What takes the place of a uniform rod.
std::optional<BodySpec> read_body(const Section& section, const LimbSpec& limb) {
  if (!section.has("inertia")) {
    if (section.has("center_of_mass")) section.fail("center_of_mass", "expected inertia with it");
    return {};
  }
  BodySpec body{.joint = 0, .mass = limb.mass, .center = 0.5 * (limb.from + limb.to), .origin = section.path()};
  if (section.has("center_of_mass")) body.center = section.vector("center_of_mass");
  body.inertia = read_inertia(section);
  return body;
}

void add_limb(LimbReader& reader, JointSpec joint, LimbSpec limb, int parent, double part) {
  if (parent >= 0) {
    const LimbSpec& below = reader.limbs[static_cast<std::size_t>(parent)];
    joint.parent = below.joint;
    joint.frame.place = place_on(below, part);
  }
  limb.joint = reader.builder.add(joint);
  reader.builder.add(limb);
  reader.joints.push_back(std::move(joint));
  reader.limbs.push_back(std::move(limb));
  reader.parents.push_back(parent);
}

void read_limb(Section section, LimbReader& reader) {
  section.allow({"name", "length", "vector", "count", "joint", "axis", "limits", "angle", "shift", "on", "at", "turn",
                 "thickness", "mass", "center_of_mass", "inertia", "damping", "effort"});
  const auto count = static_cast<std::size_t>(section.integer("count", {1, most_limbs}, 1));
  const std::string name = section.optional_text("name");
  const auto& taken = reader.typed_names;
  if (!name.empty() && std::find(taken.begin(), taken.end(), name) != taken.end())
    section.fail("name", fmt::format("there is a limb called \"{}\" already; expected another name", name));
  JointSpec joint = read_joint(section, reader);
  joint.frame.turn = read_turn(section, "turn");
  LimbSpec limb{.joint = 0, .from = {}, .to = read_vector(section)};
  limb.radius = 0.5 * section.non_negative("thickness", reader.thickness);
  limb.mass = section.positive("mass", 1.0);
  limb.origin = section.path();
  std::optional<BodySpec> body = read_body(section, limb);
  if (body) limb.mass = 0.0;
  int parent = read_parent(section, reader);
  if (section.has("at") && parent < 0) section.fail("at", "the limb is on the base; expected none");
  double part = read_part(section);
  for (std::size_t k = 0; k < count; ++k) {
    limb.name = joint.name = name.empty() || count == 1 ? name : fmt::format("{} {}", name, k + 1);
    const std::vector<double> values = read_values(section, joint, k, count);
    reader.start.insert(reader.start.end(), values.begin(), values.end());
    add_limb(reader, joint, limb, parent, part);
    if (body) {
      body->joint = reader.limbs.back().joint;
      reader.builder.add(*body);
    }
    reader.typed_names.push_back(name);
    parent = static_cast<int>(reader.limbs.size()) - 1;
    part = 1.0;
  }
}

void read_loop(Section section, LimbReader& reader) {
  section.allow({"name", "between"});
  const Node& node = section.required("between", "the names of two limbs");
  const auto* pair = node.as<Node::Array>();
  if (!pair || pair->size() != 2 || !(*pair)[0].as<std::string>() || !(*pair)[1].as<std::string>())
    section.fail("between", fmt::format("expected the names of two limbs, found {}", describe(node)));
  const auto limb = [&](std::size_t k) -> const LimbSpec& {
    const int index = limb_named(reader, section, section.key("between"), *(*pair)[k].as<std::string>());
    return reader.limbs[static_cast<std::size_t>(index)];
  };
  const LimbSpec &a = limb(0), &b = limb(1);
  if (a.joint == b.joint) section.fail("between", "found one limb twice, expected two limbs whose ends are one point");
  reader.builder.add(ClosureSpec{a.joint, b.joint, a.to, b.to, section.optional_text("name"), section.path()});
}

// Limbs that no other sits on.
std::vector<int> tips(const LimbReader& reader) {
  std::vector<bool> bears(reader.limbs.size(), false);
  for (const int parent : reader.parents)
    if (parent >= 0) bears[static_cast<std::size_t>(parent)] = true;
  std::vector<int> found;
  for (std::size_t k = 0; k < bears.size(); ++k)
    if (!bears[k]) found.push_back(static_cast<int>(k));
  return found;
}

std::string limb_text(const LimbSpec& limb, int index) {
  return limb.name.empty() ? fmt::format("limb {}", index) : limb.name;
}

int hand_limb(const LimbReader& reader, const Section* hand) {
  if (hand && hand->has("on")) return limb_named(reader, *hand, hand->key("on"), hand->text("on"));
  const std::vector<int> ends = tips(reader);
  if (ends.size() == 1) return ends.front();
  std::vector<std::string> names;
  for (const int k : ends) names.push_back(limb_text(reader.limbs[static_cast<std::size_t>(k)], k));
  reader.root.fail("hand", fmt::format("the arm has {} ends ({}); expected [hand] with on = one of them, or [[hands]]",
                                       ends.size(), list_some(names)));
}

void add_hand(LimbReader& reader, const Section* section) {
  const LimbSpec& limb = reader.limbs[static_cast<std::size_t>(hand_limb(reader, section))];
  const Vec3 along = (1.0 / norm(limb.to - limb.from)) * (limb.to - limb.from);
  const HandSpec hand = read_hand_frame(section, reader.root.dimension(), limb.joint, limb.to, along);
  add_tool(hand, limb.to, limb.radius, reader.builder);
  reader.builder.add(hand);
}

void read_hands(LimbReader& reader) {
  const std::vector<Section> sections = hand_sections(reader.root);
  if (sections.empty()) add_hand(reader, nullptr);
  for (const Section& section : sections) add_hand(reader, &section);
}

void read_limbs(LimbReader& reader) {
  for (const Section& section : reader.root.tables("limbs")) read_limb(section, reader);
  if (reader.limbs.empty()) reader.root.fail("limbs", "there are none; expected [[limbs]], one for each");
  for (const Section& section : reader.root.tables("loops")) read_loop(section, reader);
  read_hands(reader);
}

LimbReader limb_reader(const Section& root, const std::optional<Section>& arm) {
  const std::string usual = root.dimension() == 2 ? "hinge" : "ball";
  if (!arm) return {root, ArmBuilder(root.dimension()), usual};
  Section section = *arm;
  const Placement base{section.vector("base", {}), read_turn(section, "turn")};
  LimbReader reader{root, ArmBuilder(root.dimension(), base), usual};
  if (section.has("joint")) reader.joint = section.choice("joint", {"hinge", "ball"});
  if (reader.joint == "ball" && root.dimension() == 2) section.fail("joint", "found a ball: the arm is plane");
  if (section.has("limits")) reader.limits = read_limits(section, radians(1.0));
  reader.thickness = section.non_negative("thickness", 0.0);
  return reader;
}

// Angles that are typed close no loop to the last digit. The hand is where it is with the loops closed.
void close_loops(ReadArm& read) {
  if (read.arm.closures().empty()) return;
  std::vector<double> closed = read.start;
  const ReachReport report = Reacher(read.arm, {.attempts = 10}).reach(closed, std::span<const Target>());
  if (report.verdict != ReachVerdict::reached || report.iterations == 0) return;
  double turn = 0.0;
  for (std::size_t v = 0; v < closed.size(); ++v) turn = std::max(turn, std::abs(closed[v] - read.start[v]));
  if (turn > 1e-3)
    read.notes.emplace_back("the start leaves a loop open; joints start at the nearest values that close it");
  read.start = std::move(closed);
}

}  // namespace

const std::vector<std::string> arm_keys = {"base", "turn", "joint", "limits", "thickness"};
const std::vector<std::string> limb_keys = {"limbs", "loops", "hand", "hands"};

ReadArm read_arm(const Section& root, const std::optional<Section>& arm) {
  LimbReader limbs = limb_reader(root, arm);
  ReadArm result;
  if (arm && arm->has("urdf"))
    limbs.start = read_urdf_arm(root, *arm, limbs.thickness, limbs.builder, result.notes);
  else
    read_limbs(limbs);
  Expected<Arm> built = limbs.builder.build();
  if (!built) throw root.document().error(built.error().key, built.error().message);
  result.arm = std::move(*built);
  result.start = std::move(limbs.start);
  close_loops(result);
  return result;
}

}  // namespace taut::io
