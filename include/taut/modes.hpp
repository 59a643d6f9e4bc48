// Spectra: the eigenvalues of a response, the normal modes of a constrained system, the principal components of a
// trajectory. All are dense: up to a few thousand coordinates.
#pragma once

#include <array>
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
// motions of unit x.M x. A negative value is a motion that grows; what is rounding beside the fastest is zero.
struct NormalModes {
  std::vector<Mode> modes;
  double residual = 0.0;  // acceleration at the configuration over that without constraints; zero in an equilibrium
};
Expected<NormalModes> normal_modes(const Model& model, const ForceField& forces, int count);

// How a group of particles answers a force that is shared equally among them, on average: mobility for E; the inverse
// of its effective mass for N.
ResponseBlock group_response(Response& response, std::span<const int> particles);

// Of frames with one position a particle: those of the first `dimension` axes that masses weigh. A mass that is zero or
// infinite leaves its particle out; no masses at all: ones.
struct FrameWeights {
  int dimension = 3;
  std::vector<double> masses = {};
};

// A frame shifted and turned so that sum m |r - reference|^2 is least [horn1987]; and all frames onto their own mean,
// which changes with them until it no longer does.
std::vector<Vec3> fitted(std::span<const Vec3> frame, std::span<const Vec3> reference, const FrameWeights& weights);
void fit_to_mean(std::span<std::vector<Vec3>> frames, const FrameWeights& weights);

// Principal components of observed positions, largest variance first [amadei1993]: eigenvectors of the covariance of
// sqrt(m) r, written as motions x of unit x.M x. Variances are resolved to rounding of the total.
struct PrincipalComponents {
  std::vector<Vec3> mean;
  std::vector<Mode> components;
  std::vector<double> variances;  // all of them
  double total = 0.0;             // of all coordinates together
  std::vector<double> masses;     // zero: no part
};
Expected<PrincipalComponents> principal_components(std::span<const std::vector<Vec3>> frames, int count,
                                                   const FrameWeights& weights = {});
// Of one frame: its coordinates along motions, sum m x.(r - origin); about the mean along components.
std::vector<double> projection(std::span<const Mode> modes, std::span<const Vec3> frame, std::span<const Vec3> origin,
                               std::span<const double> masses);
std::vector<double> projection(const PrincipalComponents& components, std::span<const Vec3> frame);

// What holds throughout when components of at most this variance are set to zero: linear relations among coordinates.
// Where the same weights serve every axis, sum w r = offset, there is a row a dimension; otherwise sum w.r = offset.x
// is one row.
struct ImpliedRelation {
  struct Term {
    int particle;
    Vec3 weight;  // every_axis: the same along all
  };
  bool every_axis = false;
  std::vector<Term> terms;  // in the order of particles; the largest weight is one
  Vec3 offset;
  double deviation = 0.0;  // the largest from the offset in any frame
};
Expected<std::vector<ImpliedRelation>> implied_relations(std::span<const std::vector<Vec3>> frames,
                                                         const FrameWeights& weights, double variance);
// Of relations: whether the constraints of a model, where it stands, make each superfluous.
std::vector<bool> held_by_constraints(const Model& model, std::span<const ImpliedRelation> relations);

// Two particles that stay as far apart as they are, wherever they go.
struct KeptDistance {
  int i, j;
  double length = 0.0;     // the mean
  double deviation = 0.0;  // the largest from it in any frame
};
// Four particles, in space, that stay in a plane.
struct KeptPlane {
  std::array<int, 4> particles;
  double deviation = 0.0;  // the largest distance of the last from the plane of the others in any frame
};
// What a motion keeps although it is no linear relation: distances, the shortest first, and in systems of a few
// particles planes. Kept is what changes by at most this variance in coordinates weighted by root mass; there are as
// many as are independent of each other, of the constraints of the model and of the relations.
struct KeptShape {
  std::vector<KeptDistance> distances;
  std::vector<KeptPlane> planes;
};
KeptShape kept_shape(const Model& model, std::span<const std::vector<Vec3>> frames,
                     std::span<const ImpliedRelation> relations, double variance);

}  // namespace taut
