#include "io/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace taut::io {
namespace {

using namespace std::chrono_literals;

// Two ends of a terminal: the bar is drawn on one and read at the other.
class Terminal {
 public:
  Terminal() {
    [[maybe_unused]] const int result = ::openpty(&reader_, &writer_, nullptr, nullptr, nullptr);
    ::fcntl(reader_, F_SETFL, O_NONBLOCK);
  }
  ~Terminal() {
    ::close(writer_);
    ::close(reader_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int descriptor() const { return writer_; }
  std::string seen() const {
    char text[4096];
    const ssize_t count = ::read(reader_, text, sizeof text);
    return {text, count > 0 ? static_cast<std::size_t>(count) : 0};
  }

 private:
  int reader_ = -1, writer_ = -1;
};

TEST(Progress, DrawsOnATerminalAndClearsItsLine) {
  const Terminal terminal;
  Progress progress(0, 100, Verbosity::normal, terminal.descriptor());
  std::this_thread::sleep_for(120ms);
  progress.update(50, 2.5);
  const std::string bar = terminal.seen();
  EXPECT_NE(bar.find("[############............]  50 %  t = 2.5"), std::string::npos) << bar;
  EXPECT_NE(bar.find("1 s left"), std::string::npos) << bar;
  progress.finish();
  EXPECT_EQ(terminal.seen(), "\r\x1b[K");
}

TEST(Progress, RedrawsAtMostTenTimesASecond) {
  const Terminal terminal;
  Progress progress(0, 1 << 30, Verbosity::normal, terminal.descriptor());
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t step = 1; std::chrono::steady_clock::now() - start < 350ms; ++step) progress.update(step, 0.0);
  const std::string text = terminal.seen();
  const auto bars = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(bars, 1);
  EXPECT_LE(bars, 3);
}

TEST(Progress, IsSilentWhenAskedTo) {
  const Terminal terminal;
  Progress progress(0, 100, Verbosity::quiet, terminal.descriptor());
  std::this_thread::sleep_for(120ms);
  progress.update(50, 2.5);
  progress.finish();
  EXPECT_EQ(terminal.seen(), "");
}

TEST(Progress, IsSilentOnAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
  {
    Progress progress(0, 100, Verbosity::normal, ends[1]);
    std::this_thread::sleep_for(120ms);
    progress.update(50, 2.5);
  }
  char byte;
  EXPECT_LT(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace taut::io
