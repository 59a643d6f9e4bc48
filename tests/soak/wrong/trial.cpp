#include "soak/wrong/trial.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

#include "taut/output.hpp"
#include "taut/run.hpp"
#include "taut/stop.hpp"

namespace taut::soak {
namespace {

constexpr double patience = 3.0;  // seconds for a run

constexpr std::array harmless = {
    "is redundant",    "the motion went on smoothly", "threads", "was raised to",
    "against gravity", "all rows are kept",           "figure",  "constraint forces at the end could not be computed"};

// Newer summaries judge themselves.
template <class Summary>
bool is_trusted(const Summary& summary) {
  if constexpr (requires { summary.trusted(); })
    return summary.trusted();
  else
    return true;
}
template <class Summary>
std::vector<std::string> failures(const Summary& summary) {
  if constexpr (requires { summary.failures; })
    return summary.failures;
  else
    return {};
}

// Raises a flag when a run takes too long.
class Watch {
 public:
  explicit Watch(std::string text) : text_(std::move(text)), thread_([this] { wait(); }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  const StopRequest* stop() const { return &stop_; }

 private:
  void wait() {
    std::unique_lock lock(mutex_);
    const auto is_done = [this] { return done_; };
    if (changed_.wait_for(lock, std::chrono::duration<double>(patience), is_done)) return;
    stop_.request();
    if (changed_.wait_for(lock, std::chrono::duration<double>(10.0 * patience), is_done)) return;
    std::fprintf(stderr, "\nHANGS within a step, and does not look at signals; this is its scenario:\n%s\n",
                 text_.c_str());
    std::_Exit(1);
  }
  std::string text_;  // of the scenario
  std::mutex mutex_;
  std::condition_variable changed_;
  StopRequest stop_;
  bool done_ = false;
  std::thread thread_;
};

// In memory where the system offers that, removed at the end.
const std::filesystem::path& scratch() {
  struct Folder {
    std::filesystem::path path;
    Folder() {
      const std::filesystem::path memory = "/dev/shm";
      path = (std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path()) /
             ("taut-soak-" + std::to_string(::getpid()));
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path;
}

std::vector<Point> points(const std::vector<Vec3>& list) {
  std::vector<Point> result;
  for (const Vec3& v : list) result.push_back({v.x, v.y, v.z});
  return result;
}

Trial judged(const RunSummary& summary) {
  Trial trial;
  trial.how = summary.outcome == Outcome::complete ? How::silent
              : summary.outcome == Outcome::failed ? How::failed
                                                   : How::slow;
  if (trial.how == How::silent && !is_trusted(summary)) trial.how = How::failed;
  trial.text = summary.message;
  for (const std::string& failure : failures(summary)) trial.text += failure + "; ";
  trial.notes = summary.notes;
  for (const std::string& note : summary.notes) {
    trial.text += (trial.text.empty() ? "" : "; ") + note;
    if (trial.how == How::silent && !is_harmless(note)) trial.how = How::noted;
  }
  trial.forces = summary.final.constraint_forces;
  trial.place = points(summary.final.positions);
  trial.velocity = points(summary.final.velocities);
  trial.time = summary.time;
  trial.start_energy = summary.energy.initial;
  trial.end_energy = summary.energy.final;
  trial.worst_drift = summary.energy.max_relative_drift;
  trial.constraint_error = summary.constraint_error.max_position;
  trial.tolerance = summary.tolerance.used;
  return trial;
}

}  // namespace

bool is_harmless(const std::string& note) {
  return std::any_of(harmless.begin(), harmless.end(), [&](const char* text) { return note.find(text) != note.npos; });
}

Trial attempt(const Case& item) {
  Trial trial;
  try {
    const std::string text = to_toml(item);
    const Watch watch(text);
    const Scenario scenario = parse_scenario(text, "seed.toml");
    RunOptions options;
    options.out = scratch() / "run";
    options.force = options.quiet = true;
    options.stop = watch.stop();
    return judged(run(scenario, options));
  } catch (const InputError& error) {
    trial.how = How::refused;
    trial.text = error.what();
  } catch (const std::exception& error) {
    trial.text = error.what();
  }
  return trial;
}

}  // namespace taut::soak
