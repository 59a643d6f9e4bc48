// Each line of the rule in docs/guide/accuracy.md: what passes, what is noted and what is a failure.
#include "run/verdict.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace taut {
namespace {

// Nothing wrong with it.
Evidence good() {
  Evidence e;
  e.energy = {.law = EnergyLaw::conserved, .deviation = 1e-3, .scale = 1.0};
  e.constraints = {
      .position_error = 1e-12, .velocity_error = 1e-14, .tolerance = 1e-12, .requested = 1e-12, .worst = "rod"};
  e.steps = {.made = 1000, .length = 0.01};
  return e;
}

enum class Found { nothing, note, failure };
Found found(const Evidence& e) {
  const std::vector<Finding> findings = judge(e);
  if (findings.empty()) return Found::nothing;
  return findings.front().severity == Severity::failure ? Found::failure : Found::note;
}

TEST(Verdict, FindsNothingWhereNothingIsWrong) { EXPECT_EQ(found(good()), Found::nothing); }

TEST(Verdict, JudgesEnergyByItsScale) {
  for (const EnergyLaw law : {EnergyLaw::conserved, EnergyLaw::bath, EnergyLaw::exchanged}) {
    Evidence e = good();
    e.energy.law = law;
    e.energy.scale = 5.0;
    e.energy.deviation = 0.049;
    EXPECT_EQ(found(e), Found::nothing);
    e.energy.deviation = 0.051;
    EXPECT_EQ(found(e), Found::note);
    e.energy.deviation = 0.51;
    EXPECT_EQ(found(e), Found::failure);
    e.energy.deviation = 1e22;
    EXPECT_EQ(found(e), Found::failure);
  }
}

TEST(Verdict, JudgesARiseWhereNothingRaisesTheEnergy) {
  Evidence e = good();
  e.energy = {.law = EnergyLaw::falling, .scale = 5.0, .rise = 0.049, .released = 5.0};
  EXPECT_EQ(found(e), Found::nothing);
  e.energy.rise = 0.051;
  EXPECT_EQ(found(e), Found::note);
  e.energy.rise = 0.51;
  EXPECT_EQ(found(e), Found::failure);
}

// Where their sums are not known to what the energy strays by, nothing is said against the motion.
TEST(Verdict, JudgesExchangedEnergyByNoMoreThanIsKnownOfHeatAndWork) {
  Evidence e = good();
  e.energy = {.law = EnergyLaw::exchanged, .deviation = 0.5, .scale = 1.0, .doubt = 0.4};
  EXPECT_EQ(found(e), Found::failure);
  e.energy.doubt = 0.6;
  EXPECT_EQ(found(e), Found::failure);
  e.energy.slight = 1.0;  // nothing drives it, or it hardly moves
  EXPECT_EQ(found(e), Found::note);
  EXPECT_NE(judge(e).front().sentence.find("cannot be judged"), std::string::npos);
  e.energy.deviation = 0.009;
  EXPECT_EQ(found(e), Found::nothing);
}

TEST(Verdict, CallsNothingWrongThatPhysicsMayDo) {
  Evidence e = good();
  e.energy.law = EnergyLaw::open;
  e.energy.deviation = 1e6;
  EXPECT_EQ(found(e), Found::nothing);
}

// A thermostat takes away what drifts: what is left of it goes by its time constant.
TEST(Verdict, JudgesABathByWhatStraysWithinItsTimeConstant) {
  Evidence e = good();
  e.energy = {.law = EnergyLaw::bath, .deviation = 0.5, .scale = 1.0, .time_constants = 100.0};
  EXPECT_EQ(found(e), Found::nothing);
  e.energy.time_constants = 2.0;
  EXPECT_EQ(found(e), Found::failure);
}

TEST(Verdict, FailsWhereNothingHadEnergyToStray) {
  Evidence e = good();
  e.energy.scale = 0.0;
  EXPECT_EQ(found(e), Found::failure);
  e.energy.deviation = 0.0;
  EXPECT_EQ(found(e), Found::nothing);
}

TEST(Verdict, JudgesConstraintsByTheTolerance) {
  for (auto [error, tolerance, expected] : {std::tuple{2e-11, 1e-12, Found::nothing},
                                            {5e-11, 1e-12, Found::note},
                                            {2e-6, 1e-12, Found::failure},
                                            {2e-5, 1e-6, Found::nothing},
                                            {5e-5, 1e-6, Found::note},
                                            {2e-4, 1e-6, Found::failure}}) {
    Evidence e = good();
    e.constraints.tolerance = e.constraints.requested = tolerance;
    e.constraints.position_error = error;
    EXPECT_EQ(found(e), expected) << error << " with tolerance " << tolerance;
    e.constraints.position_error = 0.0;
    e.constraints.velocity_error = error;
    EXPECT_EQ(found(e), expected) << error << " of velocities with tolerance " << tolerance;
  }
}

// A tolerance is raised to the rounding of coordinates, which are no better known for that.
TEST(Verdict, JudgesConstraintsByTheToleranceThatWasAskedFor) {
  Evidence e = good();
  e.constraints.tolerance = 0.22;
  e.constraints.position_error = 5e-10;
  EXPECT_EQ(found(e), Found::nothing);
  e.constraints.position_error = 2e-9;
  EXPECT_EQ(found(e), Found::note);
  e.constraints.position_error = 0.24;
  EXPECT_EQ(found(e), Found::failure);
  EXPECT_NE(judge(e).front().sentence.find("their rounding is 0.22"), std::string::npos);
}

TEST(Verdict, JudgesTheTemperatureOfABath) {
  for (auto [temperature, error, expected] : {std::tuple{2.09, 0.001, Found::nothing},  // within 5 %
                                              {2.2, 0.06, Found::nothing},              // within 4 errors
                                              {2.2, 0.01, Found::note},
                                              {1.8, 0.01, Found::note},
                                              {3.0, 0.2, Found::note},  // within 10 errors
                                              {3.0, 0.05, Found::failure},
                                              {1.0, 0.05, Found::failure}}) {
    Evidence e = good();
    e.bath = {.asked = 2.0, .found = temperature, .error = error, .known = true, .time_constant = 1.0, .time = 100.0};
    EXPECT_EQ(found(e), expected) << temperature << " +- " << error;
    e.bath.known = false;
    EXPECT_EQ(found(e), Found::nothing);
    e.bath.asked = 0.0;
    EXPECT_EQ(found(e), Found::nothing);
  }
}

TEST(Verdict, SaysWhyABathIsAtAnotherTemperature) {
  Evidence e = good();
  e.bath = {.asked = 2.0, .found = 3.0, .error = 0.01, .known = true, .time_constant = 11.0, .time = 100.0};
  EXPECT_NE(judge(e).front().sentence.find("thermostat.time_constant of at most 1,"), std::string::npos);
  e.bath.time_constant = 9.0;
  EXPECT_NE(judge(e).front().sentence.find("try integrator.step = 0.005"), std::string::npos);
}

TEST(Verdict, NamesTheWorstConstraint) {
  Evidence e = good();
  e.constraints.position_error = 0.3;
  EXPECT_NE(judge(e).front().sentence.find("rod is off by 0.3"), std::string::npos);
}

TEST(Verdict, LetsConstraintsDriftThatAreNotKept) {
  Evidence e = good();
  e.constraints.drift = true;
  e.constraints.position_error = 1e-5;
  EXPECT_EQ(found(e), Found::note);
  e.constraints.position_error = 0.02;
  EXPECT_EQ(found(e), Found::failure);
}

TEST(Verdict, NotesSubdividedSteps) {
  Evidence e = good();
  e.steps.subdivided = 9;
  e.steps.mean_halvings = 1.5;
  e.steps.smallest = 0.0025;
  EXPECT_EQ(found(e), Found::nothing);
  e.steps.subdivided = 10;
  EXPECT_EQ(found(e), Found::note);
  EXPECT_NE(judge(e).front().sentence.find("integrator.step = 0.001"), std::string::npos) << judge(e).front().sentence;
  e.steps.subdivided = 1;
  e.steps.composed = true;
  EXPECT_EQ(found(e), Found::note);
}

TEST(Verdict, FailsWhereAMotionIsHotterThanItsBath) {
  for (const int degrees : {1, 3, 1000}) {
    Evidence e = good();
    const double mean = 0.5 * degrees * 0.7, most = mean * (2.0 + 10.0 * std::sqrt(2.0 / degrees));
    e.heat = {.degrees = degrees, .temperature = 0.7, .kinetic = 0.99 * most};
    EXPECT_EQ(found(e), Found::nothing) << degrees;
    e.heat.kinetic = 1.01 * most;
    EXPECT_EQ(found(e), Found::failure) << degrees;
    e.heat.released = mean;  // as a spring does that was bent
    EXPECT_EQ(found(e), Found::nothing) << degrees;
  }
}

TEST(Verdict, FailsWhereEveryMoveWasRejected) {
  Evidence e = good();
  e.moves = {100, 99};
  EXPECT_EQ(found(e), Found::nothing);
  e.moves = {100, 100};
  EXPECT_EQ(found(e), Found::failure);
}

TEST(Verdict, SaysThatParticlesOverlapOnce) {
  Evidence e = good();
  e.overlap = "a and b overlap";
  ASSERT_EQ(judge(e).size(), 1u);
  EXPECT_EQ(found(e), Found::note);
  e.energy.deviation = 1e9;
  ASSERT_EQ(judge(e).size(), 1u);
  EXPECT_EQ(found(e), Found::failure);
  EXPECT_NE(judge(e).front().sentence.find("a and b overlap"), std::string::npos);
}

TEST(Verdict, PutsFailuresFirst) {
  Evidence e = good();
  e.energy.deviation = 0.05;
  e.constraints.position_error = 1.0;
  ASSERT_EQ(judge(e).size(), 2u);
  EXPECT_EQ(judge(e)[0].severity, Severity::failure);
  EXPECT_EQ(judge(e)[1].severity, Severity::note);
}

}  // namespace
}  // namespace taut
