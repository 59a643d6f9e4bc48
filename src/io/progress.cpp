#include "io/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/whole.hpp"

namespace taut::io {
namespace {

using namespace std::chrono_literals;
constexpr auto redraw_interval = 100ms;
constexpr auto look_interval = 10ms;
constexpr int bar_width = 24;
constexpr std::int64_t longest_wait = std::int64_t{1} << 53;  // s, that is shown

std::string duration_text(double seconds) {
  const auto whole = whole_within(std::ceil(seconds), std::int64_t{0}, longest_wait);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(std::int64_t first_step, std::int64_t last_step, Verbosity verbosity, int descriptor,
                   ProgressWords words)
    : words_(std::move(words)),
      first_step_(first_step),
      last_step_(last_step),
      descriptor_(descriptor),
      shown_(verbosity == Verbosity::normal && last_step > first_step && ::isatty(descriptor) == 1),
      start_(Clock::now()),
      last_look_(start_),
      last_drawing_(start_) {}

void Progress::look(std::int64_t step, double time) {
  const auto now = Clock::now();
  // Twice as rarely while looks come too often, at once more often when steps turn slow.
  if (now - last_look_ < look_interval)
    calls_between_looks_ = std::min<std::int64_t>(2 * calls_between_looks_, 1 << 20);
  else if (now - last_look_ > 2 * look_interval)
    calls_between_looks_ = std::max<std::int64_t>(calls_between_looks_ / 4, 1);
  last_look_ = now;
  calls_until_look_ = calls_between_looks_;
  if (now - last_drawing_ < redraw_interval) return;
  last_drawing_ = now;
  draw(step, time, std::chrono::duration<double>(now - start_).count());
}

void Progress::draw(std::int64_t step, double time, double seconds) {
  const double done = static_cast<double>(step - first_step_);
  const double fraction = std::clamp(done / static_cast<double>(last_step_ - first_step_), 0.0, 1.0);
  const int filled = static_cast<int>(fraction * bar_width);
  const std::string left = done > 0 ? duration_text(seconds * (1.0 / fraction - 1.0)) + " left" : "";
  print(fmt::format("\r[{:#>{}}{:.>{}}] {:3.0f} %  {} = {:.4g}  {:.3g} {}/s  {}\x1b[K", "", filled, "",
                    bar_width - filled, std::floor(100 * fraction), words_.value, time, done / seconds, words_.steps,
                    left));
  drawn_ = true;
}

void Progress::finish() {
  if (drawn_) print("\r\x1b[K");
  drawn_ = false;
  shown_ = false;
}

void Progress::print(const std::string& text) const {
  // A bar that cannot be drawn is no reason to stop a simulation.
  [[maybe_unused]] const auto count = ::write(descriptor_, text.data(), text.size());
}

}  // namespace taut::io
