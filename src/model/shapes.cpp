#include "model/shapes.hpp"

#include <algorithm>
#include <cmath>

#include "model/coordinates.hpp"
#include "model/shape_table.hpp"

namespace taut {
namespace {

const char* family_name(ShapeFamily family) { return family == ShapeFamily::curve ? "curve" : "surface"; }

std::vector<std::string> names_of(ShapeFamily family) {
  std::vector<std::string> names;
  for (const Shape& shape : shape_table()) {
    if (shape.info.family == family) names.push_back(shape.info.name);
  }
  return names;
}

bool is_plane(const Shape& shape) { return std::string_view(shape.info.name) == "plane"; }

// The names of the parameters that are numbers: all but the plane's normal.
std::vector<std::string> numbers_of(const Shape& shape) {
  if (is_plane(shape)) return {};
  return {shape.info.parameters.begin(), shape.info.parameters.end()};
}

Problem check_family(const ShapeSpec& spec, const Shape* shape, const Place& place) {
  const std::string family = family_name(spec.family);
  if (shape == nullptr) {
    return place.error("shape",
                       "no " + family + " is called " + quoted(spec.shape) + hint(spec.shape, names_of(spec.family)));
  }
  if (shape->info.family == spec.family) return {};
  const std::string actual = family_name(shape->info.family);
  return place.error("shape", quoted(spec.shape) + " is a " + actual + ", expected a " + family +
                                  " (use type = " + quoted(actual) + ")");
}

Problem check_dimension(const Shape& shape, int dimension, const Place& place) {
  const std::string name = quoted(shape.info.name);
  if (shape.info.family == ShapeFamily::curve && dimension == 3) {
    return place.error("shape", "the curve " + name +
                                    " lies in a plane, expected dimension = 2 (in three dimensions hold the "
                                    "particle on two surfaces that meet in it, such as a cylinder and a plane)");
  }
  if (shape.info.family == ShapeFamily::surface && dimension == 2 && !is_plane(shape)) {
    return place.error("shape", "the surface " + name + " needs dimension = 3, found 2");
  }
  return {};
}

Problem check_names(const ShapeSpec& spec, const Shape& shape, const Place& place) {
  const auto names = numbers_of(shape);
  for (const auto& [name, value] : spec.parameters) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return place.error(name, "the " + spec.shape + " has no parameter " + quoted(name) + hint(name, names));
    }
  }
  return {};
}

// The values of the shape's parameters, in the order of the table.
Expected<std::vector<double>> read_values(const ShapeSpec& spec, const Shape& shape, const Place& place) {
  std::vector<double> values;
  for (const std::string& name : numbers_of(shape)) {
    const auto given = std::find_if(spec.parameters.begin(), spec.parameters.end(),
                                    [&](const auto& parameter) { return parameter.first == name; });
    if (given == spec.parameters.end()) {
      return place.error(name, "missing, expected a positive number: the " + spec.shape + " needs it");
    }
    if (auto problem = check_length(place, name, given->second)) return *problem;
    values.push_back(given->second);
  }
  return values;
}

// What a shape asks of its parameters beyond being positive.
Problem check_values(std::string_view shape, const std::vector<double>& v, const Place& place) {
  if (shape == "superellipse" && v[2] < 2.0) {
    return place.error(
        "n", "found " + number(v[2]) + ", expected at least 2 (below it the curvature is infinite on the axes)");
  }
  if (shape == "torus" && v[1] >= v[0]) {
    return place.error(
        "r", "found " + number(v[1]) + ", expected less than R = " + number(v[0]) + " (the torus would cut itself)");
  }
  return {};
}

Expected<Vec3> unit_normal(const ShapeSpec& spec, int dimension, const Place& place) {
  const Vec3& n = spec.normal;
  if (auto problem = check_vector(place, "normal", n, dimension)) return *problem;
  const double largest = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  if (largest == 0.0)
    return place.error("normal", "found " + vector_text(n, dimension) + ", expected another vector than zero");
  const Vec3 scaled = {n.x / largest, n.y / largest, n.z / largest};  // so that no square over- or underflows
  return (1.0 / norm(scaled)) * scaled;
}

Expected<ShapeRow> quadric_row(const ShapeSpec& spec, const Shape& shape, const double* values, int dimension,
                               const Place& place) {
  Quadric quadric = shape.quadric(values);
  if (is_plane(shape)) {
    const auto normal = unit_normal(spec, dimension, place);
    if (!normal) return normal.error();
    quadric.p = *normal;
  }
  return ShapeRow(QuadricRow{spec.on, spec.center, quadric.q, quadric.p, quadric.c, shape.size(values)});
}

Expected<ShapeRow> formula_row(const ShapeSpec& spec, const Shape& shape, const double* values, int dimension,
                               const Place& place) {
  Parameters parameters = spec.parameters;
  parameters.insert(parameters.end(), {{"cx", spec.center.x}, {"cy", spec.center.y}, {"cz", spec.center.z}});
  auto formula = parse_of_coordinates(place, "shape", shape.formula, 1, dimension, parameters);
  if (!formula) return formula.error();
  return ShapeRow(FormulaRow{{spec.on}, std::move(*formula), shape.size(values)});
}

}  // namespace

Expected<ShapeRow> make_shape_row(const ShapeSpec& spec, int dimension, const Place& place) {
  const Shape* shape = find_shape(spec.shape);
  if (auto problem = check_family(spec, shape, place)) return *problem;
  if (auto problem = check_dimension(*shape, dimension, place)) return *problem;
  if (auto problem = check_names(spec, *shape, place)) return *problem;
  const auto values = read_values(spec, *shape, place);
  if (!values) return values.error();
  if (auto problem = check_values(spec.shape, *values, place)) return *problem;
  if (auto problem = check_vector(place, "center", spec.center, dimension)) return *problem;
  const auto make_row = shape->quadric != nullptr ? quadric_row : formula_row;
  return make_row(spec, *shape, values->data(), dimension, place);
}

}  // namespace taut
