// Frameworks of rods, whatever their graph, eight samples at a time: the symbolic part is done once. The inverse of A
// is kept whole, and so they are not large.
#include <algorithm>
#include <map>
#include <set>

#include "response/evaluator.hpp"
#include "solve/kernels/kernel_table.hpp"

namespace taut {
namespace {

constexpr std::size_t most_rods = 128;  // 1 MB of inverses
constexpr double singular = 1e-13;      // a pivot over its diagonal

struct Rod {
  std::int32_t from, to;
};

// Rods in the order of their elimination: always one that is coupled to the fewest that are left.
class Elimination {
 public:
  explicit Elimination(std::vector<std::set<std::int32_t>> coupled) : coupled_(std::move(coupled)) {
    std::vector<bool> done(coupled_.size(), false);
    for (std::size_t step = 0; step < coupled_.size(); ++step) {
      std::size_t next = coupled_.size();
      for (std::size_t k = 0; k < coupled_.size(); ++k)
        if (!done[k] && (next == coupled_.size() || coupled_[k].size() < coupled_[next].size())) next = k;
      done[next] = true;
      take(next);
    }
  }
  const std::vector<std::size_t>& order() const { return order_; }
  // Of the k-th in the order: those later ones that it is coupled to, by then.
  const std::vector<std::set<std::int32_t>>& columns() const { return columns_; }

 private:
  void take(std::size_t rod) {
    order_.push_back(rod);
    columns_.push_back(coupled_[rod]);
    for (const std::int32_t a : coupled_[rod]) {
      std::set<std::int32_t>& of = coupled_[static_cast<std::size_t>(a)];
      of.erase(static_cast<std::int32_t>(rod));
      of.insert(coupled_[rod].begin(), coupled_[rod].end());
      of.erase(a);
    }
  }
  std::vector<std::set<std::int32_t>> coupled_, columns_;
  std::vector<std::size_t> order_;
};

class ProgramBuilder {
 public:
  ProgramBuilder(const Model& model, std::vector<Rod> rods) : model_(model), given_(std::move(rods)), at_(size()) {
    for (std::size_t k = 0; k < given_.size(); ++k)
      for (const std::int32_t p : {given_[k].from, given_[k].to})
        at_[static_cast<std::size_t>(p)].push_back(static_cast<std::int32_t>(k));
    const Elimination elimination(coupled());
    places_.resize(given_.size());
    for (std::size_t k = 0; k < given_.size(); ++k) {
      places_[elimination.order()[k]] = static_cast<std::int32_t>(k);
      rods_.push_back(given_[elimination.order()[k]]);
    }
    take_entries(elimination);
    take_updates();
  }

  const std::vector<Rod>& rods() const { return rods_; }  // in order
  RodResponseProgram program(const std::vector<ParticlePair>& pairs) {
    program_.terms_begin = {0};
    for (const ParticlePair& pair : pairs) {
      const double w = weight(pair.i);
      program_.pairs.push_back({pair.i == pair.j ? model_.dimension() * w : 0.0, w * weight(pair.j)});
      for (const std::int32_t a : at_[static_cast<std::size_t>(pair.i)])
        for (const std::int32_t b : at_[static_cast<std::size_t>(pair.j)]) add_term(pair, a, b);
      program_.terms_begin.push_back(program_.terms.size());
    }
    return std::move(program_);
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(model_.size()); }
  double weight(std::int32_t p) const { return model_.inverse_masses()[static_cast<std::size_t>(p)]; }
  static double sign(const Rod& rod, std::int32_t particle) { return rod.to == particle ? 1.0 : -1.0; }

  std::vector<std::set<std::int32_t>> coupled() const {
    std::vector<std::set<std::int32_t>> coupled(given_.size());
    for (std::size_t p = 0; p < at_.size(); ++p)
      for (const std::int32_t a : at_[p])
        for (const std::int32_t b : at_[p])
          if (a != b && weight(static_cast<std::int32_t>(p)) > 0.0) coupled[static_cast<std::size_t>(a)].insert(b);
    return coupled;
  }

  // s w where two rods share a particle.
  double coupling(const Rod& a, const Rod& b) const {
    for (const std::int32_t p : {a.from, a.to})
      if (p == b.from || p == b.to) return sign(a, p) * sign(b, p) * weight(p);
    return 0.0;
  }

  void take_entries(const Elimination& elimination) {
    program_.rods = rods_.size();
    program_.entries_begin = {0};
    for (std::size_t k = 0; k < rods_.size(); ++k) {
      program_.diagonal.push_back(weight(rods_[k].from) + weight(rods_[k].to));
      std::vector<std::int32_t> rows;
      for (const std::int32_t rod : elimination.columns()[k]) rows.push_back(places_[static_cast<std::size_t>(rod)]);
      std::sort(rows.begin(), rows.end());
      for (const std::int32_t row : rows) {
        numbers_[{static_cast<std::int32_t>(k), row}] = static_cast<std::int32_t>(program_.entries.size());
        program_.entries.push_back({row, coupling(rods_[k], rods_[static_cast<std::size_t>(row)])});
      }
      program_.entries_begin.push_back(program_.entries.size());
    }
  }

  void take_updates() {
    program_.updates_begin = {0};
    for (std::size_t k = 0; k < rods_.size(); ++k) {
      const std::size_t begin = program_.entries_begin[k], end = program_.entries_begin[k + 1];
      for (std::size_t e = begin; e < end; ++e)
        for (std::size_t f = e; f < end; ++f) {
          const std::int32_t a = program_.entries[e].row, b = program_.entries[f].row;
          program_.updates.push_back(
              {e == f ? -1 - a : numbers_.at({a, b}), static_cast<std::int32_t>(e), static_cast<std::int32_t>(f)});
        }
      program_.updates_begin.push_back(program_.updates.size());
    }
  }

  void add_term(const ParticlePair& pair, std::int32_t a, std::int32_t b) {
    const auto [k, l] = std::minmax(places_[static_cast<std::size_t>(a)], places_[static_cast<std::size_t>(b)]);
    program_.terms.push_back(
        {k * static_cast<std::int32_t>(rods_.size()) + l,
         sign(given_[static_cast<std::size_t>(a)], pair.i) * sign(given_[static_cast<std::size_t>(b)], pair.j)});
  }

  const Model& model_;
  std::vector<Rod> given_, rods_;
  std::vector<std::vector<std::int32_t>> at_;  // rods of each particle
  std::vector<std::int32_t> places_;           // of given rods, in the order
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers_;
  RodResponseProgram program_;
};

class RodEvaluator final : public Evaluator {
 public:
  RodEvaluator(const Model& model, std::vector<Rod> rods, std::shared_ptr<const Sampler> sampler, int distance)
      : sampler_(std::move(sampler)), dimension_(model.dimension()), position_(model.positions()) {
    pairs_ = labelled_pairs(model, distance);
    ProgramBuilder builder(model, std::move(rods));
    rods_ = builder.rods();
    program_ = std::make_shared<const RodResponseProgram>(builder.program(pairs_));
    bonds_.resize(rods_.size());
    pivots_.resize(rods_.size());
    factor_.resize(program_->entries.size());
    z_.resize(rods_.size() * rods_.size());
    traces_.resize(pairs_.size());
  }

  bool evaluate(std::uint64_t first, LaneValues* values) override {
    for (std::size_t lane = 0; lane < kernel_lanes; ++lane) draw(first + lane, lane);
    LaneValues least;
    kernels_here().back()->rod_response(*program_, unit(least));
    if (!std::all_of(least.begin(), least.end(), [](double pivot) { return pivot > singular; })) return false;
    for (std::size_t p = 0; p < traces_.size(); ++p)
      for (std::size_t lane = 0; lane < kernel_lanes; ++lane) values[p][lane] = traces_[p][lane] / dimension_;
    return true;
  }

  std::unique_ptr<Evaluator> copy() const override { return std::make_unique<RodEvaluator>(*this); }

 private:
  using Vectors = std::array<LaneValues, 3>;

  void draw(std::uint64_t number, std::size_t lane) {
    sampler_->sample(number, position_);
    for (std::size_t k = 0; k < rods_.size(); ++k) {
      const Vec3 bond =
          position_[static_cast<std::size_t>(rods_[k].to)] - position_[static_cast<std::size_t>(rods_[k].from)];
      const Vec3 u = (1.0 / norm(bond)) * bond;
      bonds_[k][0][lane] = u.x;
      bonds_[k][1][lane] = u.y;
      bonds_[k][2][lane] = u.z;
    }
  }

  RodResponseUnit unit(LaneValues& least) {
    const auto lines = [](auto* values) { return reinterpret_cast<RodResponseUnit::Line*>(values); };
    return {reinterpret_cast<const RodResponseUnit::Vectors*>(bonds_.data()),
            lines(pivots_.data()),
            lines(factor_.data()),
            lines(z_.data()),
            lines(traces_.data()),
            lines(&least)};
  }

  std::shared_ptr<const Sampler> sampler_;
  std::shared_ptr<const RodResponseProgram> program_;
  double dimension_;
  std::vector<Rod> rods_;
  std::vector<Vec3> position_;
  std::vector<Vectors> bonds_;
  std::vector<LaneValues> pivots_, factor_, z_, traces_;
};

}  // namespace

std::unique_ptr<Evaluator> make_rod_evaluator(const Model& model, const Plan& plan,
                                              std::shared_ptr<const Sampler> sampler, int distance) {
  std::vector<Rod> rods;
  for (const Component& component : plan.components())
    for (const std::int32_t row : component.rows) {
      const Row& of = model.rows()[static_cast<std::size_t>(row)];
      if (of.kind != RowKind::distance || rods.size() == most_rods) return nullptr;
      const DistanceRow& rod = model.distances()[static_cast<std::size_t>(of.index)];
      rods.push_back({rod.i, rod.j});
    }
  return std::make_unique<RodEvaluator>(model, std::move(rods), std::move(sampler), distance);
}

}  // namespace taut
