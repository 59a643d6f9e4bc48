#include "taut/respond.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "io/file/atomic_file.hpp"
#include "io/output/checkpoint.hpp"
#include "io/progress.hpp"
#include "response/loaded_constraints.hpp"
#include "run/continued.hpp"
#include "run/output_directory.hpp"
#include "run/respond_arguments.hpp"
#include "run/respond_files.hpp"
#include "run/respond_trajectory.hpp"
#include "run/system.hpp"
#include "taut/freely_jointed.hpp"
#include "taut/output.hpp"

namespace taut {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int whole_matrix = 600;    // coordinates up to which all of it is computed and shown
constexpr int most_columns = 6000;   // of L, a solve each, for blocks near the diagonal that nobody asked for
constexpr int exact_distance = 12;   // unless told otherwise
constexpr int longest_exact = 2000;  // beads, about a second
constexpr std::chrono::seconds checkpoint_interval{10};

const char* quantity_of(ResponseKind kind) {
  switch (kind) {
    case ResponseKind::displacement:
      return "displacement to a static force";
    case ResponseKind::velocity:
      return "velocity to a force in overdamped motion";
    case ResponseKind::acceleration:
      break;
  }
  return "acceleration to a force at rest";
}

// A free motion in words: the particle that moves most, or the whole body.
std::string describe_motion(const Model& model, const std::vector<Vec3>& motion) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < motion.size(); ++i)
    if (norm(motion[i]) > norm(motion[most])) most = i;
  Vec3 v = motion[most];
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(v[axis]) < 1e-9 * norm(v)) v[axis] = 0.0;
  return fmt::format("most at {}, along ({:.3g}, {:.3g}, {:.3g})", model.particle_name(static_cast<int>(most)), v.x,
                     v.y, v.z);
}

// The value; or an error, of an option by that option's name, of the scenario with its file and line.
template <class T>
T answered(const Scenario& scenario, Expected<T> expected, std::initializer_list<std::string_view> options) {
  if (!expected && std::find(options.begin(), options.end(), expected.error().key) != options.end())
    throw InputError(fmt::format("--{}: {}", expected.error().key, expected.error().message));
  return located(scenario, std::move(expected));
}

class Responder {
 public:
  Responder(const Scenario& scenario, const RespondOptions& options)
      : scenario_(scenario), options_(options), system_(scenario), model_(on_constraints()) {
    check_options();
  }

  RespondReport execute() {
    const Clock::time_point begun = Clock::now();
    begin_report();
    if (options_.ensemble)
      average();
    else if (options_.exact)
      compare_exactly();
    else if (!options_.trajectory.empty())
      look_back();
    else
      answer_here();
    report_.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    finish();
    return std::move(report_);
  }

 private:
  void check_options() const;
  Model on_constraints();
  void begin_report();
  std::filesystem::path out() const;
  void answer_here();
  void note_tension();
  bool lists_blocks() const;
  void take_answers(Response& response);
  void measure_network(Response& response);
  void average();
  void compare_exactly();
  void look_back();
  void take_normal_modes();
  void run_ensemble(ResponseEnsemble& ensemble, const EnsembleOptions& asked);
  io::Checkpoint checkpoint(const ResponseEnsemble& ensemble, const EnsembleOptions& asked) const;
  void restore(ResponseEnsemble& ensemble, const EnsembleOptions& asked) const;
  std::optional<FreelyJointedChain> exact_chain() const;
  void add_exact(const FreelyJointedChain& chain);
  void finish();
  OutputDirectory& directory();

  const Scenario& scenario_;
  const RespondOptions& options_;
  System system_;
  Model model_;  // on the constraints
  RespondReport report_;
  std::optional<OutputDirectory> directory_;
};

void Responder::check_options() const {
  const auto only_for = [](bool given, bool fits, const char* option, const char* what) {
    if (given && !fits) throw InputError(fmt::format("{}: belongs to {}", option, what));
  };
  const bool ensemble = options_.ensemble.has_value();
  only_for(options_.tension, options_.kind == ResponseKind::displacement && !ensemble, "--tension",
           "--matrix L of one configuration");
  only_for(options_.moduli, options_.kind == ResponseKind::displacement && !ensemble, "--moduli", "--matrix L");
  only_for(!options_.drag_matrix.empty(), options_.kind == ResponseKind::velocity && !ensemble, "--drag-matrix",
           "--matrix E of one configuration");
  only_for(options_.window.has_value() || !options_.histograms.empty(), ensemble, "--window and --histogram",
           "--ensemble");
  only_for(options_.resume, ensemble, "--resume", "--ensemble");
  only_for(options_.exact, options_.kind != ResponseKind::displacement && !ensemble, "--exact",
           "--matrix E or N without --ensemble, which shows the exact averages beside its own");
  only_for(!options_.loads.empty() || !options_.group.empty() || options_.modes || options_.normal_modes,
           !ensemble && !options_.exact, "--load, --group, --modes and --normal-modes",
           "one configuration, not to averages");
  const bool trajectory = !options_.trajectory.empty();
  only_for(trajectory,
           !ensemble && !options_.exact && options_.loads.empty() && options_.group.empty() && !options_.moduli &&
               !options_.tension && options_.drag_matrix.empty(),
           "--trajectory", "--modes, --normal-modes, --fit and --zero, not to answers or averages");
  only_for(options_.fit != Fit::automatic || options_.zero != RespondOptions{}.zero, trajectory, "--fit and --zero",
           "--trajectory");
  if (!(options_.zero > 0.0 && options_.zero < 1.0))
    throw InputError(
        fmt::format("--zero: expected an amplitude between 0 and 1 of the whole, found {}", options_.zero));
}

// The start, projected as that of a run; where constraints depend on each other at one configuration only, as typed.
Model Responder::on_constraints() {
  if (system_.plan.refusal(system_.model)) return system_.model;
  Integrator integrator = make_integrator(scenario_, system_, {.step = scenario_.integrator.step});
  State state = initial_state(system_.model);
  static_cast<void>(start_on_constraints(scenario_, system_, integrator, state));
  return system_.model.with_positions(state.position);
}

void Responder::begin_report() {
  report_.title = scenario_.title;
  report_.letter = response_letter(options_.kind);
  report_.quantity = quantity_of(options_.kind);
  report_.dimension = model_.dimension();
  report_.particles = model_.size();
  report_.coordinates = model_.dimension() * model_.free_particles();
  report_.rank = system_.plan.rank();
  for (int i = 0; i < model_.size(); ++i) report_.names.push_back(model_.particle_name(i));
  report_.notes = scenario_.notes;
  if (std::string note = redundancy_note(system_); !note.empty()) report_.notes.push_back(std::move(note));
}

std::filesystem::path Responder::out() const {
  return options_.out.empty() ? std::filesystem::path("out") / (scenario_.name + "-response") : options_.out;
}

// An answer is quickly computed again and makes way; an ensemble does not.
OutputDirectory& Responder::directory() {
  if (directory_) return *directory_;
  std::error_code unknown;
  const bool cheap = std::filesystem::exists(out() / response_file, unknown) &&
                     !std::filesystem::exists(out() / checkpoint_file, unknown);
  directory_ = options_.resume
                   ? OutputDirectory::of_run(out())
                   : OutputDirectory::fresh(out(), options_.force || cheap ? Existing::replace : Existing::refuse);
  return *directory_;
}

void Responder::answer_here() {
  ResponseOptions asked{.kind = options_.kind, .tension = options_.tension};
  if (!options_.drag_matrix.empty()) asked.drag = read_drag_matrix(options_.drag_matrix, model_);
  Expected<Response> made = Response::make(model_, system_.forces, asked);
  if (!made && made.error().key == "drag")
    throw InputError(fmt::format("{}: {}", options_.drag_matrix.string(), made.error().message));
  Response response = located(scenario_, std::move(made));
  report_.notes.insert(report_.notes.end(), response.notes().begin(), response.notes().end());
  for (std::size_t k = 0; k < response.free_motions().size(); ++k)
    report_.free_motions.push_back(describe_motion(model_, response.free_motions()[k]));
  if (options_.kind == ResponseKind::displacement && !options_.tension) note_tension();
  take_answers(response);
}

void Responder::note_tension() {
  const Expected<LoadedConstraints> loaded = loaded_constraints(model_, system_.forces);
  const auto carries = [](const MatrixEntry& entry) { return std::abs(entry.value) > 1e-9; };
  if (loaded && std::any_of(loaded->stiffness.begin(), loaded->stiffness.end(), carries))
    report_.notes.emplace_back("constraints carry a load here; --tension adds the stiffness that this gives them");
}

void Responder::take_answers(Response& response) {
  for (int i = 0; i < model_.size(); ++i)
    if (model_.inverse_masses()[static_cast<std::size_t>(i)] > 0.0) report_.moving.push_back(i);
  if (response.coordinates() <= whole_matrix) report_.matrix = response.matrix();
  if (lists_blocks()) report_.blocks = response.near(options_.distance.value_or(1));
  for (const std::string& text : options_.pairs) {
    const auto [i, j] = read_pair(scenario_.model, text, "--pair");
    report_.pairs.push_back({i, j, response.block(i, j)});
  }
  if (!options_.loads.empty()) {
    report_.load = read_loads(scenario_.model, options_.loads);
    report_.answer = response.apply(report_.load);
  }
  if (!options_.group.empty()) report_.group = group_response(response, read_group(scenario_.model, options_.group));
  if (options_.modes) report_.modes = answered(scenario_, response_modes(response, *options_.modes), {"modes"});
  if (options_.normal_modes) take_normal_modes();
  if (options_.moduli) measure_network(response);
  for (int row = 0; report_.answer && row < model_.row_count(); ++row)
    report_.row_names.push_back(model_.row_name(row));
  if (model_.size() > most_listed)
    report_.notes.push_back(
        fmt::format("more than {} particles: lists are in CSV files only, and not drawn", most_listed));
}

// Asked for by a distance; or unasked where the whole matrix is too large to be shown, and blocks are not.
bool Responder::lists_blocks() const {
  if (options_.distance) return true;
  if (report_.coordinates <= whole_matrix || report_.particles > most_listed || options_.moduli) return false;
  return options_.kind != ResponseKind::displacement || report_.coordinates <= most_columns;
}

void Responder::take_normal_modes() {
  NormalModes found =
      answered(scenario_, normal_modes(model_, system_.forces, *options_.normal_modes), {"normal-modes"});
  report_.normal_modes = std::move(found.modes);
  if (found.residual > 1e-6)
    report_.notes.push_back(
        fmt::format("the start is no equilibrium: it accelerates at {:.2g} of what it would without "
                    "constraints, and its normal modes are those of its equations there",
                    found.residual));
}

void Responder::look_back() {
  if (options_.normal_modes) take_normal_modes();
  report_.trajectory = look_at_trajectory(scenario_, system_, model_, options_, report_.normal_modes);
  report_.notes.emplace_back(report_.trajectory->fitted
                                 ? "every frame is shifted and turned onto the mean, weighted by mass, so that motions "
                                   "of the whole have no part; relations are those of the frames as they are"
                                 : "frames are taken as they are, neither shifted nor turned");
  if (!report_.trajectory->enough_frames)
    report_.notes.push_back(fmt::format(
        "{} frames cannot tell which linear relations hold among {} coordinates; expected more frames than coordinates",
        report_.trajectory->time.size(), report_.coordinates));
}

// Without a load of its own the motion that is reported and drawn is that under a unit tension along x.
void Responder::measure_network(Response& response) {
  const NetworkCell cell = scenario_.networks.empty() ? cell_of_extremes(model_) : scenario_.networks.front();
  report_.moduli = located(scenario_, network_moduli(response, cell));
  if (report_.answer) return;
  report_.load = load_of_stress(model_, cell, {.xx = 1.0});
  report_.answer = response.apply(report_.load);
  report_.notes.emplace_back("the load is a unit tension along x");
}

void Responder::average() {
  const EnsembleOptions asked = read_ensemble(scenario_, options_);
  ResponseEnsemble ensemble = answered(scenario_, ResponseEnsemble::make(model_, system_.forces, asked),
                                       {"ensemble", "distance", "window", "histogram", "threads"});
  report_.notes.insert(report_.notes.end(), ensemble.notes().begin(), ensemble.notes().end());
  const std::vector<std::size_t> chosen = read_chosen(scenario_.model, options_.pairs, ensemble.result());
  if (options_.resume) {
    directory();
    restore(ensemble, asked);
  }
  run_ensemble(ensemble, asked);
  report_.ensemble = ensemble.result();
  report_.interrupted = !ensemble.done();
  for (const EnsembleResult::Distance& row : report_.ensemble->distances)
    report_.decay.push_back({row.distance, row.pairs, row.value, std::nullopt});
  for (std::size_t p : chosen) {
    const EnsembleResult::Pair& pair = report_.ensemble->pairs[p];
    report_.pair_means.push_back({pair.i, pair.j, pair.value, std::nullopt});
  }
  if (const std::optional<FreelyJointedChain> chain = exact_chain()) add_exact(*chain);
}

void Responder::run_ensemble(ResponseEnsemble& ensemble, const EnsembleOptions& asked) {
  io::write_atomically(directory().file(scenario_file), scenario_.text);
  io::Progress progress(ensemble.samples(), asked.samples,
                        options_.quiet ? io::Verbosity::quiet : io::Verbosity::normal, 2,
                        {"samples", fmt::format("{} at distance 1", report_.letter)});
  const auto save = [&] { io::write_checkpoint(directory().file(checkpoint_file), checkpoint(ensemble, asked)); };
  Clock::time_point saved = Clock::now();
  while (!ensemble.done() && !is_requested(options_.stop)) {
    ensemble.advance();
    progress.update(ensemble.samples(), ensemble.at_distance(1).mean);
    if (Clock::now() - saved < checkpoint_interval) continue;
    save();
    saved = Clock::now();
  }
  if (!ensemble.failure().empty()) throw OutputError(ensemble.failure());
  save();
}

// With all that must be the same when it is continued.
io::Checkpoint Responder::checkpoint(const ResponseEnsemble& ensemble, const EnsembleOptions& asked) const {
  io::Checkpoint checkpoint;
  checkpoint.memory = ensemble.memory();
  checkpoint.counts = {{"seed", static_cast<std::int64_t>(asked.seed)},
                       {"distance", asked.distance},
                       {"first", asked.first},
                       {"last", asked.last},
                       {"matrix", static_cast<std::int64_t>(asked.kind)}};
  keep_scenario(checkpoint, scenario_, system_.model);
  return checkpoint;
}

void Responder::restore(ResponseEnsemble& ensemble, const EnsembleOptions& asked) const {
  const std::string file = directory_->file(checkpoint_file);
  const io::Checkpoint found = io::read_checkpoint(file, 0);
  refuse_changes(changes_since(found, scenario_, system_.model), *directory_,
                 "an ensemble that is continued keeps its scenario");
  if (found.counts != checkpoint(ensemble, asked).counts || !ensemble.restore(found.memory))
    throw InputError(fmt::format(
        "{}: belongs to another ensemble; expected the same scenario, matrix, distance, window and histograms", file));
  if (ensemble.samples() > asked.samples)
    throw InputError(fmt::format("{}: holds {} samples already; expected --ensemble with more, found {}", file,
                                 ensemble.samples(), asked.samples));
}

// A single chain without fixed beads, whose average is known.
std::optional<FreelyJointedChain> Responder::exact_chain() const {
  const std::vector<Component>& components = system_.plan.components();
  if (components.size() != 1 || components[0].kind != "path" || options_.kind == ResponseKind::displacement)
    return std::nullopt;
  if (model_.free_particles() != model_.size() || model_.row_count() + 1 != model_.size()) return std::nullopt;
  if (!options_.exact && model_.size() > longest_exact) return std::nullopt;
  if (static_cast<int>(model_.distances().size()) != model_.row_count()) return std::nullopt;
  std::vector<double> drags = options_.kind == ResponseKind::acceleration ? model_.masses() : system_.forces.drags();
  if (std::all_of(drags.begin(), drags.end(), [](double c) { return c == 0.0; })) drags.assign(drags.size(), 1.0);
  const std::vector<std::int32_t>& path = components[0].particles;
  if (!std::is_sorted(path.begin(), path.end()) && !std::is_sorted(path.rbegin(), path.rend())) return std::nullopt;
  Expected<FreelyJointedChain> chain = FreelyJointedChain::make(model_.dimension(), drags);
  return chain ? std::optional(std::move(*chain)) : std::nullopt;
}

void Responder::compare_exactly() {
  const std::optional<FreelyJointedChain> chain = exact_chain();
  if (!chain)
    throw scenario_.located({"",
                             "--exact knows the averages of one freely jointed chain without fixed beads; expected a "
                             "scenario of such a chain"});
  for (int d = 0; d <= std::min(options_.distance.value_or(exact_distance), model_.size() - 1); ++d)
    report_.decay.push_back({d, model_.size() - d, {}, std::nullopt});
  for (const std::string& text : options_.pairs) {
    const auto [i, j] = read_pair(scenario_.model, text, "--pair");
    report_.pair_means.push_back({i, j, {}, std::nullopt});
  }
  add_exact(*chain);
}

// The exact mean over the same pairs; and the limit for long chains where all drags are alike.
void Responder::add_exact(const FreelyJointedChain& chain) {
  const int width = report_.decay.empty() ? 0 : report_.decay.back().distance;
  const std::vector<std::vector<double>> band = chain.band(width);
  EnsembleOptions asked;
  if (options_.ensemble) asked = read_ensemble(scenario_, options_);
  const int last = asked.last < 0 ? model_.size() - 1 : asked.last;
  for (DecayRow& row : report_.decay) {
    double sum = 0.0;
    for (int i = asked.first; i + row.distance <= last; ++i)
      sum += band[static_cast<std::size_t>(row.distance)][static_cast<std::size_t>(i)];
    row.exact = sum / (last - row.distance - asked.first + 1);
  }
  for (PairRow& row : report_.pair_means) row.exact = chain.entry(row.i, row.j);
  const Expected<InfiniteChain> infinite = infinite_chain(model_.dimension(), 1);
  if (infinite) report_.exact_factor = infinite->factor;
}

void Responder::finish() {
  OutputDirectory& directory = this->directory();
  io::write_atomically(directory.file(scenario_file), scenario_.text);
  write_response(report_, scenario_, model_, directory);
  report_.directory = directory.path();
  io::write_atomically(directory.file(response_file), to_json(report_));
  report_.files = directory.files();
}

}  // namespace

RespondReport respond(const Scenario& scenario, const RespondOptions& options) {
  return Responder(scenario, options).execute();
}

}  // namespace taut
