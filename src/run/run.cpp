#include "taut/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "base/volume.hpp"
#include "base/whole.hpp"
#include "dynamics/explain.hpp"
#include "io/document/document.hpp"
#include "io/file/atomic_file.hpp"
#include "io/output/checkpoint.hpp"
#include "io/progress.hpp"
#include "run/certifier.hpp"
#include "run/continued.hpp"
#include "run/evidence.hpp"
#include "run/figure_note.hpp"
#include "run/joint_figures.hpp"
#include "run/lost_entry.hpp"
#include "run/measure_recorder.hpp"
#include "run/output_directory.hpp"
#include "run/overlap.hpp"
#include "run/physics_notes.hpp"
#include "run/recorder.hpp"
#include "run/sampling_certifier.hpp"
#include "run/sampling_notes.hpp"
#include "run/simulation.hpp"
#include "run/study_memory.hpp"
#include "run/system.hpp"
#include "run/thermodynamics_figures.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds checkpoint_interval{30};
constexpr const char* interval_key = "output.every";

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::int64_t steps_to_run(const Scenario& scenario) {
  if (!scenario.steps) throw scenario.located({"integrator", "expected duration or steps, found neither"});
  return *scenario.steps;
}

std::string strongest(const Model& model, std::span<const double> forces) {
  const auto weaker = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto at = std::max_element(forces.begin(), forces.end(), weaker);
  return at == forces.end() ? "" : model.row_name(static_cast<int>(at - forces.begin()));
}

// Of all constraints together.
std::vector<Vec3> on_each_particle(const Model& model, const State& state, std::span<const double> forces) {
  std::vector<Vec3> sums(static_cast<std::size_t>(model.size()));
  for (const ConstraintForce& one : constraint_force_vectors(model, state, forces))
    sums[static_cast<std::size_t>(one.particle)] += one.force;
  return sums;
}

// Singular configurations that the motion led through, or just missed.
std::string passage_note(const Scenario& scenario, const Model& model, const Statistics& statistics) {
  std::string text =
      fmt::format("at t = {:.10g} the constraints were singular, or nearly so, at {}", statistics.first_singular_time,
                  model.row_name(static_cast<int>(statistics.singular_row)));
  if (statistics.singular_passages > 1)
    text += fmt::format(" ({} such moments, the last at t = {:.10g})", statistics.singular_passages,
                        statistics.last_singular_time);
  if (scenario.integrator.method == IntegratorMethod::closed_form)
    text += "; there closed-form loses digits that no shorter step brings back, and rattle does not";
  if (statistics.near_misses > 0)
    text += fmt::format(
        "; {} there had to be taken in 64 parts or more, for the motion turns sharply: which way it goes depends on "
        "the step, and a shorter integrator.step should confirm it",
        statistics.near_misses == 1 ? "a step" : fmt::format("{} steps", statistics.near_misses));
  else if (scenario.integrator.method != IntegratorMethod::closed_form)
    text += "; the motion went on smoothly, in shorter steps too";
  return text;
}

// Where a barostat could not, or hardly, change the box; empty otherwise.
std::string box_note(const Scenario& scenario, const Statistics& statistics) {
  if (statistics.too_small > 0)
    return fmt::format(
        "{} of {} proposed boxes were too small for the cut-off of the pair forces, and were rejected; a smaller "
        "barostat.compressibility, more particles or, where there is one, a shorter forces.pairs.cutoff avoids that",
        statistics.too_small, statistics.moves);
  if (scenario.integrator.barostat.method == BarostatMethod::none || 5 * statistics.rejected < 4 * statistics.moves ||
      statistics.moves < 20)
    return {};
  return fmt::format(
      "{} of {} changes of the box were rejected: they are too large; a smaller barostat.compressibility, a longer "
      "time_constant or a smaller every makes them smaller",
      statistics.rejected, statistics.moves);
}

// A run that is to go on.
struct Continued {
  OutputDirectory directory;
  io::Checkpoint checkpoint;
};

Continued open_run(const Scenario& scenario, const RunOptions& options) {
  if (options.certify) throw InputError("--certify compares from the start; expected it without --resume");
  OutputDirectory directory = OutputDirectory::of_run(options.out);
  io::Checkpoint checkpoint =
      io::read_checkpoint(directory.file(checkpoint_file), static_cast<std::size_t>(scenario.model.size()));
  if (is_of_study(checkpoint))
    throw InputError(
        fmt::format("{}: holds a study of taut chaos, expected a run; continue it with taut chaos --resume",
                    directory.path().string()));
  return {std::move(directory), std::move(checkpoint)};
}

// How often frames are stored follows from the duration unless it is given; in a run that goes on it stays as it was.
Scenario with_interval_of(const Scenario& scenario, const io::Checkpoint& checkpoint) {
  const auto before = checkpoint.counts.find(interval_key);
  if (before == checkpoint.counts.end() || before->second == scenario.output.every ||
      is_typed(scenario, "output.every"))
    return scenario;
  Scenario same = parse_scenario(scenario.text, scenario.document->file,
                                 {fmt::format("output.every={}", std::max<std::int64_t>(1, before->second))});
  same.name = scenario.name;
  return same;
}

class Run {
 public:
  Run(const Scenario& scenario, const RunOptions& options, std::optional<Continued> continued = {});
  RunSummary execute();

 private:
  void begin();
  void resume(Continued continued);
  void take_changes();
  std::int64_t last_step_of(const State& state) const;
  void loop();
  std::string record();  // why the state cannot be stored; empty: it was
  std::string measure();
  void add_verdict(RunSummary& summary) const;
  io::Checkpoint snapshot();
  void save(io::Checkpoint checkpoint);
  void finish();
  RunSummary head() const;  // what is known before the first step
  RunSummary summary();
  std::optional<RunSummary::Energy::Balance> balance() const;
  RunSummary::Heat heat() const;
  std::optional<RunSummary::Box> box() const;
  RunSummary::Final final_state();
  void write(const RunSummary& summary) const;
  void fail(const std::string& message);

  bool is_stored(std::int64_t step) const { return step % scenario_.output.every == 0; }
  std::int64_t next_stored() const;
  bool stopped() const { return is_requested(options_.stop); }
  bool checkpoint_due();

  const Scenario& scenario_;
  const RunOptions& options_;
  Clock::time_point begun_ = Clock::now(), last_checkpoint_ = begun_;
  std::int64_t last_step_;
  System system_;
  std::int64_t steps_between_looks_, steps_until_look_ = 1;  // at the clock
  std::optional<io::Checkpoint> continued_;
  std::optional<OutputDirectory> directory_;
  std::optional<Simulation> simulation_;
  std::optional<Recorder> recorder_;
  std::optional<MeasureRecorder> measures_;
  std::optional<Certifier> certifier_;
  std::optional<SamplingCertifier> sampling_certifier_;
  std::optional<SamplingCertificate> sampling_certificate_;
  FrameAverages averages_;
  double wall_seconds_before_ = 0.0;
  Outcome outcome_ = Outcome::failed;  // until it is known better
  std::string message_ = "the run did not come to its end";
  bool lost_ = false;    // whether the state is no longer made of numbers: it is not stored, and no checkpoint either
  std::string overlap_;  // of particles at the start
  std::vector<std::string> notes_;
  std::vector<ScenarioChange> changes_;       // whenever it was continued
  std::map<std::string, std::string> texts_;  // of every checkpoint: the scenario and its changes
};

Run::Run(const Scenario& scenario, const RunOptions& options, std::optional<Continued> continued)
    : scenario_(scenario),
      options_(options),
      last_step_(steps_to_run(scenario)),
      system_(scenario),
      steps_between_looks_(1 + 100'000 / (system_.model.size() + system_.model.row_count())),
      notes_(scenario.notes) {
  notes_.insert(notes_.end(), system_.replaced.begin(), system_.replaced.end());
  if (std::string redundancy = redundancy_note(system_); !redundancy.empty()) notes_.push_back(std::move(redundancy));
  for (std::string& note : physics_notes(scenario, system_)) notes_.push_back(std::move(note));
  if (std::string note = ergodicity_note(scenario, system_); !note.empty()) notes_.push_back(std::move(note));
  if (std::string note = slow_bath_note(scenario); !note.empty()) notes_.push_back(std::move(note));
  overlap_ = overlap_text(scenario, system_, system_.model.positions(), "at the start");
  if (continued)
    resume(std::move(*continued));
  else
    begin();
  io::Checkpoint kept;
  keep_scenario(kept, scenario_, system_.model);
  keep_changes(kept, changes_);
  texts_ = std::move(kept.texts);
  if (const int used = simulation_->threads(); used < options.threads)
    notes_.push_back(
        fmt::format("{} of {} threads {} used: what is shared out are components that have no particle in common, some "
                    "hundred particles at a time, and the segments of paths of thousands of rods",
                    used, options.threads, used == 1 ? "is" : "are"));
}

// Everything that can be wrong with the input is found before the directory is touched.
void Run::begin() {
  measures_.emplace(scenario_, system_.model);
  simulation_.emplace(prepare(scenario_, system_, options_.threads));
  if (options_.certify && is_sampled(scenario_.integrator))
    sampling_certifier_.emplace(scenario_, system_, options_.threads);
  else if (options_.certify)
    certifier_.emplace(scenario_, system_, options_.threads, simulation_->state());
  const std::filesystem::path out = options_.out.empty() ? "out" / std::filesystem::path(scenario_.name) : options_.out;
  directory_ = OutputDirectory::fresh(out, options_.force ? Existing::replace : Existing::refuse);
}

void Run::resume(Continued continued) {
  directory_ = std::move(continued.directory);
  continued_ = std::move(continued.checkpoint);
  take_changes();
  measures_.emplace(scenario_, system_.model);
  simulation_.emplace(scenario_, system_, options_.threads, *continued_);
  measures_->restore(*continued_, *directory_);
  averages_.restore(*continued_);
  wall_seconds_before_ = simulation_->statistics().wall_seconds;
  const std::int64_t step = simulation_->state().step;
  last_step_ = last_step_of(simulation_->state());
  if (step > last_step_) {
    throw InputError(fmt::format("{}: the run is at step {} already; expected more steps than that, found {}",
                                 directory_->path().string(), step, last_step_));
  }
  if (step == last_step_) notes_.push_back("nothing was left to do; continue with a longer --set integrator.duration");
}

void Run::take_changes() {
  const std::vector<ScenarioChange> changes = changes_since(*continued_, scenario_, system_.model);
  if (!options_.force_change)
    refuse_changes(changes, *directory_,
                   "a run that is continued may change its title, duration, steps, threads, output.every and "
                   "output.figures; --force-change changes it all the same, and the summary records it");
  refuse_start_changes(changes, *directory_);
  changes_ = changes_kept(*continued_);
  changes_.insert(changes_.end(), changes.begin(), changes.end());
  for (const ScenarioChange& change : changes_)
    notes_.push_back(
        fmt::format("changed at t = {:.10g}, when the run was continued: {}", change.time, describe(change)));
}

// A duration is a time to be reached: after the step was changed, the number of steps to it is another.
std::int64_t Run::last_step_of(const State& state) const {
  const double step = scenario_.integrator.step;
  if (state.time == static_cast<double>(state.step) * step || !is_typed(scenario_, "integrator.duration"))
    return last_step_;
  const double left = (static_cast<double>(last_step_) * step - state.time) / step;
  return state.step + whole_within(std::ceil(left - 1e-9), std::int64_t{0}, last_step_);
}

RunSummary Run::execute() {
  try {
    io::write_atomically(directory_->file(scenario_file), scenario_.text);
    write(head());  // incomplete: a run that is killed must not look finished
    recorder_.emplace(scenario_, system_, *directory_, continued_ ? &*continued_ : nullptr);
    if (!scenario_.arms.empty()) simulation_->watch([this](const State& state) { recorder_->follow(state); });
    measures_->open(*directory_, continued_ ? &*continued_ : nullptr);
    loop();
    finish();
  } catch (const OutputError& error) {
    fail(error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    fail(fmt::format("{}: {}", error.path1().string(), error.code().message()));
  }
  return summary();
}

void Run::fail(const std::string& message) {
  outcome_ = Outcome::failed;
  message_ = message;
  try {
    write(summary());
  } catch (const OutputError&) {  // the disk is full, or the directory is gone: the message says so
  }
}

void Run::loop() {
  io::Progress progress(simulation_->state().step, last_step_,
                        options_.quiet ? io::Verbosity::quiet : io::Verbosity::normal);
  const State& state = simulation_->state();
  std::string failure;
  if (!continued_) {
    failure = record();
    if (failure.empty()) failure = measure();
    save(snapshot());
  }
  while (state.step < last_step_ && failure.empty() && !stopped()) {
    failure = simulation_->advance(std::min(next_stored(), measures_->next(state.step)), [&] {
      progress.update(state.step, state.time);
      return stopped() || checkpoint_due();
    });
    if (failure.empty() && is_stored(state.step)) failure = record();
    if (failure.empty()) failure = measure();
    if (failure.empty() && Clock::now() - last_checkpoint_ >= checkpoint_interval) save(snapshot());
  }
  message_ = failure;
  outcome_ = !failure.empty() ? Outcome::failed : state.step < last_step_ ? Outcome::interrupted : Outcome::complete;
  if (outcome_ == Outcome::interrupted) message_ = fmt::format("interrupted at step {}", state.step);
}

std::int64_t Run::next_stored() const {
  const std::int64_t every = scenario_.output.every;
  const std::int64_t next = (simulation_->state().step / every + 1) * every;
  return std::min(next, last_step_);
}

bool Run::checkpoint_due() {
  if (--steps_until_look_ > 0) return false;
  steps_until_look_ = steps_between_looks_;
  return Clock::now() - last_checkpoint_ >= checkpoint_interval;
}

std::string Run::record() {
  const Frame frame = simulation_->measure();
  if (std::string lost = simulation_->lost_number(frame); !lost.empty()) {
    lost_ = true;
    return lost + overflow_advice(scenario_.integrator);
  }
  simulation_->statistics().add(frame);
  averages_.add(frame);
  recorder_->write(frame);
  if (certifier_ && outcome_ != Outcome::interrupted) certifier_->compare(frame);
  return {};
}

std::string Run::measure() { return measures_->take(simulation_->state()); }

io::Checkpoint Run::snapshot() {
  io::Checkpoint checkpoint = simulation_->checkpoint();
  recorder_->save(checkpoint);
  measures_->save(checkpoint);
  averages_.save(checkpoint);
  checkpoint.counts[interval_key] = scenario_.output.every;
  checkpoint.texts = texts_;
  return checkpoint;
}

void Run::save(io::Checkpoint checkpoint) {
  const std::string file = directory_->file(checkpoint_file);  // first of all: whether the directory is still there
  recorder_->flush();
  measures_->flush();
  checkpoint.numbers["wall_seconds"] = wall_seconds_before_ + seconds_since(begun_);
  io::write_checkpoint(file, checkpoint);
  last_checkpoint_ = Clock::now();
}

// The last state is stored even between two frames. The checkpoint is from before that frame, so that a
// continued run drops it and leaves the same files as one that was never stopped.
void Run::finish() {
  io::Checkpoint checkpoint = snapshot();
  if (!lost_ && !is_stored(simulation_->state().step))
    if (std::string failure = record(); !failure.empty()) {
      outcome_ = Outcome::failed;
      message_ = std::move(failure);
    }
  if (!lost_) save(std::move(checkpoint));
  if (sampling_certifier_ && outcome_ == Outcome::complete)
    sampling_certificate_ = sampling_certifier_->certify(measures_->results(), averages_, options_.stop);
  recorder_->flush();
  draw_or_note(notes_, [&] { recorder_->draw(); });
  if (scenario_.output.figures && has_thermodynamics(scenario_))
    draw_or_note(notes_, [&] { draw_thermodynamics(scenario_, *directory_); });
  if (scenario_.output.figures && !scenario_.arms.empty())
    draw_or_note(notes_, [&] { draw_joints(scenario_, *directory_); });
  measures_->write(*directory_);
  draw_or_note(notes_, [&] { measures_->draw(*directory_); });
  write(summary());
}

void Run::write(const RunSummary& summary) const {
  io::write_atomically(directory_->file(summary_file), to_json(summary, scenario_));
}

RunSummary Run::head() const {
  const Statistics& statistics = simulation_->statistics();
  RunSummary result;
  result.outcome = outcome_;
  result.message = message_;
  result.title = scenario_.title;
  result.directory = directory_->path();
  result.units = scenario_.units;
  result.notes = notes_;
  result.changed_on_resume = changes_;
  result.steps = simulation_->state().step;
  result.time = simulation_->state().time;
  result.particles = system_.model.size();
  result.constraints = system_.model.row_count();
  result.rank = system_.plan.rank();
  result.degrees_of_freedom = system_.plan.degrees_of_freedom(system_.model);
  result.components = component_groups(system_.plan);
  result.start = {statistics.start_position_error, statistics.start_velocity_error};
  if (statistics.start_slowed >= 0) {
    result.start.slowed = system_.model.particle_name(static_cast<int>(statistics.start_slowed));
    result.start.removed_velocity = statistics.start_removed_velocity;
    result.start.speed = statistics.start_speed;
  }
  result.tolerance = {scenario_.solver.tolerance, system_.plan.tolerance()};
  return result;
}

RunSummary Run::summary() {
  const Statistics& statistics = simulation_->statistics();
  RunSummary result = head();
  result.files = directory_->files();
  result.energy = {statistics.initial_energy,
                   statistics.final_energy,
                   statistics.relative_drift(),
                   conserves_energy(scenario_, system_),
                   judged_scale(scenario_, system_, statistics),
                   balance()};
  result.constraint_error = {statistics.max_position_error, statistics.max_velocity_error};
  result.solver = {
      result.steps > 0 ? static_cast<double>(statistics.iterations) / static_cast<double>(result.steps) : 0.0,
      static_cast<int>(statistics.iterations_max), statistics.subdivided_steps, statistics.smallest_step};
  result.heat = heat();
  result.box = box();
  result.wall_seconds = wall_seconds_before_ + seconds_since(begun_);
  if (result.constraints > 0 && result.steps > 0) {
    result.ns_per_constraint_step =
        1e9 * statistics.loop_seconds / (static_cast<double>(result.steps) * result.constraints);
  }
  if (certifier_) result.certificate = certifier_->certificate();
  result.sampling_certificate = sampling_certificate_;
  if (measures_) result.measurements = measures_->results();
  for (Measurement& m : result.measurements)
    m.converged = m.converged && std::isfinite(m.mean) && std::isfinite(m.error);
  if (measures_) result.lag_functions = measures_->functions();
  result.final = final_state();
  if (statistics.singular_passages > 0) result.notes.push_back(passage_note(scenario_, system_.model, statistics));
  if (std::string note = box_note(scenario_, statistics); !note.empty()) result.notes.push_back(std::move(note));
  if (!simulation_->forces_known()) result.notes.push_back("the constraint forces at the end could not be computed");
  add_verdict(result);
  return result;
}

std::optional<RunSummary::Energy::Balance> Run::balance() const {
  const Statistics& s = simulation_->statistics();
  const EnergyLaw law = energy_law(scenario_, system_);
  if (law == EnergyLaw::falling || law == EnergyLaw::open || s.exchange_unknown != 0) return std::nullopt;
  return RunSummary::Energy::Balance{s.initial_energy, s.final_balance, s.largest_imbalance, s.heat, s.work};
}

void Run::add_verdict(RunSummary& summary) const {
  Evidence evidence = gather_evidence(scenario_, system_, simulation_->statistics(), simulation_->state());
  evidence.overlap = overlap_;
  if (const EnergyParts::Worst part = simulation_->worst_part(); part.particle >= 0)
    evidence.part = {part.deviation, part.scale, system_.model.particle_name(part.particle)};
  evidence.bath = bath_of(scenario_, system_, averages_.temperature, simulation_->state().time);
  std::vector<Finding> findings = judge(evidence);
  for (Finding& finding : step_findings(scenario_, system_, simulation_->statistics(), simulation_->state(), averages_))
    findings.push_back(std::move(finding));
  if (certifier_)
    if (std::optional<Finding> found = finding_of(*summary.certificate, scenario_.integrator.step))
      findings.push_back(std::move(*found));
  if (sampling_certificate_)
    if (std::optional<Finding> found = finding_of(*sampling_certificate_)) findings.push_back(std::move(*found));
  for (Finding& finding : findings)
    (finding.severity == Severity::failure ? summary.failures : summary.notes).push_back(std::move(finding.sentence));
  summary.accepted = options_.accept && !summary.failures.empty();
  const std::string lost = lost_entry(summary);
  if (lost.empty() || summary.outcome == Outcome::failed) return;
  summary.outcome = Outcome::failed;
  summary.message = fmt::format("{} of the summary is not a number: it overflowed, or a formula left its domain", lost);
}

RunSummary::Heat Run::heat() const {
  const Statistics& statistics = simulation_->statistics();
  const IntegratorOptions& options = scenario_.integrator;
  const int degrees = system_.plan.degrees_of_freedom(system_.model);
  RunSummary::Heat heat;
  heat.moves = statistics.moves;
  heat.rejected = statistics.rejected;
  if (options.thermostat.method != ThermostatMethod::none) heat.temperature = options.thermostat.temperature;
  if (heat.temperature && averages_.temperature.count() > 0) {
    heat.kinetic = averages_.temperature.mean();
    heat.kinetic_error = averages_.temperature.error();
    heat.kinetic_converged = averages_.temperature.converged();
  }
  if (!is_random(options.method)) return heat;
  if (options.temperature > 0.0) heat.temperature = options.temperature;
  if (has_inertia(options.method) && statistics.warm_frames > 0 && degrees > 0) {
    heat.kinetic = 2.0 * statistics.kinetic_sum / static_cast<double>(statistics.warm_frames) / degrees;
    heat.kinetic_error = 2.0 * averages_.kinetic.error() / degrees;
    heat.kinetic_converged = averages_.kinetic.converged();
  }
  return heat;
}

std::optional<RunSummary::Box> Run::box() const {
  if (!system_.model.is_periodic()) return std::nullopt;
  const Statistics& statistics = simulation_->statistics();
  const Vec3& lengths = simulation_->state().box;
  const double volume = statistics.warm_frames > 0 ? statistics.volume_sum / static_cast<double>(statistics.warm_frames)
                                                   : volume_of(lengths);
  return RunSummary::Box{scenario_.integrator.barostat.method != BarostatMethod::none, lengths, volume,
                         moving_mass(system_.model) / volume};
}

RunSummary::Final Run::final_state() {
  const Frame frame = simulation_->measure();
  const std::span<const double> forces =
      simulation_->forces_known() ? frame.constraint_forces : std::span<const double>{};
  return {.positions = {frame.positions.begin(), frame.positions.end()},
          .velocities = {frame.velocities.begin(), frame.velocities.end()},
          .constraint_forces = {forces.begin(), forces.end()},
          .constraint_force_vectors =
              forces.empty() ? std::vector<Vec3>{} : on_each_particle(system_.model, simulation_->state(), forces),
          .strongest = strongest(system_.model, forces)};
}

}  // namespace

RunSummary run(const Scenario& scenario, const RunOptions& options) {
  if (!options.resume) return Run(scenario, options).execute();
  Continued continued = open_run(scenario, options);
  Scenario same = with_interval_of(scenario, continued.checkpoint);
  same.title = title_kept(continued.checkpoint, same);
  return Run(same, options, std::move(continued)).execute();
}

const char* version() { return TAUT_VERSION; }

}  // namespace taut
