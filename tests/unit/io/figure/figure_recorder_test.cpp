#include "io/figure/figure_recorder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

class FigureRecorderTest : public testing::Test {
 protected:
  FigureOptions options() const {
    return {.directory = directory_.file(""),
            .title = "Pendulum & friends",
            .dimension = 2,
            .names = {"pivot", "bob"},
            .rods = {{0, 1}},
            .fixed = {0},
            .tracked = {1}};
  }
  void record(FigureRecorder& recorder, std::int64_t step, double error) const {
    const double t = 1e-3 * static_cast<double>(step);
    const std::vector<Vec3> positions = {{0, 0, 0}, {std::sin(t), -std::cos(t), 0}};
    recorder.write({.step = step,
                    .time = t,
                    .positions = positions,
                    .velocities = positions,
                    .constraint_forces = forces_,
                    .kinetic = 1.0,
                    .potential = -1.0,
                    .max_position_error = error,
                    .max_velocity_error = error,
                    .iterations = 1.0});
  }

  test::TemporaryDirectory directory_;
  const std::vector<double> forces_ = {1.0};
};

TEST_F(FigureRecorderTest, WritesItsFiguresAsXml) {
  FigureRecorder recorder(options());
  for (int step = 0; step < 100; ++step) record(recorder, step, 1e-14);
  const std::vector<std::string> files = recorder.finish();
  ASSERT_EQ(files.size(), 3u);
  const std::string parse = "/usr/bin/python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' ";
  for (const std::string& file : files) EXPECT_EQ(std::system((parse + file).c_str()), 0) << file;
}

// States that are no numbers are not drawn, and take neither memory nor time.
TEST_F(FigureRecorderTest, NumbersThatAreNoneLeaveGaps) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity, 1e308}) {
    FigureRecorder recorder(options());
    for (int step = 0; step < 20000; ++step) {
      const std::vector<Vec3> positions = {{0, 0, 0}, step % 3 == 0 ? Vec3{bad, 1.0, 0.0} : Vec3{-bad, bad, 0.0}};
      recorder.write({.step = step,
                      .time = 1e-3 * step,
                      .positions = positions,
                      .velocities = positions,
                      .constraint_forces = forces_,
                      .kinetic = bad,
                      .potential = -bad,
                      .max_position_error = bad,
                      .max_velocity_error = step % 2 == 0 ? bad : 1.0});
    }
    for (const std::string& file : recorder.finish()) {
      const std::string svg = test::read_text(file);
      EXPECT_LT(svg.size(), 1u << 20) << file;
      EXPECT_EQ(svg.find("nan,"), std::string::npos) << file;
    }
  }
}

TEST_F(FigureRecorderTest, HoldsABoundedNumberOfSamplesAndTheWorstError) {
  FigureRecorder recorder(options());
  for (int step = 0; step < 100000; ++step) record(recorder, step, step == 54321 ? 3e-9 : 1e-14);
  EXPECT_LE(recorder.samples(), 4000u);
  EXPECT_GE(recorder.samples(), 2000u);
  recorder.finish();
  EXPECT_NE(test::read_text(directory_.file("constraint_error.svg")).find("positions 3e-09"), std::string::npos);
}

TEST_F(FigureRecorderTest, AContinuedRunDrawsTheWholeOfIt) {
  FigureRecorder whole(options()), first(options()), second(options());
  for (int step = 0; step < 9001; ++step) record(whole, step, 1e-14 * (step % 7));
  for (int step = 0; step < 4567; ++step) record(first, step, 1e-14 * (step % 7));
  second.restore(first.save());
  for (int step = 4567; step < 9001; ++step) record(second, step, 1e-14 * (step % 7));
  whole.finish();
  const std::string expected = test::read_text(directory_.file("path.svg"));
  second.finish();
  EXPECT_EQ(test::read_text(directory_.file("path.svg")), expected);
  EXPECT_EQ(second.samples(), whole.samples());
}

TEST_F(FigureRecorderTest, DrawsNothingFromASingleFrame) {
  FigureRecorder recorder(options());
  record(recorder, 0, 0.0);
  EXPECT_TRUE(recorder.finish().empty());
}

TEST(ChooseTracked, TakesAFewThatAreLegible) {
  EXPECT_EQ(choose_tracked(3, {0}), (std::vector<int>{1, 2}));
  EXPECT_EQ(choose_tracked(9, {4}).size(), 8u);
  EXPECT_EQ(choose_tracked(101, {0}), (std::vector<int>{1, 34, 67, 100}));
  EXPECT_TRUE(choose_tracked(1, {0}).empty());
}

}  // namespace
}  // namespace taut::io
