// The parts of a system that do not concern each other between two evaluations of the forces, see solve/partition.hpp,
// and the threads that take them through a stage.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "dynamics/stage_report.hpp"
#include "solve/constraint_set.hpp"
#include "solve/whole_stage.hpp"
#include "taut/forces.hpp"

namespace taut {

struct Block {
  std::size_t begin = 0, count = 0;  // coordinates of its particles, from the first to the last that can move
  std::span<Solver* const> solvers;
  std::vector<std::size_t> driven;  // paths of its driven particles
  std::vector<WholeStage*> stages;  // of all its solvers, where they take care of all its particles; else none
};

class Blocks {
 public:
  Blocks(const Model& model, const ForceField& forces, ConstraintSet& constraints, int threads);

  std::size_t size() const { return blocks_.size(); }
  const Block& all() const { return all_; }  // in one
  std::span<const Block> each() const { return blocks_; }
  ThreadTeam& team() { return team_; }
  int threads() const { return team_.size(); }

  // work(block, report) for each, on all threads; the report becomes the worst.
  template <class Work>
  void for_each(StageReport& report, Work&& work) {
    if (blocks_.size() == 1)
      work(blocks_.front(), report);
    else
      share_out(report, work);
  }

 private:
  // Each thread takes a stretch of the blocks; who takes which changes no result.
  template <class Work>
  [[gnu::noinline]] void share_out(StageReport& report, Work&& work) {
    const auto threads = static_cast<std::size_t>(team_.size());
    team_.run([&](int k) {
      const auto thread = static_cast<std::size_t>(k);
      reports_[thread] = {};
      for (std::size_t b = size() * thread / threads; b < size() * (thread + 1) / threads; ++b) {
        StageReport one;
        work(blocks_[b], one);
        include(reports_[thread], one);
      }
    });
    for (const StageReport& one : reports_) include(report, one);
  }

  std::vector<Block> blocks_;
  Block all_;
  ThreadTeam team_;
  std::vector<StageReport> reports_;  // one a thread
};

}  // namespace taut
