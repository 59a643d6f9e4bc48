// [arm] with urdf.
#include <fmt/format.h>

#include <algorithm>

#include "io/arm/arm_reader.hpp"
#include "io/arm/urdf_reader.hpp"

namespace taut::io {
namespace {

// Whether the joint is on the way from the base to what another one moves.
bool is_before(const UrdfArm& urdf, int joint, int other) {
  while (other > joint) other = urdf.joints[static_cast<std::size_t>(other)].parent;
  return other == joint;
}

// The names and the joints of links take the place of limbs.
HandSpec read_hand(const Section& root, const Section* section, const UrdfArm& urdf) {
  std::vector<std::string> names, tips;
  for (const UrdfArm::Link& link : urdf.links) {
    names.push_back(link.name);
    if (link.is_tip && urdf.is_moved(link.joint)) tips.push_back(link.name);
  }
  if (tips.size() != 1 && !(section && section->has("on")))
    root.fail("hand", fmt::format("the arm has {} ends ({}); expected [hand] with on = one of its links, or --set "
                                  "hand.on={}",
                                  tips.size(), list_some(tips), tips.front()));
  const std::string name = section && section->has("on") ? section->text("on") : tips.front();
  const auto link = std::find_if(urdf.links.begin(), urdf.links.end(), [&](const auto& l) { return l.name == name; });
  if (link == urdf.links.end())
    section->fail("on", fmt::format("no link is called \"{}\" (there are {}){}", name, list_some(names),
                                    suggestion(name, names)));
  return read_hand_frame(section, root.dimension(), link->joint, {}, {1.0, 0.0, 0.0});
}

std::vector<HandSpec> read_hands(const Section& root, const UrdfArm& urdf) {
  std::vector<HandSpec> hands;
  const std::vector<Section> sections = hand_sections(root);
  if (sections.empty()) hands.push_back(read_hand(root, nullptr, urdf));
  for (const Section& section : sections) hands.push_back(read_hand(root, &section, urdf));
  return hands;
}

// Degrees, and lengths of sliders, by the names of joints; a value for each joint, those of fixed ones without meaning.
std::vector<double> read_start(const Section& arm, const UrdfArm& urdf) {
  std::vector<std::string> names;
  for (const JointSpec& joint : urdf.joints) names.push_back(joint.name);
  const Parameters typed = arm.parameters("start");
  for (const auto& [name, value] : typed)
    if (std::find(names.begin(), names.end(), name) == names.end())
      arm.fail_at(arm.key("start." + name), fmt::format("no joint is called \"{}\" (there are {}){}", name,
                                                        list_some(names), suggestion(name, names)));
  std::vector<double> start;
  for (const JointSpec& joint : urdf.joints) {
    const double unit = joint.kind == JointKind::slider ? 1.0 : radians(1.0);
    start.push_back(std::clamp(0.0, joint.lower, joint.upper));
    for (const auto& [name, number] : typed) {
      if (name != joint.name) continue;
      start.back() = number * unit;
      if (start.back() < joint.lower || start.back() > joint.upper)
        arm.fail_at(arm.key("start." + name),
                    fmt::format("found {:g}, expected a start within the limits, {:g} to {:g}", number,
                                joint.lower / unit, joint.upper / unit));
    }
  }
  for (const UrdfArm::Mimic& mimic : urdf.mimics) {
    const auto joint = static_cast<std::size_t>(mimic.joint), leader = static_cast<std::size_t>(mimic.leader);
    for (const auto& [name, value] : typed)
      if (name == names[joint])
        arm.fail_at(arm.key("start." + name),
                    fmt::format("the joint mimics \"{}\"; expected a start for that one", names[leader]));
    start[joint] = mimic.multiplier * start[leader] + mimic.offset;
  }
  return start;
}

// The joint stays where it starts.
void hold(JointSpec& joint, double value, std::vector<std::string>& held) {
  if (joint.kind == JointKind::fixed) return;
  const Vec3 axis = (1.0 / norm(joint.axis)) * joint.axis;
  joint.frame = joint.frame * (joint.kind == JointKind::slider ? Placement{value * axis, {}}
                                                               : Placement{{}, rotation_about(axis, value)});
  joint.kind = JointKind::fixed;
  joint.damping = 0.0;
  held.push_back(joint.name);
}

// Joints of an arm go by themselves. Those that mimic others, as fingers do, are held, and so are the others unless
// they move a hand; where both move it, holding one would be wrong.
void hold_mimics(UrdfArm& urdf, const std::vector<HandSpec>& hands, const std::vector<double>& start,
                 std::vector<std::string>& notes) {
  std::vector<std::string> held;
  for (const UrdfArm::Mimic& mimic : urdf.mimics) {
    JointSpec &joint = urdf.joints[static_cast<std::size_t>(mimic.joint)],
              &leader = urdf.joints[static_cast<std::size_t>(mimic.leader)];
    bool leads = false;
    for (const HandSpec& hand : hands) {
      if (!is_before(urdf, mimic.leader, hand.joint)) continue;
      if (is_before(urdf, mimic.joint, hand.joint))
        throw InputError(
            fmt::format("{}: joint \"{}\" mimics \"{}\", and both move the hand, which arms do not; "
                        "expected [hand] on a link that one of them does not move",
                        mimic.where, joint.name, leader.name));
      leads = true;
    }
    hold(joint, start[static_cast<std::size_t>(mimic.joint)], held);
    if (!leads) hold(leader, start[static_cast<std::size_t>(mimic.leader)], held);
  }
  if (!held.empty())
    notes.push_back(fmt::format("joints that go together are held where they start: {}", list_some(held)));
}

}  // namespace

std::vector<double> read_urdf_arm(const Section& root, const Section& arm, double thickness, ArmBuilder& builder,
                                  std::vector<std::string>& notes) {
  if (root.dimension() == 2) arm.fail("urdf", "URDF describes arms in space; expected dimension = 3");
  for (const char* table : {"limbs", "loops"})
    if (root.has(table)) root.fail(table, "the URDF file has the limbs; expected none here");
  UrdfArm urdf = read_urdf(arm.text("urdf"));
  const std::vector<HandSpec> hands = read_hands(root, urdf);
  const std::vector<double> places = read_start(arm, urdf);
  hold_mimics(urdf, hands, places, notes);
  std::vector<double> start;
  for (std::size_t k = 0; k < urdf.joints.size(); ++k) {
    builder.add(urdf.joints[k]);
    if (value_count(urdf.joints[k].kind) > 0) start.push_back(places[k]);
  }
  for (LimbSpec limb : urdf.limbs) {
    limb.radius = 0.5 * thickness;
    builder.add(limb);
  }
  for (const BodySpec& body : urdf.bodies) builder.add(body);
  for (const HandSpec& hand : hands) {
    add_tool(hand, {}, 0.5 * thickness, builder);
    builder.add(hand);
  }
  if (!urdf.has_masses) notes.push_back("no link of the URDF file has <inertial>; its limbs are rods of mass 1");
  if (!urdf.mended.empty())
    notes.push_back(fmt::format("no masses have the moments of inertia of {}; the nearest that some have are taken",
                                list_some(urdf.mended)));
  if (!urdf.floating.empty()) notes.push_back(fmt::format("joints that float are held: {}", list_some(urdf.floating)));
  if (!urdf.rubbing.empty()) notes.push_back(fmt::format("dry friction of {} is left out", list_some(urdf.rubbing)));
  return start;
}

}  // namespace taut::io
