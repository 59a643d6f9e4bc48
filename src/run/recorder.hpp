// The files that a run writes frame by frame.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/figure/figure_recorder.hpp"
#include "io/output/checkpoint.hpp"
#include "run/output_directory.hpp"
#include "run/system.hpp"
#include "taut/output.hpp"
#include "taut/run.hpp"

namespace taut {
namespace io {
class JointsWriter;
}

class Recorder {
 public:
  // New files, or the ones of the run that the checkpoint belongs to, cut back to where it was taken.
  Recorder(const Scenario& scenario, const System& system, const OutputDirectory& directory,
           const io::Checkpoint* continued);
  ~Recorder();

  void write(const Frame& frame);
  void follow(const State& state);  // after every step; see JointsWriter
  void flush();
  void draw();  // the figures of everything written so far
  // Where the files are now, for a checkpoint.
  void save(io::Checkpoint& checkpoint) const;

 private:
  struct File;
  std::vector<std::unique_ptr<File>> files_;
  std::optional<io::FigureRecorder> figures_;
  io::JointsWriter* joints_ = nullptr;  // among the files, where there are arms
};

}  // namespace taut
