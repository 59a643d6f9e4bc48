// Spectra: the eigenvalues of a response, the normal modes of a constrained system, the principal components of a
// trajectory. All are dense: up to a few thousand coordinates.
#pragma once

#include <span>
#include <vector>

#include "taut/response.hpp"

namespace taut {

struct Mode {
  double value;              // eigenvalue, squared angular frequency or variance
  std::vector<Vec3> motion;  // one a particle
};

// Eigenvalues of L, E or N, largest first, with orthonormal motions. Those of motions that constraints forbid are zero
// and not among them: there are coordinates() - rank() at most.
Expected<std::vector<Mode>> response_modes(Response& response, int count);

// Small vibrations about an equilibrium, slowest first: (K + sum lambda d2 sigma) x = omega^2 M x for x in ker B, with
// motions of unit x.M x. A negative value is a motion that grows.
struct NormalModes {
  std::vector<Mode> modes;
  double residual = 0.0;  // acceleration at the configuration over that without constraints; zero in an equilibrium
};
Expected<NormalModes> normal_modes(const Model& model, const ForceField& forces, int count);

// How a group of particles answers a force that is shared equally among them, on average: mobility for E; the inverse
// of its effective mass for N.
ResponseBlock group_response(Response& response, std::span<const int> particles);

// Principal components of observed positions, largest variance first [amadei1993]. Each frame has one position a
// particle; particles that never move have no part. Variances are resolved to rounding of the total.
struct PrincipalComponents {
  std::vector<Vec3> mean;
  std::vector<Mode> components;  // orthonormal motions
  double total = 0.0;            // variance of all coordinates together
};
Expected<PrincipalComponents> principal_components(std::span<const std::vector<Vec3>> frames, int count);
// Of one frame: its coordinates along components.
std::vector<double> projection(const PrincipalComponents& components, std::span<const Vec3> frame);

}  // namespace taut
