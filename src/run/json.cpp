// The only file that sees nlohmann's json: its header is slow to compile.
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/document.hpp"
#include "taut/reach_run.hpp"
#include "taut/respond.hpp"
#include "taut/run.hpp"
#include "taut/study.hpp"

namespace taut {
namespace {

using Json = nlohmann::ordered_json;

// A member a line: easy to read and to search, without a line for every coordinate.
std::string dump_lines(const Json& object) {
  std::string text = "{";
  for (const char* separator = "\n"; const auto& [key, value] : object.items()) {
    text += separator + ("  " + Json(key).dump()) + ": " + value.dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + "\n}\n";
}

struct NodeToJson {
  Json operator()(const io::Node::Table& table) const {
    Json object = Json::object();
    for (const io::Member& member : table) object[member.key] = std::visit(*this, member.node.value);
    return object;
  }
  Json operator()(const io::Node::Array& array) const {
    Json list = Json::array();
    for (const io::Node& entry : array) list.push_back(std::visit(*this, entry.value));
    return list;
  }
  Json operator()(io::Date) const { return nullptr; }
  template <class T>
  Json operator()(const T& scalar) const {
    return scalar;
  }
};

Json vectors(const std::vector<Vec3>& values, int dimension) {
  Json list = Json::array();
  for (const Vec3& v : values) list.push_back(dimension == 2 ? Json{v.x, v.y} : Json{v.x, v.y, v.z});
  return list;
}

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

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

Json certificate(const Certificate& c) {
  return {{"position_error", c.position_error}, {"force_error", c.force_error},
          {"energy_error", c.energy_error},     {"size", c.size},
          {"trust_limit", c.trust_limit},       {"trusted_until", optional(c.trusted_until)},
          {"failed_at", optional(c.failed_at)}, {"position_errors", c.position_errors},
          {"force_errors", c.force_errors}};
}

Json heat(const RunSummary::Heat& h) {
  Json json = {{"temperature", optional(h.temperature)}, {"kinetic_temperature", optional(h.kinetic)}};
  json["moves"] = h.moves == 0 ? Json() : Json({{"made", h.moves}, {"rejected", h.rejected}});
  return json;
}

Json box(const std::optional<RunSummary::Box>& b, int dimension) {
  if (!b) return nullptr;
  return {{"lengths", vectors({b->lengths}, dimension)[0]}, {"volume", b->volume}, {"density", b->density}};
}

Json block(const ResponseBlock& rows, int dimension) {
  Json list = Json::array();
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a)
    list.push_back(std::vector<double>(rows[a].begin(), rows[a].begin() + dimension));
  return list;
}

Json blocks(const std::vector<ResponsePair>& pairs, int dimension) {
  Json list = Json::array();
  for (const ResponsePair& pair : pairs)
    list.push_back({{"i", pair.i}, {"j", pair.j}, {"block", block(pair.block, dimension)}});
  return list;
}

Json estimate(const Estimate& value) { return {{"mean", value.mean}, {"error", value.error}}; }

Json modes(const std::vector<Mode>& all, int dimension) {
  Json list = Json::array();
  for (const Mode& mode : all) list.push_back({{"value", mode.value}, {"motion", vectors(mode.motion, dimension)}});
  return list;
}

Json ensemble(const EnsembleResult& result) {
  Json pairs = Json::array(), histograms = Json::array();
  for (const EnsembleResult::Pair& pair : result.pairs)
    pairs.push_back({{"i", pair.i}, {"j", pair.j}, {"distance", pair.distance}, {"value", estimate(pair.value)}});
  for (const EnsembleResult::Histogram& h : result.histograms)
    histograms.push_back({{"i", h.i}, {"j", h.j}, {"low", h.low}, {"high", h.high}, {"counts", h.counts}});
  return {{"samples", result.samples}, {"pairs", pairs}, {"histograms", histograms}};
}

Json matrix(const RespondReport& report) {
  Json rows = Json::array();
  const auto n = static_cast<std::ptrdiff_t>(report.coordinates);
  for (std::ptrdiff_t i = 0; i < n && !report.matrix.empty(); ++i)
    rows.push_back(std::vector<double>(report.matrix.begin() + i * n, report.matrix.begin() + (i + 1) * n));
  return rows;
}

Json moduli(const NetworkModuli& m) {
  const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"young_x", finite(m.young_x)},       {"young_y", finite(m.young_y)},
          {"shear", finite(m.shear)},           {"poisson_xy", finite(m.poisson_xy)},
          {"poisson_yx", finite(m.poisson_yx)}, {"compliance", block(m.compliance, 3)}};
}

Json relations(const TrajectoryReport& trajectory, const std::vector<std::string>& names, int dimension) {
  Json list = Json::array();
  for (std::size_t k = 0; k < trajectory.relations.size(); ++k) {
    const ImpliedRelation& relation = trajectory.relations[k];
    Json terms = Json::array();
    for (const ImpliedRelation::Term& term : relation.terms)
      terms.push_back({{"particle", names[static_cast<std::size_t>(term.particle)]},
                       {"weights", vectors({term.weight}, dimension)[0]}});
    list.push_back(
        {{"type", relation.every_axis ? "linear" : "implicit"},
         {"relation", trajectory.relation_texts[k]},
         {"terms", terms},
         {"offset", relation.every_axis ? vectors({relation.offset}, dimension)[0] : Json(relation.offset.x)},
         {"deviation", relation.deviation}});
  }
  const auto name = [&](int particle) { return names[static_cast<std::size_t>(particle)]; };
  auto text = trajectory.shape_texts.begin();
  for (const KeptDistance& distance : trajectory.shape.distances)
    list.push_back({{"type", "distance"},
                    {"relation", *text++},
                    {"between", {name(distance.i), name(distance.j)}},
                    {"length", distance.length},
                    {"deviation", distance.deviation}});
  for (const auto& [of, deviation] : trajectory.shape.planes)
    list.push_back({{"type", "plane"},
                    {"relation", *text++},
                    {"of", {name(of[0]), name(of[1]), name(of[2]), name(of[3])}},
                    {"deviation", deviation}});
  return list;
}

Json trajectory(const RespondReport& report) {
  const TrajectoryReport& found = *report.trajectory;
  return {{"file", found.file.string()},
          {"frames", found.time.size()},
          {"fitted", found.fitted},
          {"variance", found.principal.total},
          {"variances", found.principal.variances},
          {"components", modes(found.principal.components, report.dimension)},
          {"normal_mode_variances", found.normal_variances},
          {"held", found.held},
          {"implied", relations(found, report.names, report.dimension)}};
}

Json lyapunov(const LyapunovStudy& study) {
  Json exponents = Json::array();
  for (std::size_t j = 0; j < study.exponents.size(); ++j)
    exponents.push_back({{"mean", study.exponents[j].mean},
                         {"error", study.exponents[j].error},
                         {"converged", study.exponents[j].converged},
                         {"finite_time", study.finite_time[j]}});
  return {{"exponents", exponents},
          {"copies", study.copies},
          {"time", study.time},
          {"transient", study.transient},
          {"exponential_growth", study.grows}};
}

Json twin(const TwinStudy& study) {
  Json json = {{"start_distance", study.start_distance},
               {"final_distance", study.distances.back()},
               {"time", study.time},
               {"rate", nullptr},
               {"fitted", nullptr},
               {"memory", nullptr}};
  if (study.fit) {
    json["rate"] = study.fit->rate;
    json["fitted"] = {study.fit->from, study.fit->to};
    json["memory"] = study.fit->memory;
  }
  return json;
}

Json map(const MapStudy& study) {
  Json agreement = Json::array();
  for (const MapStudy::Agreement& row : study.agreement)
    agreement.push_back({{"from", row.from},  // null: never
                         {"to", row.to},
                         {"pixels", row.pixels},
                         {"agree", row.agree},
                         {"median_difference", row.median}});
  return {{"columns", study.columns}, {"rows", study.rows},     {"time", study.time},
          {"events", study.events},   {"none", study.none},     {"impossible", study.impossible},
          {"unknown", study.unknown}, {"agreement", agreement}, {"tolerance", study.tolerance},
          {"seconds", study.seconds}};
}

}  // namespace

std::string to_json(const RespondReport& report) {
  const int dimension = report.dimension;
  Json json = {{"title", report.title},
               {"version", version()},
               {"matrix", std::string(1, report.letter)},
               {"quantity", report.quantity},
               {"particles", report.particles},
               {"coordinates", report.coordinates},
               {"rank", report.rank},
               {"degrees_of_freedom", report.coordinates - report.rank},
               {"notes", report.notes},
               {"free_motions", report.free_motions},
               {"seconds", report.seconds}};
  if (!report.matrix.empty()) json["entries"] = matrix(report);
  const bool lists = report.particles <= most_listed;
  json["blocks"] = lists ? blocks(report.blocks, dimension) : Json();
  json["pairs"] = blocks(report.pairs, dimension);
  if (report.answer && lists)
    json["answer"] = {{"motion", vectors(report.answer->motion, dimension)},
                      {"constraints", report.row_names},
                      {"constraint_forces", report.answer->constraint_forces},
                      {"unbalanced", report.answer->unbalanced}};
  if (report.group) json["group"] = block(*report.group, dimension);
  if (!report.modes.empty()) json["modes"] = modes(report.modes, dimension);
  if (!report.normal_modes.empty()) json["normal_modes"] = modes(report.normal_modes, dimension);
  if (report.trajectory) json["trajectory"] = trajectory(report);
  if (report.moduli) json["moduli"] = moduli(*report.moduli);
  if (report.ensemble) json["ensemble"] = ensemble(*report.ensemble);
  if (report.ensemble || !report.pair_means.empty()) {
    Json& chosen = json["pair_means"] = Json::array();
    for (const PairRow& row : report.pair_means)
      chosen.push_back({{"i", row.i},
                        {"j", row.j},
                        {"value", report.ensemble ? estimate(row.value) : Json()},
                        {"exact", optional(row.exact)}});
  }
  Json& decay = json["decay"] = Json::array();
  for (const DecayRow& row : report.decay)
    decay.push_back({{"distance", row.distance},
                     {"pairs", row.pairs},
                     {"value", report.ensemble ? estimate(row.value) : Json()},
                     {"exact", optional(row.exact)}});
  if (report.exact_factor) json["exact_factor"] = *report.exact_factor;
  json["complete"] = !report.interrupted;
  return dump_lines(json);
}

namespace {

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

}  // namespace

std::string to_json(const RunSummary& s, const Scenario& scenario) {
  const int dimension = scenario.model.dimension();
  Json json = {
      {"title", s.title},
      {"version", version()},
      {"scenario", std::visit(NodeToJson{}, scenario.document->root.value)},
      {"complete", s.outcome == Outcome::complete},
      {"steps", s.steps},
      {"time", s.time},
      {"particles", s.particles},
      {"constraints", s.constraints},
      {"rank", s.rank},
      {"degrees_of_freedom", s.degrees_of_freedom},
      {"components", components(s.components)},
      {"start", {{"position_error", s.start.position_error}, {"velocity_error", s.start.velocity_error}}},
      {"energy",
       {{"initial", s.energy.initial},
        {"final", s.energy.final},
        {"max_relative_drift", s.energy.max_relative_drift},
        {"conserved", s.energy.conserved}}},
      {"constraint_error",
       {{"max_position", s.constraint_error.max_position}, {"max_velocity", s.constraint_error.max_velocity}}},
      {"solver",
       {{"iterations_mean", s.solver.iterations_mean},
        {"iterations_max", s.solver.iterations_max},
        {"subdivided_steps", s.solver.subdivided_steps}}},
      {"heat", heat(s.heat)},
      {"box", box(s.box, dimension)},
      {"tolerance", {{"requested", s.tolerance.requested}, {"used", s.tolerance.used}}},
      {"wall_seconds", s.wall_seconds},
      {"ns_per_constraint_step", optional(s.ns_per_constraint_step)},
      {"certificate", s.certificate ? certificate(*s.certificate) : Json()},
      {"measurements", measurements(s.measurements)},
      {"lag_functions", lag_functions(s.lag_functions)},
      {"notes", s.notes},
      {"message", s.message},
      {"final",
       {{"positions", vectors(s.final.positions, dimension)},
        {"velocities", vectors(s.final.velocities, dimension)},
        {"constraint_forces", s.final.constraint_forces}}},
  };
  return dump_lines(json);
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

// The largest torque or force of each joint along the motion.
Json peaks(const ReachSummary& s) {
  Json values = Json::object();
  for (std::size_t v = 0; v < s.peaks.size(); ++v) values[s.value_names[v]] = s.peaks[v];
  return s.peaks.empty() ? Json() : values;
}

}  // namespace

std::string to_json(const ReachSummary& s, const ArmProblem& problem) {
  const bool target = s.task == ArmTask::target, found = !s.motion.empty();
  const Json json = {
      {"title", s.title},
      {"version", version()},
      {"arm", std::visit(NodeToJson{}, problem.document->root.value)},
      {"task", target ? "target" : "path"},
      {"complete", s.outcome != ReachOutcome::interrupted},
      {"feasible", s.outcome == ReachOutcome::done},
      {"verdict", s.unreachable || target ? verdict_name(s.reach.verdict) : "reached"},
      {"message", s.message},
      {"proved_impossible", s.impossible.has_value()},
      {"violations", s.violations},
      {"joints", s.joints},
      {"values", s.values},
      {"method", s.method},
      {"points", s.points},
      {"unreachable_point", s.unreachable && !target ? Json(*s.unreachable) : Json()},
      {"least_position_error", s.reach.least_position_error},
      {"hand_error",
       {{"at_points", found ? Json(s.check.max_hand_error) : Json()},
        {"between", found ? Json(s.check.max_hand_error_between) : Json()}}},
      {"limb_error", s.check.max_limb_error},
      {"loop_error", s.loop_error},
      {"least_clearance", found && std::isfinite(s.check.least_clearance) ? Json(s.check.least_clearance) : Json()},
      {"peak_torques", peaks(s)},
      {"notes", s.notes},
      {"iterations", s.reach.iterations},
      {"attempts", s.reach.attempts},
      {"rounds", s.rounds},
      {"seconds", s.seconds},
      {"final", {{"hand", found ? vectors({s.hand.back()}, s.dimension)[0] : Json()}, {"posture", posture(s)}}},
  };
  return dump_lines(json);
}

std::string to_json(const StudyReport& report) {
  Json json = {{"title", report.title},           {"version", version()},
               {"complete", !report.interrupted}, {"degrees_of_freedom", report.degrees_of_freedom},
               {"integrator", report.integrator}, {"step", report.step}};
  if (report.lyapunov) json["lyapunov"] = lyapunov(*report.lyapunov);
  if (report.section)
    json["section"] = {{"crossings", report.section->hits.size()},
                       {"starts", report.section->starts},
                       {"time", report.section->time},
                       {"jumps", report.section->jumps},
                       {"energy", {report.section->lowest_energy, report.section->highest_energy}}};
  if (report.twin) json["twin"] = twin(*report.twin);
  if (report.map) json["map"] = map(*report.map);
  json["notes"] = report.notes;
  json["seconds"] = report.seconds;
  return dump_lines(json);
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
