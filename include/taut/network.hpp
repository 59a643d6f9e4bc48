// The elastic moduli of a plane network, from its static response L. A stress sigma is carried by forces on the edges,
// a strain is how far opposite edges move apart:
//   F_a = A sigma b_a,   G = sum_a U_a b_a^T,   eps = (G + G^T) / 2,   a = 1, 2
//   p_a     vector from the near edge to the far one     b_a     its reciprocal, p_a . b_c = 1 if a = c, else 0
//   A       |p_1 x p_2|, the area of the cell            U_a     mean motion of the far edge less that of the near one
//   F_a     force on the far edge, -F_a on the near one, in equal shares
// Strains and loads are adjoint (A sigma : eps is the work of the loads), so the compliance is symmetric as L is, and
// nu_xy / E_x = nu_yx / E_y.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "taut/error.hpp"
#include "taut/model.hpp"
#include "taut/response.hpp"
#include "taut/vec.hpp"

namespace taut {

struct NetworkCell {
  std::array<Vec3, 2> period = {};                     // p_1, p_2, in the x-y plane
  std::array<std::vector<std::int32_t>, 2> near, far;  // particles of the edges
};

// Edges are the particles with the least and the largest x (a = 1) and y (a = 2), periods what separates their centres.
NetworkCell cell_of_extremes(const Model& model);

struct Stress {
  double xx = 0.0, yy = 0.0, xy = 0.0;  // force a length
};

// One force a particle.
std::vector<Vec3> load_of_stress(const Model& model, const NetworkCell& cell, const Stress& stress);

struct NetworkModuli {
  double young_x, young_y, shear;  // infinite where rods leave no strain; shear is 0 where nothing resists it
  double poisson_xy, poisson_yx;   // -eps_y / eps_x under tension along x, and the other way round; NaN without strain
  std::array<std::array<double, 3>, 3> compliance;  // eps_xx, eps_yy, 2 eps_xy by rows, to the three stresses
};

// `response` must be L of a plane model with at most one fixed particle; a tension that nothing resists is an error.
Expected<NetworkModuli> network_moduli(Response& response, const NetworkCell& cell);

}  // namespace taut
