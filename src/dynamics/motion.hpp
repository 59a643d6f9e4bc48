// A kind of motion: what a stage of it is. All stand on the same stepper, which knows how to bring a state onto the
// constraints; what is not overridden is that of motion with inertia.
#pragma once

#include <list>
#include <memory>
#include <span>
#include <vector>

#include "dynamics/free_acceleration.hpp"
#include "dynamics/stepper.hpp"
#include "solve/force_sharing.hpp"

namespace taut {

class Motion {
 public:
  Motion(const Model& model, const ForceField& forces, const Plan& plan, int threads);
  virtual ~Motion() = default;
  Motion(const Motion&) = delete;
  Motion& operator=(const Motion&) = delete;

  Stepper& stepper() { return stepper_; }

  // How a step that led to another branch of the constraints is told from others.
  enum class Watch {
    nothing,   // moves that are random may
    rows,      // it is solved along gradients of its start, which tells; but for rows that have branches of their own
    branches,  // by where it began and ended
    leaps      // the same, and velocities that change all at once: nothing has inertia
  };
  virtual Watch watch() const { return Watch::nothing; }
  const Model& model() const { return model_; }
  const Plan& plan() const { return plan_; }

  // One stage of length h that ends at time t, from a state for which the stepper is prepared; it is prepared for the
  // new one afterwards. On failure the state is as before, and prepare() must be called before the next stage.
  virtual StageReport stage(State& state, double t, double h) = 0;

  // What remains of the start when positions are on the constraints: the velocities.
  virtual StageReport begin(State& state, double h);
  // One number a row, see Integrator::constraint_forces.
  virtual SolveReport constraint_forces(const State& state, double h, std::span<double> forces);

 protected:
  static constexpr int one_thread = 1;  // for motions that do not take block after block through a stage

  // Completes the forces of rows that were solved by those of rows that depend on them.
  void share(const State& state, std::span<double> forces);
  static void rest(State& state);  // no velocities
  std::int64_t moves() const { return components_; }
  // A report of moves of which some may have failed: that is no failure of the stage.
  static StageReport accepted(StageReport report);

  const Model& model_;
  const ForceField& forces_;
  const Plan& plan_;
  Stepper stepper_;
  FreeAcceleration free_;
  DrivenMotion driven_;

 private:
  ParticleFields fields_;
  std::list<ForceSharing> sharing_;  // of the components with redundant rows
  std::vector<Vec3> acceleration_;
  std::int64_t components_;
};

// The motion that the options name. The forces must suit it, see Integrator::make.
std::unique_ptr<Motion> make_motion(const Model& model, const ForceField& forces, const Plan& plan,
                                    const IntegratorOptions& options);

}  // namespace taut
