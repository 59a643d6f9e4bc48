// A team of threads that do the same thing on their parts. A team of one starts no thread, and where there are none (in
// a browser) every team is a team of one. Where the system has no room for as many threads as were asked for, the team
// is smaller. What work throws on any of them is thrown again by run().
#pragma once

#include <cstddef>

#if !defined(__wasm__)
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>
#endif

namespace taut {

#if defined(__wasm__)

class ThreadTeam {
 public:
  explicit ThreadTeam(int /*size*/) {}
  int size() const { return 1; }
  template <class Work>
  void run(Work&& work) {
    work(0);
  }
};

#else

class ThreadTeam {
 public:
  explicit ThreadTeam(int size) {
    // Each thread takes memory: where it ends, half as many leave some for the work.
    while (!make(size)) size = 1 + static_cast<int>(threads_.size()) / 2, dismiss();
  }
  ~ThreadTeam() { dismiss(); }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return size_; }

  // Calls work(k) for every k below size(), all at once; returns when all have ended.
  template <class Work>
  void run(Work&& work) {
    if (size_ == 1) return work(0);
    call_ = [](void* what, int k) { (*static_cast<std::remove_reference_t<Work>*>(what))(k); };
    work_ = &work;
    running_ = size_ - 1;
    begin_round();
    call(0);
    wait_for(done_, [this] { return running_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  bool make(int size) {
    try {
      threads_.reserve(static_cast<std::size_t>(size > 1 ? size - 1 : 0));
      for (int k = 1; k < size; ++k) threads_.emplace_back([this, k, round = round_ + 1] { serve(k, round); });
    } catch (const std::exception&) {
      return false;
    }
    size_ = size;
    return true;
  }
  void dismiss() {
    ending_ = true;
    begin_round();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    ending_ = false;
  }

  void call(int k) {
    try {
      call_(work_, k);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void serve(int k, unsigned long first) {
    for (unsigned long round = first;; ++round) {
      wait_for(start_, [&] { return round_ >= round; });
      if (ending_) return;
      call(k);
      if (--running_ == 0) wake(done_);
    }
  }

  void begin_round() {
    ++round_;
    wake(start_);
  }

  // The next round of a simulation follows within microseconds: look often before going to sleep.
  template <class Happened>
  void wait_for(std::condition_variable& signal, Happened&& happened) {
    constexpr int looks = 100;
    for (int look = 0; look < looks; ++look) {
      if (happened()) return;
      std::this_thread::yield();
    }
    std::unique_lock lock(mutex_);
    signal.wait(lock, happened);
  }
  void wake(std::condition_variable& signal) {
    { const std::lock_guard lock(mutex_); }  // nobody is between its last look and its sleep
    signal.notify_all();
  }

  int size_ = 1;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  void (*call_)(void*, int) = nullptr;
  void* work_ = nullptr;
  std::exception_ptr failure_;
  std::atomic<int> running_ = 0;
  std::atomic<unsigned long> round_ = 0;
  std::atomic<bool> ending_ = false;
};

#endif

// Every thread takes a stretch of `count` items: work(begin, end, thread). Who takes which must change no result.
// Without a team, or for one item, the calling thread takes all.
template <class Work>
void share(ThreadTeam* team, std::size_t count, Work&& work) {
  if (!team || team->size() == 1 || count < 2) return work(std::size_t{0}, count, 0);
  const auto threads = static_cast<std::size_t>(team->size());
  team->run([&](int thread) {
    const auto k = static_cast<std::size_t>(thread);
    work(count * k / threads, count * (k + 1) / threads, thread);
  });
}

}  // namespace taut
