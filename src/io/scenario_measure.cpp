// [[measure]]: what is looked at while a run goes on.
#include <fmt/format.h>

#include <algorithm>

#include "io/scenario_reader.hpp"

namespace taut::io {
namespace {

struct Kind {
  const char* word;
  MeasureKind kind;
};
constexpr Kind kinds[] = {
    {"distance", MeasureKind::distance},   {"squared-distance", MeasureKind::squared_distance},
    {"end-to-end", MeasureKind::distance}, {"squared-end-to-end", MeasureKind::squared_distance},
    {"gyration", MeasureKind::gyration},   {"angle", MeasureKind::angle},
    {"cosine", MeasureKind::cosine},       {"dihedral", MeasureKind::dihedral},
    {"formula", MeasureKind::formula},
};

std::vector<std::string> words() {
  std::vector<std::string> all;
  for (const Kind& kind : kinds) all.emplace_back(kind.word);
  return all;
}

std::optional<MeasureSpec::Bins> read_bins(const Section& section) {
  std::optional<Section> table = section.table("histogram");
  if (!table) return std::nullopt;
  table->allow({"low", "high", "bins"});
  const double low = table->number("low"), high = table->number("high");
  if (!(high > low)) table->fail("high", fmt::format("expected more than low = {}, found {}", low, high));
  const std::int64_t bins = table->integer("bins", 1, 50);
  if (bins > 100'000) table->fail("bins", fmt::format("expected at most 100000, found {}", bins));
  return MeasureSpec::Bins{low, high, static_cast<int>(bins)};
}

MeasureSpec read_measure(Section section, ScenarioReader& reader) {
  std::vector<std::string> keys = {"type", "name", "on", "every", "histogram"};
  section.required("type", "one of " + list_some(words(), 20));
  const std::string type = section.choice("type", words());
  if (type == "formula") keys.insert(keys.end(), {"formula", "parameters"});
  section.allow(keys);
  MeasureSpec spec;
  spec.kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return type == k.word; })->kind;
  spec.on = reader.names.several(section, "on");
  if (type.find("end-to-end") != std::string::npos) {
    if (spec.on.size() < 2) section.fail("on", "found one particle, expected a chain or several particles in order");
    spec.on = {spec.on.front(), spec.on.back()};
  }
  if (type == "formula") {
    spec.formula = section.text("formula");
    spec.parameters = section.parameters("parameters");
  }
  spec.every = section.integer("every", 1, reader.scenario.output.every);
  spec.histogram = read_bins(section);
  spec.origin = section.path();
  spec.name = section.text("name", type);
  return spec;
}

}  // namespace

void read_measures(ScenarioReader& reader) {
  std::vector<MeasureSpec>& measures = reader.scenario.measures;
  for (const Section& section : reader.root.tables("measure")) {
    MeasureSpec spec = read_measure(section, reader);
    const auto same = [&](const MeasureSpec& other) { return other.name == spec.name; };
    if (std::any_of(measures.begin(), measures.end(), same))
      section.fail("name", fmt::format("\"{}\" is taken; expected a name of its own for every measurement", spec.name));
    if (spec.name.find_first_of(",\"\n") != std::string::npos)
      section.fail("name", "expected a name without commas and quotes, which heads a column");
    measures.push_back(std::move(spec));
  }
}

}  // namespace taut::io
