#include "solve/log_determinant.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/elementary.hpp"

namespace taut {
namespace {

// Something to make a factor of before the first configuration.
const SparseFactor& factored(Gram& gram) {
  static_cast<void>(gram.factorise_symmetric());
  return gram.factor();
}

}  // namespace

LogDeterminant::LogDeterminant(const Model& model, const Component& component)
    : model_(model),
      rows_(component.rows),
      block_(model, component),
      gram_(block_),
      inverse_(factored(gram_)),
      first_pair_(1, 0) {
  find_pairs();
  reserve();
}

void LogDeterminant::find_pairs() {
  std::unordered_map<std::int32_t, std::vector<Pair>> touching;  // a particle: entry and row
  for (std::size_t k = 0; k < block_.size(); ++k)
    for (std::size_t e = block_.particles_begin(k); e < block_.particles_end(k); ++e)
      touching[block_.particle(e)].push_back({static_cast<std::int32_t>(e), 0, static_cast<std::int32_t>(k), 0});
  for (std::size_t k = 0; k < block_.size(); ++k) {
    for (std::size_t e = block_.particles_begin(k); e < block_.particles_end(k); ++e)
      for (const Pair& other : touching[block_.particle(e)])
        if (block_.weight(e) > 0.0 && !block_.are_across(k, static_cast<std::size_t>(other.row)))
          pairs_.push_back({static_cast<std::int32_t>(e), other.entry, static_cast<std::int32_t>(k), other.row});
    first_pair_.push_back(static_cast<std::int32_t>(pairs_.size()));
  }
}

void LogDeterminant::reserve() {
  std::size_t most = 0, variables = 0, scratch = 0;
  for (std::size_t k = 0; k < block_.size(); ++k) {
    most = std::max(most, block_.particles_end(k) - block_.particles_begin(k));
    const Row& row = model_.rows()[static_cast<std::size_t>(rows_[k])];
    if (row.kind != RowKind::formula) continue;
    const Formula& formula = model_.formulas()[static_cast<std::size_t>(row.index)].formula;
    variables = std::max(variables, static_cast<std::size_t>(formula.variables()));
    scratch = std::max(scratch, formula.scratch_size());
  }
  coupled_.resize(std::max<std::size_t>(2, most));
  position_.resize(block_.particles_end(block_.size() - 1));
  variables_.resize(variables);
  hessian_.resize(variables * variables);
  scratch_.resize(scratch);
}

bool LogDeterminant::linearise(const Configuration& at) {
  block_.linearise(at);
  time_ = at.time;
  for (std::size_t e = 0; e < position_.size(); ++e) position_[e] = at.position[block_.particle(e)];
  return gram_.factorise_symmetric() < 0;
}

double LogDeterminant::value() const {
  double sum = 0.0;
  for (const double inverse : gram_.factor().inverse_pivots()) sum -= natural_log(inverse);
  return sum;
}

void LogDeterminant::add_gradient(double factor, Vec3* out) {
  inverse_.take();
  for (std::size_t k = 0; k < block_.size(); ++k) {
    const RowKind kind = model_.rows()[static_cast<std::size_t>(rows_[k])].kind;
    if (kind == RowKind::linear) continue;
    take_coupled(k);
    if (kind == RowKind::distance) add_rod(k, 2.0 * factor, out);
    if (kind == RowKind::quadric) add_quadric(k, 2.0 * factor, out);
    if (kind == RowKind::formula) add_formula(k, 2.0 * factor, out);
  }
}

void LogDeterminant::take_coupled(std::size_t row) {
  std::fill(coupled_.begin(), coupled_.end(), Vec3{});
  for (auto p = static_cast<std::size_t>(first_pair_[row]); p < static_cast<std::size_t>(first_pair_[row + 1]); ++p) {
    const Pair& pair = pairs_[p];
    const auto e = static_cast<std::size_t>(pair.entry), f = static_cast<std::size_t>(pair.other);
    coupled_[e - block_.particles_begin(row)] +=
        (inverse_(pair.row, pair.other_row) * block_.weight(f)) * block_.gradient(f);
  }
}

void LogDeterminant::add_rod(std::size_t row, double factor, Vec3* out) const {
  const std::size_t e = block_.particles_begin(row);
  const Vec3 change = factor * (coupled_[0] - coupled_[1]);
  out[block_.particle(e)] += change;
  out[block_.particle(e + 1)] -= change;
}

void LogDeterminant::add_quadric(std::size_t row, double factor, Vec3* out) const {
  const Vec3& q =
      model_.quadrics()[static_cast<std::size_t>(model_.rows()[static_cast<std::size_t>(rows_[row])].index)].q;
  Vec3& to = out[block_.particle(block_.particles_begin(row))];
  for (int axis = 0; axis < 3; ++axis) to[axis] += 2.0 * factor * q[axis] * coupled_[0][axis];
}

void LogDeterminant::add_formula(std::size_t row, double factor, Vec3* out) {
  const Formula& formula =
      model_.formulas()[static_cast<std::size_t>(model_.rows()[static_cast<std::size_t>(rows_[row])].index)].formula;
  const std::size_t begin = block_.particles_begin(row), n = 3 * (block_.particles_end(row) - begin);
  for (std::size_t a = 0; a < n; ++a) variables_[a] = position_[begin + a / 3][static_cast<int>(a % 3)];
  variables_[n] = time_;
  formula.hessian(variables_.data(), hessian_.data(), scratch_.data());
  for (std::size_t a = 0; a < n; ++a) {
    double product = 0.0;
    for (std::size_t b = 0; b < n; ++b) product += hessian_[a * (n + 1) + b] * coupled_[b / 3][static_cast<int>(b % 3)];
    out[block_.particle(begin + a / 3)][static_cast<int>(a % 3)] += factor * product;
  }
}

}  // namespace taut
