// The only file that sees nlohmann's json: its header is slow to compile.
#include <nlohmann/json.hpp>

#include "io/document.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

using Json = nlohmann::ordered_json;

// A member a line: easy to read and to search, without a line for every coordinate.
std::string dump_lines(const Json& object) {
  std::string text = "{";
  for (const char* separator = "\n"; const auto& [key, value] : object.items()) {
    text += separator + ("  " + Json(key).dump()) + ": " + value.dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + "\n}\n";
}

struct NodeToJson {
  Json operator()(const io::Node::Table& table) const {
    Json object = Json::object();
    for (const io::Member& member : table) object[member.key] = std::visit(*this, member.node.value);
    return object;
  }
  Json operator()(const io::Node::Array& array) const {
    Json list = Json::array();
    for (const io::Node& entry : array) list.push_back(std::visit(*this, entry.value));
    return list;
  }
  Json operator()(io::Date) const { return nullptr; }
  template <class T>
  Json operator()(const T& scalar) const {
    return scalar;
  }
};

Json vectors(const std::vector<Vec3>& values, int dimension) {
  Json list = Json::array();
  for (const Vec3& v : values) list.push_back(dimension == 2 ? Json{v.x, v.y} : Json{v.x, v.y, v.z});
  return list;
}

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json components(const std::vector<ComponentGroup>& groups) {
  Json list = Json::array();
  for (const ComponentGroup& group : groups) {
    list.push_back({{"kind", group.kind},
                    {"count", group.count},
                    {"constraints", group.constraints},
                    {"rank", group.rank},
                    {"solver", group.solver},
                    {"reason", group.reason}});
  }
  return list;
}

Json certificate(const Certificate& c) {
  return {{"position_error", c.position_error}, {"force_error", c.force_error},
          {"energy_error", c.energy_error},     {"size", c.size},
          {"trust_limit", c.trust_limit},       {"trusted_until", optional(c.trusted_until)},
          {"failed_at", optional(c.failed_at)}, {"position_errors", c.position_errors},
          {"force_errors", c.force_errors}};
}

}  // namespace

std::string to_json(const RunSummary& s, const Scenario& scenario) {
  const int dimension = scenario.model.dimension();
  Json json = {
      {"title", s.title},
      {"version", version()},
      {"scenario", std::visit(NodeToJson{}, scenario.document->root.value)},
      {"complete", s.outcome == Outcome::complete},
      {"steps", s.steps},
      {"time", s.time},
      {"particles", s.particles},
      {"constraints", s.constraints},
      {"rank", s.rank},
      {"degrees_of_freedom", s.degrees_of_freedom},
      {"components", components(s.components)},
      {"start", {{"position_error", s.start.position_error}, {"velocity_error", s.start.velocity_error}}},
      {"energy",
       {{"initial", s.energy.initial},
        {"final", s.energy.final},
        {"max_relative_drift", s.energy.max_relative_drift},
        {"conserved", s.energy.conserved}}},
      {"constraint_error",
       {{"max_position", s.constraint_error.max_position}, {"max_velocity", s.constraint_error.max_velocity}}},
      {"solver",
       {{"iterations_mean", s.solver.iterations_mean},
        {"iterations_max", s.solver.iterations_max},
        {"subdivided_steps", s.solver.subdivided_steps}}},
      {"tolerance", {{"requested", s.tolerance.requested}, {"used", s.tolerance.used}}},
      {"wall_seconds", s.wall_seconds},
      {"ns_per_constraint_step", optional(s.ns_per_constraint_step)},
      {"certificate", s.certificate ? certificate(*s.certificate) : Json()},
      {"notes", s.notes},
      {"message", s.message},
      {"final",
       {{"positions", vectors(s.final.positions, dimension)},
        {"velocities", vectors(s.final.velocities, dimension)},
        {"constraint_forces", s.final.constraint_forces}}},
  };
  return dump_lines(json);
}

std::string to_json(const CheckReport& report) {
  const Json json = {
      {"particles", report.particles},
      {"constraints", report.constraints},
      {"rank", report.rank},
      {"degrees_of_freedom", report.degrees_of_freedom},
      {"redundant", report.redundant},
      {"contradictory", report.contradictory},
      {"singular", report.singular},
      {"condition_number", optional(report.condition_number)},
      {"components", components(report.components)},
      {"start",
       {{"max_position_error", report.start.position_error}, {"max_velocity_error", report.start.velocity_error}}},
      {"refusal", report.refusal.empty() ? Json() : Json(report.refusal)},
      {"advice", report.advice},
  };
  return dump_lines(json);
}

std::string to_json(const std::vector<CatalogueSection>& sections) {
  Json json = Json::object();
  for (const CatalogueSection& section : sections) {
    Json& list = json[section.name] = Json::array();
    for (const CatalogueEntry& entry : section.entries) {
      list.push_back({{"name", entry.name}, {"description", entry.description}});
    }
  }
  return dump_lines(json);
}

}  // namespace taut
