// [integrator], [solver], [output] and [units].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scenario/scenario_reader.hpp"

namespace taut::io {
namespace {

constexpr std::int64_t frames_by_default = 1000;
constexpr Bounds any_number = {0, 1'000'000'000};  // of iterations

// The entry of `known` with the name that was typed.
template <class Info>
const Info& read_method(Section& section, const std::string& word, const char* what, const std::vector<Info>& known) {
  std::vector<std::string> names;
  for (const Info& info : known) {
    if (info.name == word) return info;
    names.push_back(info.name);
  }
  section.fail("method", fmt::format("no {} is called \"{}\" (there are {}){}", what, word, list_some(names, 20),
                                     suggestion(word, names)));
}

std::int64_t steps_of_duration(Section& section, double step, std::vector<std::string>& notes) {
  const double duration = section.positive("duration");
  const double steps = std::ceil(duration / step * (1.0 - 1e-12));
  if (!(steps <= static_cast<double>(most_steps)))
    section.fail("duration", fmt::format("found {}, which is {:.6g} steps of {}; expected at most {} steps", duration,
                                         duration / step, step, most_steps));
  if (std::abs(steps * step - duration) > 1e-9 * duration) {
    notes.push_back(fmt::format("a duration of {} is not a whole number of steps of {}: the run ends at {}", duration,
                                step, steps * step));
  }
  return static_cast<std::int64_t>(steps);
}

std::int64_t default_interval(const Scenario& scenario) {
  return std::max<std::int64_t>(1, (scenario.steps.value_or(1) + frames_by_default - 1) / frames_by_default);
}

Stabilisation read_stabilisation(Section& section) {
  const std::string word = section.choice("stabilisation", {"none", "baumgarte", "projection"});
  return word == "none"        ? Stabilisation::none
         : word == "baumgarte" ? Stabilisation::baumgarte
                               : Stabilisation::projection;
}

// Keys of integrators that offer a choice; to others they are an error, which the integrator itself puts in words.
void read_choices(Section& section, IntegratorOptions& options) {
  const IntegratorInfo& info = integrator_info(options.method);
  if (section.has("order") || !info.orders.empty()) options.order = section.count("order", {1, 1000}, info.order);
  if (section.has("stabilisation") || options.method == IntegratorMethod::closed_form)
    options.stabilisation = read_stabilisation(section);
  if (options.stabilisation == Stabilisation::baumgarte)
    options.baumgarte = section.positive("baumgarte", baumgarte_rate(options));
  else if (section.has("baumgarte"))
    section.fail("baumgarte", "expected it with stabilisation = \"baumgarte\" only");
}

// kT. A temperature is in units of temperature where [units] has Boltzmann's constant. Here it used to be an energy
// nevertheless, so that with such a constant the energy must be written as one.
double read_thermal_energy(const Section& section, const Units& units) {
  if (section.has("thermal_energy") && section.has("temperature"))
    section.fail("thermal_energy", "expected it or temperature, found both");
  if (section.has("thermal_energy")) return section.positive("thermal_energy");
  const double found = section.positive("temperature"), k = units.boltzmann_constant;
  if (k != 1.0)
    section.fail("temperature",
                 fmt::format("beside units.boltzmann_constant = {} it is not clear whether {} is a temperature or an "
                             "energy; expected thermal_energy = {} for the temperature, or thermal_energy = {} for the "
                             "energy kT",
                             k, found, found * k, found));
  return found;
}

// Keys of random motion; to a method that would ignore one, it is an error.
void read_heat(Section& section, const Units& units, IntegratorOptions& options) {
  const IntegratorMethod method = options.method;
  const bool walks = method == IntegratorMethod::random_walk;
  const auto asked = [&](const char* key, bool known) {
    if (section.has(key) && !known)
      section.fail(key, fmt::format("{} does not know this key", integrator_info(method).name));
    return known;
  };
  if (asked("kick", walks)) options.kick = section.positive("kick");
  if (asked("measure", is_random(method) && !walks))
    options.measure = section.choice("measure", {"rigid", "uniform"}) == "rigid" ? Measure::rigid : Measure::uniform;
  if (asked("substeps", method == IntegratorMethod::langevin || method == IntegratorMethod::hmc))
    options.substeps = section.count("substeps", {1, 1'000'000}, integrator_substeps(options));
  if (asked("velocities", has_inertia(method)))
    options.velocities = section.choice("velocities", {"given", "thermal"}) == "given" ? StartVelocities::given
                                                                                       : StartVelocities::thermal;
  const bool warm = (is_random(method) && !walks) || options.velocities == StartVelocities::thermal;
  static_cast<void>(asked("thermal_energy", warm));
  if (asked("temperature", warm)) options.temperature = read_thermal_energy(section, units);
}

// Keys that one method knows, and the others would ignore.
void refuse_foreign(const Section& section, const SolverOptions& options, SolverMethod owner,
                    std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (section.has(key) && options.method != owner)
      section.fail(key, fmt::format("only {} knows this key, but the method is {}", solver_name(owner),
                                    solver_name(options.method)));
}

void read_own_keys(Section& section, SolverOptions& options) {
  refuse_foreign(section, options, SolverMethod::gauss_seidel, {"relaxation"});
  refuse_foreign(section, options, SolverMethod::lincs, {"order", "iterations"});
  if (options.method == SolverMethod::gauss_seidel) {
    options.relaxation = section.positive("relaxation", options.relaxation);
    if (options.relaxation >= 2.0)
      section.fail("relaxation", fmt::format("expected less than 2, found {}", options.relaxation));
  }
  if (options.method == SolverMethod::lincs) {
    options.order = section.count("order", any_number, options.order);
    options.iterations = section.count("iterations", any_number, options.iterations);
  }
}

TrajectoryFormat format_of(const Section& section, const Node& entry) {
  const auto* word = entry.as<std::string>();
  if (word && *word == "h5md") return TrajectoryFormat::h5md;
  if (word && *word == "csv") return TrajectoryFormat::csv;
  if (word && *word == "xyz") return TrajectoryFormat::xyz;
  section.fail("formats", fmt::format("expected h5md, csv or xyz, found {}", describe(entry)));
}

std::vector<TrajectoryFormat> read_formats(const Section& section) {
  const Node* given = section.node("formats");
  if (!given) return {TrajectoryFormat::h5md};
  const auto* list = given->as<Node::Array>();
  if (!list)
    section.fail("formats", fmt::format("expected a list such as [\"h5md\", \"csv\"], found {}", describe(*given)));
  std::vector<TrajectoryFormat> formats;
  for (const Node& entry : *list) {
    const TrajectoryFormat format = format_of(section, entry);
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
  }
  return formats;
}

}  // namespace

void read_integrator(ScenarioReader& reader) {
  std::optional<Section> section = reader.root.table("integrator");
  if (!section) return;
  section->allow({"method", "step", "duration", "steps", "max_subdivisions", "order", "stabilisation", "baumgarte",
                  "temperature", "thermal_energy", "kick", "substeps", "measure", "velocities"});
  IntegratorOptions& options = reader.scenario.integrator;
  options.seed = reader.scenario.seed;
  const std::string word = section->text("method", "rattle");
  options.method = read_method(*section, word, "integrator", built_in_integrators()).method;
  options.step = section->positive("step", options.step);
  options.max_subdivisions = section->count("max_subdivisions", {0, 1000}, options.max_subdivisions);
  read_choices(*section, options);
  read_heat(*section, reader.scenario.units, options);
  if (section->has("steps") && section->has("duration")) {
    section->fail("steps", "expected steps or duration, found both");
  }
  if (section->has("steps")) reader.scenario.steps = section->integer("steps", {0, most_steps});
  if (section->has("duration"))
    reader.scenario.steps = steps_of_duration(*section, options.step, reader.scenario.notes);
}

void read_thermostat(ScenarioReader& reader) {
  std::optional<Section> section = reader.root.table("thermostat");
  if (!section) return;
  section->allow({"method", "temperature", "thermal_energy", "time_constant"});
  ThermostatOptions& bath = reader.scenario.integrator.thermostat;
  const std::string word = section->choice("method", {"rescale", "andersen", "nose-hoover"});
  bath.method = word == "rescale"    ? ThermostatMethod::rescale
                : word == "andersen" ? ThermostatMethod::andersen
                                     : ThermostatMethod::nose_hoover;
  if (section->has("thermal_energy") && section->has("temperature"))
    section->fail("thermal_energy", "expected it or temperature, found both");
  bath.temperature = section->has("thermal_energy")
                         ? section->positive("thermal_energy")
                         : reader.scenario.units.boltzmann_constant * section->positive("temperature");
  bath.time_constant = section->positive("time_constant", 100.0 * reader.scenario.integrator.step);
  bath.seed = reader.scenario.seed;
}

void read_barostat(ScenarioReader& reader) {
  std::optional<Section> section = reader.root.table("barostat");
  if (!section) return;
  section->allow({"method", "pressure", "compressibility", "time_constant", "every"});
  BarostatOptions& bath = reader.scenario.integrator.barostat;
  section->choice("method", {"cell-rescaling"});
  bath.method = BarostatMethod::cell_rescaling;
  bath.pressure = section->number("pressure");
  bath.compressibility = section->positive("compressibility");
  bath.time_constant = section->positive("time_constant", 1000.0 * reader.scenario.integrator.step);
  bath.every = section->integer("every", {1, most_steps}, bath.every);
  bath.seed = reader.scenario.seed;
}

void read_solver(ScenarioReader& reader) {
  // Also without the table: the scenario as understood says what is used.
  std::optional<Section> section = reader.root.table("solver");
  if (!section) section = reader.root.new_table("solver");
  section->allow(
      {"method", "tolerance", "max_iterations", "project_initial", "regularise", "relaxation", "order", "iterations"});
  SolverOptions& options = reader.scenario.solver;
  const std::string typed = section->text("method", "auto");
  const std::string word = typed == "shake" ? "gauss-seidel" : typed;
  options.method = read_method(*section, word, "solver", built_in_solvers()).method;
  options.tolerance = section->positive("tolerance", options.tolerance);
  if (options.tolerance >= 1.0)
    section->fail("tolerance", fmt::format("expected less than 1, found {}", options.tolerance));
  options.max_iterations = section->count("max_iterations", any_number, 0);
  read_own_keys(*section, options);
  reader.scenario.project_initial = section->flag("project_initial", false);
  reader.scenario.regularise = section->flag("regularise", false);
}

void read_output(ScenarioReader& reader) {
  OutputOptions& options = reader.scenario.output;
  options.every = default_interval(reader.scenario);
  std::optional<Section> section = reader.root.table("output");
  if (!section) return;
  section->allow({"every", "formats", "figures"});
  options.every = section->integer("every", {1, most_steps}, options.every);
  options.formats = read_formats(*section);
  options.figures = section->flag("figures", true);
}

void read_units(ScenarioReader& reader) {
  std::optional<Section> section = reader.root.table("units");
  if (!section) return;
  section->allow({"length", "time", "mass", "boltzmann_constant"});
  reader.scenario.units = {section->optional_text("length"), section->optional_text("time"),
                           section->optional_text("mass")};
  if (section->has("boltzmann_constant"))
    reader.scenario.units.boltzmann_constant = section->positive("boltzmann_constant");
}

}  // namespace taut::io
