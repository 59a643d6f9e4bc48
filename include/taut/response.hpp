// How a constrained system answers a force, right now [thesis, section 4.4]. With a resistance R,
//   x = R^-1 (f - B^T lambda),  B x = 0,  so  x = (R^-1 - R^-1 B^T (B R^-1 B^T)^-1 B R^-1) f
//   L  displacement    R = K, the stiffness of springs and potentials
//   E  velocity        R = D, the drag of overdamped motion
//   N  acceleration    R = M, the masses, from rest
// All three are operators: a force in, a motion and the constraint forces out, at the cost of one sparse solve.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/matrix.hpp"
#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

enum class ResponseKind : std::uint8_t { displacement, velocity, acceleration };
char response_letter(ResponseKind kind);  // L, E, N

struct ResponseOptions {
  ResponseKind kind = ResponseKind::velocity;
  // L: whether constraints that carry a load add their own stiffness, sum lambda d2 sigma. It belongs to the answer of
  // a loaded equilibrium; the formula above leaves it out.
  bool tension = false;
  // E: D itself, in place of the drag of the forces; it need be neither diagonal nor symmetric.
  std::optional<std::vector<MatrixEntry>> drag = {};
};

using ResponseBlock = std::array<std::array<double, 3>, 3>;  // by axis of the motion, then of the force

struct ResponsePair {  // how particle i answers a force on j
  std::int32_t i, j;
  ResponseBlock block;
};

class Response {
 public:
  // At the positions of the model, which must lie on the constraints. Redundant constraints are left out by rank,
  // contradictory ones are an error; so is what has no answer: a free particle without drag, a stiffness that is zero.
  static Expected<Response> make(const Model& model, const ForceField& forces, const ResponseOptions& options);
  Response(Response&&) noexcept;
  Response& operator=(Response&&) noexcept;
  ~Response();

  const Model& model() const;
  ResponseKind kind() const;
  int coordinates() const;  // dimension x moving particles
  int rank() const;         // of the constraints
  // L: motions that nothing resists, orthonormal, one vector a particle each; answers have no part along them.
  const std::vector<std::vector<Vec3>>& free_motions() const;
  const std::vector<std::string>& notes() const;  // what was assumed

  struct Answer {
    std::vector<Vec3> motion;               // one a particle
    std::vector<double> constraint_forces;  // one a row: a rod's tension, otherwise the force along the unit gradient
    double unbalanced = 0.0;                // L: the part of the force along free motions, which is not answered
  };
  Answer apply(std::span<const Vec3> force);  // one a particle
  std::vector<Vec3> column(int particle, int axis);
  ResponseBlock block(int i, int j);
  // Blocks of all pairs, i <= j, that are at most `distance` constraints apart: the diagonal, or a band. Where R is
  // diagonal the time is proportional to their number in chains and trees; otherwise one solve a column.
  std::vector<ResponsePair> near(int distance);
  // All of it by rows, coordinates() x coordinates(): moving particles in order, `dimension` axes each.
  std::vector<double> matrix();

 private:
  struct Impl;
  explicit Response(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
