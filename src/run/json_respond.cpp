// Answers to forces as JSON.
#include <cmath>

#include "run/json_value.hpp"
#include "taut/respond.hpp"
#include "taut/run.hpp"

namespace taut {
namespace {

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

}  // namespace taut
