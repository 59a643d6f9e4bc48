// What a search may spend: time, or rounds where it goes by count, and nothing more once it is stopped. By count every
// round has the same number of steps; by time the clock ends them.
#pragma once

#include <atomic>
#include <chrono>

#include "taut/follow.hpp"

namespace taut {

class Budget {
 public:
  explicit Budget(const FollowOptions& options)
      : seconds_(options.seconds), rounds_(options.rounds), stop_(options.stop), begin_(Clock::now()) {}

  double spent() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  bool allows_step() const { return !is_stopped() && (rounds_ > 0 || spent() < seconds_); }
  bool allows_round(int done) const { return allows_step() && (rounds_ == 0 || done < rounds_); }

 private:
  using Clock = std::chrono::steady_clock;
  bool is_stopped() const { return stop_ && stop_->load(); }

  double seconds_;
  int rounds_;
  const std::atomic<bool>* stop_;
  Clock::time_point begin_;
};

}  // namespace taut
