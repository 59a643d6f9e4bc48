// [arm] with urdf.
#include <fmt/format.h>

#include <algorithm>

#include "io/arm/arm_reader.hpp"
#include "io/arm/urdf_reader.hpp"

namespace taut::io {
namespace {

// The names and the joints of links take the place of limbs.
void add_hand(const Section& root, const Section* section, const UrdfArm& urdf, ArmBuilder& builder) {
  std::vector<std::string> names, tips;
  for (const UrdfArm::Link& link : urdf.links) {
    names.push_back(link.name);
    if (link.is_tip) tips.push_back(link.name);
  }
  if (tips.size() != 1 && !(section && section->has("on")))
    root.fail("hand", fmt::format("the arm has {} ends ({}); expected [hand] with on = one of its links", tips.size(),
                                  list_some(tips)));
  const std::string name = section && section->has("on") ? section->text("on") : tips.front();
  const auto link = std::find_if(urdf.links.begin(), urdf.links.end(), [&](const auto& l) { return l.name == name; });
  if (link == urdf.links.end())
    section->fail("on", fmt::format("no link is called \"{}\" (there are {}){}", name, list_some(names),
                                    suggestion(name, names)));
  builder.add(read_hand_frame(section, root.dimension(), link->joint, {}, {1.0, 0.0, 0.0}));
}

void read_hands(const Section& root, const UrdfArm& urdf, ArmBuilder& builder) {
  const std::vector<Section> sections = hand_sections(root);
  if (sections.empty()) add_hand(root, nullptr, urdf, builder);
  for (const Section& section : sections) add_hand(root, &section, urdf, builder);
}

// Degrees, and lengths of sliders, by the names of joints.
std::vector<double> read_start(const Section& arm, const UrdfArm& urdf) {
  std::vector<double> start;
  std::vector<std::string> names;
  for (const JointSpec& joint : urdf.joints) names.push_back(joint.name);
  const Parameters typed = arm.parameters("start");
  for (const auto& [name, value] : typed)
    if (std::find(names.begin(), names.end(), name) == names.end())
      arm.fail_at(arm.key("start." + name), fmt::format("no joint is called \"{}\" (there are {}){}", name,
                                                        list_some(names), suggestion(name, names)));
  for (const JointSpec& joint : urdf.joints) {
    if (value_count(joint.kind) == 0) continue;
    const double unit = joint.kind == JointKind::slider ? 1.0 : radians(1.0);
    double value = std::clamp(0.0, joint.lower, joint.upper);
    for (const auto& [name, number] : typed) {
      if (name != joint.name) continue;
      value = number * unit;
      if (value < joint.lower || value > joint.upper)
        arm.fail_at(arm.key("start." + name),
                    fmt::format("found {:g}, expected a start within the limits, {:g} to {:g}", number,
                                joint.lower / unit, joint.upper / unit));
    }
    start.push_back(value);
  }
  return start;
}

}  // namespace

std::vector<double> read_urdf_arm(const Section& root, const Section& arm, double thickness, ArmBuilder& builder,
                                  std::vector<std::string>& notes) {
  if (root.dimension() == 2) arm.fail("urdf", "URDF describes arms in space; expected dimension = 3");
  if (root.has("limbs")) root.fail("limbs", "the URDF file has the limbs; expected none here");
  const UrdfArm urdf = read_urdf(arm.text("urdf"));
  for (const JointSpec& joint : urdf.joints) builder.add(joint);
  for (LimbSpec limb : urdf.limbs) {
    limb.radius = 0.5 * thickness;
    builder.add(limb);
  }
  for (const BodySpec& body : urdf.bodies) builder.add(body);
  if (!urdf.has_masses) notes.push_back("no link of the URDF file has <inertial>; its limbs are rods of mass 1");
  if (!urdf.rubbing.empty()) notes.push_back(fmt::format("dry friction of {} is left out", list_some(urdf.rubbing)));
  read_hands(root, urdf, builder);
  return read_start(arm, urdf);
}

}  // namespace taut::io
