#include <algorithm>

#include "base/direction.hpp"
#include "response/evaluator.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {
namespace {

using Line = ChainResponseUnit::Line;

class ChainEvaluator final : public Evaluator {
 public:
  ChainEvaluator(const Model& model, std::vector<std::int32_t> beads, std::uint64_t seed, int distance)
      : seed_(seed), dimension_(model.dimension()), beads_(std::move(beads)) {
    const std::size_t n = beads_.size();
    reach_ = std::min(static_cast<std::size_t>(distance), n - 1);
    for (std::int32_t p : beads_) weights_.push_back(model.inverse_masses()[static_cast<std::size_t>(p)]);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t d = 0; d <= reach_ && i + d < n; ++d)
        if (weights_[i] > 0.0 && weights_[i + d] > 0.0) {
          const auto [low, high] = std::minmax(beads_[i], beads_[i + d]);
          pairs_.push_back({low, high, static_cast<std::int32_t>(d)});
          places_.push_back(i * (reach_ + 1) + d);
        }
    bonds_.resize(n);
    p_.resize(n);
    q_.resize(n);
    t_.resize(n);
    z_.resize(n);
    traces_.resize(n * (reach_ + 1));
  }

  bool evaluate(std::uint64_t first, LaneValues* values) override {
    draw(first);
    kernels_here().back()->chain_response(unit());
    const double scale = 1.0 / dimension_;
    for (std::size_t p = 0; p < places_.size(); ++p)
      for (std::size_t lane = 0; lane < values[p].size(); ++lane) values[p][lane] = scale * traces_[places_[p]][lane];
    return true;
  }

  std::unique_ptr<Evaluator> copy() const override { return std::make_unique<ChainEvaluator>(*this); }

 private:
  // As a tree sampler would: rod k takes the random numbers of index k.
  void draw(std::uint64_t first) {
    for (std::size_t k = 0; k + 1 < beads_.size(); ++k)
      for (std::size_t lane = 0; lane < kernel_lanes; ++lane) {
        const Vec3 u = random_direction(seed_, first + lane, k, dimension_);
        bonds_[k][0][lane] = u.x;
        bonds_[k][1][lane] = u.y;
        bonds_[k][2][lane] = u.z;
      }
  }

  ChainResponseUnit unit() {
    const auto lines = [](auto& vector) { return reinterpret_cast<Line*>(vector.data()); };
    const auto vectors = [](auto& vector) { return reinterpret_cast<ChainResponseUnit::Vectors*>(vector.data()); };
    return {beads_.size(),   reach_,          static_cast<double>(dimension_),
            weights_.data(), vectors(bonds_), lines(t_),
            lines(z_),       vectors(p_),     vectors(q_),
            lines(traces_)};
  }

  using Vectors = std::array<LaneValues, 3>;
  std::uint64_t seed_;
  int dimension_;
  std::vector<std::int32_t> beads_;  // along the chain
  std::size_t reach_;
  std::vector<double> weights_;
  std::vector<std::size_t> places_;  // of the pairs, among the traces
  std::vector<Vectors> bonds_, p_, q_;
  std::vector<LaneValues> t_, z_, traces_;
};

}  // namespace

std::unique_ptr<Evaluator> make_chain_evaluator(const Model& model, const Plan& plan, std::uint64_t seed,
                                                int distance) {
  if (plan.components().size() != 1 || plan.components()[0].solver != SolverMethod::tridiagonal) return nullptr;
  std::vector<std::int32_t> beads = plan.components()[0].particles;
  if (beads.size() != static_cast<std::size_t>(model.size())) return nullptr;
  const auto fixed = [&](std::int32_t p) { return !(model.inverse_masses()[static_cast<std::size_t>(p)] > 0.0); };
  if (fixed(beads.back()) || (!fixed(beads.front()) && beads.back() < beads.front()))
    std::reverse(beads.begin(), beads.end());
  return std::make_unique<ChainEvaluator>(model, std::move(beads), seed, distance);
}

}  // namespace taut
