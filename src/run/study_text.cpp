#include <fmt/format.h>

#include <cmath>

#include "taut/study.hpp"

namespace taut {
namespace {

constexpr std::size_t shown_exponents = 16;

std::string line(std::string_view head, std::string_view text) { return fmt::format("  {:<13} {}\n", head, text); }

std::string per(const StudyReport& report) { return report.time_unit.empty() ? "" : " /" + report.time_unit; }
std::string in(const StudyReport& report) { return report.time_unit.empty() ? "" : " " + report.time_unit; }

std::string lyapunov_text(const StudyReport& report) {
  const LyapunovStudy& study = *report.lyapunov;
  if (study.exponents.empty()) return {};
  std::string text;
  for (std::size_t j = 0; j < std::min(study.exponents.size(), shown_exponents); ++j)
    text += line(j == 0 ? "exponents" : "",
                 fmt::format("{:10.5f} ± {:.5f}{}", study.exponents[j].mean, study.exponents[j].error, per(report)));
  double sum = 0.0;
  for (const LyapunovStudy::Exponent& exponent : study.exponents) sum += exponent.mean;
  if (static_cast<int>(study.exponents.size()) == 2 * report.degrees_of_freedom)
    text += line("sum", fmt::format("{:10.1e}{}", sum, per(report)));
  text += line("mean over", fmt::format("{} copies of t = {:g}{}, the first {:g} left out", study.copies, study.time,
                                        in(report), study.transient));
  text += line("finite time",
               fmt::format("{:.5f}{} from the start to t = {:g}", study.finite_time[0], per(report), study.time));
  text += line("", study.grows ? "starts nearby part exponentially: chaos"
                               : "no exponential growth is seen: the finite-time value falls like ln t / t");
  return text;
}

std::string section_text(const StudyReport& report) {
  const SectionStudy& study = *report.section;
  std::string text = line("section", fmt::format("{} crossings from {} start{} within t = {:g}{}", study.hits.size(),
                                                 study.starts, study.starts == 1 ? "" : "s", study.time, in(report)));
  if (study.starts > 1)
    text += line("energy", fmt::format("{:.6g} to {:.6g} at the starts", study.lowest_energy, study.highest_energy));
  return text;
}

std::string twin_text(const StudyReport& report) {
  const TwinStudy& study = *report.twin;
  std::string text = line("twin", fmt::format("{:.3g} apart at the start, {:.3g} at t = {:g}{}", study.start_distance,
                                              study.distances.back(), study.time, in(report)));
  if (!study.fit) return text + line("", "the distance did not grow a thousandfold; no rate is given");
  text += line("rate", fmt::format("{:.4g}{} between t = {:g} and {:g}", study.fit->rate, per(report), study.fit->from,
                                   study.fit->to));
  return text + line("memory", fmt::format("lost after {:.4g}{}: a tenth of the largest distance is reached",
                                           study.fit->memory, in(report)));
}

std::string agreement_text(const StudyReport& report) {
  const MapStudy& study = *report.map;
  if (study.agreement.empty()) return {};
  std::string text = line("check", fmt::format("against kahan-li8 at step {:g}; equal means within {:g}{}",
                                               0.5 * report.step, study.tolerance, in(report)));
  for (const MapStudy::Agreement& row : study.agreement) {
    const std::string when = std::isinf(row.to)     ? std::string("never")
                             : std::isinf(row.from) ? std::string("never")
                                                    : fmt::format("t = {:g} to {:g}", row.from, row.to);
    const std::string typical =
        std::isinf(row.median) ? "most differ in whether" : fmt::format("median difference {:.2g}", row.median);
    text += line("", fmt::format("{:<18} {:4} of {:4} equal, {}", when, row.agree, row.pixels, typical));
  }
  return text;
}

std::string map_text(const StudyReport& report) {
  const MapStudy& study = *report.map;
  const double all = static_cast<double>(study.times.size());
  const auto percent = [&](std::size_t count) { return 100.0 * static_cast<double>(count) / all; };
  std::string text = line("map", fmt::format("{} × {} starts, t = {:g}{}, in {:.1f} s", study.columns, study.rows,
                                             study.time, in(report), study.seconds));
  text += line(
      "", fmt::format("event {:.2f} %, none {:.2f} %, impossible {:.2f} %, not known {:.2f} %", percent(study.events),
                      percent(study.none), percent(study.impossible), percent(study.unknown)));
  return text + agreement_text(report);
}

}  // namespace

std::string to_text(const StudyReport& report) {
  std::string text = report.title + "\n";
  text += line("freedom",
               fmt::format("{} degree{}; {}, step {:g}{}", report.degrees_of_freedom,
                           report.degrees_of_freedom == 1 ? "" : "s", report.integrator, report.step, in(report)));
  if (report.lyapunov) text += lyapunov_text(report);
  if (report.section) text += section_text(report);
  if (report.twin) text += twin_text(report);
  if (report.map) text += map_text(report);
  for (const std::string& failure : report.failures) text += line(report.accepted ? "accepted" : "wrong", failure);
  for (const std::string& note : report.notes) text += line("note", note);
  std::string files;
  for (const std::string& file : report.files) files += (files.empty() ? "" : ", ") + file;
  return text + line("results", fmt::format("{}: {}", report.directory.string(), files));
}

}  // namespace taut
