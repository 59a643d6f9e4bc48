// How far the parts of a study are, kept in the output directory so that it can be continued.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "io/output/checkpoint.hpp"
#include "run/output_directory.hpp"
#include "taut/study.hpp"

namespace taut {

bool is_of_study(const io::Checkpoint& checkpoint);  // or of a run
// What the checkpoint of a study says was asked for; what may differ now (threads, output) is taken from `now`. Throws
// InputError.
StudyOptions options_of(const io::Checkpoint& checkpoint, const OutputDirectory& directory, const StudyOptions& now);

// Parts are kept by name, each when its owner sees fit, and written all at once. Threads may use it together.
class StudyMemory {
 public:
  // Begins anew, or with what a checkpoint has.
  StudyMemory(const OutputDirectory& directory, const StudyOptions& options, const Scenario& scenario,
              const Model& model, const State& start);
  StudyMemory(const OutputDirectory& directory, io::Checkpoint checkpoint);

  // What was kept before this program began; nothing when there is none.
  const std::vector<double>* before(const std::string& part) const;
  bool due() const;  // whether it is long ago that it was written
  void keep(const std::string& part, std::vector<double> memory);
  void write();  // throws OutputError

 private:
  using Clock = std::chrono::steady_clock;
  OutputDirectory directory_;
  std::map<std::string, std::vector<double>> before_;
  io::Checkpoint now_;
  Clock::time_point written_ = Clock::now();
  mutable std::mutex mutex_;
};

}  // namespace taut
