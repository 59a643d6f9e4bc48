// A progress bar on a terminal, and nothing anywhere else:
//   [##########..........] 52 %  t = 5.2  1.3e+06 steps/s  4 s left
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace taut::io {

enum class Verbosity { normal, quiet };

// What is counted, and the name of the number that goes with it.
struct ProgressWords {
  std::string steps = "steps", value = "t";
};

class Progress {
 public:
  Progress(std::int64_t first_step, std::int64_t last_step, Verbosity verbosity, int descriptor = 2,
           ProgressWords words = {});
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough for every step: the clock is looked at now and then only.
  void update(std::int64_t step, double time) {
    if (shown_ && --calls_until_look_ <= 0) look(step, time);
  }
  void finish();  // clears the line

 private:
  using Clock = std::chrono::steady_clock;
  void look(std::int64_t step, double time);
  void draw(std::int64_t step, double time, double seconds);
  void print(const std::string& text) const;

  ProgressWords words_;
  std::int64_t first_step_, last_step_;
  int descriptor_;
  bool shown_;
  bool drawn_ = false;
  std::int64_t calls_until_look_ = 1;
  std::int64_t calls_between_looks_ = 1;
  Clock::time_point start_, last_look_, last_drawing_;
};

}  // namespace taut::io
