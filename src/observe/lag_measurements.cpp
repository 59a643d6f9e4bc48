// Functions of the lag among the measurements: what is sampled, and what comes of it.
#include <algorithm>
#include <cmath>

#include "base/whole.hpp"
#include "observe/molecules.hpp"
#include "taut/observe.hpp"

namespace taut {
namespace {

constexpr double reported = 0.1, fitted_from = 0.1;  // of the run; of the longest lag

LagKind kind_of(MeasureKind kind) {
  if (kind == MeasureKind::mean_square_displacement) return LagKind::displacement;
  return is_function_of_lag(kind) ? LagKind::product : LagKind::covariance;
}

Vec3 mean_of(const std::vector<int>& on, const std::vector<Vec3>& of, const std::vector<double>& weights) {
  Vec3 sum{};
  double total = 0.0;
  for (const int p : on) {
    const auto i = static_cast<std::size_t>(p);
    sum += weights[i] * of[i];
    total += weights[i];
  }
  return sum * (1.0 / total);
}

Vec3 mean_of_all(const std::vector<Vec3>& of, const std::vector<double>& weights) {
  Vec3 sum{};
  double total = 0.0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    sum += weights[i] * of[i];
    total += weights[i];
  }
  return total > 0.0 ? sum * (1.0 / total) : Vec3{};
}

std::vector<std::size_t> ends_of(const MeasureSpec& spec) {
  return spec.molecule_ends.empty() ? std::vector{spec.on.size()} : spec.molecule_ends;
}

}  // namespace

void Measurements::follow(const Model& model, const std::vector<SpringSpec>& springs, Item& item) const {
  const MeasureSpec& spec = item.spec;
  const bool moves =
      spec.kind == MeasureKind::mean_square_displacement || spec.kind == MeasureKind::velocity_autocorrelation;
  if (moves && spec.walkers == Walkers::molecules) item.walkers = molecules_of(model, springs, spec.on);
  if (moves && spec.walkers == Walkers::particles)
    for (const int particle : spec.on) item.walkers.push_back({particle});
  if (spec.kind == MeasureKind::vector_autocorrelation && spec.formulas.empty())
    for (std::size_t begin = 0; const std::size_t end : ends_of(spec)) {
      item.walkers.push_back({spec.on[begin], spec.on[end - 1]});
      begin = end;
    }
  std::int64_t longest = std::numeric_limits<std::int64_t>::max();
  if (spec.lags && spec.lags->longest)
    longest = whole_within<std::int64_t>(std::ceil(*spec.lags->longest / (step_ * static_cast<double>(spec.every))), 1,
                                         longest);
  item.lags.emplace(kind_of(spec.kind), std::max<std::size_t>(1, item.walkers.size()), longest);
}

void Measurements::sample(const Item& item, const State& state) {
  const MeasureSpec& spec = item.spec;
  sample_.assign(std::max<std::size_t>(1, item.walkers.size()), Vec3{});
  if (spec.kind == MeasureKind::vector_autocorrelation) {
    const auto at = [&](int particle) { return state.position[static_cast<std::size_t>(particle)]; };
    for (std::size_t w = 0; w < item.walkers.size(); ++w) sample_[w] = at(item.walkers[w][1]) - at(item.walkers[w][0]);
    for (std::size_t k = 0; k < item.formulas.size(); ++k)
      sample_[0][static_cast<int>(k)] = item.formulas[k].value(state);
    return;
  }
  const std::vector<Vec3>& of = spec.kind == MeasureKind::mean_square_displacement ? state.position : state.velocity;
  const Vec3 drift = spec.drift == Drift::remove ? mean_of_all(of, moving_masses_) : Vec3{};
  for (std::size_t w = 0; w < item.walkers.size(); ++w) sample_[w] = mean_of(item.walkers[w], of, masses_) - drift;
}

std::vector<LagFunction> Measurements::functions() const {
  std::vector<LagFunction> functions;
  for (const Item& item : items_)
    if (item.lags) functions.push_back(function(item));
  return functions;
}

LagFunction Measurements::function(const Item& item) const {
  const LagCorrelator& lags = *item.lags;
  const LagSpec spec = item.spec.lags.value_or(LagSpec{});
  const double spacing = step_ * static_cast<double>(item.spec.every);
  const std::int64_t longest = spec.longest ? std::numeric_limits<std::int64_t>::max()
                                            : static_cast<std::int64_t>(reported * static_cast<double>(lags.samples()));
  LagFunction result{.name = item.spec.name,
                     .kind = lags.kind(),
                     .walkers = lags.walkers(),
                     .samples = lags.samples(),
                     .lags = {},
                     .values = {},
                     .origins = {},
                     .diffusion = {},
                     .integral = {},
                     .green_kubo = {}};
  for (const LagPoint& point : lags.points(longest)) {
    result.lags.push_back(static_cast<double>(point.lag) * spacing);
    result.values.push_back(point.estimate);
    result.origins.push_back(point.origins);
  }
  if (result.lags.empty()) return result;
  const std::array<double, 2> fit = spec.fit.value_or(std::array{fitted_from * result.lags.back(), result.lags.back()});
  if (lags.kind() == LagKind::displacement)
    result.diffusion = fit_diffusion(lags, dimension_, spacing, fit[0], fit[1]);
  else
    result.integral = integrate(lags, longest, spacing);
  if (item.spec.kind == MeasureKind::velocity_autocorrelation && result.integral) {
    const LagEstimate& integral = result.integral->integral;
    result.green_kubo = {integral.value / dimension_, integral.error / dimension_, integral.converged};
  }
  return result;
}

}  // namespace taut
