// What the studies of `taut chaos` share, and each of them in a file of its own.
#pragma once

#include <functional>

#include "io/progress.hpp"
#include "run/study_memory.hpp"
#include "run/system.hpp"
#include "taut/study.hpp"

namespace taut {

// Throws InputError for more than can be counted.
std::int64_t steps_of(double time, double step);

class StudySetting {
 public:
  StudySetting(const Scenario& scenario, const StudyOptions& options);

  const Scenario& scenario;
  const StudyOptions& options;
  System system;
  State start;  // on the constraints
  double time;  // that was asked for
  std::int64_t steps() const { return steps_; }
  double step() const { return scenario.integrator.step; }

  const std::atomic<bool>* stop_flag() const { return options.stop ? options.stop->flag() : nullptr; }
  bool stopped() const { return is_requested(options.stop); }
  // A state brought onto the constraints. Throws InputError.
  State projected(State state) const;
  // The value; or the error, with file and line where it has a key. Throws InputError.
  template <class T>
  T need(Expected<T> expected) const {
    return located(scenario, std::move(expected));
  }
  io::Progress progress(std::int64_t last, const char* what, const char* value) const;
  // Of parts of a study that are continued from something that is not theirs.
  [[noreturn]] void fail_to_continue() const;
  // work(k) for each k below count, on all threads; the first failure in order of k is thrown as OutputError. What
  // work throws is thrown here, and no more work begins.
  void share_out(std::size_t count, const std::function<std::string(std::size_t)>& work) const;

 private:
  std::int64_t steps_ = 0;
};

// Each goes on where its memory says it was; the result is the same in every bit.
LyapunovStudy study_lyapunov(const StudySetting& setting, StudyMemory& memory, StudyReport& report);
SectionStudy study_section(const StudySetting& setting, StudyMemory& memory, StudyReport& report);
TwinStudy study_twin(const StudySetting& setting, StudyMemory& memory, StudyReport& report);
MapStudy study_map(const StudySetting& setting, StudyMemory& memory, StudyReport& report);

void write_study(StudyReport& report, const OutputDirectory& directory);

}  // namespace taut
