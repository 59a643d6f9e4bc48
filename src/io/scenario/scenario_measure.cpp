// [[measure]]: what is looked at while a run goes on.
#include <fmt/format.h>

#include <algorithm>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

struct Kind {
  const char* word;
  MeasureKind kind;
};
constexpr Kind kinds[] = {
    {"distance", MeasureKind::distance},
    {"squared-distance", MeasureKind::squared_distance},
    {"end-to-end", MeasureKind::distance},
    {"squared-end-to-end", MeasureKind::squared_distance},
    {"gyration", MeasureKind::gyration},
    {"angle", MeasureKind::angle},
    {"cosine", MeasureKind::cosine},
    {"dihedral", MeasureKind::dihedral},
    {"formula", MeasureKind::formula},
    {"mean-square-displacement", MeasureKind::mean_square_displacement},
    {"velocity-autocorrelation", MeasureKind::velocity_autocorrelation},
    {"end-to-end-autocorrelation", MeasureKind::vector_autocorrelation},
    {"vector-autocorrelation", MeasureKind::vector_autocorrelation},
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
  return MeasureSpec::Bins{low, high, table->count("bins", {1, 100'000}, 50)};
}

std::optional<double> read_longest(const Section& section) {
  if (!section.has("longest")) return std::nullopt;
  return section.positive("longest");
}

// autocorrelation = true, or { longest = 5.0 }.
std::optional<LagSpec> read_autocorrelation(Section& section) {
  const Node* node = section.node("autocorrelation");
  if (!node) return std::nullopt;
  if (!node->as<Node::Table>()) return section.flag("autocorrelation", false) ? std::optional(LagSpec{}) : std::nullopt;
  const Section table = *section.table("autocorrelation");
  table.allow({"longest"});
  return LagSpec{.longest = read_longest(table)};
}

std::array<double, 2> read_fit(const Section& section) {
  const std::vector<double> fit = section.numbers("fit");
  if (fit.size() != 2 || !(fit[0] >= 0.0) || !(fit[1] > fit[0]))
    section.fail("fit", "expected two lags, the first below the second: fit = [1.0, 10.0]");
  return {fit[0], fit[1]};
}

void read_function_of_lag(Section& section, const std::string& type, MeasureSpec& spec) {
  spec.lags = LagSpec{.longest = read_longest(section)};
  if (section.has("fit")) spec.lags->fit = read_fit(section);
  if (spec.lags->fit && spec.lags->longest && (*spec.lags->fit)[1] > *spec.lags->longest)
    section.fail("fit",
                 fmt::format("expected lags up to longest = {}, found {}", *spec.lags->longest, (*spec.lags->fit)[1]));
  if (type != "mean-square-displacement" && type != "velocity-autocorrelation") return;
  spec.walkers =
      section.choice("of", {"particles", "molecules"}) == "molecules" ? Walkers::molecules : Walkers::particles;
  spec.drift = section.flag("remove_drift", false) ? Drift::remove : Drift::keep;
}

std::vector<std::string> keys_of(const std::string& type) {
  std::vector<std::string> keys = {"type", "name", "on", "every"};
  const auto add = [&](std::initializer_list<const char*> more) { keys.insert(keys.end(), more.begin(), more.end()); };
  if (type == "formula" || type == "vector-autocorrelation") add({"formula", "parameters"});
  if (type == "mean-square-displacement")
    add({"longest", "of", "remove_drift", "fit"});
  else if (type == "velocity-autocorrelation")
    add({"longest", "of", "remove_drift"});
  else if (type == "end-to-end-autocorrelation" || type == "vector-autocorrelation")
    add({"longest"});
  else
    add({"histogram", "autocorrelation"});
  return keys;
}

// One text, or a list of them.
std::vector<std::string> read_formulas(const Section& section) {
  const auto* list = section.required("formula", "a formula, or a list of them").as<Node::Array>();
  if (!list) return {section.text("formula")};
  std::vector<std::string> formulas;
  for (const Node& entry : *list) {
    const auto* text = entry.as<std::string>();
    if (!text) section.fail("formula", fmt::format("expected a list of formulas, found {} in it", describe(entry)));
    formulas.push_back(*text);
  }
  if (formulas.empty() || formulas.size() > 3)
    section.fail("formula", fmt::format("expected one to three components, found {}", formulas.size()));
  return formulas;
}

// The particles, and where each molecule ends among them. An end-to-end vector knows the first and the last of each.
void read_molecules_of(const Section& section, bool ends, const ParticleNames& names, MeasureSpec& spec) {
  using Wanted = ParticleNames::Wanted;
  for (const std::vector<int>& one : names.molecules(section, "on", ends ? Wanted::ends : Wanted::whole)) {
    if (one.size() < 2) section.fail("on", "found one particle, expected a chain or several particles in order");
    if (ends)
      spec.on.insert(spec.on.end(), {one.front(), one.back()});
    else
      spec.on.insert(spec.on.end(), one.begin(), one.end());
    spec.molecule_ends.push_back(spec.on.size());
  }
}

MeasureSpec read_measure(Section section, ScenarioReader& reader) {
  section.required("type", "one of " + list_some(words(), 20));
  const std::string type = section.choice("type", words());
  section.allow(keys_of(type));
  MeasureSpec spec;
  spec.kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return type == k.word; })->kind;
  const bool ends = type.find("end-to-end") != std::string::npos;
  if (ends || type == "gyration")
    read_molecules_of(section, ends, reader.names, spec);
  else
    spec.on = reader.names.several(section, "on");
  if (type == "formula" || type == "vector-autocorrelation") {
    spec.formulas = type == "formula" ? std::vector{section.text("formula")} : read_formulas(section);
    spec.parameters = section.parameters("parameters");
  }
  spec.every = section.integer("every", {1, most_steps}, reader.scenario.output.every);
  if (is_function_of_lag(spec.kind)) {
    read_function_of_lag(section, type, spec);
  } else {
    spec.histogram = read_bins(section);
    spec.lags = read_autocorrelation(section);
  }
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
