// The energy of the motion behind a study: what is noted, what is a failure, and that a study that goes on knows it.
#include "run/study_trust.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "taut/scenario.hpp"

namespace taut {
namespace {

const char* const oscillator = R"toml(
dimension = 2
[[particles]]
name = "ball"
position = [1.0, 0.0]
[[forces.potential]]
on = "ball"
energy = "50*(x^2 + y^2)"
[integrator]
method = "verlet"
step = 0.01
steps = 10
)toml";

// Half of ten units of energy are kinetic at the start, so that the scale is five.
EnergyTrack strayed_by(double deviation) {
  EnergyTrack track;
  track.begin(5.0, 5.0, 1e-6);
  track.add(5.0 + deviation, 5.0);
  track.add(5.0, 5.0);
  return track;
}

class StudyTrust : public ::testing::Test {
 protected:
  StudyReport judged(const EnergyTally& tally) const {
    StudyReport report;
    tally.judge(setting, "section", "starts", report);
    return report;
  }
  StudyReport judged(double deviation, EnergyLaw law = EnergyLaw::conserved) const {
    EnergyTally tally;
    tally.add(strayed_by(deviation), law);
    return judged(tally);
  }

  const Scenario scenario = parse_scenario(oscillator, "oscillator.toml");
  const StudyOptions options;
  const StudySetting setting{scenario, options};
};

TEST_F(StudyTrust, GoesByTheLimitsOfRuns) {
  EXPECT_TRUE(judged(0.049).notes.empty());
  EXPECT_EQ(judged(0.051).notes.size(), 1u);
  EXPECT_TRUE(judged(0.051).trusted());
  ASSERT_EQ(judged(0.51).failures.size(), 1u);
  EXPECT_NE(judged(0.51).failures[0].find("section: the energy strayed by 0.51"), std::string::npos);
  EXPECT_NE(judged(0.51).failures[0].find("try integrator.step = 0.0009"), std::string::npos)
      << judged(0.51).failures[0];
}

TEST_F(StudyTrust, FailsWhereAnEnergyIsNoNumber) {
  for (const double lost : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity()})
    EXPECT_FALSE(judged(lost).trusted()) << lost;
}

TEST_F(StudyTrust, LetsDampingTakeEnergyButNotGiveIt) {
  EXPECT_TRUE(judged(-4.0, EnergyLaw::open).trusted());
  EXPECT_TRUE(judged(4.0, EnergyLaw::open).trusted());
  EXPECT_FALSE(judged(4.0, EnergyLaw::falling).trusted());
  EnergyTrack braked;
  braked.begin(5.0, 5.0, 1e-6);
  braked.add(1.0, 5.0);
  EnergyTally tally;
  tally.add(braked, EnergyLaw::falling);
  EXPECT_TRUE(judged(tally).trusted());
}

TEST_F(StudyTrust, CountsTrajectoriesAndNamesTheWorst) {
  EnergyTally first, all;
  for (const double deviation : {0.0, 0.1, 2.0}) first.add(strayed_by(deviation), EnergyLaw::conserved);
  all.add(strayed_by(1.0), EnergyLaw::conserved);
  all.add(first);
  const std::string sentence = judged(all).failures.at(0);
  EXPECT_NE(sentence.find("strayed by 2, 0.4 of its scale"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("2 of 4 starts"), std::string::npos) << sentence;
}

TEST_F(StudyTrust, IsKeptWhereAStudyGoesOn) {
  std::vector<double> list;
  strayed_by(0.7).save(list);
  ASSERT_EQ(list.size(), EnergyTrack::stored);
  EnergyTrack track;
  track.load(list);
  track.add(5.0, 5.0);
  EnergyTally tally, again;
  tally.add(track, EnergyLaw::conserved);
  list.clear();
  tally.save(list);
  ASSERT_EQ(list.size(), EnergyTally::stored);
  again.load(list);
  EXPECT_EQ(judged(again).failures, judged(0.7).failures);
}

TEST_F(StudyTrust, MeasuresTheMotionOfAScenario) {
  EnergyMeter meter(scenario, setting.system);
  EnergyTrack track;
  meter.begin(track, setting.start);
  State state = setting.start;
  state.velocity[0] = {2.0, 0.0, 0.0};
  meter.look(track, state);
  EXPECT_EQ(meter.law(), EnergyLaw::conserved);
  EXPECT_DOUBLE_EQ(track.deviation(), 2.0);
  EXPECT_LT(track.scale(), 1e-3);  // it had no kinetic energy, and fell from nowhere
}

}  // namespace
}  // namespace taut
