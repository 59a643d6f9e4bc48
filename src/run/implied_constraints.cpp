#include "run/implied_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace taut {
namespace {

constexpr std::array axes = {"x", "y", "z"};
constexpr std::size_t shown_terms = 6;
constexpr double start_tolerance = 1e-6;  // relative, of a run
constexpr int digits = 13;                // of weights: what rounding leaves of a half is a half

std::string number_text(double value) { return fmt::format("{:.{}g}", value, digits); }

// TOML tells integers from numbers with a point; in a list all are of one kind.
std::string toml_number(double value) {
  std::string text = number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// A name in quotes, or the index of a particle without one.
std::string toml_particle(const Model& model, int particle) {
  if (!model.has_name(particle)) return std::to_string(particle);
  std::string text = "\"";
  for (const char c : model.particle_name(particle)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// Rounding beside the size of the other numbers is zero.
double cleaned(double value, double scale) { return std::abs(value) <= 1e-13 * scale ? 0.0 : value; }

double size_of(const ImpliedRelation& relation, const Model& model) {
  double size = 0.0;
  for (const ImpliedRelation::Term& term : relation.terms)
    size = std::max(size, norm(term.weight) * norm(model.positions()[static_cast<std::size_t>(term.particle)]));
  return size;
}

std::string particles_toml(const ImpliedRelation& relation, const Model& model) {
  std::vector<std::string> names;
  for (const ImpliedRelation::Term& term : relation.terms) names.push_back(toml_particle(model, term.particle));
  return fmt::format("on = [{}]\n", fmt::join(names, ", "));
}

std::string linear_toml(const ImpliedRelation& relation, const Model& model) {
  std::vector<std::string> weights, offset;
  for (const ImpliedRelation::Term& term : relation.terms) weights.push_back(toml_number(term.weight.x));
  for (int axis = 0; axis < model.dimension(); ++axis)
    offset.push_back(toml_number(cleaned(relation.offset[axis], size_of(relation, model))));
  return fmt::format("type = \"linear\"\n{}weights = [{}]\noffset = [{}]\n", particles_toml(relation, model),
                     fmt::join(weights, ", "), fmt::join(offset, ", "));
}

// " + 0.5*x1", or "0.5*x1" at the beginning.
void add_term(std::string& text, double weight, const std::string& variable) {
  const std::string size = number_text(std::abs(weight)), sign = weight < 0.0 ? "-" : "+";
  if (!text.empty())
    text += fmt::format(" {} ", sign);
  else if (weight < 0.0)
    text += "-";
  if (variable.empty())
    text += size;
  else
    text += size == "1" ? variable : fmt::format("{}*{}", size, variable);
}

std::string equation_of(const ImpliedRelation& relation, int dimension, double scale) {
  std::string equation;
  for (std::size_t k = 0; k < relation.terms.size(); ++k)
    for (int axis = 0; axis < dimension; ++axis)
      if (const double weight = relation.terms[k].weight[axis]; weight != 0.0) {
        const std::string axis_name = axes[static_cast<std::size_t>(axis)];
        add_term(equation, weight, relation.terms.size() == 1 ? axis_name : fmt::format("{}{}", axis_name, k + 1));
      }
  if (const double offset = cleaned(relation.offset.x, scale); offset != 0.0) add_term(equation, -offset, "");
  return equation;
}

std::string implicit_toml(const ImpliedRelation& relation, const Model& model) {
  return fmt::format("type = \"implicit\"\n{}equation = \"{}\"\n", particles_toml(relation, model),
                     equation_of(relation, model.dimension(), size_of(relation, model)));
}

std::string distance_toml(const KeptDistance& distance, const Model& model) {
  return fmt::format("type = \"distance\"\nbetween = [{}, {}]\nlength = {}\n", toml_particle(model, distance.i),
                     toml_particle(model, distance.j), toml_number(distance.length));
}

// (r2 - r1).((r3 - r1) x (r4 - r1)), written out.
std::string plane_toml(const KeptPlane& plane, const Model& model) {
  std::vector<std::string> names;
  for (const int particle : plane.particles) names.push_back(toml_particle(model, particle));
  return fmt::format(
      "type = \"implicit\"\non = [{}]\nequation = \""
      "(x2 - x1)*((y3 - y1)*(z4 - z1) - (z3 - z1)*(y4 - y1)) + (y2 - y1)*((z3 - z1)*(x4 - x1) - (x3 - x1)*(z4 - z1))"
      " + (z2 - z1)*((x3 - x1)*(y4 - y1) - (y3 - y1)*(x4 - x1))\"\n",
      fmt::join(names, ", "));
}

bool start_may_be_off(const std::vector<ImpliedRelation>& relations, const KeptShape& shape, const Model& model) {
  return std::any_of(relations.begin(), relations.end(),
                     [&](const ImpliedRelation& r) { return r.deviation > start_tolerance * size_of(r, model); }) ||
         std::any_of(shape.distances.begin(), shape.distances.end(),
                     [](const KeptDistance& d) { return d.deviation > start_tolerance * d.length; }) ||
         std::any_of(shape.planes.begin(), shape.planes.end(), [&](const KeptPlane& p) {
           const auto place = [&](std::size_t k) {
             return model.positions()[static_cast<std::size_t>(p.particles[k])];
           };
           return p.deviation > start_tolerance * norm(place(1) - place(0));
         });
}

}  // namespace

std::string constraints_toml(const std::vector<ImpliedRelation>& relations, const KeptShape& shape, const Model& model,
                             double zero) {
  std::string text = fmt::format(
      "# What the trajectory keeps anyway: components whose amplitude is at most {:g} of the whole, set to zero.\n",
      zero);
  if (relations.empty() && shape.distances.empty() && shape.planes.empty()) text += "# There are none.\n";
  if (start_may_be_off(relations, shape, model))
    text += "# The start may be off by more than a run accepts: project_initial = true in [solver] puts it right.\n";
  for (const ImpliedRelation& relation : relations)
    text += fmt::format("\n[[constraints]]  # off by {:.2g} at most\n{}", relation.deviation,
                        relation.every_axis ? linear_toml(relation, model) : implicit_toml(relation, model));
  for (const KeptDistance& distance : shape.distances)
    text += fmt::format("\n[[constraints]]  # off by {:.2g} at most\n{}", distance.deviation,
                        distance_toml(distance, model));
  for (const KeptPlane& plane : shape.planes)
    text += fmt::format("\n[[constraints]]  # off by {:.2g} at most\n{}", plane.deviation, plane_toml(plane, model));
  return text;
}

std::vector<std::string> shape_texts(const KeptShape& shape, const Model& model) {
  std::vector<std::string> texts;
  for (const KeptDistance& kept : shape.distances)
    texts.push_back(
        fmt::format("{} to {} is {:.10g}", model.particle_name(kept.i), model.particle_name(kept.j), kept.length));
  for (const KeptPlane& kept : shape.planes) {
    const auto name = [&](std::size_t k) { return model.particle_name(kept.particles[k]); };
    texts.push_back(fmt::format("{}, {}, {} and {} are in a plane", name(0), name(1), name(2), name(3)));
  }
  return texts;
}

std::string relation_text(const ImpliedRelation& relation, const Model& model) {
  std::string text;
  const std::size_t shown = std::min(relation.terms.size(), shown_terms);
  for (std::size_t k = 0; k < shown; ++k) {
    const ImpliedRelation::Term& term = relation.terms[k];
    const std::string name = model.particle_name(term.particle);
    for (int axis = 0; axis < (relation.every_axis ? 1 : model.dimension()); ++axis)
      if (term.weight[axis] != 0.0)
        add_term(text, term.weight[axis],
                 relation.every_axis ? name : fmt::format("{} of {}", axes[static_cast<std::size_t>(axis)], name));
  }
  if (shown < relation.terms.size()) text += fmt::format(" and {} more", relation.terms.size() - shown);
  const auto offset = [&](int axis) { return number_text(cleaned(relation.offset[axis], size_of(relation, model))); };
  if (!relation.every_axis) return fmt::format("{} = {}", text, offset(0));
  return model.dimension() == 2 ? fmt::format("{} = ({}, {})", text, offset(0), offset(1))
                                : fmt::format("{} = ({}, {}, {})", text, offset(0), offset(1), offset(2));
}

}  // namespace taut
