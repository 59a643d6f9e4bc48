// Work that studies share out to threads: done once each, and what goes wrong in a thread reaches the caller.
#include "run/study.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "run/output_directory.hpp"
#include "run/study_memory.hpp"
#include "run/study_trust.hpp"
#include "taut/output.hpp"
#include "taut/scenario.hpp"

namespace taut {
namespace {

constexpr std::size_t count = 50;

const char* const pendulum = R"(
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
)";

class StudyThreads : public ::testing::TestWithParam<int> {
 protected:
  const Scenario scenario = parse_scenario(pendulum, "pendulum.toml");
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

// One hit has three numbers: a memory with fewer is not read beyond its end (the sanitizers would see it).
TEST(SectionMemory, IsRefusedWhenItIsCutShort) {
  const std::filesystem::path path = std::filesystem::path(TAUT_BINARY_DIR) / "cut_short";
  const Scenario scenario = parse_scenario(
      std::string(pendulum) + "[chaos.section]\ncrossing = \"x2\"\nplot = [\"y2\", \"vy2\"]\n", "pendulum.toml");
  StudyOptions options;
  options.section = true;
  options.out = path;
  const StudySetting setting{scenario, options};
  for (const std::vector<double>& list : {std::vector<double>{}, {1.0}, {1.0, 0.5, 0.25}, {-1.0, 0.0, 0.0, 0.0}}) {
    io::Checkpoint checkpoint;
    checkpoint.lists["section0"] = list;
    if (!list.empty()) checkpoint.lists["section0"].resize(list.size() + EnergyTrack::stored);
    StudyMemory memory(OutputDirectory::fresh(path, Existing::replace), checkpoint);
    StudyReport report;
    try {
      (void)study_section(setting, memory, report);
      FAIL() << list.size() << " numbers are taken";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), path.string() + ": was begun with another scenario; expected the same");
    }
  }
}

}  // namespace
}  // namespace taut
