#include "taut/scenario.hpp"

#include <fmt/format.h>

#include "io/document/document.hpp"
#include "io/document/toml.hpp"
#include "io/file/input_file.hpp"
#include "io/scenario/scenario_reader.hpp"

namespace taut {
namespace {

void read_head(io::Section& root, Scenario& scenario) {
  if (root.has("limbs")) root.fail("limbs", "the file describes an arm; expected a scenario, or taut reach");
  root.allow({"title",  "dimension", "seed",  "particles", "constraints", "forces",     "integrator",
              "solver", "output",    "units", "measure",   "box",         "thermostat", "barostat",
              "chaos",  "chains",    "rings", "stars",     "lattices",    "molecules",  "arms"});
  scenario.title = root.text("title", scenario.name);
  const std::int64_t dimension = root.integer("dimension", {2, io::most_steps}, 3);
  if (dimension > 3) root.fail("dimension", fmt::format("expected 2 or 3, found {}", dimension));
  root.document().dimension = static_cast<int>(dimension);
  scenario.seed = static_cast<std::uint64_t>(root.integer("seed", io::any_seed, 1));
  scenario.model = ModelBuilder(root.dimension());
}

// Particles before what refers to them, typed ones first.
void read_tables(io::ScenarioReader& reader) {
  io::read_box(reader);
  io::read_particles(reader);
  io::read_chains(reader);
  io::read_rings(reader);
  io::read_stars(reader);
  io::read_lattices(reader);
  io::read_molecules(reader);
  io::read_arms(reader);
  if (reader.scenario.model.size() == 0) {
    reader.root.fail("particles", "there are none; expected [[particles]] or a generator such as [[chains]]");
  }
  io::read_constraints(reader);
  io::read_forces(reader);
  io::read_units(reader);
  io::read_integrator(reader);
  io::read_thermostat(reader);
  io::read_barostat(reader);
  io::read_solver(reader);
  io::read_output(reader);
  io::read_measures(reader);
  io::read_chaos(reader);
}

}  // namespace

InputError Scenario::located(const Error& error) const { return document->error(error.key, error.message); }

Scenario parse_scenario(std::string_view text, const std::string& file, const std::vector<std::string>& overrides) {
  const auto document = std::make_shared<io::Document>(io::Document{file, io::parse_toml(text, file)});
  io::apply_overrides(*document, overrides);
  Scenario scenario;
  scenario.name = std::filesystem::path(file).stem().string();
  const bool located = io::locate_arm_files(*document);
  scenario.text = overrides.empty() && !located ? std::string(text) : io::to_toml(document->root);
  io::Section root(*document, document->root, "");
  read_head(root, scenario);
  io::ScenarioReader reader{root, scenario};
  read_tables(reader);
  scenario.document = document;
  return scenario;
}

Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse_scenario(io::read_input(file, "a scenario file"), file.string(), overrides);
}

}  // namespace taut
