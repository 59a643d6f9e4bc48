// A team of threads that do the same thing on their parts. A team of one starts no thread, and where there are none (in
// a browser) every team is a team of one.
#pragma once

#if !defined(__wasm__)
#include <condition_variable>
#include <mutex>
#include <thread>
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
  explicit ThreadTeam(int size) : size_(size) {
    for (int k = 1; k < size; ++k) threads_.emplace_back([this, k] { serve(k); });
  }
  ~ThreadTeam() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    start_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return size_; }

  // Calls work(k) for every k below size(), all at once; returns when all have ended.
  template <class Work>
  void run(Work&& work) {
    if (size_ > 1) {
      const std::lock_guard lock(mutex_);
      call_ = [](void* what, int k) { (*static_cast<std::remove_reference_t<Work>*>(what))(k); };
      work_ = &work;
      running_ = size_ - 1;
      ++round_;
    }
    start_.notify_all();
    work(0);
    if (size_ == 1) return;
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
  }

 private:
  void serve(int k) {
    for (unsigned long round = 0;;) {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return ending_ || round_ != round; });
      if (ending_) return;
      round = round_;
      lock.unlock();
      call_(work_, k);
      lock.lock();
      if (--running_ == 0) done_.notify_one();
    }
  }

  int size_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  void (*call_)(void*, int) = nullptr;
  void* work_ = nullptr;
  int running_ = 0;
  unsigned long round_ = 0;
  bool ending_ = false;
};

#endif

}  // namespace taut
