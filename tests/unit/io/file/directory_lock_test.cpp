#include "io/file/directory_lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>

#include "taut/error.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

class DirectoryLockTest : public testing::Test {
 protected:
  std::string refusal() const {
    return test::sentence_of<InputError>([&] { DirectoryLock second(directory_.file("")); });
  }
  test::TemporaryDirectory directory_;
};

TEST_F(DirectoryLockTest, RefusesTheSecondWithTheNumberOfTheFirst) {
  const DirectoryLock first(directory_.file(""));
  EXPECT_NE(refusal().find("process " + std::to_string(::getpid()) + " is writing into it"), std::string::npos)
      << refusal();
}

TEST_F(DirectoryLockTest, LeavesNothingBehind) {
  { const DirectoryLock first(directory_.file("")); }
  EXPECT_TRUE(std::filesystem::is_empty(directory_.file("")));
  EXPECT_EQ(refusal(), "");
}

TEST_F(DirectoryLockTest, WhatAKilledProcessLeftIsNoObstacle) {
  const pid_t child = ::fork();
  if (child == 0) {
    const DirectoryLock lock(directory_.file(""));
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(directory_.file(lock_file)));
  EXPECT_EQ(refusal(), "");
}

}  // namespace
}  // namespace taut::io
