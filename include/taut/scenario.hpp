// What a user typed: a scenario file, read, checked key by key and ready to become a model.
// Every key is in docs/guide/scenario.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taut/arm_model.hpp"
#include "taut/crossing.hpp"
#include "taut/error.hpp"
#include "taut/event_map.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/network.hpp"
#include "taut/observe.hpp"
#include "taut/solve.hpp"

namespace taut {

namespace io {
struct Document;
}

// Labels for figures, files and messages; nothing is converted. Empty: no label.
struct Units {
  std::string length, time, mass;
  double boltzmann_constant = 1.0;  // energy over temperature
};

enum class TrajectoryFormat { h5md, csv, xyz };

struct OutputOptions {
  std::int64_t every = 1;  // steps between stored frames
  std::vector<TrajectoryFormat> formats = {TrajectoryFormat::h5md};
  bool figures = true;
};

// An arm among the particles, for its joint values and its picture.
struct ScenarioArm {
  std::string name;
  Arm arm;
  ArmPoints points;           // by the numbers of the scenario's particles
  std::vector<double> start;  // values of the joints
};

struct Scenario {
  std::string title;
  std::uint64_t seed = 1;
  ModelBuilder model{3};
  ForceSpecs forces;
  std::vector<ScenarioArm> arms;
  std::vector<NetworkCell> networks;  // the edges of each lattice, for its moduli
  IntegratorOptions integrator;
  std::optional<std::int64_t> steps;  // needed to run, not to check
  SolverOptions solver;
  bool project_initial = false;
  bool regularise = false;  // planes and lines held by distances alone: see docs/guide/redundancy.md
  OutputOptions output;
  std::optional<SectionSpec> section;  // [chaos.section]
  std::optional<MapSpec> map;          // [chaos.map]
  std::vector<MeasureSpec> measures;
  Units units;
  std::vector<std::string> notes;  // what the reader decided and a user may want to know

  std::string name;                              // of the file, without folder and ending
  std::string text;                              // the file, with what was set on the command line in it
  std::shared_ptr<const io::Document> document;  // as understood: defaults filled in

  // The error with file and line before it, for keys such as constraints[2].length.
  InputError located(const Error& error) const;
};

// Both throw InputError. An override is `key=value`, for example integrator.step=0.001 or particles[0].mass=2;
// the value is TOML, or a word.
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});
Scenario parse_scenario(std::string_view text, const std::string& file, const std::vector<std::string>& overrides = {});

}  // namespace taut
