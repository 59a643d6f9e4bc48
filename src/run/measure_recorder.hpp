// Measurements of a run, their table and figures, and what a continued run must know of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/file/text_file.hpp"
#include "io/output/checkpoint.hpp"
#include "run/output_directory.hpp"
#include "taut/observe.hpp"
#include "taut/scenario.hpp"

namespace taut {

class MeasureRecorder {
 public:
  MeasureRecorder(const Scenario& scenario, const Model& model);  // throws InputError

  void restore(const io::Checkpoint& checkpoint, const OutputDirectory& directory);  // throws InputError
  // A new table, or the one that the checkpoint belongs to.
  void open(const OutputDirectory& directory, const io::Checkpoint* continued);
  std::int64_t next(std::int64_t step) const { return measurements_.next(step); }
  std::string take(const State& state);  // empty, or what is not a number
  std::vector<Measurement> results() const { return measurements_.results(); }
  std::vector<LagFunction> functions() const { return measurements_.functions(); }
  void flush();
  void write(const OutputDirectory& directory) const;  // histograms and functions of the lag
  void draw(const OutputDirectory& directory) const;
  void save(io::Checkpoint& checkpoint) const;

 private:
  Measurements measurements_;
  std::string time_unit_;
  std::optional<io::TextFile> table_;
};

}  // namespace taut
