#include <algorithm>

#include "response/evaluator.hpp"
#include "response/near_blocks.hpp"
#include "solve/constraint_set.hpp"

namespace taut {
namespace {

// Column by column; each sample is linearised once.
class GeneralEvaluator final : public Evaluator {
 public:
  GeneralEvaluator(const Model& model, const Plan& plan, std::shared_ptr<const Sampler> sampler,
                   std::vector<ParticlePair> pairs)
      : model_(model),
        plan_(plan),
        sampler_(std::move(sampler)),
        constraints_(model, plan),
        position_(model.positions()),
        zero_(position_.size()),
        motion_(position_.size()) {
    pairs_ = std::move(pairs);
    std::size_t longest = 0;
    for (const Solver* solver : constraints_.solvers()) longest = std::max(longest, solver->rows().size());
    x_.resize(longest);
  }

  bool evaluate(std::uint64_t first, LaneValues* values) override {
    for (std::size_t lane = 0; lane < kernel_lanes; ++lane) {
      sampler_->sample(first + lane, position_);
      if (!constraints_.linearise({position_.data(), zero_.data(), 0.0}).converged) return false;
      take_pairs(lane, values);
    }
    return true;
  }

  std::unique_ptr<Evaluator> copy() const override {
    return std::make_unique<GeneralEvaluator>(model_, plan_, sampler_, pairs_);
  }

 private:
  void take_pairs(std::size_t lane, LaneValues* values) {
    for (std::size_t begin = 0; begin < pairs_.size();) {  // pairs with one j follow each other
      std::size_t end = begin;
      while (end < pairs_.size() && pairs_[end].j == pairs_[begin].j) values[end++][lane] = 0.0;
      for (int axis = 0; axis < model_.dimension(); ++axis) {
        take_column(pairs_[begin].j, axis);
        for (std::size_t p = begin; p < end; ++p)
          values[p][lane] += motion_[static_cast<std::size_t>(pairs_[p].i)][axis] / model_.dimension();
      }
      begin = end;
    }
  }
  void take_column(std::int32_t particle, int axis) {
    std::fill(motion_.begin(), motion_.end(), Vec3{});
    motion_[static_cast<std::size_t>(particle)][axis] = model_.inverse_masses()[static_cast<std::size_t>(particle)];
    for (Solver* solver : constraints_.solvers()) {
      solver->apply_jacobian(motion_.data(), x_.data());
      static_cast<void>(solver->solve(x_.data(), 1.0));
      solver->subtract_impulse(x_.data(), motion_.data());
    }
  }

  const Model& model_;
  const Plan& plan_;
  std::shared_ptr<const Sampler> sampler_;
  ConstraintSet constraints_;
  std::vector<Vec3> position_, zero_, motion_;
  std::vector<double> x_;
};

}  // namespace

std::vector<ParticlePair> labelled_pairs(const Model& model, int distance) {
  std::vector<ParticlePair> pairs;
  std::vector<std::pair<std::int32_t, std::int32_t>> nearer;
  for (int d = 0; d <= distance; ++d) {
    std::vector<std::pair<std::int32_t, std::int32_t>> within = pairs_within(model, d);
    for (const auto& pair : within)
      if (!std::binary_search(nearer.begin(), nearer.end(), pair)) pairs.push_back({pair.first, pair.second, d});
    if (d > 0 && within.size() == nearer.size()) break;  // all are
    nearer = std::move(within);
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const ParticlePair& a, const ParticlePair& b) { return std::pair(a.j, a.i) < std::pair(b.j, b.i); });
  return pairs;
}

std::unique_ptr<Evaluator> make_general_evaluator(const Model& model, const Plan& plan,
                                                  std::shared_ptr<const Sampler> sampler, int distance) {
  return std::make_unique<GeneralEvaluator>(model, plan, std::move(sampler), labelled_pairs(model, distance));
}

}  // namespace taut
