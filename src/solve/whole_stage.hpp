// A stage of RATTLE in one go, for solvers that can take their particles through all of it: where the forces are
// constant and nothing else moves the particles, everything between two states happens in the lanes of a kernel.
#pragma once

#include <cstddef>

#include "taut/solve.hpp"
#include "taut/vec.hpp"

namespace taut {

struct StageArrays {
  const Vec3 *position, *position_low, *velocity, *velocity_low;                // at its start
  Vec3 *next_position, *next_position_low, *next_velocity, *next_velocity_low;  // at its end
  Vec3* trial;  // velocities, of use only where a solve fails
};

struct MoveArrays {
  const Vec3 *position, *position_low;      // at its start
  Vec3 *next_position, *next_position_low;  // at its end
  Vec3* u;                                  // r' = r + h u'
};

class WholeStage {
 public:
  // What stays from stage to stage: accelerations, and where fixed particles are.
  virtual void prepare(const Vec3* acceleration, const Vec3* position, const Vec3* position_low) = 0;
  // From the configuration where the constraints were linearised to time t, a step of h later, where they are then.
  virtual void take_stage(const StageArrays& arrays, double h, double t, SolveReport& position,
                          SolveReport& velocity) = 0;
  // A move without velocities, u' = u - W B^T lambda with sigma(r + h u') = 0; the constraints are linearised at r'
  // then. Where some component has no solution, u' is all that is known, and only of the others.
  virtual SolveReport take_move(const MoveArrays& arrays, double h, double t) = 0;
  virtual std::size_t moving_particles() const = 0;

 protected:
  ~WholeStage() = default;
};

}  // namespace taut
