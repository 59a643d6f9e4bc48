// The only file that sees urdfdom. It says what is wrong to a log and not where; the line is that of the element which
// its message names. It also goes on after most errors, with a part of the file; here any of them ends the reading.
#include "io/arm/urdf_reader.hpp"

#include <fmt/format.h>

#include "io/arm/xml_depth.hpp"
#include "io/file/input_file.hpp"
#include "io/file/utf8.hpp"
#include "taut/error.hpp"

#if defined(TAUT_URDF)
#include <console_bridge/console.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/arm/urdf_check.hpp"

namespace taut::io {
namespace {

constexpr double most = 1e100;  // as in arm files: lengths whose squares are no numbers are no use

Vec3 to_vec(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Rotation to_rotation(const urdf::Rotation& r) {
  return {to_vec(r * urdf::Vector3(1, 0, 0)), to_vec(r * urdf::Vector3(0, 1, 0)), to_vec(r * urdf::Vector3(0, 0, 1))};
}

// Collects the errors that urdfdom would print; the first is the one that the others follow from.
class Log : public console_bridge::OutputHandler {
 public:
  Log() { console_bridge::useOutputHandler(this); }
  ~Log() override { console_bridge::restorePreviousOutputHandler(); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) errors_.push_back(sentence_of(text));
  }
  const std::vector<std::string>& errors() const { return errors_; }
  std::string first() const { return errors_.empty() ? "it describes no robot" : errors_.front(); }

 private:
  static std::string sentence_of(const std::string& text) {
    const std::string sentence = text.substr(0, text.find(".  "));  // what follows is advice
    return sentence.substr(0, sentence.find_last_not_of(" .\n") + 1);
  }

  std::vector<std::string> errors_;
};

class UrdfFile {
 public:
  UrdfFile(const std::string& file, std::string text) : file_(file), text_(std::move(text)) {
    if (const auto line = line_of_deep_element(text_))
      fail(*line, fmt::format("elements are nested too deep; expected at most {} levels", deepest_elements));
    refuse_other_bytes();
    xml_.Parse(text_.c_str());
    if (xml_.Error()) fail(std::max(1, xml_.ErrorRow()), fmt::format("not valid XML: {}", xml_.ErrorDesc()));
    if (!robot()) fail(1, "found no element <robot>, expected one that holds links and joints");
    if (const auto fault = check_urdf(*robot())) this->fail(fault->line, fault->message + remedy(fault->message));
  }

  urdf::ModelInterfaceSharedPtr model() const {
    Log log;
    urdf::ModelInterfaceSharedPtr model;
    try {
      model = urdf::parseURDF(text_);
    } catch (const std::exception& error) {
      fail(1, error.what());
    }
    if (!model || !log.errors().empty())
      fail(line_of(log), fmt::format("not valid URDF: {}{}", log.first(), remedy(log.first())));
    return model;
  }

  // Of the element of this kind and name.
  std::optional<int> line_of(const char* kind, const std::string& name) const {
    for (const TiXmlElement* element = robot()->FirstChildElement(kind); element;
         element = element->NextSiblingElement(kind))
      if (const char* found = element->Attribute("name"); found && name == found) return element->Row();
    return {};
  }
  std::string place_of(const char* kind, const std::string& name) const {
    return fmt::format("{}:{}", file_, line_of(kind, name).value_or(1));
  }
  [[noreturn]] void fail(int line, const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line, message));
  }
  [[noreturn]] void fail_at(const char* kind, const std::string& name, const std::string& message) const {
    throw InputError(fmt::format("{}: {} \"{}\": {}", place_of(kind, name), kind, name, message));
  }

 private:
  // TinyXML reads on behind the end of a text that ends within a letter, and not beyond a zero.
  void refuse_other_bytes() const {
    const std::optional<std::size_t> end = end_of_utf8(text_);
    if (!end) return;
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(*end), '\n');
    fail(static_cast<int>(line), "found a byte that is no text, expected UTF-8");
  }

  const TiXmlElement* robot() const { return xml_.FirstChildElement("robot"); }

  std::string remedy(const std::string& message) const {
    if (message.find("limits") != std::string::npos)
      return "; expected <limit lower=\"…\" upper=\"…\" effort=\"…\" velocity=\"…\"/>, or type=\"continuous\" of a "
             "hinge";
    const bool is_source = text_.find("<xacro:") != std::string::npos || text_.find("${") != std::string::npos;
    return is_source ? "; expected what the program xacro makes of this file" : "";
  }

  int line_of(const Log& log) const {
    for (const std::string& error : log.errors())
      if (const auto line = line_of_message(error)) return *line;
    return robot()->Row();
  }

  // Joints, links and values stand in brackets or quotes in what urdfdom says.
  std::optional<int> line_of_message(const std::string& message) const {
    constexpr const char *opening = "['(", *closing = "]')";
    for (std::size_t open = message.find_first_of(opening); open != std::string::npos;
         open = message.find_first_of(opening, open + 1)) {
      const std::size_t close = message.find_first_of(closing, open + 1);
      if (close == std::string::npos) break;
      const std::string name = message.substr(open + 1, close - open - 1);
      for (const char* kind : {"joint", "link", "material"})
        if (const auto line = line_of(kind, name)) return line;
      if (const auto line = line_of_value(*robot(), name)) return line;
    }
    return {};
  }

  // Of the first attribute that is just this, within the element.
  static std::optional<int> line_of_value(const TiXmlElement& element, const std::string& value) {
    for (const TiXmlAttribute* attribute = element.FirstAttribute(); attribute; attribute = attribute->Next())
      if (value == attribute->Value()) return attribute->Row() > 0 ? attribute->Row() : element.Row();
    for (const TiXmlElement* inner = element.FirstChildElement(); inner; inner = inner->NextSiblingElement())
      if (const auto line = line_of_value(*inner, value)) return line;
    return {};
  }

  std::string file_, text_;
  TiXmlDocument xml_;
};

JointKind kind_of(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      return JointKind::hinge;
    case urdf::Joint::PRISMATIC:
      return JointKind::slider;
    default:
      return JointKind::fixed;
  }
}

void refuse_huge(double number, const char* what, const urdf::Joint& joint, const UrdfFile& file) {
  if (!(std::abs(number) <= most))
    file.fail_at("joint", joint.name, fmt::format("found {} {:g}, expected less than {:g}", what, number, most));
}

void read_limits(const urdf::Joint& joint, const UrdfFile& file, JointSpec& spec) {
  if (joint.limits && joint.type != urdf::Joint::CONTINUOUS && spec.kind != JointKind::fixed) {
    spec.lower = joint.limits->lower;
    spec.upper = joint.limits->upper;
    refuse_huge(spec.lower, "a limit", joint, file);
    refuse_huge(spec.upper, "a limit", joint, file);
    if (!(spec.lower <= spec.upper))
      file.fail_at("joint", joint.name,
                   fmt::format("found limits {:g} to {:g}, expected the lower one first", spec.lower, spec.upper));
  }
  if (joint.limits && joint.limits->effort > 0.0) spec.effort = joint.limits->effort;
}

JointSpec joint_spec(const urdf::Joint& joint, int parent, const UrdfFile& file) {
  JointSpec spec;
  spec.kind = kind_of(joint);
  spec.parent = parent;
  const urdf::Pose& origin = joint.parent_to_joint_origin_transform;
  spec.frame = {to_vec(origin.position), to_rotation(origin.rotation)};
  spec.name = joint.name;
  spec.origin = "arm.urdf";
  if (spec.kind != JointKind::fixed) spec.axis = to_vec(joint.axis);
  if (!is_finite(spec.axis) || !(norm(spec.axis) > 0.0))
    file.fail_at("joint", joint.name, "found an axis of zeros, expected a direction");
  for (const double number : {spec.frame.place.x, spec.frame.place.y, spec.frame.place.z})
    refuse_huge(number, "an origin of", joint, file);
  read_limits(joint, file, spec);
  if (joint.dynamics && spec.kind != JointKind::fixed) spec.damping = joint.dynamics->damping;
  refuse_huge(spec.damping, "damping", joint, file);
  if (spec.damping < 0.0)
    file.fail_at("joint", joint.name, fmt::format("found damping {:g}, expected zero or more", spec.damping));
  return spec;
}

// <inertial> of a link, whose frame is that of the joint that moves it; URDF gives the tensor about the centre, along
// axes of its own.
void add_body(const urdf::Link& link, int moved_by, const UrdfFile& file, UrdfArm& arm) {
  if (!link.inertial) return;
  const urdf::Inertial& typed = *link.inertial;
  const Rotation turn = to_rotation(typed.origin.rotation);
  const Rotation about{
      {typed.ixx, typed.ixy, typed.ixz}, {typed.ixy, typed.iyy, typed.iyz}, {typed.ixz, typed.iyz, typed.izz}};
  const Rotation inertia = turn * (about * inverse(turn));  // columns of R I R^T
  BodySpec body{.joint = moved_by, .mass = typed.mass, .center = to_vec(typed.origin.position), .name = link.name};
  body.inertia = {inertia.x.x, inertia.x.y, inertia.x.z, inertia.y.y, inertia.y.z, inertia.z.z};
  body.origin = "arm.urdf";
  for (const double number : {body.mass, body.center.x, body.center.y, body.center.z, inertia.x.x, inertia.x.y,
                              inertia.x.z, inertia.y.y, inertia.y.z, inertia.z.z})
    if (!(std::abs(number) <= most))
      file.fail_at("link", link.name, fmt::format("found {:g} in <inertial>, expected less than {:g}", number, most));
  if (body.mass < 0.0)
    file.fail_at("link", link.name, fmt::format("found mass {:g}, expected zero or more", body.mass));
  if (const double change = mend_inertia(body); change > 0.0)
    arm.mended.push_back(fmt::format("{} (by {:.2g} %)", link.name, 100.0 * change));
  arm.bodies.push_back(std::move(body));
}

LimbSpec limb_of(const urdf::Link& link, int moved_by, const Vec3& to) {
  return {.joint = moved_by, .from = {}, .to = to, .name = link.name, .origin = "arm.urdf"};
}

// What a slider carries is where no limb of another link ends. Where it has no length either, it is a point.
bool is_bare(const urdf::Link& link) {
  const bool slides = link.parent_joint && link.parent_joint->type == urdf::Joint::PRISMATIC;
  const auto is_here = [](const urdf::JointSharedPtr& joint) {
    return norm(to_vec(joint->parent_to_joint_origin_transform.position)) == 0.0;
  };
  return slides && std::all_of(link.child_joints.begin(), link.child_joints.end(), is_here);
}

// Parents before children.
void add_joints(const urdf::LinkConstSharedPtr& link, int moved_by, const UrdfFile& file, UrdfArm& arm) {
  if (arm.is_moved(moved_by)) add_body(*link, moved_by, file, arm);
  if (is_bare(*link)) arm.limbs.push_back(limb_of(*link, moved_by, {}));
  for (const urdf::JointSharedPtr& joint : link->child_joints) {
    const int index = static_cast<int>(arm.joints.size());
    arm.joints.push_back(joint_spec(*joint, moved_by, file));
    if (joint->type == urdf::Joint::FLOATING || joint->type == urdf::Joint::PLANAR) arm.floating.push_back(joint->name);
    if (arm.joints.back().kind != JointKind::fixed && joint->dynamics && joint->dynamics->friction > 0.0)
      arm.rubbing.push_back(joint->name);
    const Vec3 place = arm.joints.back().frame.place;
    if (norm(place) > 0.0) arm.limbs.push_back(limb_of(*link, moved_by, place));
    for (const urdf::LinkSharedPtr& child : link->child_links)
      if (child->name == joint->child_link_name) {
        arm.links.push_back({child->name, index, child->child_joints.empty()});
        add_joints(child, index, file, arm);
      }
  }
}

int joint_named(const UrdfArm& arm, const std::string& name) {
  for (std::size_t k = 1; k < arm.joints.size(); ++k)
    if (arm.joints[k].name == name) return static_cast<int>(k);
  return -1;
}

// What other joints say of their values; by the leader that moves by itself.
void add_mimics(const urdf::ModelInterface& model, const UrdfFile& file, UrdfArm& arm) {
  const auto mimicked = [&](const std::string& name) {
    const urdf::JointConstSharedPtr joint = model.getJoint(name);
    return joint ? joint->mimic : nullptr;
  };
  for (std::size_t k = 1; k < arm.joints.size(); ++k) {
    const std::string& name = arm.joints[k].name;
    std::string leader = name;
    double multiplier = 1.0, offset = 0.0;
    std::size_t steps = 0;
    for (auto rule = mimicked(name); rule; rule = mimicked(leader), ++steps) {
      if (steps == arm.joints.size()) file.fail_at("joint", name, "mimics itself; expected another joint");
      offset += multiplier * rule->offset;
      multiplier *= rule->multiplier;
      leader = rule->joint_name;
    }
    if (steps == 0) continue;
    const int found = joint_named(arm, leader);
    if (found < 0 || value_count(arm.joints[static_cast<std::size_t>(found)].kind) == 0)
      file.fail_at("joint", name, fmt::format("mimics \"{}\", expected the name of a joint that moves", leader));
    if (!(std::abs(multiplier) <= most) || !(std::abs(offset) <= most))
      file.fail_at("joint", name, fmt::format("expected a multiplier and an offset of less than {:g}", most));
    arm.mimics.push_back({static_cast<int>(k), found, multiplier, offset, file.place_of("joint", name)});
  }
}

}  // namespace

UrdfArm parse_urdf(std::string text, const std::string& name) {
  const UrdfFile file(name, std::move(text));
  const urdf::ModelInterfaceSharedPtr model = file.model();
  UrdfArm arm;
  arm.joints.push_back({.kind = JointKind::fixed, .name = model->getRoot()->name});
  add_joints(model->getRoot(), 0, file, arm);
  add_mimics(*model, file, arm);
  if (arm.joints.size() == 1) file.fail(1, "there are no joints; expected an arm");
  const auto moves = [](const JointSpec& joint) { return value_count(joint.kind) > 0; };
  if (std::none_of(arm.joints.begin(), arm.joints.end(), moves))
    file.fail(1, "no joint can move; expected one that is not fixed");
  arm.has_masses =
      std::any_of(arm.bodies.begin(), arm.bodies.end(), [](const BodySpec& body) { return body.mass > 0.0; });
  for (LimbSpec& limb : arm.limbs)
    if (arm.has_masses) limb.mass = 0.0;
  return arm;
}

}  // namespace taut::io

#else

namespace taut::io {

UrdfArm parse_urdf(std::string, const std::string& file) {
  throw InputError(fmt::format("{}: this taut was built without URDF (cmake -DTAUT_URDF=ON, with liburdfdom)", file));
}

}  // namespace taut::io

#endif

namespace taut::io {

UrdfArm read_urdf(const std::string& file) { return parse_urdf(read_input(file, "a URDF file"), file); }

}  // namespace taut::io
