// Responses for people: what was asked first, then what a small system is like as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run/respond_trajectory.hpp"
#include "taut/respond.hpp"

namespace taut {
namespace {

constexpr double rounding = 1e-12;  // of the largest: what is left of zero
constexpr std::size_t shown_particles = 12, shown_modes = 20, shown_forces = 6, shown_motions = 6;

std::string line(std::string_view head, std::string_view text) { return fmt::format("  {:<13} {}\n", head, text); }

// What rounding leaves of zero, beside the other components, is zero.
std::string vector_text(Vec3 v, int dimension) {
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(v[axis]) < 1e-14 * norm(v)) v[axis] = 0.0;
  return dimension == 2 ? fmt::format("({:.10g}, {:.10g})", v.x, v.y)
                        : fmt::format("({:.10g}, {:.10g}, {:.10g})", v.x, v.y, v.z);
}

// Trace / dimension of every block, a row a particle.
std::string matrix_text(const RespondReport& report) {
  const std::size_t n = report.moving.size(), d = static_cast<std::size_t>(report.dimension);
  if (report.matrix.empty() || n > shown_particles) return {};
  std::string text = fmt::format("\n  {} between particles, trace / dimension of each block\n", report.letter);
  for (std::size_t i = 0; i < n; ++i) {
    text += fmt::format("  {:>12.12}", report.names[static_cast<std::size_t>(report.moving[i])]);
    for (std::size_t j = 0; j < n; ++j) {
      double trace = 0.0;
      for (std::size_t axis = 0; axis < d; ++axis) trace += report.matrix[(i * d + axis) * n * d + j * d + axis];
      text += fmt::format(" {:>11.6g}", std::abs(trace) < 1e-15 ? 0.0 : trace / static_cast<double>(d));
    }
    text += "\n";
  }
  return text;
}

// Indices of what is larger than a limit, the largest first.
std::vector<std::size_t> strongest(const std::vector<double>& sizes, double limit, std::size_t most) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (sizes[k] > limit) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  order.resize(std::min(order.size(), most));
  return order;
}

std::string forces_text(const RespondReport& report) {
  const std::vector<double>& forces = report.answer->constraint_forces;
  std::vector<double> sizes;
  for (double force : forces) sizes.push_back(std::abs(force));
  double load = 0.0;
  for (const Vec3& force : report.load) load = std::max(load, norm(force));
  std::string text;
  for (std::size_t k : strongest(sizes, rounding * load, shown_forces))
    text += fmt::format("  {:>16.10g}  {}\n", forces[k], report.row_names[k]);
  return text.empty() ? "" : "  constraint forces, the largest first; positive where a rod pulls\n" + text;
}

std::string answer_text(const RespondReport& report) {
  std::vector<double> sizes;
  for (const Vec3& motion : report.answer->motion) sizes.push_back(norm(motion));
  const double limit = rounding * *std::max_element(sizes.begin(), sizes.end());
  const std::vector<std::size_t> moved = strongest(sizes, limit, shown_particles);
  std::string text = moved.empty() ? "\n  nothing moves under this load\n"
                                   : fmt::format("\n  {}, the largest first; all are in motion.csv\n", report.quantity);
  for (std::size_t i : moved)
    text += fmt::format("  {:>16.16} {}\n", report.names[i], vector_text(report.answer->motion[i], report.dimension));
  text += forces_text(report);
  if (report.answer->unbalanced > 1e-9)
    text +=
        line("", fmt::format("a part of {:.4g} of the load acts along motions that nothing resists and is not answered",
                             report.answer->unbalanced));
  return text;
}

std::string block_text(const ResponseBlock& block, int dimension) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a) {
    text += "  ";
    for (std::size_t b = 0; b < static_cast<std::size_t>(dimension); ++b)
      text += fmt::format(" {:>14.10g}", block[a][b]);
    text += "\n";
  }
  return text;
}

std::string name_of(const RespondReport& report, std::int32_t i) { return report.names[static_cast<std::size_t>(i)]; }

std::string pairs_text(const RespondReport& report) {
  std::string text;
  for (const ResponsePair& pair : report.pairs)
    text += fmt::format("\n  {} of {} to a force on {}\n", report.letter, name_of(report, pair.i),
                        name_of(report, pair.j)) +
            block_text(pair.block, report.dimension);
  if (!report.pair_means.empty()) text += fmt::format("\n  mean of {} between two particles\n", report.letter);
  for (const PairRow& row : report.pair_means) {
    text += fmt::format("  {:>9.9} {:<9.9}", name_of(report, row.i), name_of(report, row.j));
    if (report.ensemble) text += fmt::format(" {:>15.9g} {:>10.2g}", row.value.mean, row.value.error);
    if (row.exact) text += fmt::format(" {:>20.13g}", *row.exact);
    text += "\n";
  }
  return text;
}

std::string frequency_text(double square) {
  if (square == 0.0) return "free";
  return square < 0.0 ? "grows" : fmt::format("{:.12g}", std::sqrt(square) / (2.0 * std::numbers::pi));
}

std::string modes_text(const RespondReport& report) {
  std::string text;
  if (!report.modes.empty()) text += fmt::format("\n  eigenvalues of {}, largest first\n", report.letter);
  for (std::size_t k = 0; k < std::min(report.modes.size(), shown_modes); ++k)
    text += fmt::format("  {:>4} {:.12g}\n", k + 1, report.modes[k].value);
  if (!report.normal_modes.empty()) text += "\n  normal modes, slowest first: angular frequency squared, frequency\n";
  for (std::size_t k = 0; k < std::min(report.normal_modes.size(), shown_modes); ++k) {
    const double square = report.normal_modes[k].value;
    text += fmt::format("  {:>4} {:.12g}  {}\n", k + 1, square, frequency_text(square));
  }
  return text;
}

std::string decay_text(const RespondReport& report) {
  std::string text = fmt::format("\n  mean of {} by distance\n  {:>9} {:>8}", report.letter, "distance", "pairs");
  if (report.ensemble) text += fmt::format(" {:>16} {:>10}", "mean", "error");
  const bool exact =
      std::any_of(report.decay.begin(), report.decay.end(), [](const DecayRow& r) { return r.exact.has_value(); });
  if (exact) text += fmt::format(" {:>20}", "exact");
  if (exact && report.ensemble) text += fmt::format(" {:>8}", "off");
  text += "\n";
  for (const DecayRow& row : report.decay) {
    text += fmt::format("  {:>9} {:>8}", row.distance, row.pairs);
    if (report.ensemble) text += fmt::format(" {:>16.9g} {:>10.2g}", row.value.mean, row.value.error);
    if (row.exact) text += fmt::format(" {:>20.13g}", *row.exact);
    if (row.exact && report.ensemble && row.value.error > 0.0)
      text += fmt::format(" {:>8.1f}", (row.value.mean - *row.exact) / row.value.error);
    text += "\n";
  }
  if (exact && report.ensemble) text += "  off: the difference in standard errors\n";
  if (report.exact_factor)
    text += fmt::format("  from bead to bead of an infinite chain, far apart: times {:.12g}\n", *report.exact_factor);
  return text;
}

std::string free_motions_text(const std::vector<std::string>& motions) {
  std::string text;
  for (std::size_t k = 0; k < std::min(motions.size(), shown_motions); ++k) text += line("free motion", motions[k]);
  if (motions.size() > shown_motions)
    text += line("", fmt::format("and {} more that nothing resists", motions.size() - shown_motions));
  return text;
}

std::string moduli_text(const NetworkModuli& moduli) {
  return "\n" + line("Poisson", fmt::format("nu_xy = {:.12g}, nu_yx = {:.12g}", moduli.poisson_xy, moduli.poisson_yx)) +
         line("Young", fmt::format("E_x = {:.10g}, E_y = {:.10g}", moduli.young_x, moduli.young_y)) +
         line("shear", fmt::format("{:.10g}", moduli.shear));
}

}  // namespace

std::string to_text(const RespondReport& report) {
  std::string text = report.trajectory ? fmt::format("{}: principal components of a trajectory\n", report.title)
                                       : fmt::format("{}: {}, {}\n", report.title, report.letter, report.quantity);
  text +=
      line("system", fmt::format("{} particles, {} coordinates, rank of constraints {}, {} degrees of freedom",
                                 report.particles, report.coordinates, report.rank, report.coordinates - report.rank));
  for (const std::string& note : report.notes) text += line("note", note);
  text += free_motions_text(report.free_motions);
  if (report.ensemble)
    text += line("ensemble", fmt::format("{} samples in {:.3g} s", report.ensemble->samples, report.seconds));
  if (!report.decay.empty()) text += decay_text(report);
  text += pairs_text(report);
  text += matrix_text(report);
  if (report.answer) text += answer_text(report);
  if (report.group)
    text += fmt::format("\n  {} of the group\n", report.letter) + block_text(*report.group, report.dimension);
  text += modes_text(report);
  if (report.trajectory) text += trajectory_text(report);
  if (report.moduli) text += moduli_text(*report.moduli);
  text += "\n" + line("results", fmt::format("{}: {}", report.directory.string(), fmt::join(report.files, ", ")));
  return text;
}

}  // namespace taut
