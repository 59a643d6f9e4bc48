// The one orchestrator: scenario -> model -> plan -> run -> output directory and summary; and the static check.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "taut/integrate.hpp"
#include "taut/observe.hpp"
#include "taut/scenario.hpp"
#include "taut/stop.hpp"

namespace taut {

const char* version();

struct RunOptions {
  std::filesystem::path out;  // empty: out/<scenario name>
  bool force = false;         // replace a run that is already there
  bool resume = false;        // continue the run in `out`
  bool force_change = false;  // also with another scenario than it was begun with
  bool certify = false;       // compute the same at half the step beside it, for error bars
  bool accept = false;        // a result that is not to be trusted is what the user wants
  bool quiet = false;         // no progress bar
  int threads = 1;
  const StopRequest* stop = nullptr;  // set by a signal handler: finish the step, save and return
};

// Components of one kind that differ in nothing but their particles.
struct ComponentGroup {
  std::string kind, solver, reason;
  std::int64_t count = 0;
  std::int64_t constraints = 0;  // scalar rows of each
  std::int64_t rank = 0;         // of each: the rows that the others do not imply
};

// Richardson's estimate from a second run at half the step: |difference| 2^p / (2^p - 1), p the order.
struct Certificate {
  double position_error = 0.0;  // the largest at the end
  double force_error = 0.0;
  double energy_error = 0.0;
  std::vector<double> position_errors;  // at the end, one a particle
  std::vector<double> force_errors;     // at the end, one a row
  double size = 0.0;                    // of the region visited
  double trust_limit = 0.0;             // a position error beyond this, 1/1000 of the size at the start, is not trusted
  std::optional<double> trusted_until;  // first stored time beyond the limit, when there is one
  std::optional<double> failed_at;      // when the run at half the step could not go on: then there are no errors
  std::string failure = {};             // and why
};

// A key of the scenario that was changed when the run was continued at this time. Values are JSON; null: not set.
struct ScenarioChange {
  std::string key, before, after;
  double time = 0.0;
};

// Of random motion: averages of a second run at half the step, for the same time and with other random numbers.
struct SamplingCertificate {
  struct Shift {
    std::string name;
    double coarse, fine;  // means at the step of the run, and at half of it
    double error;         // of their difference, by chance
    bool known;           // whether both runs are long enough to know it
    double in_errors() const { return error > 0.0 ? (fine - coarse) / error : 0.0; }
  };
  double step = 0.0;           // of the second run
  double factor = 1.0;         // 2^p / (2^p - 1), p the order: the step error of the run over the shift
  std::vector<Shift> shifts;   // of what was measured, of energies and of the volume
  std::string failure;         // why there is none
  bool interrupted = false;    // by the user, which says nothing about the run
  const Shift* worst() const;  // in errors
};

enum class Outcome { complete, failed, interrupted };

struct RunSummary {
  Outcome outcome = Outcome::complete;
  std::string message;  // why it is not complete

  // What the rule of docs/guide/accuracy.md finds wrong with the numbers; empty: nothing.
  std::vector<std::string> failures;
  bool accepted = false;  // by RunOptions::accept: known to be wrong, and wanted
  bool trusted() const { return outcome != Outcome::failed && failures.empty(); }

  std::string title;
  std::filesystem::path directory;
  std::vector<std::string> files;
  Units units;
  std::vector<std::string> notes;
  std::vector<ScenarioChange> changed_on_resume;  // by force_change, each time that the run was continued

  std::int64_t steps = 0;
  double time = 0.0;
  int particles = 0;
  int constraints = 0;  // scalar rows
  int rank = 0;         // of them, at the start
  int degrees_of_freedom = 0;
  std::vector<ComponentGroup> components;

  struct Start {
    double position_error = 0.0, velocity_error = 0.0;  // before the projection, in the measure of the tolerance
    std::string slowed = {};                            // the particle whose given velocity was changed most; or none
    double removed_velocity = 0.0, speed = 0.0;         // by how much, and how fast it was
  } start;
  struct Energy {
    double initial = 0.0, final = 0.0;
    double max_relative_drift = 0.0;  // at stored frames, over max(|initial|, largest kinetic energy)
    bool conserved = true;            // whether the forces and constraints conserve it at all
    double scale = 0.0;               // what a deviation is judged by, see docs/guide/accuracy.md
    // The energy less heat and work: of a bath, or of damping and what drives the motion. Nothing where they are not
    // known.
    struct Balance {
      double initial = 0.0, final = 0.0, max_deviation = 0.0;
      double heat = 0.0, work = 0.0;  // given so far
    };
    std::optional<Balance> balance;
  } energy;
  struct ConstraintError {
    double max_position = 0.0, max_velocity = 0.0;  // positions at every step, velocities at stored frames
  } constraint_error;
  struct Solver {
    double iterations_mean = 0.0;
    int iterations_max = 0;
    std::int64_t subdivided_steps = 0;
    double smallest_step = 0.0;  // of a step that was subdivided; 0: none was
  } solver;
  struct Heat {                         // of random motion, or with a thermostat
    std::optional<double> temperature;  // that was asked for
    std::optional<double> kinetic;      // 2 <K> / degrees of freedom, over the stored frames after the start
    double kinetic_error = 0.0;
    bool kinetic_converged = false;  // whether that error is known
    std::int64_t moves = 0, rejected = 0;
  } heat;
  struct Box {                           // of a periodic system
    bool changes = false;                // by a barostat
    Vec3 lengths;                        // at the end
    double volume = 0.0, density = 0.0;  // mean volume over the stored frames after the start, and mass over it
  };
  std::optional<Box> box;
  struct Tolerance {
    double requested = 0.0, used = 0.0;
  } tolerance;
  double wall_seconds = 0.0;
  std::optional<double> ns_per_constraint_step;
  std::optional<Certificate> certificate;
  std::optional<SamplingCertificate> sampling_certificate;
  std::vector<Measurement> measurements;
  std::vector<LagFunction> lag_functions;

  struct Final {
    std::vector<Vec3> positions, velocities;
    std::vector<double> constraint_forces;       // empty where they could not be computed
    std::vector<Vec3> constraint_force_vectors;  // of all constraints together on each particle, fixed ones included
    std::string strongest;                       // the constraint with the largest force
  } final;
};

// Throws InputError for what the user can mend before anything is computed. Everything later is in the summary:
// a step that cannot be solved, a full disk, an interrupt.
RunSummary run(const Scenario& scenario, const RunOptions& options = {});

std::string to_text(const RunSummary& summary);                            // for people
std::string to_json(const RunSummary& summary, const Scenario& scenario);  // summary.json

// What can be said without simulating.
struct CheckReport {
  std::string title;
  int particles = 0, constraints = 0, rank = 0, degrees_of_freedom = 0;
  std::vector<std::string> redundant, contradictory, singular;  // constraints by name
  std::optional<double> condition_number;                       // of A = B W B^T, the largest of a component
  std::vector<ComponentGroup> components;
  RunSummary::Start start;
  std::string refusal;  // why a run would be refused although the model is valid; empty: it would not
  std::vector<std::string> advice;
};
CheckReport check(const Scenario& scenario);  // throws InputError
std::string to_text(const CheckReport& report);
std::string to_json(const CheckReport& report);

// Draws finished runs, given by their directories, in one figure each for constraint errors and energy; returns the
// files. Throws InputError and OutputError.
std::vector<std::filesystem::path> compare(const std::vector<std::filesystem::path>& directories,
                                           const std::filesystem::path& out);

// What is built in, for `taut list`.
struct CatalogueEntry {
  std::string name, description;
};
struct CatalogueSection {
  std::string name;
  std::vector<CatalogueEntry> entries;
};
std::vector<CatalogueSection> catalogue();
std::string to_json(const std::vector<CatalogueSection>& sections);

}  // namespace taut
