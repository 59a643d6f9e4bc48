#include "dynamics/blocks.hpp"

#include <algorithm>

namespace taut {
namespace {

// Those of all solvers, if nothing else is to be moved.
std::vector<WholeStage*> whole_stages(const Block& block, std::size_t moving) {
  std::vector<WholeStage*> stages;
  for (Solver* solver : block.solvers)
    if (WholeStage* stage = solver->whole_stage()) {
      stages.push_back(stage);
      moving -= stage->moving_particles();
    }
  const bool complete = stages.size() == block.solvers.size() && moving == 0 && block.driven.empty();
  return complete ? stages : std::vector<WholeStage*>{};
}

Block make_block(const Model& model, std::size_t first, std::size_t last, std::span<Solver* const> solvers) {
  Block block;
  block.solvers = solvers;
  for (std::size_t path = 0; path < model.driven().size(); ++path) {
    const auto particle = static_cast<std::size_t>(model.driven()[path].particle);
    if (first <= particle && particle < last) block.driven.push_back(path);
  }
  const std::vector<double>& w = model.inverse_masses();
  const auto moving = std::count_if(w.begin() + static_cast<std::ptrdiff_t>(first),
                                    w.begin() + static_cast<std::ptrdiff_t>(last), [](double wi) { return wi != 0.0; });
  block.stages = whole_stages(block, static_cast<std::size_t>(moving));
  while (first < last && w[first] == 0.0) ++first;
  while (first < last && w[last - 1] == 0.0) --last;
  block.begin = 3 * first;
  block.count = 3 * (last - first);
  return block;
}

}  // namespace

// A team serves the blocks, or the solvers of a single one, and the pair forces.
Blocks::Blocks(const Model& model, const ForceField& forces, ConstraintSet& constraints, int threads)
    : all_(make_block(model, 0, static_cast<std::size_t>(model.size()), constraints.solvers())),
      team_(std::clamp(threads, 1, std::max(constraints.useful_threads(), forces.useful_threads()))),
      reports_(static_cast<std::size_t>(team_.size())) {
  for (const ConstraintSet::Block& block : constraints.blocks())
    blocks_.push_back(make_block(model, block.begin, block.end, block.solvers));
  if (blocks_.size() == 1) constraints.work_with(team_);
}

}  // namespace taut
