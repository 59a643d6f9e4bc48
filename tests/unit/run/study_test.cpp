// Work that studies share out to threads: done once each, and what goes wrong in a thread reaches the caller.
#include "run/study.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "taut/output.hpp"
#include "taut/scenario.hpp"

namespace taut {
namespace {

constexpr std::size_t count = 50;

class StudyThreads : public ::testing::TestWithParam<int> {
 protected:
  const Scenario scenario = parse_scenario(R"(
dimension = 2
[[particles]]
name = "pivot"
position = [0.0, 0.0]
fixed = true
[[particles]]
name = "bob"
position = [1.0, 0.0]
mass = 1.0
[[constraints]]
type = "distance"
between = ["pivot", "bob"]
length = 1.0
[integrator]
step = 0.01
steps = 10
)",
                                           "pendulum.toml");
  const StudyOptions options = [] {
    StudyOptions made;
    made.threads = GetParam();
    return made;
  }();
  const StudySetting setting{scenario, options};
};

TEST_P(StudyThreads, DoEveryPieceOnce) {
  std::vector<int> done(count, 0);
  setting.share_out(count, [&](std::size_t k) {
    ++done[k];
    return std::string();
  });
  EXPECT_EQ(done, std::vector<int>(count, 1));
}

TEST_P(StudyThreads, NameTheFirstFailureInOrder) {
  try {
    setting.share_out(count, [](std::size_t k) { return k == 7 || k == 30 ? std::to_string(k) : std::string(); });
    FAIL() << "no failure is told";
  } catch (const OutputError& error) {
    EXPECT_STREQ(error.what(), "7");
  }
}

// From another thread than the caller's, if there is one: the caller's waits for it.
TEST_P(StudyThreads, HandOverWhatIsThrown) {
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> thrown = false;
  std::atomic<std::size_t> begun = 0;
  const auto work = [&](std::size_t) -> std::string {
    ++begun;
    while (GetParam() > 1 && std::this_thread::get_id() == caller && !thrown) std::this_thread::yield();
    thrown = true;
    throw OutputError("the disk is full");
  };
  EXPECT_THROW(setting.share_out(100, work), OutputError);
  EXPECT_LE(begun, static_cast<std::size_t>(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(, StudyThreads, ::testing::Values(1, 2, 4));

}  // namespace
}  // namespace taut
