// Whether a solution is on the branch that the step began on (see limits.hpp), for solvers that keep no factor of their
// own: a sparse one is made for the purpose, which costs as much as a few sweeps.
#pragma once

#include "solve/gram.hpp"

namespace taut {

class Branch {
 public:
  explicit Branch(RowBlock& rows) : rows_(rows), gram_(rows) {}

  void take();  // how far from other branches the configuration is
  // turn: the furthest of any row, in the measure of RowBlock::turn.
  bool is_left(double turn, const Vec3* u, double h, double end_time);

 private:
  RowBlock& rows_;
  Gram gram_;
  bool known_ = false;   // not where A is singular: there branches meet
  double margin_ = 1.0;  // the smallest pivot over its diagonal entry
};

}  // namespace taut
