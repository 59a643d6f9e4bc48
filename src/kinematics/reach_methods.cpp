#include "taut/reach.hpp"

namespace taut {

const std::vector<ReachMethodInfo>& reach_methods() {
  static const std::vector<ReachMethodInfo> methods = {
      {ReachMethod::automatic, "auto", "what suits the arm: at present always dls"},
      {ReachMethod::damped_least_squares, "dls", "damped least squares within limits, for every arm and target"}};
  return methods;
}

}  // namespace taut
