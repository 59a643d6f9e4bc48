// Constrained kinematics: an arm as points that keep their distances, drawn along by its hands [vesely2013].
//   (a) the points that a hand is held by go where they are wanted
//   (b) all others come back on the constraints:   r = r0 - W B(r0)^T lambda,   sigma(r) = 0
// so that the points, which weigh the same here, move as little as they can. Steps that do not converge are halved. For
// a row of limbs in the plane (b) is a tridiagonal solve. Joint values are read off the points; their limits are not
// looked at.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kinematics/reach/task.hpp"
#include "solve/constraint_set.hpp"
#include "taut/arm_model.hpp"
#include "taut/error.hpp"

namespace taut {

class PointWalk {
 public:
  // Hands are held as by these targets: at a place, in a direction, or by the whole frame.
  static Expected<PointWalk> make(const Arm& arm, std::span<const double> values, std::span<const Target> targets);

  // Puts all points where these values have them.
  void set(std::span<const double> values);
  // Draws the hands to targets that hold them as those of make() do. False when it got stuck on the way.
  [[nodiscard]] bool go_to(std::span<const Target> targets);

  std::span<const double> values();                        // of the joints, on from when they were last asked for
  int solves() const { return solves_; }                   // so far
  double max_violation() const { return max_violation_; }  // of a length, relative, in all solves so far
  std::string obstruction() const;                         // what kept it, where it got stuck

 private:
  struct Held {  // a particle that goes with the hand of a target
    int particle;
    std::size_t target;
    Vec3 at;  // in the frame of the hand
  };
  struct Tie {  // between points that are all held: nothing can restore it
    int i, j;
    double length;
    std::string name;
  };
  struct Way {  // of a hand
    Placement from;
    Vec3 shift, turn;
  };
  PointWalk(Arm skeleton, std::span<const double> values);
  void hold(const Arm& arm, std::span<const double> values, std::span<const Target> targets);
  Expected<Model> held_model();
  void add(DistanceSpec rod, ModelBuilder& builder);
  void add(const LinearSpec& relation, ModelBuilder& builder);
  void add(const ImplicitSpec& equation, ModelBuilder& builder);
  bool all_fixed(std::span<const int> particles) const;
  void plan_ways(std::span<const Target> targets);
  int pieces() const;
  bool take_step(double share);
  bool ties_hold();

  Arm skeleton_;  // joints and hands alone
  ArmParts parts_;
  std::vector<char> is_fixed_;
  std::vector<Held> held_;
  std::vector<Tie> ties_;
  std::vector<int> hands_;                // of the targets
  std::vector<Placement> frames_, next_;  // where those hands are, and a step later; a place has no turn
  std::vector<Way> ways_;
  std::unique_ptr<const Model> model_;  // with the held points fixed
  std::unique_ptr<const Plan> plan_;
  std::unique_ptr<ConstraintSet> constraints_;
  std::vector<Vec3> position_, position_low_, change_, ignored_;
  std::vector<double> values_;
  bool is_read_ = true;  // off the points as they are now
  SolveReport report_;
  std::string broken_tie_;
  int solves_ = 0;
  double time_ = 0.0;  // counts steps, for the first guess of multipliers
  double max_violation_ = 0.0;
};

}  // namespace taut
