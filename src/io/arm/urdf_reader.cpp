// The only file that sees urdfdom. It says what is wrong to a log and not where; the line is that of the element which
// its message names.
#include "io/arm/urdf_reader.hpp"

#include <fmt/format.h>

#include "io/file/input_file.hpp"
#include "taut/error.hpp"

#if defined(TAUT_URDF)
#include <console_bridge/console.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <map>
#include <optional>

namespace taut::io {
namespace {

Vec3 to_vec(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Rotation to_rotation(const urdf::Rotation& r) {
  return {to_vec(r * urdf::Vector3(1, 0, 0)), to_vec(r * urdf::Vector3(0, 1, 0)), to_vec(r * urdf::Vector3(0, 0, 1))};
}

// Collects what urdfdom would print; the first error is the one that the others follow from.
class Log : public console_bridge::OutputHandler {
 public:
  Log() { console_bridge::useOutputHandler(this); }
  ~Log() override { console_bridge::restorePreviousOutputHandler(); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first_.empty()) first_ = text;
  }
  std::string first() const {
    const std::string sentence = first_.substr(0, first_.find(".  "));  // what follows is advice
    const std::size_t end = sentence.find_last_not_of(" .\n");
    return sentence.empty() ? "it describes no robot" : sentence.substr(0, end + 1);
  }

 private:
  std::string first_;
};

class UrdfFile {
 public:
  explicit UrdfFile(const std::string& file) : file_(file), text_(read_input(file, "a URDF file")) {
    xml_.Parse(text_.c_str());
    if (xml_.Error()) fail(std::max(1, xml_.ErrorRow()), fmt::format("not valid XML: {}", xml_.ErrorDesc()));
    if (!robot()) fail(1, "found no element <robot>, expected one that holds links and joints");
  }

  urdf::ModelInterfaceSharedPtr model() const {
    Log log;
    urdf::ModelInterfaceSharedPtr model;
    try {
      model = urdf::parseURDF(text_);
    } catch (const std::exception& error) {
      fail(1, error.what());
    }
    if (!model) fail(line_of_message(log.first()), fmt::format("not valid URDF: {}", log.first()));
    return model;
  }

  // Of the element of this kind and name.
  std::optional<int> line_of(const char* kind, const std::string& name) const {
    for (const TiXmlElement* element = robot()->FirstChildElement(kind); element;
         element = element->NextSiblingElement(kind))
      if (const char* found = element->Attribute("name"); found && name == found) return element->Row();
    return {};
  }
  [[noreturn]] void fail(int line, const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line, message));
  }

 private:
  const TiXmlElement* robot() const { return xml_.FirstChildElement("robot"); }

  // Joints, links and values stand in brackets or quotes in what urdfdom says.
  int line_of_message(const std::string& message) const {
    constexpr const char *opening = "['(", *closing = "]')";
    for (std::size_t open = message.find_first_of(opening); open != std::string::npos;
         open = message.find_first_of(opening, open + 1)) {
      const std::size_t close = message.find_first_of(closing, open + 1);
      if (close == std::string::npos) break;
      const std::string name = message.substr(open + 1, close - open - 1);
      for (const char* kind : {"joint", "link", "material"})
        if (const auto line = line_of(kind, name)) return *line;
      if (const auto line = line_of_value(*robot(), name)) return *line;
    }
    return robot()->Row();
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

JointKind kind_of(const urdf::Joint& joint, const UrdfFile& file) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      return JointKind::hinge;
    case urdf::Joint::PRISMATIC:
      return JointKind::slider;
    case urdf::Joint::FIXED:
      return JointKind::fixed;
    default:
      file.fail(
          file.line_of("joint", joint.name).value_or(1),
          fmt::format("joint \"{}\" is of a type that arms do not have; expected revolute, continuous, prismatic or "
                      "fixed",
                      joint.name));
  }
}

JointSpec joint_spec(const urdf::Joint& joint, int parent, const UrdfFile& file) {
  if (joint.mimic)
    file.fail(file.line_of("joint", joint.name).value_or(1),
              fmt::format("joint \"{}\" mimics another one, which arms do not; expected joints that move by themselves",
                          joint.name));
  JointSpec spec;
  spec.kind = kind_of(joint, file);
  spec.parent = parent;
  const urdf::Pose& origin = joint.parent_to_joint_origin_transform;
  spec.frame = {to_vec(origin.position), to_rotation(origin.rotation)};
  spec.name = joint.name;
  spec.origin = "arm.urdf";
  const auto fail = [&](const std::string& message) {
    file.fail(file.line_of("joint", joint.name).value_or(1), fmt::format("joint \"{}\": {}", joint.name, message));
  };
  if (spec.kind != JointKind::fixed) spec.axis = to_vec(joint.axis);
  if (!is_finite(spec.axis) || !(norm(spec.axis) > 0.0)) fail("found an axis of zeros, expected a direction");
  if (!is_finite(spec.frame.place)) fail("expected an origin of finite numbers");
  if (joint.limits && joint.type != urdf::Joint::CONTINUOUS && spec.kind != JointKind::fixed) {
    spec.lower = joint.limits->lower;
    spec.upper = joint.limits->upper;
    if (!(spec.lower <= spec.upper))
      fail(fmt::format("found limits {:g} to {:g}, expected the lower one first", spec.lower, spec.upper));
  }
  if (joint.limits && joint.limits->effort > 0.0) spec.effort = joint.limits->effort;
  if (joint.dynamics) spec.damping = joint.dynamics->damping;
  if (spec.damping < 0.0) fail(fmt::format("found damping {:g}, expected zero or more", spec.damping));
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
  if (const std::string why = inertia_refusal(body); !why.empty())
    file.fail(file.line_of("link", link.name).value_or(1), fmt::format("link \"{}\": {}", link.name, why));
  arm.bodies.push_back(std::move(body));
}

// Parents before children.
void add_joints(const urdf::LinkConstSharedPtr& link, int moved_by, const UrdfFile& file, UrdfArm& arm) {
  add_body(*link, moved_by, file, arm);
  for (const urdf::JointSharedPtr& joint : link->child_joints) {
    const int index = static_cast<int>(arm.joints.size());
    arm.joints.push_back(joint_spec(*joint, moved_by, file));
    if (joint->dynamics && joint->dynamics->friction > 0.0) arm.rubbing.push_back(joint->name);
    const Vec3 place = arm.joints.back().frame.place;
    if (norm(place) > 0.0)
      arm.limbs.push_back({.joint = moved_by, .from = {}, .to = place, .name = link->name, .origin = "arm.urdf"});
    for (const urdf::LinkSharedPtr& child : link->child_links)
      if (child->name == joint->child_link_name) {
        arm.links.push_back({child->name, index, child->child_joints.empty()});
        add_joints(child, index, file, arm);
      }
  }
}

}  // namespace

UrdfArm read_urdf(const std::string& name) {
  const UrdfFile file(name);
  const urdf::ModelInterfaceSharedPtr model = file.model();
  UrdfArm arm;
  arm.joints.push_back({.kind = JointKind::fixed, .name = model->getRoot()->name});
  add_joints(model->getRoot(), 0, file, arm);
  if (arm.joints.size() == 1) file.fail(1, "there are no joints; expected an arm");
  arm.has_masses =
      std::any_of(arm.bodies.begin(), arm.bodies.end(), [](const BodySpec& body) { return body.mass > 0.0; });
  for (LimbSpec& limb : arm.limbs)
    if (arm.has_masses) limb.mass = 0.0;
  return arm;
}

}  // namespace taut::io

#else

namespace taut::io {

UrdfArm read_urdf(const std::string& file) {
  throw InputError(fmt::format("{}: this taut was built without URDF (cmake -DTAUT_URDF=ON, with liburdfdom)", file));
}

}  // namespace taut::io

#endif
