// [[arms]]: arms as taut reach takes them, in motion.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/arm/arm_reader.hpp"
#include "io/scenario/generator.hpp"
#include "taut/arm_problem.hpp"

namespace taut::io {
namespace {

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};

// What only the scenario can say of a robot in a URDF file: which of its links is the hand.
ArmSettings settings_of(const Section& section) {
  const std::optional<Section> hand = section.table("hand");
  if (!hand) return {};
  hand->allow({"on"});
  return {.overrides = {"hand.on=" + hand->text("on")}};
}

// From a file of its own, or typed here with the same keys.
ReadArm read_source(const Section& section) {
  std::vector<std::string> keys = {"name", "file", "start", "base_path", "joints"};
  const bool has_file = section.has("file");
  const bool is_robot = has_file && std::filesystem::path(section.text("file")).extension() == ".urdf";
  for (const auto* more : {&arm_keys, &limb_keys})
    for (const std::string& key : *more) {
      if (has_file && section.has(key) && !(is_robot && key == "hand"))
        section.fail(key, "the file has the arm; expected none here");
      keys.push_back(key);
    }
  section.allow(keys);
  if (!has_file) return read_arm(section, section);
  ArmProblem problem = read_arm_problem(section.text("file"), is_robot ? settings_of(section) : ArmSettings());
  if (problem.arm.dimension() != section.dimension())
    section.fail("file", fmt::format("the arm is {}; expected dimension = {} here",
                                     problem.arm.dimension() == 2 ? "plane" : "in space", problem.arm.dimension()));
  return {std::move(problem.arm), std::move(problem.start), std::move(problem.notes)};
}

// Values by the names of joints, in degrees and lengths, in place of those that the arm starts with. Limits do not
// count: they are not kept in motion either.
void read_start(const Section& section, ReadArm& read) {
  std::vector<std::string> names;
  std::vector<double> units;
  for (int v = 0; v < read.arm.value_count(); ++v) names.push_back(read.arm.value_name(v));
  for (const JointSpec& joint : read.arm.joints())
    units.insert(units.end(), static_cast<std::size_t>(value_count(joint.kind)),
                 joint.kind == JointKind::slider ? 1.0 : radians(1.0));
  for (const auto& [name, value] : section.parameters("start")) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      section.fail_at(section.key("start." + name), fmt::format("no joint is called \"{}\" (there are {}){}", name,
                                                                list_some(names), suggestion(name, names)));
    const auto v = static_cast<std::size_t>(at - names.begin());
    read.start[v] = value * units[v];
  }
}

// A base that moves as formulas of t say, without turning: its fixed particles are driven, and all of them start where
// the formulas have the base.
void drive_base(const Section& section, const Arm& arm, ArmParts& parts) {
  const std::optional<Section> path = section.table("base_path");
  if (!path) return;
  const std::size_t dimension = static_cast<std::size_t>(section.dimension());
  path->allow({axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(dimension)});
  const Variable time[] = {{"t", 0}};
  for (std::size_t a = 0; a < dimension; ++a) {
    if (!path->has(axes[a])) continue;
    const std::string text = path->formula(axes[a]);
    const auto formula = Formula::parse(text, time);
    if (!formula) path->fail(axes[a], formula.error().message);
    std::vector<double> scratch(formula->scratch_size());
    const double now = 0.0, base = arm.base().place[static_cast<int>(a)];
    const double start = formula->value(&now, scratch.data());
    for (ParticleSpec& spec : parts.particles) {
      const double offset = spec.position[static_cast<int>(a)] - base;
      spec.position[static_cast<int>(a)] = start + offset;
      if (spec.fixed) spec.path[a] = fmt::format("({}) + ({})", text, offset);
    }
  }
}

// The particles and constraints of the arm, its name before theirs; what it knows of them by the scenario's numbers.
ArmPoints add_parts(ScenarioReader& reader, const Section& section, const std::string& name, ArmParts parts) {
  ModelBuilder& model = reader.scenario.model;
  const int first = model.size();
  reader.names.add({name, first, static_cast<int>(parts.particles.size()), {}, "arm"}, section);
  for (ParticleSpec& spec : parts.particles) {
    spec.name = fmt::format("{}.{}", name, spec.name);
    spec.origin = section.path();
    if (model.find(spec.name))
      section.fail("name", fmt::format("there is a particle called \"{}\" already; expected another name", spec.name));
    model.add(std::move(spec));
  }
  for (auto& constraint : parts.constraints)
    std::visit(
        [&](auto& spec) {
          if constexpr (requires { spec.on; })
            for (int& particle : spec.on) particle += first;
          else
            spec.i += first, spec.j += first;
          spec.name = fmt::format("{}.{}", name, spec.name);
          spec.origin = section.path();
          reader.generated.emplace_back(std::move(spec));
        },
        constraint);
  ArmPoints points = std::move(parts);
  for (auto* markers : {&points.markers, &points.base})
    for (ArmPoints::Marker& marker : *markers) marker.particle += first;
  for (std::int32_t& hand : points.hands) hand += first;
  for (ArmPoints::Coordinate& joint : points.joints)
    for (std::int32_t& particle : joint.particles) particle += first;
  return points;
}

TorqueSpec torque_of(const ScenarioArm& arm, int joint) {
  const ArmPoints::Coordinate& at = arm.points.joints[static_cast<std::size_t>(joint)];
  const bool slides = arm.arm.joints()[static_cast<std::size_t>(joint)].kind == JointKind::slider;
  TorqueSpec torque;
  torque.between.assign(at.particles.begin(), at.particles.end());
  torque.kind = slides ? JointMotion::shift : JointMotion::turn;
  torque.zero = slides ? at.zero : degrees(at.zero);
  return torque;
}

int joint_named(const Section& section, const Arm& arm) {
  const std::string name = section.text("joint");
  std::vector<std::string> names;
  for (int k = 0; k < static_cast<int>(arm.joints().size()); ++k) {
    const JointKind kind = arm.joints()[static_cast<std::size_t>(k)].kind;
    if (kind != JointKind::fixed) names.push_back(arm.joint_name(k));
    if (arm.joint_name(k) != name) continue;
    if (kind == JointKind::ball)
      section.fail("joint",
                   fmt::format("\"{}\" is a ball, which turns by no single angle; expected a hinge or slider, or "
                               "[[forces.springs]] between points of its limbs",
                               name));
    if (kind == JointKind::fixed)
      section.fail("joint", fmt::format("\"{}\" is fixed; expected a joint that moves", name));
    return k;
  }
  section.fail("joint", fmt::format("no joint is called \"{}\" (there are {}){}", name, list_some(names),
                                    suggestion(name, names)));
}

// [[arms.joints]]: springs, dampers and motors; and the damping that the arm has of its own.
void read_joint_forces(const Section& section, const ScenarioArm& arm, ForceSpecs& forces) {
  std::vector<bool> damped(arm.arm.joints().size(), false);
  for (Section typed : section.tables("joints")) {
    std::vector<std::string> keys = torque_keys;
    keys.push_back("joint");
    typed.allow(keys);
    const int joint = joint_named(typed, arm.arm);
    TorqueSpec torque = torque_of(arm, joint);
    if (typed.has("damping")) damped[static_cast<std::size_t>(joint)] = true;
    read_torque_terms(typed, torque);
    forces.torques.push_back(std::move(torque));
  }
  for (std::size_t k = 0; k < damped.size(); ++k) {
    const double damping = arm.arm.joints()[k].damping;
    if (damped[k] || damping == 0.0) continue;
    TorqueSpec torque = torque_of(arm, static_cast<int>(k));
    torque.damping = damping;
    torque.origin = section.path();
    forces.torques.push_back(std::move(torque));
  }
}

void read_one(ScenarioReader& reader, Section section, std::size_t number) {
  ReadArm read = read_source(section);
  const std::string name = section.text("name", number == 0 ? "arm" : fmt::format("arm{}", number + 1));
  read_start(section, read);
  ArmParts parts = arm_parts(read.arm, read.start);
  drive_base(section, read.arm, parts);
  ScenarioArm arm{name, std::move(read.arm), {}, std::move(read.start)};
  arm.points = add_parts(reader, section, name, std::move(parts));
  read_joint_forces(section, arm, reader.scenario.forces);
  for (const std::string& note : read.notes) reader.scenario.notes.push_back(fmt::format("{}: {}", name, note));
  reader.scenario.arms.push_back(std::move(arm));
}

}  // namespace

void read_arms(ScenarioReader& reader) { read_each(reader, "arms", read_one); }

bool locate_arm_files(Document& document) {
  auto* root = document.root.as<Node::Table>();
  Node* arms = root ? find(*root, "arms") : nullptr;
  auto* list = arms ? arms->as<Node::Array>() : nullptr;
  bool any = false;
  for (std::size_t k = 0; list && k < list->size(); ++k) {
    auto* table = (*list)[k].as<Node::Table>();
    Node* file = table ? find(*table, "file") : nullptr;
    auto* name = file ? file->as<std::string>() : nullptr;
    if (!name) continue;
    const std::filesystem::path beside = std::filesystem::path(document.file).parent_path() / *name;
    *name = std::filesystem::absolute(beside).lexically_normal().string();
    any = true;
  }
  return any;
}

}  // namespace taut::io
