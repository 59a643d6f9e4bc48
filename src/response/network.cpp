#include "taut/network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace taut {
namespace {

constexpr double same_edge = 1e-6;   // of the size: particles closer to the outermost one than this are its edge
constexpr double no_strain = 1e-11;  // of the largest strain: rounding
constexpr double unresisted = 1e-8;  // of the load

constexpr double infinity = std::numeric_limits<double>::infinity();

using Strain = std::array<double, 3>;  // xx, yy, 2xy

constexpr std::array<Stress, 3> unit_stresses = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

double area_of(const NetworkCell& cell) { return std::abs(cross(cell.period[0], cell.period[1]).z); }

std::array<Vec3, 2> reciprocal(const NetworkCell& cell) {
  const auto& [p, q] = cell.period;
  const double determinant = p.x * q.y - p.y * q.x;
  return {Vec3{q.y / determinant, -q.x / determinant, 0.0}, Vec3{-p.y / determinant, p.x / determinant, 0.0}};
}

Vec3 mean(const std::vector<Vec3>& vectors, const std::vector<std::int32_t>& particles) {
  Vec3 sum = {};
  for (const std::int32_t i : particles) sum += vectors[static_cast<std::size_t>(i)];
  return (1.0 / static_cast<double>(particles.size())) * sum;
}

Strain strain_of(const NetworkCell& cell, const std::vector<Vec3>& motion) {
  const std::array<Vec3, 2> b = reciprocal(cell);
  Strain strain = {};
  for (std::size_t a = 0; a < 2; ++a) {
    const Vec3 apart = mean(motion, cell.far[a]) - mean(motion, cell.near[a]);
    strain[0] += apart.x * b[a].x;
    strain[1] += apart.y * b[a].y;
    strain[2] += apart.x * b[a].y + apart.y * b[a].x;
  }
  return strain;
}

double size_of(const std::vector<Vec3>& vectors) {
  double square = 0.0;
  for (const Vec3& v : vectors) square += dot(v, v);
  return std::sqrt(square);
}

std::optional<Error> unsuitable(const Response& response, const NetworkCell& cell) {
  const Model& model = response.model();
  if (response.kind() != ResponseKind::displacement)
    return Error{"response", std::string("moduli are read off L, found ") + response_letter(response.kind())};
  if (model.dimension() != 2) return Error{"dimension", "moduli are those of plane networks; expected 2, found 3"};
  if (model.size() - model.free_particles() > 1)
    return Error{"particles", "found " + std::to_string(model.size() - model.free_particles()) +
                                  " fixed ones, which would carry a part of the load; expected at most one"};
  if (response.coordinates() - response.rank() == static_cast<int>(response.free_motions().size()))
    return Error{"constraints", "the network moves as a whole or not at all; expected one that deforms"};
  for (std::size_t a = 0; a < 2; ++a)
    if (cell.near[a].empty() || cell.far[a].empty())
      return Error{"network", "found no opposite edges to pull at; expected at least one whole period along each axis"};
  if (!(area_of(cell) > 0.0)) return Error{"network", "its edges span no area; expected a network in the plane"};
  return std::nullopt;
}

// The compliance of one stress, nothing where the load finds a motion that nothing resists.
std::optional<Strain> strain_under(Response& response, const NetworkCell& cell, const Stress& stress) {
  const std::vector<Vec3> load = load_of_stress(response.model(), cell, stress);
  const Response::Answer answer = response.apply(load);
  if (answer.unbalanced > unresisted * size_of(load)) return std::nullopt;
  return strain_of(cell, answer.motion);
}

// How far one particle of the edge goes under a unit force: what strains are small against.
double typical_compliance(Response& response, const NetworkCell& cell) {
  return size_of(response.column(cell.far[0].front(), 0));
}

NetworkModuli moduli_of(const std::array<Strain, 3>& by_stress, double typical) {
  NetworkModuli moduli = {};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) moduli.compliance[row][column] = by_stress[column][row];
  const auto& s = moduli.compliance;
  const auto rigid = [&](std::size_t k) { return !(std::abs(s[k][k]) > no_strain * typical); };
  const auto modulus = [&](std::size_t k) { return rigid(k) ? infinity : 1.0 / s[k][k]; };
  const auto poisson = [&](std::size_t along, std::size_t across) {
    return rigid(along) ? std::numeric_limits<double>::quiet_NaN() : -s[across][along] / s[along][along];
  };
  moduli.young_x = modulus(0);
  moduli.young_y = modulus(1);
  moduli.shear = modulus(2);
  moduli.poisson_xy = poisson(0, 1);
  moduli.poisson_yx = poisson(1, 0);
  return moduli;
}

}  // namespace

NetworkCell cell_of_extremes(const Model& model) {
  NetworkCell cell;
  const std::vector<Vec3>& r = model.positions();
  for (int axis = 0; axis < 2; ++axis) {
    const auto [low, high] =
        std::minmax_element(r.begin(), r.end(), [&](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    const double slack = same_edge * ((*high)[axis] - (*low)[axis]);
    const auto a = static_cast<std::size_t>(axis);
    for (std::size_t i = 0; i < r.size(); ++i) {
      if (r[i][axis] <= (*low)[axis] + slack) cell.near[a].push_back(static_cast<std::int32_t>(i));
      if (r[i][axis] >= (*high)[axis] - slack) cell.far[a].push_back(static_cast<std::int32_t>(i));
    }
    cell.period[a] = mean(r, cell.far[a]) - mean(r, cell.near[a]);
  }
  return cell;
}

std::vector<Vec3> load_of_stress(const Model& model, const NetworkCell& cell, const Stress& stress) {
  std::vector<Vec3> load(static_cast<std::size_t>(model.size()));
  const std::array<Vec3, 2> b = reciprocal(cell);
  const double area = area_of(cell);
  for (std::size_t a = 0; a < 2; ++a) {
    const Vec3 force =
        area * Vec3{stress.xx * b[a].x + stress.xy * b[a].y, stress.xy * b[a].x + stress.yy * b[a].y, 0.0};
    const auto share = [&](const std::vector<std::int32_t>& edge, double sign) {
      for (const std::int32_t i : edge)
        load[static_cast<std::size_t>(i)] += sign / static_cast<double>(edge.size()) * force;
    };
    share(cell.far[a], 1.0);
    share(cell.near[a], -1.0);
  }
  return load;
}

Expected<NetworkModuli> network_moduli(Response& response, const NetworkCell& cell) {
  if (const std::optional<Error> error = unsuitable(response, cell)) return *error;
  std::array<Strain, 3> by_stress = {};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::optional<Strain> strain = strain_under(response, cell, unit_stresses[k]);
    if (!strain && k < 2)
      return Error{"forces", std::string("nothing resists a tension along ") + "xy"[k] +
                                 "; expected springs or hinges that hold the network together"};
    by_stress[k] = strain ? *strain : Strain{0.0, 0.0, infinity};
  }
  return moduli_of(by_stress, typical_compliance(response, cell));
}

}  // namespace taut
