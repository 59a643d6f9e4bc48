// [hand] and [[hands]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/arm/arm_reader.hpp"

namespace taut::io {

std::vector<Section> hand_sections(const Section& root) {
  std::vector<Section> sections = root.tables("hands");
  if (const std::optional<Section> hand = root.table("hand")) {
    if (!sections.empty()) root.fail("hand", "there is [[hands]] as well; expected one of them");
    hand->allow({"on", "offset", "direction"});
    return {*hand};
  }
  std::vector<std::string> names;
  for (const Section& section : sections) {
    section.allow({"name", "on", "offset", "direction"});
    if (!section.has("name")) section.fail("name", "missing; expected a name for each of [[hands]]");
    const std::string name = section.text("name");
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end())
      section.fail("name", fmt::format("found \"{}\", expected a name that no other hand has", name));
    names.push_back(name);
  }
  return sections;
}

HandSpec read_hand_frame(const Section* section, int dimension, int joint, const Vec3& place, const Vec3& along) {
  HandSpec hand{.joint = joint, .frame = {place, {}}, .name = "hand", .origin = "hand"};
  Vec3 x = along;
  if (section) {
    hand.origin = section->path();
    if (section->has("name")) hand.name = section->text("name");
    if (section->has("offset")) hand.frame.place += section->vector("offset");
    if (section->has("direction")) x = read_direction(*section, "direction");
  }
  hand.frame.turn =
      dimension == 2 ? rotation_about({0.0, 0.0, 1.0}, std::atan2(x.y, x.x)) : rotation_between({1.0, 0.0, 0.0}, x);
  return hand;
}

void add_tool(const HandSpec& hand, const Vec3& end, double radius, ArmBuilder& builder) {
  if (hand.frame.place == end) return;
  builder.add(LimbSpec{.joint = hand.joint,
                       .from = end,
                       .to = hand.frame.place,
                       .radius = radius,
                       .mass = 0.0,
                       .name = hand.name + " offset",
                       .origin = hand.origin});
}

}  // namespace taut::io
