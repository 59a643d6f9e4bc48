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

class WholeStage {
 public:
  // What stays from stage to stage: accelerations, and where fixed particles are.
  virtual void prepare(const Vec3* acceleration, const Vec3* position, const Vec3* position_low) = 0;
  // From the configuration where the constraints were linearised to time t, a step of h later, where they are then.
  virtual void take_stage(const StageArrays& arrays, double h, double t, SolveReport& position,
                          SolveReport& velocity) = 0;
  virtual std::size_t moving_particles() const = 0;

 protected:
  ~WholeStage() = default;
};

}  // namespace taut
