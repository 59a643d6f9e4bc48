// A whip: the tip of a chain let go horizontally runs far faster than its step allows [science, section 1]. Such a step
// is halved until it can be solved, and counted; or refused with a sentence that helps.
#include "support/systems.hpp"

namespace taut::test {
namespace {

constexpr int links = 60;
constexpr double long_step = 0.05;

TEST(Whip, IsSubdividedAndCounted) {
  Simulation s = Simulation::started(make_whip(links), {.step = long_step});
  const double start = s.energy();
  int subdivided = 0;
  double smallest = long_step;
  for (int k = 0; k < 200; ++k) {
    const StepReport report = s.integrator->step(s.state);
    ASSERT_TRUE(report.ok()) << s.integrator->explain(report);
    EXPECT_EQ(report.subdivided, report.smallest_step < long_step);
    subdivided += report.subdivided ? 1 : 0;
    smallest = std::min(smallest, report.smallest_step);
    ASSERT_LT(s.integrator->violations(s.state).position, 1e-13);
  }
  EXPECT_GT(subdivided, 0);
  EXPECT_LT(smallest, 0.5 * long_step) << "some steps are halved twice";
  EXPECT_EQ(s.state.step, 200);
  EXPECT_NEAR(s.state.time, 200 * long_step, 1e-12);
  EXPECT_NEAR(s.energy(), start, 0.05 * links * links * g) << "the whip lies within the range of its energy";
}

TEST(Whip, StepsAsIfNothingHappenedWhereNoneIsNeeded) {
  Simulation without = Simulation::started(make_whip(4), {.step = 1e-3, .max_subdivisions = 0});
  Simulation with = Simulation::started(make_whip(4), {.step = 1e-3, .max_subdivisions = 10});
  without.step(500);
  with.step(500);
  EXPECT_EQ(without.state.position, with.state.position);
}

// Steps until one is refused, and says what it found.
struct Refusal {
  State before;
  StepReport report;
};

Refusal first_refusal(Simulation& s) {
  for (int k = 0; k < 1000; ++k) {
    State before = s.state;
    if (const StepReport report = s.integrator->step(s.state); !report.ok()) return {std::move(before), report};
  }
  ADD_FAILURE() << "no step was refused";
  return {};
}

class RefusedWhip : public testing::TestWithParam<std::tuple<IntegratorMethod, SolverMethod>> {
 protected:
  Simulation s = Simulation::started(make_whip(links),
                                     {.method = std::get<0>(GetParam()), .step = long_step, .max_subdivisions = 0},
                                     tight(std::get<1>(GetParam())));
};

TEST_P(RefusedWhip, LeavesTheStateUnchanged) {
  const Refusal refusal = first_refusal(s);
  EXPECT_FALSE(refusal.report.subdivided);
  EXPECT_EQ(s.state.time, refusal.before.time);
  EXPECT_EQ(s.state.step, refusal.before.step);
  EXPECT_TRUE(s.state.position == refusal.before.position && s.state.position_low == refusal.before.position_low);
  EXPECT_TRUE(s.state.velocity == refusal.before.velocity && s.state.velocity_low == refusal.before.velocity_low);
}

TEST_P(RefusedWhip, NamesTimeConstraintAndRemedy) {
  const Refusal refusal = first_refusal(s);
  const std::string sentence = s.integrator->explain(refusal.report);
  const std::int32_t row = refusal.report.position.worst_row;
  ASSERT_GE(row, 0);
  EXPECT_NE(sentence.find("at t = "), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(s.model->row_name(row)), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("integrator.step = 0.005"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("integrator.max_subdivisions"), std::string::npos) << sentence;
}

// The workspace still belongs to the state: forces are those from before, and the step fails as it does for an
// integrator that was made anew and resumed here.
TEST_P(RefusedWhip, CanBeAskedAgain) {
  std::vector<double> before;
  bool refused = false;
  for (int k = 0; k < 1000 && !refused; ++k) {
    before = s.constraint_forces();
    refused = !s.integrator->step(s.state).ok();
  }
  ASSERT_TRUE(refused);
  EXPECT_EQ(before, s.constraint_forces());
  Integrator other = s.another_integrator();
  ASSERT_TRUE(other.resume(s.state, s.integrator->memory()).converged);
  State copy = s.state;
  const StepReport again = s.integrator->step(s.state), resumed = other.step(copy);
  EXPECT_EQ(again.position.failure, resumed.position.failure);
  EXPECT_EQ(again.position.worst_row, resumed.position.worst_row);
  EXPECT_EQ(again.position.max_violation, resumed.position.max_violation);
}

INSTANTIATE_TEST_SUITE_P(, RefusedWhip,
                         testing::Combine(testing::Values(IntegratorMethod::shake, IntegratorMethod::rattle,
                                                          IntegratorMethod::suzuki4),
                                          testing::Values(SolverMethod::automatic, SolverMethod::newton)),
                         [](const auto& instance) {
                           return test_name(integrator_info(std::get<0>(instance.param)).name) + "_" +
                                  solver_name(std::get<1>(instance.param));
                         });

}  // namespace
}  // namespace taut::test
