#include "fuzz/targets.hpp"
#include "taut/arm_problem.hpp"

void taut::fuzz::read_arm(std::string_view bytes) {
  reads_or_refuses([&] {
    const ArmProblem problem = parse_arm_problem(bytes, "fuzz.toml");
    require(problem.arm.value_count() == static_cast<int>(problem.start.size()) && problem.arm.size() > 0.0);
  });
}
