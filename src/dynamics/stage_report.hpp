// How one stage of a step went.
#pragma once

#include "taut/solve.hpp"

namespace taut {

struct [[nodiscard]] StageReport {
  SolveReport position, velocity;
  std::int32_t particle = -1;            // with a force or driven path that is not a number
  std::int64_t moves = 0, rejected = 0;  // see StepReport
  bool ok() const { return position.converged && velocity.converged; }
};

// `total` becomes the worse of the two.
inline void include(StageReport& total, const StageReport& report) {
  include(total.position, report.position);
  include(total.velocity, report.velocity);
  total.moves += report.moves;
  total.rejected += report.rejected;
}

}  // namespace taut
