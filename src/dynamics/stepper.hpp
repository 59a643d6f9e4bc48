// One stage of RATTLE or SHAKE, and the workspace it needs.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/blocks.hpp"
#include "dynamics/joint_flow.hpp"
#include "dynamics/loops.hpp"
#include "model/driven_motion.hpp"
#include "solve/constraint_set.hpp"
#include "taut/integrate.hpp"

namespace taut {

class Stepper {
 public:
  Stepper(const Model& model, const ForceField& forces, const Plan& plan, int threads);

  int threads() const { return blocks_.threads(); }
  Blocks& blocks() { return blocks_; }
  ForceWorkspace& force_workspace() { return force_workspace_; }  // of all that evaluates forces for this motion
  const Loops& loops() const { return loops_; }

  // Takes forces, gradients and the factor at a state; every stage starts from there.
  SolveReport prepare(const State& state);
  // Moves r to the nearest point that sigma(r - W B^T lambda) = 0 reaches, and v to the tangent space.
  SolveReport project_positions(State& state);
  SolveReport project_velocities(State& state, double h);

  // One stage of length h that ends at time t. On failure the state is as before, and prepare() must be called before
  // the next stage.
  StageReport rattle(State& state, double t, double h);
  StageReport shake(State& state, double t, double h);

  ConstraintSet& constraints() { return constraints_; }  // where prepare() or the last stage linearised them
  const std::vector<Vec3>& acceleration() const { return acceleration_; }  // W f there
  double potential_energy(const State& state);
  void forget();
  std::vector<double> memory() const;
  bool restore(std::span<const double> memory);

 private:
  // The lines of the formula; u is the trial velocity, dv all that the stage adds to the velocity.
  void first_half(const Block& block, const State& state, double t, double h, StageReport& report);
  void second_half(const Block& block, const State& state, double t, double h, StageReport& report);
  void whole_stages(const Block& block, const State& state, double t, double h, StageReport& report);
  void second_half_damped(const State& state, double t, double h, StageReport& report);
  StageReport rattle_with_torques(State& state, double t, double h);
  void let_joints_turn(const Configuration& at, const std::vector<Vec3>& acceleration, double h, StageReport& report);
  void constrain_kick(const std::vector<Vec3>& v, double h, StageReport& report);
  void project_turning(const State& state, double t, double h, StageReport& report);
  void start_kick(const Block& block, const std::vector<Vec3>& acceleration, const std::vector<Vec3>& v, double h);
  void go_on_kick(const Block& block, const std::vector<Vec3>& acceleration, const std::vector<Vec3>& v, double h);
  void begin_kick(const Block& block, const State& state, double h);
  void end_kick(const Block& block, const std::vector<Vec3>& v, double h);
  void damp(const State& state, double h);
  void evaluate_driven(double t, StageReport& report);
  void take_driven_velocities(const Block& block);
  void lead_driven(const Block& block, const State& state, double h);  // with the velocity that takes them there
  void drift(const Block& block, const State& state, double h);
  void accelerate(double t, StageReport& report);
  SolveReport project_damped(const State& state, double h);
  void take_velocity(const Block& block, const std::vector<Vec3>& v, const std::vector<Vec3>& v_low);
  void add_to_moving(const std::vector<Vec3>& change, std::vector<Vec3>& to, std::vector<Vec3>& to_low) const;
  void commit(State& state);

  void take_acceleration(const Vec3* position, double t, std::vector<Vec3>& a);
  const std::vector<Vec3>& acceleration_there() const { return constant_forces_ ? acceleration_ : next_acceleration_; }
  Configuration there(double t) const { return {position_.data(), position_low_.data(), t}; }

  const Model& model_;
  const ForceField& forces_;
  const Plan& plan_;
  ConstraintSet constraints_;
  DrivenMotion driven_;
  std::vector<Vec3> driven_position_, driven_velocity_;  // of each path at the end of the stage
  double tolerance_;
  bool constant_forces_, damped_, turned_;  // turned: by torques
  std::optional<JointFlow> joints_;         // of torques that depend on rates
  bool joints_taken_ = false;               // at the state
  double prepared_for_ = 0.0;               // time of the last prepare()
  Blocks blocks_;
  std::vector<Vec3> acceleration_, next_acceleration_;  // W f at the start and at the end of the stage
  std::vector<Vec3> u_, dv_, undamped_;
  std::vector<Vec3> position_, position_low_, velocity_, velocity_low_;  // at the end of the stage
  ForceWorkspace force_workspace_;
  Loops loops_;

  // SHAKE's memory: the velocity at the half step, (r - r_before) / h.
  std::vector<Vec3> half_, half_low_;
  double half_step_ = 0.0;  // its h; 0 when there is none
};

}  // namespace taut
