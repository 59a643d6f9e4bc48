// Moves of single components onto the constraints, for motions that go on when one of them has no solution:
//   r' = r + h u',  u' = u - W B(r)^T lambda  with lambda such that sigma(r') = 0
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/blocks.hpp"
#include "dynamics/stepper.hpp"
#include "taut/integrate.hpp"

namespace taut {

class ConstrainedMove {
 public:
  ConstrainedMove(const Model& model, const Plan& plan, Stepper& stepper);

  std::vector<Vec3>& velocity() { return u_; }  // u before a move, u' after it
  const std::vector<Vec3>& velocity() const { return u_; }

  // Moves one block from `state`, where its solvers were linearised; they are linearised at r' afterwards. Components
  // without a solution stay where they are with u' = 0, and are failed() from then on; the report has the worst of all.
  void move(const Block& block, const State& state, double h, SolveReport& report);
  // When all blocks have moved: r' becomes the state.
  void take(State& state);
  // Both, for all blocks.
  SolveReport move_all(State& state, double h);
  // v -= W B^T mu with B v = 0 where the solvers are linearised.
  SolveReport project(std::vector<Vec3>& v, double h);

  bool failed(std::size_t component) const { return failed_[component] != 0; }
  std::int64_t failures() const;
  void begin();  // none has failed

 private:
  void move_whole(const Block& block, const State& state, double h, SolveReport& report);
  void drift(const State& state, double h, std::size_t begin, std::size_t count);
  void stay_where_failed(const State& state, const Solver& solver);
  void stay(const State& state, const Solver& solver, std::size_t component);
  SolveReport linearise(const State& state, Solver& solver);

  const Plan& plan_;
  Stepper& stepper_;
  std::vector<Vec3> u_, ignored_;
  std::vector<Vec3> position_, position_low_;  // r'
  std::vector<std::uint8_t> failed_;           // by component
};

}  // namespace taut
