// [ramirez2010] Level k keeps the last 16 samples of those whose number is a multiple of 2^k. A sample that comes in is
// paired with those kept: at level 0 with lags 0 to 15, at level k with lags 8 to 15 times 2^k.
#include <algorithm>
#include <cmath>

#include "base/student.hpp"
#include "base/whole.hpp"
#include "observe/brownian_overlap.hpp"
#include "taut/average.hpp"
#include "taut/lags.hpp"

namespace taut {
namespace {

constexpr std::int64_t kept_samples = 16, first_lag = 8;  // first_lag: of all levels but the lowest
constexpr std::int64_t most_stretches = 1024;

struct LagIndex {
  std::size_t level;
  std::int64_t multiple;
  std::int64_t lag() const { return multiple << level; }
};
LagIndex lag_at(std::size_t index) {
  const auto i = static_cast<std::int64_t>(index);
  if (i < kept_samples) return {0, i};
  const std::int64_t above = i - kept_samples, each = kept_samples - first_lag;
  return {1 + static_cast<std::size_t>(above / each), first_lag + above % each};
}
std::size_t index_of(std::size_t level, std::int64_t multiple) {
  if (level == 0) return static_cast<std::size_t>(multiple);
  return static_cast<std::size_t>(kept_samples) + (level - 1) * static_cast<std::size_t>(kept_samples - first_lag) +
         static_cast<std::size_t>(multiple - first_lag);
}

}  // namespace

LagCorrelator::Sums& LagCorrelator::Sums::operator+=(const Sums& other) {
  pairs += other.pairs;
  products += other.products;
  first += other.first;
  second += other.second;
  return *this;
}
LagCorrelator::Sums& LagCorrelator::Sums::operator-=(const Sums& other) {
  pairs -= other.pairs;
  products -= other.products;
  first -= other.first;
  second -= other.second;
  return *this;
}

LagCorrelator::LagCorrelator(LagKind kind, std::size_t walkers, std::int64_t longest)
    : kind_(kind), walkers_(walkers), longest_(longest) {}

void LagCorrelator::add(std::span<const Vec3> sample) {
  if (reference_.empty()) reference_.assign(sample.begin(), sample.end());
  if (samples_ / stretch_ >= most_stretches) join_stretches();
  push(0, sample);
  ++samples_;
}

std::span<const Vec3> LagCorrelator::kept(std::size_t level, std::int64_t number) const {
  return {levels_[level].kept.data() + static_cast<std::size_t>(number % kept_samples) * walkers_, walkers_};
}

// A level comes to be when its second sample does; the first, sample 0, is still kept below it.
void LagCorrelator::push(std::size_t level, std::span<const Vec3> sample) {
  if (level == levels_.size()) levels_.push_back({0, std::vector<Vec3>(walkers_ * kept_samples)});
  const std::int64_t number = levels_[level].count;
  std::copy(sample.begin(), sample.end(),
            levels_[level].kept.data() + static_cast<std::size_t>(number % kept_samples) * walkers_);
  pair(level, sample);
  ++levels_[level].count;
  if (number == 0 || number % 2 != 0 || (first_lag << (level + 1)) > longest_) return;
  if (number == 2) push(level + 1, std::vector<Vec3>(kept(level, 0).begin(), kept(level, 0).end()));
  push(level + 1, sample);
}

void LagCorrelator::pair(std::size_t level, std::span<const Vec3> sample) {
  const std::int64_t number = levels_[level].count;
  const double share = 1.0 / static_cast<double>(walkers_);
  for (std::int64_t j = level == 0 ? 0 : first_lag; j < kept_samples && j <= number; ++j) {
    if ((j << level) > longest_) return;
    const std::span<const Vec3> earlier = kept(level, number - j);
    Sums pair{.pairs = 1.0};
    for (std::size_t w = 0; w < walkers_; ++w) {
      if (kind_ == LagKind::displacement) {
        const Vec3 moved = sample[w] - earlier[w];
        pair.products += share * dot(moved, moved);
      } else if (kind_ == LagKind::product) {
        pair.products += share * dot(earlier[w], sample[w]);
      } else {
        const double x = earlier[w].x - reference_[w].x, y = sample[w].x - reference_[w].x;
        pair.products += share * x * y;
        pair.first += share * x;
        pair.second += share * y;
      }
    }
    add_pair(index_of(level, j), (number - j) << level, pair);
  }
}

void LagCorrelator::add_pair(std::size_t index, std::int64_t origin, const Sums& pair) {
  if (sums_.size() <= index) {
    sums_.resize(index + 1);
    squares_.resize(index + 1);
  }
  const auto stretch = static_cast<std::size_t>(origin / stretch_);
  if (sums_[index].size() <= stretch) sums_[index].resize(stretch + 1);
  sums_[index][stretch] += pair;
  squares_[index] += pair.products * pair.products;
}

void LagCorrelator::join_stretches() {
  stretch_ *= 2;
  for (std::vector<Sums>& all : sums_) {
    const std::size_t half = (all.size() + 1) / 2;
    for (std::size_t k = 0; k < half; ++k) {
      Sums joined = all[2 * k];
      if (2 * k + 1 < all.size()) joined += all[2 * k + 1];
      all[k] = joined;
    }
    all.resize(half);
  }
}

std::size_t LagCorrelator::stretches() const { return sums_.empty() ? 0 : sums_[0].size(); }

LagCorrelator::Sums LagCorrelator::total(std::size_t index) const {
  Sums total;
  for (const Sums& stretch : sums_[index]) total += stretch;
  return total;
}

double LagCorrelator::value(const Sums& sums) const {
  const double mean = sums.products / sums.pairs;
  return kind_ == LagKind::covariance ? mean - (sums.first / sums.pairs) * (sums.second / sums.pairs) : mean;
}

std::vector<std::int64_t> LagCorrelator::lags(std::int64_t longest) const {
  std::vector<std::int64_t> lags;
  for (std::size_t k = 0; k < sums_.size(); ++k)
    if (const std::int64_t lag = lag_at(k).lag(); lag <= longest && !sums_[k].empty()) lags.push_back(lag);
  return lags;
}

namespace {

std::size_t index_of_lag(std::int64_t lag) {
  std::size_t level = 0;
  while ((lag >> level) >= kept_samples) ++level;
  return index_of(level, lag >> level);
}

}  // namespace

LagPairs LagCorrelator::pairs(std::int64_t lag) const {
  const std::size_t index = index_of_lag(lag);
  const Sums sums = total(index);
  return {lag, std::int64_t{1} << lag_at(index).level, static_cast<std::int64_t>(sums.pairs),
          sums.products / sums.pairs, squares_[index] / sums.pairs};
}

std::vector<LagPoint> LagCorrelator::points(std::int64_t longest) const {
  std::vector<LagPoint> points;
  for (const std::int64_t lag : lags(longest)) {
    const LagPairs pairs = this->pairs(lag);
    LagEstimate found = estimate({&lag, 1}, [](std::span<const double> values) { return values[0]; });
    if (kind_ == LagKind::displacement && !found.converged && found.value > 0.0) {
      const PairScatter scatter = scatter_of(pairs, 3.0 * static_cast<double>(walkers_));
      const double relative = std::sqrt(scatter.variance * common_share(pairs, pairs));
      found.error = std::max(found.error, found.value * relative * student_factor(scatter.freedom));
    }
    points.push_back({lag, found, pairs.count});
  }
  return points;
}

// With x(-b) what follows without stretch b of B, the values B x - (B - 1) x(-b) have the mean and the error of x, as
// far as it is linear in the stretches. A stretch is at least as long as the spacing of the pairs: stretches without a
// pair would look like values without memory.
LagEstimate LagCorrelator::estimate(std::span<const std::int64_t> lags,
                                    const std::function<double(std::span<const double>)>& what) const {
  std::vector<std::size_t> index;
  std::vector<Sums> totals;
  std::vector<double> values;
  std::int64_t spacing = 1;
  for (const std::int64_t lag : lags) {
    index.push_back(index_of_lag(lag));
    totals.push_back(total(index.back()));
    values.push_back(value(totals.back()));
    spacing = std::max(spacing, std::int64_t{1} << lag_at(index.back()).level);
  }
  const double whole = what(values);
  const auto joined = static_cast<std::size_t>(std::max<std::int64_t>(1, spacing / stretch_));
  const std::size_t parts = (stretches() + joined - 1) / joined;
  const auto count = static_cast<double>(parts);
  BlockAverage series;
  for (std::size_t b = 0; b < parts; ++b) {
    for (std::size_t k = 0; k < index.size(); ++k) {
      Sums rest = totals[k];
      for (std::size_t s = b * joined; s < std::min((b + 1) * joined, sums_[index[k]].size()); ++s)
        rest -= sums_[index[k]][s];
      values[k] = value(rest.pairs > 0.5 ? rest : totals[k]);
    }
    series.add(count * whole - (count - 1.0) * what(values));
  }
  // An error from few blocks is uncertain; one below that of independent stretches is taken for chance.
  const double independent = count > 1.0 ? std::sqrt(series.variance() / count) : 0.0;
  return {whole, std::max(series.error(), independent), series.converged() && series.count() > 1};
}

void LagCorrelator::save(std::vector<double>& to) const {
  to.insert(to.end(), {static_cast<double>(samples_), static_cast<double>(stretch_),
                       static_cast<double>(levels_.size()), static_cast<double>(sums_.size())});
  const auto put = [&](const Vec3& v) { to.insert(to.end(), {v.x, v.y, v.z}); };
  for (const Vec3& v : reference_) put(v);
  for (const Level& level : levels_) {
    to.push_back(static_cast<double>(level.count));
    for (const Vec3& v : level.kept) put(v);
  }
  to.insert(to.end(), squares_.begin(), squares_.end());
  for (const std::vector<Sums>& all : sums_) {
    to.push_back(static_cast<double>(all.size()));
    for (const Sums& s : all) to.insert(to.end(), {s.pairs, s.products, s.first, s.second});
  }
}

namespace {

// Takes numbers off the front; a number that is not there makes it fail for good.
class Recall {
 public:
  explicit Recall(std::span<const double>& from) : from_(from) {}
  double next() {
    if (from_.empty()) ok_ = false;
    if (!ok_) return 0.0;
    const double value = from_[0];
    from_ = from_.subspan(1);
    return value;
  }
  // A size of things of so many numbers each; zero where less than that is left.
  std::size_t size(std::size_t each) {
    const double value = next();
    if (!(value >= 0.0) || value * static_cast<double>(each) > static_cast<double>(from_.size())) ok_ = false;
    return ok_ ? static_cast<std::size_t>(value) : 0;
  }
  Vec3 vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  bool ok() const { return ok_; }

 private:
  std::span<const double>& from_;
  bool ok_ = true;
};

}  // namespace

bool LagCorrelator::restore(std::span<const double>& from) {
  Recall recall(from);
  samples_ = count_of(recall.next());
  stretch_ = count_of(recall.next());
  levels_.resize(recall.size(1));
  sums_.resize(recall.size(1));
  reference_.resize(samples_ > 0 ? walkers_ : 0);
  for (Vec3& v : reference_) v = recall.vector();
  for (Level& level : levels_) {
    level.count = count_of(recall.next());
    level.kept.resize(walkers_ * kept_samples);
    for (Vec3& v : level.kept) v = recall.vector();
  }
  squares_.resize(sums_.size());
  for (double& square : squares_) square = recall.next();
  for (std::vector<Sums>& all : sums_) {
    all.resize(recall.size(4));
    for (Sums& s : all) s = {recall.next(), recall.next(), recall.next(), recall.next()};
  }
  return recall.ok() && stretch_ > 0;
}

}  // namespace taut
