// [chaos.section] and [chaos.map].
#include <fmt/format.h>

#include <numeric>

#include "io/file/number.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

constexpr int most_named = 100;  // particles that formulas number when none are listed

// A list of formulas; numbers are formulas, too.
std::vector<std::string> formulas(const Section& section, const char* name, std::size_t count) {
  const Node& node = section.required(name, "a list of formulas");
  const auto* list = node.as<Node::Array>();
  if (!list || list->size() != count)
    section.fail(name, fmt::format("expected a list of {} formulas, found {}", count, describe(node)));
  std::vector<std::string> texts;
  for (const Node& entry : *list) {
    if (const auto* text = entry.as<std::string>())
      texts.push_back(*text);
    else
      texts.push_back(format_number(section.number_of(entry, section.key(name))));
  }
  return texts;
}

// Those of `on`, or all.
std::vector<int> particles(const Section& section, const ScenarioReader& reader) {
  if (section.has("on")) return reader.names.several(section, "on");
  const int all = reader.scenario.model.size();
  if (all > most_named)
    section.fail("on", fmt::format("expected the particles that the formulas number from 1; only up to {} need no list",
                                   most_named));
  std::vector<int> list(static_cast<std::size_t>(all));
  std::iota(list.begin(), list.end(), 0);
  return list;
}

CrossingSpec read_crossing(Section& section, const ScenarioReader& reader) {
  CrossingSpec spec;
  spec.on = particles(section, reader);
  spec.crossing = section.formula("crossing");
  const std::string direction = section.choice("direction", {"up", "down", "both"});
  spec.direction = direction == "up"     ? CrossingDirection::up
                   : direction == "down" ? CrossingDirection::down
                                         : CrossingDirection::both;
  if (section.has("where")) spec.where = section.formula("where");
  spec.parameters = section.parameters("parameters");
  spec.origin = section.path();
  return spec;
}

std::array<std::string, 3> read_vector(const Section& section, const char* name) {
  std::array<std::string, 3> vector;
  if (!section.has(name)) return vector;
  const std::vector<std::string> texts = formulas(section, name, static_cast<std::size_t>(section.dimension()));
  std::copy(texts.begin(), texts.end(), vector.begin());
  return vector;
}

std::vector<StartSpec> read_starts(const Section& section, const ScenarioReader& reader) {
  std::vector<StartSpec> starts;
  for (const Section& start : section.tables("starts")) {
    start.allow({"particle", "position", "velocity"});
    starts.push_back({reader.names.one(start, "particle"), read_vector(start, "position"),
                      read_vector(start, "velocity"), start.path()});
  }
  if (starts.empty()) section.fail("starts", "there are none; expected where particles start, as formulas");
  return starts;
}

SectionSpec read_section(Section section, const ScenarioReader& reader) {
  section.allow({"on", "crossing", "direction", "where", "plot", "labels", "parameters", "vary", "starts"});
  SectionSpec spec{.crossing = read_crossing(section, reader), .plot = {}, .labels = {}};
  const std::vector<std::string> plot = formulas(section, "plot", 2);
  const std::vector<std::string> labels = section.has("labels") ? formulas(section, "labels", 2) : plot;
  for (std::size_t k = 0; k < 2; ++k) spec.plot[k] = plot[k], spec.labels[k] = labels[k];
  std::optional<Section> vary = section.table("vary");
  if (!vary) {
    if (section.has("starts")) section.fail("starts", "expected them with vary, whose name their formulas use");
    return spec;
  }
  vary->allow({"name", "from", "to", "count"});
  spec.vary = {vary->text("name"), vary->number("from"), vary->number("to"), vary->count("count", {1, 100'000}, 20)};
  spec.starts = read_starts(section, reader);
  return spec;
}

MapAxis read_axis(const Section& section, const char* name) {
  std::optional<Section> axis = section.table(name);
  if (!axis) section.fail(name, "there is none; expected { name = \"a\", from = -180, to = 180 }, or key for name");
  axis->allow({"name", "key", "from", "to", "label"});
  MapAxis read{axis->optional_text("name"), axis->number("from"), axis->number("to"), axis->optional_text("label"),
               axis->optional_text("key")};
  if (read.name.empty() == read.key.empty())
    axis->fail("name", "expected either the name of a parameter of the starts, or the key of a number in the scenario");
  if (read.name.empty()) read.name = read.key;
  if (!(read.to != read.from)) axis->fail("to", "expected another number than from");
  if (read.label.empty()) read.label = read.name;
  return read;
}

MapSpec read_map(Section section, const ScenarioReader& reader) {
  section.allow({"x", "y", "starts", "events", "possible", "parameters", "title"});
  MapSpec spec{.x = read_axis(section, "x"), .y = read_axis(section, "y"), .starts = {}, .events = {}};
  if (spec.x.name == spec.y.name) section.fail("y", "expected another name than that of x");
  const bool needs_starts = spec.x.key.empty() || spec.y.key.empty();
  if (needs_starts || !section.tables("starts").empty()) spec.starts = read_starts(section, reader);
  for (Section event : section.tables("events")) {
    event.allow({"on", "crossing", "direction", "where", "parameters"});
    spec.events.push_back(read_crossing(event, reader));
  }
  if (spec.events.empty()) section.fail("events", "there are none; expected formulas that cross zero");
  if (section.has("possible")) spec.possible = section.formula("possible");
  spec.parameters = section.parameters("parameters");
  spec.title = section.text("title", spec.title);
  spec.origin = section.path();
  return spec;
}

}  // namespace

void read_chaos(ScenarioReader& reader) {
  const std::optional<Section> chaos = reader.root.table("chaos");
  if (!chaos) return;
  chaos->allow({"section", "map"});
  if (const std::optional<Section> section = chaos->table("section"))
    reader.scenario.section = read_section(*section, reader);
  if (const std::optional<Section> map = chaos->table("map")) reader.scenario.map = read_map(*map, reader);
}

}  // namespace taut::io
