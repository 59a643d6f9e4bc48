// Studies of chaos as JSON.
#include "run/json_value.hpp"
#include "taut/run.hpp"
#include "taut/study.hpp"

namespace taut {
namespace {

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

std::string to_json(const StudyReport& report) {
  Json json = {{"title", report.title},
               {"version", version()},
               {"complete", !report.interrupted},
               {"degrees_of_freedom", report.degrees_of_freedom},
               {"integrator", report.integrator},
               {"step", report.step},
               {"trusted", !report.interrupted && report.trusted()},
               {"accepted", report.accepted},
               {"failures", report.failures}};
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

}  // namespace taut
