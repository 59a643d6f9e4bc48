// One stage of RATTLE or SHAKE, and the workspace it needs.
#pragma once

#include <list>
#include <optional>
#include <vector>

#include "base/parallel.hpp"
#include "dynamics/driven.hpp"
#include "dynamics/loops.hpp"
#include "solve/constraint_set.hpp"
#include "solve/force_sharing.hpp"
#include "solve/singular_projection.hpp"
#include "taut/integrate.hpp"

namespace taut {

class Stepper {
 public:
  Stepper(const Model& model, const ForceField& forces, const Plan& plan, int threads);

  int threads() const { return team_.size(); }

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
  // Coordinates of particles that follow one another, as the loops of packed.hpp want them.
  struct Span {
    std::size_t begin = 0, count = 0;
  };
  // What happens here between two evaluations of the forces does not concern other blocks.
  struct Block {
    Span span;  // of particles that can move
    std::span<Solver* const> solvers;
    std::vector<std::size_t> driven;  // paths
  };
  void make_blocks();
  Span moving_part(std::size_t begin, std::size_t end) const;  // of these particles
  // work(block, report) for all blocks, on all threads; the report becomes the worst.
  template <class Work>
  void for_each_block(StageReport& report, Work&& work);
  template <class Work>
  void share_out(StageReport& report, Work&& work);

  // The lines of the formula; u is the trial velocity, dv all that the stage adds to the velocity.
  void first_half(const Block& block, const State& state, double t, double h, StageReport& report);
  void second_half(const Block& block, const State& state, double t, double h, StageReport& report);
  void second_half_damped(const State& state, double t, double h, StageReport& report);
  void begin_kick(const Block& block, const State& state, double h);
  void end_kick(const Block& block, const State& state, double h);
  void damp(const State& state, double h);
  SolveReport constrain_ahead(const State& state, double t, double h);
  void evaluate_driven(double t, StageReport& report);
  void lead_driven(const Block& block, const State& state, double h);  // with the velocity that takes them there
  void note_singular(const SolveReport& report);  // of a linearisation at the state, or at what becomes the state
  SolveReport singular_here() const;
  void drift(const Block& block, const State& state, double h);
  void accelerate(double t, StageReport& report);
  SolveReport project_any(const Configuration& there, double h);
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
  std::optional<SingularProjection> singular_projection_;
  std::int32_t singular_row_ = -1;  // that depends on others at the state; -1: none does
  ParticleFields fields_;
  std::list<ForceSharing> sharing_;  // of the components with redundant rows
  DrivenMotion driven_;
  std::vector<Vec3> driven_position_, driven_velocity_;  // of each path at the end of the stage
  double tolerance_;
  bool constant_forces_, damped_;
  std::vector<Block> blocks_;
  Block all_;                                           // in one
  std::vector<Vec3> acceleration_, next_acceleration_;  // W f at the start and at the end of the stage
  std::vector<Vec3> u_, dv_, undamped_;
  std::vector<Vec3> position_, position_low_, velocity_, velocity_low_;  // at the end of the stage
  std::vector<double> scratch_;
  Loops loops_;
  ThreadTeam team_;
  std::vector<StageReport> reports_;  // one a thread

  // SHAKE's memory: the velocity at the half step, (r - r_before) / h.
  std::vector<Vec3> half_, half_low_;
  double half_step_ = 0.0;  // its h; 0 when there is none
};

}  // namespace taut
