#if defined(TAUT_URDF)
#include "io/arm/urdf_check.hpp"

#include <fmt/format.h>
#include <tinyxml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

namespace taut::io {
namespace {

constexpr int most_joints = 10'000;

// How many numbers an attribute has. Those of other elements, such as colours, are nobody's concern here.
struct NumberAttribute {
  std::string_view element, name;
  std::size_t count;
};
constexpr std::array number_attributes = {
    NumberAttribute{"origin", "xyz", 3},       NumberAttribute{"origin", "rpy", 3},
    NumberAttribute{"axis", "xyz", 3},         NumberAttribute{"mass", "value", 1},
    NumberAttribute{"inertia", "ixx", 1},      NumberAttribute{"inertia", "ixy", 1},
    NumberAttribute{"inertia", "ixz", 1},      NumberAttribute{"inertia", "iyy", 1},
    NumberAttribute{"inertia", "iyz", 1},      NumberAttribute{"inertia", "izz", 1},
    NumberAttribute{"limit", "lower", 1},      NumberAttribute{"limit", "upper", 1},
    NumberAttribute{"limit", "effort", 1},     NumberAttribute{"limit", "velocity", 1},
    NumberAttribute{"dynamics", "damping", 1}, NumberAttribute{"dynamics", "friction", 1},
    NumberAttribute{"mimic", "multiplier", 1}, NumberAttribute{"mimic", "offset", 1},
};

// How many finite numbers there are between blanks; nothing where something else is there.
std::optional<std::size_t> count_numbers(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  std::size_t count = 0;
  for (std::size_t at = text.find_first_not_of(blank); at != text.npos; at = text.find_first_not_of(blank, at)) {
    const std::size_t end = std::min(text.find_first_of(blank, at), text.size());
    const char *first = text.data() + at + (text[at] == '+' ? 1 : 0), *last = text.data() + end;
    double value = 0.0;
    const auto [stop, error] = std::from_chars(first, last, value);
    if (error != std::errc() || stop != last || !std::isfinite(value)) return {};
    ++count;
    at = end;
  }
  return count;
}

std::string name_of(const TiXmlElement& element) {
  const char* name = element.Attribute("name");
  return name ? name : "";
}

// Of an element of the link or joint.
std::optional<UrdfFault> number_fault(const TiXmlElement& element, const TiXmlElement& owner) {
  for (const NumberAttribute& known : number_attributes) {
    if (known.element != element.Value()) continue;
    const char* text = element.Attribute(known.name.data());
    if (!text || count_numbers(text) == known.count) continue;
    return UrdfFault{element.Row(), fmt::format("{} \"{}\": <{}> {}: found \"{}\", expected {}", owner.Value(),
                                                name_of(owner), known.element, known.name, text,
                                                known.count == 1 ? "a finite number" : "three finite numbers")};
  }
  return {};
}

std::optional<UrdfFault> number_fault_within(const TiXmlElement& holder, const TiXmlElement& owner) {
  for (const TiXmlElement* inner = holder.FirstChildElement(); inner; inner = inner->NextSiblingElement())
    if (auto fault = number_fault(*inner, owner)) return fault;
  return {};
}

std::optional<UrdfFault> number_fault_of(const TiXmlElement& owner) {
  if (auto fault = number_fault_within(owner, owner)) return fault;
  for (const char* part : {"inertial", "visual", "collision"})
    for (const TiXmlElement* inner = owner.FirstChildElement(part); inner; inner = inner->NextSiblingElement(part))
      if (auto fault = number_fault_within(*inner, owner)) return fault;
  return {};
}

std::string link_of(const TiXmlElement& joint, const char* end) {
  const TiXmlElement* element = joint.FirstChildElement(end);
  const char* link = element ? element->Attribute("link") : nullptr;
  return link ? link : "";
}

// A tree: every link on one joint at most, and none on itself by way of others.
class Tree {
 public:
  std::optional<UrdfFault> add(const TiXmlElement& joint) {
    const std::string child = link_of(joint, "child"), parent = link_of(joint, "parent"), name = name_of(joint);
    if (child.empty() || parent.empty()) return {};
    const auto [known, is_new] = bearers_.insert({child, {parent, name, joint.Row()}});
    if (is_new) return {};
    return UrdfFault{joint.Row(), fmt::format("joint \"{}\": link \"{}\" has two parents, \"{}\" by joint \"{}\" and "
                                              "\"{}\" by joint \"{}\"; expected a tree, in which every link has one",
                                              name, child, known->second.parent, known->second.joint, parent, name)};
  }

  // Up from every link, each of them once: who comes back to where this way began goes in a circle.
  std::optional<UrdfFault> circle() const {
    std::map<std::string, int> way_through;
    int way = 0;
    for (const auto& start : bearers_) {
      ++way;
      for (auto at = bearers_.find(start.first); at != bearers_.end(); at = bearers_.find(at->second.parent)) {
        const auto [known, is_new] = way_through.insert({at->first, way});
        if (is_new) continue;
        if (known->second == way) return circle_through(at->first, at->second);
        break;
      }
    }
    return {};
  }

 private:
  struct Bearer {
    std::string parent, joint;
    int line;
  };
  static UrdfFault circle_through(const std::string& link, const Bearer& bearer) {
    return {bearer.line, fmt::format("joint \"{}\": link \"{}\" bears \"{}\", which bears it in turn, in a circle; "
                                     "expected a tree, which begins at one link",
                                     bearer.joint, bearer.parent, link)};
  }

  std::map<std::string, Bearer> bearers_;  // of links
};

}  // namespace

std::optional<UrdfFault> check_urdf(const TiXmlElement& robot) {
  for (const char* kind : {"link", "joint"})
    for (const TiXmlElement* owner = robot.FirstChildElement(kind); owner; owner = owner->NextSiblingElement(kind))
      if (auto fault = number_fault_of(*owner)) return fault;
  Tree tree;
  int joints = 0;
  for (const TiXmlElement* joint = robot.FirstChildElement("joint"); joint;
       joint = joint->NextSiblingElement("joint")) {
    if (++joints > most_joints)
      return UrdfFault{joint->Row(), fmt::format("found more than {} joints, expected fewer", most_joints)};
    if (auto fault = tree.add(*joint)) return fault;
  }
  return tree.circle();
}

}  // namespace taut::io
#endif
