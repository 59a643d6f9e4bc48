#include "base/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>

namespace taut {
namespace {

TEST(Parallel, WhatAThreadThrowsIsThrownByTheTeam) {
  ThreadTeam team(4);
  for (int failing = 0; failing < 4; ++failing) {
    std::atomic<int> ended = 0;
    EXPECT_THROW(team.run([&](int k) {
      ++ended;
      if (k == failing) throw std::runtime_error("no");
    }),
                 std::runtime_error);
    EXPECT_EQ(ended, 4) << "all had ended before it was thrown";
  }
  std::atomic<int> sum = 0;
  team.run([&](int k) { sum += k; });  // and goes on
  EXPECT_EQ(sum, 6);
}

// Whether a large team works where the address space has no room for the stacks of thousands; ends the process.
[[noreturn]] void work_with_little_room() {
  const rlimit limit = {256u << 20, 256u << 20};
  setrlimit(RLIMIT_AS, &limit);
  bool right = false;
  {
    std::atomic<int> worked = 0;
    ThreadTeam team(4096);
    team.run([&](int) { ++worked; });
    right = team.size() >= 1 && team.size() < 4096 && worked == team.size();
  }
  std::_Exit(right ? 0 : 1);
}

TEST(Parallel, ATeamIsAsLargeAsThereIsRoom) { EXPECT_EXIT(work_with_little_room(), testing::ExitedWithCode(0), ""); }

}  // namespace
}  // namespace taut
