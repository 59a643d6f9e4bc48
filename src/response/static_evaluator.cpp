// L of random configurations: the stiffness of springs and potentials at each, by exact second derivatives. An answer
// is a displacement only where every motion meets a stiffness that is positive; a sample without is a failure that says
// so.
#include <algorithm>
#include <optional>

#include "response/evaluator.hpp"
#include "solve/saddle.hpp"

namespace taut {
namespace {

class StaticEvaluator final : public Evaluator {
 public:
  StaticEvaluator(const Model& model, const Plan& plan, std::shared_ptr<const ForceField> forces,
                  std::shared_ptr<const Sampler> sampler, std::vector<ParticlePair> pairs)
      : model_(model),
        plan_(plan),
        forces_(std::move(forces)),
        workspace_(*forces_),
        sampler_(std::move(sampler)),
        position_(model.positions()),
        zero_(position_.size()),
        force_(position_.size()),
        motion_(position_.size()) {
    pairs_ = std::move(pairs);
    for (const Component& component : plan.components())
      rows_.insert(rows_.end(), component.rows.begin(), component.rows.end());
  }

  bool evaluate(std::uint64_t first, LaneValues* values) override {
    for (std::size_t lane = 0; lane < kernel_lanes; ++lane) {
      sampler_->sample(first + lane, position_);
      const Saddle saddle(model_, rows_, forces_->stiffness(position_.data(), 0.0, workspace_),
                          Saddle::Symmetry::symmetric, {position_.data(), zero_.data(), 0.0});
      if (!saddle.solvable() || !saddle.free_motions().empty())
        return fail("motions meet no stiffness, and L has no bound");
      take_pairs(saddle, lane, values);
      for (std::size_t p = 0; p < pairs_.size(); ++p)
        if (pairs_[p].i == pairs_[p].j && !(values[p][lane] >= 0.0))
          return fail(
              "the stiffness is negative, and the system would not stay there: L is for springs and potentials "
              "that pull towards where it is");
    }
    return true;
  }

  std::unique_ptr<Evaluator> copy() const override {
    return std::make_unique<StaticEvaluator>(model_, plan_, forces_, sampler_, pairs_);
  }

 private:
  bool fail(const char* why) {
    why_ = why;
    return false;
  }
  // Pairs with one j follow each other.
  void take_pairs(const Saddle& saddle, std::size_t lane, LaneValues* values) {
    for (std::size_t begin = 0, end = 0; begin < pairs_.size(); begin = end) {
      while (end < pairs_.size() && pairs_[end].j == pairs_[begin].j) values[end++][lane] = 0.0;
      for (int axis = 0; axis < model_.dimension(); ++axis) {
        double& force = force_[static_cast<std::size_t>(pairs_[begin].j)][axis];
        force = 1.0;
        saddle.solve(force_.data(), {}, motion_.data(), nullptr);
        force = 0.0;
        for (std::size_t p = begin; p < end; ++p)
          values[p][lane] += motion_[static_cast<std::size_t>(pairs_[p].i)][axis] / model_.dimension();
      }
    }
  }

  const Model& model_;
  const Plan& plan_;
  std::shared_ptr<const ForceField> forces_;
  ForceWorkspace workspace_;
  std::shared_ptr<const Sampler> sampler_;
  std::vector<std::int32_t> rows_;  // independent ones
  std::vector<Vec3> position_, zero_, force_, motion_;
};

}  // namespace

std::unique_ptr<Evaluator> make_static_evaluator(const Model& model, const Plan& plan,
                                                 std::shared_ptr<const ForceField> forces,
                                                 std::shared_ptr<const Sampler> sampler, int distance) {
  return std::make_unique<StaticEvaluator>(model, plan, std::move(forces), std::move(sampler),
                                           labelled_pairs(model, distance));
}

}  // namespace taut
