#include "taut/arm_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/arm/arm_reader.hpp"
#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "io/file/input_file.hpp"

namespace taut {
namespace io {

double radians(double degrees) { return degrees * (std::numbers::pi / 180.0); }
double degrees(double radians) { return radians * (180.0 / std::numbers::pi); }

Rotation read_turn(const Section& section, const char* name) {
  if (!section.has(name)) return {};
  if (section.dimension() == 2) return rotation_about({0.0, 0.0, 1.0}, radians(section.number(name)));
  const Vec3 angles = section.vector(name);
  return rotation_of_rpy({radians(angles.x), radians(angles.y), radians(angles.z)});
}

Vec3 read_direction(const Section& section, const char* name) {
  const Vec3 vector = section.vector(name);
  const double length = norm(vector);
  if (!(length > 0.0)) section.fail(name, "found a zero vector, expected a direction");
  return (1.0 / length) * vector;
}

std::vector<Vec3> read_points(const Section& section, const char* name, std::size_t least) {
  const Node& node = section.required(name, "a list of points");
  const auto* list = node.as<Node::Array>();
  if (!list || list->size() < least)
    section.fail(name, fmt::format("expected a list of at least {} points, found {}", least, describe(node)));
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < list->size(); ++k)
    points.push_back(section.vector_of((*list)[k], fmt::format("{}[{}]", section.key(name), k)));
  return points;
}

namespace {

void read_head(Section& root, ArmProblem& problem) {
  if (root.has("particles")) root.fail("particles", "the file is a scenario; expected an arm, or taut run");
  root.allow({"title", "dimension", "seed", "units", "arm", "limbs", "loops", "hand", "hands", "target", "targets",
              "path", "paths", "obstacles", "goals", "search"});
  problem.title = root.text("title", problem.name);
  const std::int64_t dimension = root.integer("dimension", {2, most_steps}, 3);
  if (dimension > 3) root.fail("dimension", fmt::format("expected 2 or 3, found {}", dimension));
  root.document().dimension = static_cast<int>(dimension);
  problem.seed = static_cast<std::uint64_t>(root.integer("seed", any_seed, 1));
  if (const auto units = root.table("units")) {
    units->allow({"length", "time"});
    problem.length_unit = units->optional_text("length");
    problem.time_unit = units->optional_text("time");
  }
}

void read_whole_arm(ArmReader& reader) {
  std::optional<Section> arm = reader.root.table("arm");
  const bool plane = reader.root.dimension() == 2;
  reader.problem.gravity = plane ? Vec3{0.0, -9.81, 0.0} : Vec3{0.0, 0.0, -9.81};
  if (arm) {
    std::vector<std::string> keys = arm_keys;
    keys.insert(keys.end(), {"urdf", "gravity"});
    if (arm->has("urdf")) keys = {"base", "turn", "thickness", "urdf", "start", "gravity"};
    arm->allow(keys);
    if (arm->has("gravity")) reader.problem.gravity = arm->vector("gravity");
  }
  ReadArm read = read_arm(reader.root, arm);
  reader.problem.arm = std::move(read.arm);
  reader.problem.start = std::move(read.start);
  reader.problem.notes = std::move(read.notes);
}

Node::Table& members(Document& document) { return *document.root.as<Node::Table>(); }

void remove(Document& document, std::string_view name) {
  members(document).remove_if([&](const Member& member) { return member.key == name; });
}

// "1,0.5" as the TOML text of a vector.
std::string vector_text(const char* option, const std::string& typed) {
  const std::string text = fmt::format("[{}]", typed);
  if (typed.empty() || !parse_toml_value(text))
    throw InputError(fmt::format("{}: found \"{}\", expected coordinates such as 1.5,0.5", option, typed));
  return text;
}

std::string path_text(const std::string& typed) {
  if (typed.find_first_of("Mm") != std::string::npos) return fmt::format("{{ type = \"svg\", d = \"{}\" }}", typed);
  std::string points;
  for (std::size_t at = 0; at < typed.size();) {
    const std::size_t end = std::min(typed.find(' ', at), typed.size());
    if (end > at) points += (points.empty() ? "" : ", ") + vector_text("--path", typed.substr(at, end - at));
    at = end + 1;
  }
  if (points.empty())
    throw InputError("--path: expected points such as \"1,0 1,1\", or a path of SVG: \"M 1 0 L 1 1\"");
  return fmt::format("{{ type = \"polyline\", from_hand = true, points = [{}] }}", points);
}

// Another task takes the place of that in the file, as a whole, but for how finely a path is divided.
void set_task(Document& document, const std::string& table, const std::string& value) {
  std::vector<Member> kept;
  if (Node* path = find(members(document), "path"); path && table == "path" && path->as<Node::Table>())
    for (const Member& member : *path->as<Node::Table>())
      if (member.key == "step" || member.key == "duration") kept.push_back(member);
  for (const char* task : {"target", "targets", "path", "paths"}) remove(document, task);
  apply_overrides(document, {table + "=" + value});
  Node* made = find(members(document), table);
  if (made->as<Node::Table>())
    made->as<Node::Table>()->insert(made->as<Node::Table>()->end(), kept.begin(), kept.end());
}

// What the command line says of the hand belongs to the task; of several tasks each has its own.
std::string key_of_task(Document& document, const char* name, const char* option) {
  for (const char* several : {"targets", "paths"})
    if (find(members(document), several))
      throw InputError(
          fmt::format("{}: the file has [[{}]], each with its own; expected --to, --line-to or --path "
                      "beside it, or --set {}[0].{}=…",
                      option, several, several, name));
  return fmt::format("{}.{}", find(members(document), "path") ? "path" : "target", name);
}

void set_hand(Document& document, const std::string& hand) {
  const std::string key = key_of_task(document, "hand", "--hand");
  apply_overrides(document, {key + "=\"\""});
  find(*find(members(document), key.substr(0, key.find('.')))->as<Node::Table>(), "hand")->value = hand;
  document.options.emplace_back(key, "--hand");
}

void apply(Document& document, const ArmSettings& settings) {
  const int tasks = !settings.to.empty() + !settings.line_to.empty() + !settings.path.empty();
  if (tasks > 1) throw InputError("taut reach: expected one of --to, --line-to and --path");
  const auto typed = [&](const char* key, const char* option) { document.options.emplace_back(key, option); };
  if (!settings.to.empty()) {
    set_task(document, "target", fmt::format("{{ position = {} }}", vector_text("--to", settings.to)));
    typed("target.position", "--to");
  }
  if (!settings.line_to.empty()) {
    set_task(document, "path",
             fmt::format("{{ type = \"line\", to = {} }}", vector_text("--line-to", settings.line_to)));
    typed("path.to", "--line-to");
  }
  if (!settings.path.empty()) {
    set_task(document, "path", path_text(settings.path));
    typed("path.points", "--path");
    typed("path.d", "--path");
  }
  if (!settings.direction.empty()) {
    const std::string key = key_of_task(document, "direction", "--direction");
    apply_overrides(document, {key + "=" + vector_text("--direction", settings.direction)});
    typed(key.c_str(), "--direction");
  }
  if (!settings.hand.empty()) set_hand(document, settings.hand);
  if (!settings.method.empty()) apply_overrides(document, {"search.method=" + settings.method});
  if (!settings.seconds.empty()) apply_overrides(document, {"search.seconds=" + settings.seconds});
  typed("search.method", "--method");
  typed("search.seconds", "--seconds");
  for (const std::string& text : settings.overrides) {  // two ways to say one thing: setting one withdraws the other
    const std::string set = text.substr(0, text.find('='));
    const std::vector<std::string> ways = {"target", "targets", "path", "paths"};
    if (std::find(ways.begin(), ways.end(), set) == ways.end()) continue;
    for (const std::string& way : ways)
      if (way != set) remove(document, way);
  }
  apply_overrides(document, settings.overrides);
}

// The name of the URDF file, where there is one.
std::string* urdf_name(Document& document) {
  Node* arm = find(members(document), "arm");
  Node* urdf = arm && arm->as<Node::Table>() ? find(*arm->as<Node::Table>(), "urdf") : nullptr;
  return urdf ? urdf->as<std::string>() : nullptr;
}

// Lengths whose squares are no numbers any more. Seconds and the like may be as large as they like.
void refuse_huge(const Document& document, const Node& node, const std::string& key) {
  constexpr double most = 1e100;
  if (const auto* number = node.as<double>(); number && std::abs(*number) > most && std::isfinite(*number))
    throw document.error(key, fmt::format("found {:g}, expected less than {:g}", *number, most));
  if (const auto* array = node.as<Node::Array>())
    for (std::size_t k = 0; k < array->size(); ++k) refuse_huge(document, (*array)[k], fmt::format("{}[{}]", key, k));
  if (const auto* table = node.as<Node::Table>())
    for (const Member& member : *table)
      if (member.key != "search") refuse_huge(document, member.node, key.empty() ? member.key : key + "." + member.key);
}

bool is_changed(const ArmSettings& settings) {
  const ArmSettings none;
  return settings.overrides != none.overrides || !(settings.to + settings.line_to + settings.path + settings.hand +
                                                   settings.direction + settings.method + settings.seconds)
                                                      .empty();
}

}  // namespace
}  // namespace io

InputError ArmProblem::located(const Error& error) const { return document->error(error.key, error.message); }

ArmProblem parse_arm_problem(std::string_view text, const std::string& file, const ArmSettings& settings) {
  const auto document = std::make_shared<io::Document>(io::Document{file, io::parse_toml(text, file)});
  io::apply(*document, settings);
  ArmProblem problem;
  problem.name = std::filesystem::path(file).stem().string();
  std::string* urdf = io::urdf_name(*document);
  if (urdf) {  // beside the file that names it, here and wherever the problem is written to
    const std::filesystem::path beside = std::filesystem::path(file).parent_path() / *urdf;
    problem.urdf = io::read_input(beside, "a URDF file");
    *urdf = "arm.urdf";
    problem.text = io::to_toml(document->root);
    *urdf = std::filesystem::absolute(beside).lexically_normal().string();
  } else {
    problem.text = io::is_changed(settings) ? io::to_toml(document->root) : std::string(text);
  }
  problem.document = document;
  io::refuse_huge(*document, document->root, "");
  io::Section root(*document, document->root, "");
  io::read_head(root, problem);
  io::ArmReader reader{root, problem};
  io::read_whole_arm(reader);
  io::read_search(reader);
  io::read_task(reader);
  io::read_goals(reader);
  return problem;
}

ArmProblem read_arm_problem(const std::filesystem::path& file, const ArmSettings& settings) {
  if (file.extension() == ".urdf") {  // an arm and nothing else
    const io::Node arm = {io::Node::Table{{"urdf", {file.filename().string()}}}};
    return parse_arm_problem(io::to_toml({io::Node::Table{{"arm", arm}}}), file.string(), settings);
  }
  const std::string text = io::read_input(file, "an arm file");
  if (const std::size_t first = text.find_first_not_of(" \t\r\n"); first != std::string::npos && text[first] == '<')
    throw InputError(
        fmt::format("{}:1: found XML, expected TOML, or a robot in a file that ends in .urdf", file.string()));
  return parse_arm_problem(text, file.string(), settings);
}

}  // namespace taut
