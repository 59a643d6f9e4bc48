// A request to stop what is being computed, made by a signal handler or by another thread.
#pragma once

#include <atomic>

namespace taut {

class StopRequest {
 public:
  void request() noexcept { requested_.store(true, std::memory_order_relaxed); }

  // For whoever works: asked at every step. When true, save what there is and return.
  bool requested() const noexcept {
    if (!requested_.load(std::memory_order_relaxed)) return false;
    noticed_.store(true, std::memory_order_relaxed);
    return true;
  }
  const std::atomic<bool>* flag() const noexcept { return &requested_; }  // for parts that only look at it

  // Whether the request was seen: what is under way then comes to its end by itself.
  bool noticed() const noexcept { return noticed_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> requested_ = false;
  mutable std::atomic<bool> noticed_ = false;
  static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");
};

inline bool is_requested(const StopRequest* stop) { return stop && stop->requested(); }

}  // namespace taut
