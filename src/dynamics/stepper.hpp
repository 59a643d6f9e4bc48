// One stage of RATTLE or SHAKE, and the workspace it needs.
#pragma once

#include <list>
#include <optional>
#include <vector>

#include "dynamics/driven.hpp"
#include "dynamics/packed.hpp"
#include "solve/constraint_set.hpp"
#include "solve/force_sharing.hpp"
#include "solve/singular_projection.hpp"
#include "taut/integrate.hpp"

namespace taut {

class Stepper {
 public:
  Stepper(const Model& model, const ForceField& forces, const Plan& plan);

  // Takes forces, gradients and the factor at a state; every stage starts from there.
  SolveReport prepare(const State& state);
  // Moves r to the nearest point that sigma(r - W B^T lambda) = 0 reaches, and v to the tangent space.
  SolveReport project_positions(State& state);
  SolveReport project_velocities(State& state, double h);

  struct [[nodiscard]] StageReport {
    SolveReport position, velocity;
    std::int32_t particle = -1;  // with a force or driven path that is not a number
    bool ok() const { return position.converged && velocity.converged; }
  };
  // One stage of length h that ends at time t. On failure the state is as before, and prepare() must be called before
  // the next stage.
  StageReport rattle(State& state, double t, double h);
  StageReport shake(State& state, double t, double h);
  // A short stage that begins at, ends at or leads across a configuration where the constraints are singular. It
  // succeeds where the motion goes on smoothly. After it, or after prepare(), the state itself may be singular: then
  // only this kind of stage leads on.
  StageReport pass(State& state, double t, double h);

  SolveReport constraint_forces(const State& state, double h, std::span<double> forces);
  double potential_energy(const State& state);

  void forget();
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  // The lines of the formula; u is the trial velocity, dv all that the stage adds to the velocity.
  enum class End { regular, any };
  void complete(State& state, double t, double h, End end, StageReport& report);
  void begin_kick(const State& state, double h);
  void damp(const State& state, double h);
  SolveReport constrain(const State& state, double t, double h);
  SolveReport constrain_ahead(const State& state, double t, double h);
  void take_driven(const State& state, double t, double h);
  void note_singular(const SolveReport& report);  // of a linearisation at the state, or at what becomes the state
  SolveReport singular_here() const;
  void drift(const State& state, double t, double h);
  void accelerate(double t, StageReport& report);
  SolveReport project(const State& state, double t, double h, End end);
  SolveReport project_undamped(const Configuration& there, double h, End end);
  SolveReport project_damped(const State& state, double h);
  void commit(State& state, double t);

  void take_acceleration(const Vec3* position, double t, std::vector<Vec3>& a);
  const std::vector<Vec3>& acceleration_there() const { return constant_forces_ ? acceleration_ : next_acceleration_; }

  // The loops run from the first to the last particle that can move.
  const double* moving(const std::vector<Vec3>& v) const { return flat(v) + offset_; }
  double* moving(std::vector<Vec3>& v) const { return flat(v) + offset_; }

  const Model& model_;
  const ForceField& forces_;
  const Plan& plan_;
  ConstraintSet constraints_;
  std::optional<SingularProjection> singular_projection_;
  std::int32_t singular_row_ = -1;  // that depends on others at the state; -1: none does
  ParticleFields fields_;
  std::list<ForceSharing> sharing_;  // of the components with redundant rows
  DrivenMotion driven_;
  double tolerance_;
  bool constant_forces_, damped_;
  std::size_t offset_ = 0, coordinates_ = 0;            // of the moving ones
  std::vector<Vec3> acceleration_, next_acceleration_;  // W f at the start and at the end of the stage
  std::vector<Vec3> u_, dv_, undamped_;
  std::vector<Vec3> position_, position_low_;  // at the end of the stage
  std::vector<double> scratch_;

  // SHAKE's memory: the velocity at the half step, (r - r_before) / h.
  std::vector<Vec3> half_, half_low_;
  double half_step_ = 0.0;  // its h; 0 when there is none
};

}  // namespace taut
