// The reports of runs, checks and arms, and what is built in, as JSON.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "io/document/document.hpp"
#include "run/json_value.hpp"
#include "run/lost_entry.hpp"
#include "taut/arm_trials.hpp"
#include "taut/reach_run.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

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

// Forces that could not be computed have no error, and nothing has one where the finer run failed.
Json certificate(const Certificate& c) {
  const bool failed = c.failed_at.has_value(), known = !failed && std::isfinite(c.force_error);
  return {{"position_error", failed ? Json() : Json(c.position_error)},
          {"force_error", known ? Json(c.force_error) : Json()},
          {"energy_error", failed ? Json() : Json(c.energy_error)},
          {"size", c.size},
          {"trust_limit", c.trust_limit},
          {"trusted_until", optional(c.trusted_until)},
          {"failed_at", optional(c.failed_at)},
          {"failure", failed ? Json(c.failure) : Json()},
          {"position_errors", failed ? Json() : Json(c.position_errors)},
          {"force_errors", known ? Json(c.force_errors) : Json()}};
}

Json sampling_certificate(const SamplingCertificate& c) {
  Json shifts = Json::array();
  for (const SamplingCertificate::Shift& s : c.shifts)
    shifts.push_back({{"name", s.name},
                      {"mean", s.coarse},
                      {"mean_at_half_the_step", s.fine},
                      {"error_of_difference", s.error},
                      {"in_errors", s.in_errors()},
                      {"step_error", c.factor * (s.coarse - s.fine)},
                      {"converged", s.known}});
  return {{"step", c.step}, {"shifts", shifts}, {"failure", c.failure.empty() ? Json() : Json(c.failure)}};
}

Json heat(const RunSummary::Heat& h) {
  Json json = {{"temperature", optional(h.temperature)}, {"kinetic_temperature", optional(h.kinetic)}};
  json["kinetic_temperature_error"] = h.kinetic ? Json(h.kinetic_error) : Json();
  json["moves"] = h.moves == 0 ? Json() : Json({{"made", h.moves}, {"rejected", h.rejected}});
  return json;
}

Json box(const std::optional<RunSummary::Box>& b, int dimension) {
  if (!b) return nullptr;
  return {{"lengths", vectors({b->lengths}, dimension)[0]}, {"volume", b->volume}, {"density", b->density}};
}

Json changes(const std::vector<ScenarioChange>& all) {
  Json list = Json::array();
  for (const ScenarioChange& change : all)
    list.push_back({{"key", change.key},
                    {"before", Json::parse(change.before)},
                    {"after", Json::parse(change.after)},
                    {"time", change.time}});
  return list;
}

Json measurements(const std::vector<Measurement>& all) {
  Json list = Json::array();
  for (const Measurement& m : all)
    list.push_back({{"name", m.name},
                    {"mean", m.mean},
                    {"error", m.error},
                    {"converged", m.converged},
                    {"deviation", m.deviation},
                    {"minimum", m.minimum},
                    {"maximum", m.maximum},
                    {"correlation_time", m.correlation_time},
                    {"samples", m.samples}});
  return list;
}

Json lag_estimate(const LagEstimate& e) { return {{"value", e.value}, {"error", e.error}, {"converged", e.converged}}; }

Json lag_functions(const std::vector<LagFunction>& all) {
  Json list = Json::array();
  for (const LagFunction& f : all) {
    Json json = {{"name", f.name},         {"walkers", f.walkers},   {"samples", f.samples},      {"lag", f.lags},
                 {"value", Json::array()}, {"error", Json::array()}, {"converged", Json::array()}};
    for (const LagEstimate& e : f.values) {
      json["value"].push_back(e.value);
      json["error"].push_back(e.error);
      json["converged"].push_back(e.converged);
    }
    if (f.diffusion)
      json["diffusion"] = {{"coefficient", lag_estimate(f.diffusion->coefficient)},
                           {"exponent", lag_estimate(f.diffusion->exponent)},
                           {"fitted", {f.diffusion->from, f.diffusion->to}}};
    if (f.green_kubo) json["diffusion"] = {{"coefficient", lag_estimate(*f.green_kubo)}};
    if (f.integral)
      json["correlation_time"] = {{"value", f.integral->time.value},
                                  {"error", f.integral->time.error},
                                  {"converged", f.integral->time.converged},
                                  {"integrated_to", f.integral->to}};
    list.push_back(std::move(json));
  }
  return list;
}

// Null where nothing but heat and work is known to change it.
Json balance(const std::optional<RunSummary::Energy::Balance>& b) {
  if (!b) return nullptr;
  return {{"initial", b->initial},
          {"final", b->final},
          {"max_deviation", b->max_deviation},
          {"heat", b->heat},
          {"work", b->work}};
}

Json removed_velocity(const RunSummary::Start& start) {
  if (start.slowed.empty()) return {};
  return {{"particle", start.slowed}, {"size", start.removed_velocity}, {"speed", start.speed}};
}

Json constraint_forces(const RunSummary& s) {
  const bool unknown = s.final.constraint_forces.empty() && s.constraints > 0;
  return unknown ? Json() : Json(s.final.constraint_forces);
}

Json constraint_force_vectors(const RunSummary& s, int dimension) {
  const bool unknown = s.final.constraint_forces.empty() && s.constraints > 0;
  return unknown ? Json() : vectors(s.final.constraint_force_vectors, dimension);
}

Json summary_json(const RunSummary& s, Json scenario, int dimension) {
  return {
      {"title", s.title},
      {"version", version()},
      {"scenario", std::move(scenario)},
      {"complete", s.outcome == Outcome::complete},
      {"trusted", s.trusted()},
      {"accepted", s.accepted},
      {"failures", s.failures},
      {"steps", s.steps},
      {"time", s.time},
      {"particles", s.particles},
      {"constraints", s.constraints},
      {"rank", s.rank},
      {"degrees_of_freedom", s.degrees_of_freedom},
      {"components", components(s.components)},
      {"start",
       {{"position_error", s.start.position_error},
        {"velocity_error", s.start.velocity_error},
        {"removed_velocity", removed_velocity(s.start)}}},
      {"energy",
       {{"initial", s.energy.initial},
        {"final", s.energy.final},
        {"max_relative_drift", s.energy.max_relative_drift},
        {"conserved", s.energy.conserved},
        {"scale", s.energy.scale},
        {"balance", balance(s.energy.balance)}}},
      {"constraint_error",
       {{"max_position", s.constraint_error.max_position}, {"max_velocity", s.constraint_error.max_velocity}}},
      {"solver",
       {{"iterations_mean", s.solver.iterations_mean},
        {"iterations_max", s.solver.iterations_max},
        {"subdivided_steps", s.solver.subdivided_steps},
        {"smallest_step", s.solver.subdivided_steps > 0 ? Json(s.solver.smallest_step) : Json()}}},
      {"heat", heat(s.heat)},
      {"box", box(s.box, dimension)},
      {"tolerance", {{"requested", s.tolerance.requested}, {"used", s.tolerance.used}}},
      {"wall_seconds", s.wall_seconds},
      {"ns_per_constraint_step", optional(s.ns_per_constraint_step)},
      {"certificate", s.certificate ? certificate(*s.certificate) : Json()},
      {"sampling_certificate", s.sampling_certificate ? sampling_certificate(*s.sampling_certificate) : Json()},
      {"measurements", measurements(s.measurements)},
      {"lag_functions", lag_functions(s.lag_functions)},
      {"changed_on_resume", changes(s.changed_on_resume)},
      {"notes", s.notes},
      {"message", s.message},
      {"final",
       {{"positions", vectors(s.final.positions, dimension)},
        {"velocities", vectors(s.final.velocities, dimension)},
        {"constraint_forces", constraint_forces(s)},
        {"constraint_force_vectors", constraint_force_vectors(s, dimension)}}},
  };
}

// The place of the first number below that is not finite; empty: there is none.
std::string lost_below(const Json& json, const std::string& place) {
  if (json.is_number_float() && !std::isfinite(json.get<double>())) return place;
  if (!json.is_structured()) return {};
  for (const auto& [key, value] : json.items()) {
    const std::string inner = json.is_array() ? place + "[" + key + "]" : place.empty() ? key : place + "." + key;
    if (std::string found = lost_below(value, inner); !found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string to_json(const RunSummary& s, const Scenario& scenario) {
  Json typed = to_json_value(scenario.document->root);
  return dump_lines(summary_json(s, std::move(typed), scenario.model.dimension()));
}

// The final state may be large, and is looked at without a copy of it as JSON; a scenario has only what was read.
std::string lost_entry(const RunSummary& s) {
  for (const auto& [vectors, name] : {std::pair{&s.final.positions, "positions"}, {&s.final.velocities, "velocities"}})
    for (std::size_t i = 0; i < vectors->size(); ++i)
      if (!is_finite((*vectors)[i])) return "final." + std::string(name) + "[" + std::to_string(i) + "]";
  for (std::size_t row = 0; row < s.final.constraint_forces.size(); ++row)
    if (!std::isfinite(s.final.constraint_forces[row])) return "final.constraint_forces[" + std::to_string(row) + "]";
  RunSummary rest = s;
  rest.final = {};
  return lost_below(summary_json(rest, {}, 3), "");
}

namespace {

// What the joints are at the last point, in degrees and lengths.
Json posture(const ReachSummary& s) {
  Json values = Json::object();
  if (s.motion.empty()) return values;
  const std::size_t n = s.value_names.size(), first = s.motion.size() - n;
  for (std::size_t v = 0; v < n; ++v) values[s.value_names[v]] = s.motion[first + v] / s.value_units[v];
  return values;
}

Json way(const ReachWay& way) { return {{"feasible", way.found}, {"points", way.points}, {"reason", way.reason}}; }

// One word or two for the whole.
std::string verdict_of(const ReachSummary& s) {
  if (s.unreachable) return verdict_name(s.reach.verdict);
  if (s.impossible) return "impossible";
  if (s.motion.empty() || !s.violations.empty()) return "goal missed";
  if (s.way && !s.way->found) return "no way";
  return s.task == ArmTask::target ? "reached" : "followed";
}

// Where each hand is at the last point.
Json hand_places(const ReachSummary& s) {
  Json places = Json::object();
  for (std::size_t h = 0; h < s.hands.size(); ++h)
    places[s.hand_names[h]] = vectors({s.hands[h].back()}, s.dimension)[0];
  return places;
}

// How its frame is turned there, in degrees: in the plane by an angle, in space by roll, pitch and yaw.
Json hand_rotations(const ReachSummary& s, const Arm& arm) {
  Json rotations = Json::object();
  const auto n = static_cast<std::size_t>(arm.value_count());
  for (std::size_t h = 0; h < arm.hands().size() && s.motion.size() >= n; ++h) {
    const std::string name = arm.hands()[h].name;
    if (std::find(s.hand_names.begin(), s.hand_names.end(), name) == s.hand_names.end()) continue;
    const std::span<const double> last = std::span(s.motion).last(n);
    const Vec3 angles = (180.0 / std::numbers::pi) * rpy_of(hand_frame(arm, last, static_cast<int>(h)).turn);
    rotations[name] = s.dimension == 2 ? Json(angles.z) : vectors({angles}, 3)[0];
  }
  return rotations;
}

// The largest torque or force of each joint along the motion.
Json peaks(const ReachSummary& s) {
  Json values = Json::object();
  for (std::size_t v = 0; v < s.peaks.size(); ++v) values[s.value_names[v]] = s.peaks[v];
  return s.peaks.empty() ? Json() : values;
}

}  // namespace

std::string to_json(const ReachSummary& s, const ArmProblem& problem) {
  const bool target = s.task == ArmTask::target, found = !s.motion.empty();
  const bool no_posture = s.unreachable && s.reach.verdict == ReachVerdict::out_of_reach;
  const Json json = {
      {"title", s.title},
      {"version", version()},
      {"arm", to_json_value(problem.document->root)},
      {"task", target ? "target" : "path"},
      {"complete", s.outcome != ReachOutcome::interrupted},
      {"feasible", s.outcome == ReachOutcome::done},
      {"verdict", verdict_of(s)},
      {"message", s.message},
      {"proved_impossible", s.impossible.has_value() || no_posture},
      {"violations", s.violations},
      {"joints", s.joints},
      {"values", s.values},
      {"method", s.method},
      {"points", s.points},
      {"way", s.way ? way(*s.way) : Json()},
      {"unreachable_point", s.unreachable && !target ? Json(*s.unreachable) : Json()},
      {"least_position_error", s.reach.least_position_error},
      {"hand_error",
       {{"at_points", found ? Json(s.check.max_hand_error) : Json()},
        {"between", found ? Json(s.check.max_hand_error_between) : Json()}}},
      {"limb_error", s.check.max_limb_error},
      {"loop_error", s.loop_error},
      {"loop_error_between", s.check.max_loop_error_between},
      {"least_clearance", found && std::isfinite(s.check.least_clearance) ? Json(s.check.least_clearance) : Json()},
      {"peak_torques", peaks(s)},
      {"notes", s.notes},
      {"iterations", s.reach.iterations},
      {"attempts", s.reach.attempts},
      {"rounds", s.rounds},
      {"seconds", s.seconds},
      {"final",
       {{"hand", found ? vectors({s.hands.front().back()}, s.dimension)[0] : Json()},
        {"hands", hand_places(s)},
        {"rotations", hand_rotations(s, problem.arm)},
        {"posture", posture(s)}}},
  };
  return dump_lines(json);
}

std::string to_json(const Judgement& judgement) {
  const ReachSummary& s = judgement.summary;
  return dump_lines(
      Json{{"title", s.title},
           {"version", version()},
           {"feasible", judgement.feasible},
           {"notes", judgement.summary.notes},
           {"violations", s.violations},
           {"points", s.points},
           {"hand_error", {{"at_points", s.check.max_hand_error}, {"between", s.check.max_hand_error_between}}},
           {"limb_error", s.check.max_limb_error},
           {"loop_error", s.loop_error},
           {"loop_error_between", s.check.max_loop_error_between},
           {"least_clearance", std::isfinite(s.check.least_clearance) ? Json(s.check.least_clearance) : Json()}});
}

std::string to_json(const std::vector<ArmTrials>& all) {
  Json list = Json::array();
  for (const ArmTrials& t : all)
    list.push_back({{"limbs", t.limbs},
                    {"problems", t.problems},
                    {"milliseconds", t.milliseconds},
                    {"solved", t.solved},
                    {"impossible", t.impossible.size()},
                    {"undecided", t.undecided.size()},
                    {"mistaken", t.mistaken.size()},
                    {"median_ms", t.median_ms},
                    {"longest_ms", t.longest_ms},
                    {"impossible_seeds", t.impossible},
                    {"undecided_seeds", t.undecided},
                    {"mistaken_seeds", t.mistaken}});
  return dump_lines(Json{{"version", version()}, {"trials", list}});
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
