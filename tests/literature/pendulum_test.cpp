// Pendulums from rest, unit lengths and masses, g = 9.81: positions and tensions as printed in [science, section 5].
#include "support/systems.hpp"

namespace taut::test {
namespace {

struct Printed {
  std::string name;
  std::vector<double> degrees;
  Vec3 at_1s, at_10s;            // of the last bob, 12 decimals
  std::vector<double> tensions;  // at 10 s, 9 or 10 decimals
  friend void PrintTo(const Printed& printed, std::ostream* out) { *out << printed.name; }
};

class PendulumTable : public testing::TestWithParam<Printed> {};

// kahan-li8 at h = 1/400 has no step error left to see: halving the step changes nothing above the tolerance (checked
// below). Round-off, 1e-15 a step at worst, grows like exp(lyapunov t): 20,000-fold at most in 10 s for these starts.
constexpr double last_printed_digit = 1.01e-12;
constexpr double chaotic_round_off = 1e-10;

TEST_P(PendulumTable, HoldsToThePrintedDigits) {
  const Printed& printed = GetParam();
  constexpr int steps_per_second = 400;
  Simulation s = Simulation::started(make_pendulum({.degrees = printed.degrees}),
                                     {.method = IntegratorMethod::kahan_li8, .step = 1.0 / steps_per_second});
  s.step(steps_per_second);
  EXPECT_LT(norm(s.last_position() - printed.at_1s), last_printed_digit);
  s.step(9 * steps_per_second);
  EXPECT_LT(norm(s.last_position() - printed.at_10s), chaotic_round_off);
  const std::vector<double> tensions = s.constraint_forces();
  ASSERT_EQ(tensions.size(), printed.tensions.size());
  for (std::size_t k = 0; k < tensions.size(); ++k)
    EXPECT_NEAR(tensions[k], printed.tensions[k], 1e-9 * std::abs(printed.tensions[k]));
}

INSTANTIATE_TEST_SUITE_P(, PendulumTable,
                         testing::Values(Printed{"single_90",
                                                 {90.0},
                                                 {-0.986291751132, -0.165010853126, 0.0},
                                                 {0.275087462576, -0.961419205099, 0.0},
                                                 {28.294567206}},
                                         Printed{"double_90_90",
                                                 {90.0, 90.0},
                                                 {-1.444818849943, -1.321794461381, 0.0},
                                                 {-1.040765783246, -1.707347662469, 0.0},
                                                 {183.748331908, 138.657204657}},
                                         Printed{"double_30_45",
                                                 {30.0, 45.0},
                                                 {-0.865172279189, -1.800045364620, 0.0},
                                                 {-0.187940238841, -1.990300687212, 0.0},
                                                 {25.820065014, 14.280895863}},
                                         Printed{"triple_60_90_120",
                                                 {60.0, 90.0, 120.0},
                                                 {-1.032392036759, -2.626203684742, 0.0},
                                                 {2.434445637224, -1.565490233430, 0.0},
                                                 {232.7926660117, 215.1152854707, 120.1958436114}}),
                         [](const auto& instance) { return instance.param.name; });

// Periods of the single pendulum, 4 K(sin(theta/2)) / sqrt(g).
struct Period {
  double degrees, seconds;
};

class PendulumPeriod : public testing::TestWithParam<Period> {};

TEST_P(PendulumPeriod, BringsItBack) {
  constexpr int steps = 1000;
  Simulation s = Simulation::started(make_pendulum({.degrees = {GetParam().degrees}}),
                                     {.method = IntegratorMethod::kahan_li8, .step = GetParam().seconds / steps});
  s.step(steps);
  // 14 printed digits of the period shift the turning point by g (5e-14)^2 only: velocity tells, v = g sin(theta) dt.
  EXPECT_LT(norm(s.velocity(1)), g * 1e-13);
  EXPECT_LT(norm(s.position(1) - s.model->positions()[1]), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(, PendulumPeriod,
                         testing::Values(Period{90.0, 2.3678419475762}, Period{170.0, 4.8935242741055}));

}  // namespace
}  // namespace taut::test
