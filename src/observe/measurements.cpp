#include <algorithm>
#include <cmath>
#include <limits>

#include "base/packed.hpp"
#include "base/whole.hpp"
#include "observe/molecules.hpp"
#include "taut/observe.hpp"

namespace taut {
namespace {

struct Arity {
  std::size_t least, most;
};
Arity arity_of(MeasureKind kind) {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  switch (kind) {
    case MeasureKind::distance:
    case MeasureKind::squared_distance:
      return {2, 2};
    case MeasureKind::angle:
    case MeasureKind::cosine:
      return {3, 3};
    case MeasureKind::dihedral:
      return {4, 4};
    case MeasureKind::gyration:
      return {2, any};
    case MeasureKind::formula:
    case MeasureKind::mean_square_displacement:
    case MeasureKind::velocity_autocorrelation:
    case MeasureKind::vector_autocorrelation:
      break;
  }
  return {1, any};
}

std::size_t molecule_count(const MeasureSpec& spec) { return std::max<std::size_t>(1, spec.molecule_ends.size()); }

// The particles of one molecule; of all where they are one.
std::span<const int> molecule(const MeasureSpec& spec, std::size_t number) {
  if (spec.molecule_ends.empty()) return spec.on;
  const std::size_t begin = number == 0 ? 0 : spec.molecule_ends[number - 1];
  return std::span(spec.on).subspan(begin, spec.molecule_ends[number] - begin);
}

bool ends_in_order(const MeasureSpec& spec) {
  return spec.molecule_ends.empty() || (std::is_sorted(spec.molecule_ends.begin(), spec.molecule_ends.end()) &&
                                        spec.molecule_ends.back() == spec.on.size());
}

std::optional<Error> bad_spec(const MeasureSpec& spec, const Model& model) {
  const Arity arity = arity_of(spec.kind);
  if (!ends_in_order(spec)) return Error{spec.origin + ".on", "expected molecules one after the other"};
  for (std::size_t m = 0; m < molecule_count(spec); ++m)
    if (const std::size_t found = molecule(spec, m).size(); found < arity.least || found > arity.most)
      return Error{spec.origin + ".on", "found " + std::to_string(found) + " particles, expected " +
                                            (arity.most == arity.least ? "" : "at least ") +
                                            std::to_string(arity.least)};
  for (const int particle : spec.on)
    if (particle < 0 || particle >= model.size())
      return Error{spec.origin + ".on", "found particle " + std::to_string(particle) + ", expected 0 to " +
                                            std::to_string(model.size() - 1)};
  if (spec.kind == MeasureKind::vector_autocorrelation && spec.formulas.empty() && spec.on.size() < 2)
    return Error{spec.origin + ".on", "found one particle, expected a chain or several particles in order"};
  if (spec.formulas.size() > 3)
    return Error{spec.origin + ".formula",
                 "found " + std::to_string(spec.formulas.size()) + " formulas, expected at most three components"};
  if (spec.every < 1) return Error{spec.origin + ".every", "expected at least one step"};
  if (spec.histogram && (!(spec.histogram->high > spec.histogram->low) || spec.histogram->count < 1))
    return Error{spec.origin + ".histogram", "expected a lower bound below the upper one and at least one bin"};
  return std::nullopt;
}

double cosine_of(const Vec3& a, const Vec3& b) {
  return std::clamp(dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)), -1.0, 1.0);
}

// Between the planes of the first three and of the last three, -pi to pi; pi: all in a zigzag.
double dihedral_of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - b, w = d - c, m = cross(u, v), n = cross(v, w);
  return std::atan2(norm(v) * dot(u, n), dot(m, n));
}

// Root of the mean squared distance from the centre of mass; a fixed particle weighs one.
double gyration_of(std::span<const int> on, std::span<const Vec3> r, const std::vector<double>& masses) {
  Vec3 centre{};
  double total = 0.0, sum = 0.0;
  for (const int p : on) {
    centre += masses[static_cast<std::size_t>(p)] * r[static_cast<std::size_t>(p)];
    total += masses[static_cast<std::size_t>(p)];
  }
  centre *= 1.0 / total;
  for (const int p : on) {
    const Vec3 from = r[static_cast<std::size_t>(p)] - centre;
    sum += masses[static_cast<std::size_t>(p)] * dot(from, from);
  }
  return std::sqrt(sum / total);
}

void count_in(const MeasureSpec::Bins& bins, double value, std::vector<std::int64_t>& counts) {
  const double place = (value - bins.low) / (bins.high - bins.low) * bins.count;
  ++counts[whole_within<std::size_t>(std::floor(place) + 1.0, 0, counts.size() - 1)];
}

}  // namespace

bool is_function_of_lag(MeasureKind kind) {
  return kind == MeasureKind::mean_square_displacement || kind == MeasureKind::velocity_autocorrelation ||
         kind == MeasureKind::vector_autocorrelation;
}

Expected<Measurements> Measurements::make(const Model& model, const std::vector<MeasureSpec>& specs, double step,
                                          const std::vector<SpringSpec>& springs) {
  Measurements all;
  all.dimension_ = model.dimension();
  all.step_ = step;
  for (const double mass : model.masses()) {
    all.masses_.push_back(std::isfinite(mass) ? mass : 1.0);
    all.moving_masses_.push_back(std::isfinite(mass) ? mass : 0.0);
  }
  for (const MeasureSpec& spec : specs)
    if (const std::optional<Error> error = all.add(model, spec, springs)) return *error;
  all.values_.resize(all.names().size());
  return all;
}

std::optional<Error> Measurements::add(const Model& model, const MeasureSpec& spec,
                                       const std::vector<SpringSpec>& springs) {
  if (std::optional<Error> error = bad_spec(spec, model)) return error;
  Item item{.spec = spec, .formulas = {}, .average = {}, .counts = {}, .walkers = {}, .lags = {}};
  for (const std::string& text : spec.formulas) {
    Expected<StateFormula> formula =
        StateFormula::make(model, spec.on, text, spec.parameters, spec.origin + ".formula");
    if (!formula) return formula.error();
    item.formulas.push_back(std::move(*formula));
  }
  if (spec.histogram) item.counts.resize(static_cast<std::size_t>(spec.histogram->count) + 2);
  if (spec.lags || is_function_of_lag(spec.kind)) follow(model, springs, item);
  items_.push_back(std::move(item));
  return std::nullopt;
}

std::vector<std::string> Measurements::names() const {
  std::vector<std::string> names;
  for (const Item& item : items_)
    if (!is_function_of_lag(item.spec.kind)) names.push_back(item.spec.name);
  return names;
}

bool Measurements::due(std::int64_t step) const {
  return std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return step % item.spec.every == 0; });
}

std::int64_t Measurements::next(std::int64_t step) const {
  std::int64_t next = std::numeric_limits<std::int64_t>::max();
  for (const Item& item : items_) next = std::min(next, (step / item.spec.every + 1) * item.spec.every);
  return next;
}

double Measurements::mean_value(Item& item, const State& state) const {
  double sum = 0.0;
  const std::size_t molecules = molecule_count(item.spec);
  for (std::size_t m = 0; m < molecules; ++m) {
    const double found = value(item, molecule(item.spec, m), state);
    if (item.spec.histogram) count_in(*item.spec.histogram, found, item.counts);
    sum += found;
  }
  return sum / static_cast<double>(molecules);
}

double Measurements::value(const Item& item, std::span<const int> on, const State& state) const {
  const std::vector<Vec3>& position = state.position;
  const auto at = [&](std::size_t k) { return position[static_cast<std::size_t>(on[k])]; };
  switch (item.spec.kind) {
    case MeasureKind::distance:
      return norm(at(1) - at(0));
    case MeasureKind::squared_distance:
      return dot(at(1) - at(0), at(1) - at(0));
    case MeasureKind::gyration:
      return gyration_of(on, position, masses_);
    case MeasureKind::angle:
      return std::acos(cosine_of(at(0) - at(1), at(2) - at(1)));
    case MeasureKind::cosine:
      return cosine_of(at(0) - at(1), at(2) - at(1));
    case MeasureKind::dihedral:
      return dihedral_of(at(0), at(1), at(2), at(3));
    default:
      return item.formulas[0].value(state);
  }
}

// What is not a number is given out, and named by lost(), but does not spoil what was averaged before.
const std::vector<std::optional<double>>& Measurements::take(const State& state) {
  std::size_t column = 0;
  lost_.clear();
  for (Item& item : items_) {
    const bool due = state.step % item.spec.every == 0, is_number = !is_function_of_lag(item.spec.kind);
    if (is_number) values_[column].reset();
    if (due && is_number) {
      const double found = mean_value(item, state);
      values_[column] = found;
      sample_.assign(1, {found, 0.0, 0.0});
    } else if (due) {
      sample(item, state);
    }
    const bool lost = due && first_not_finite(sample_) >= 0;
    if (lost && lost_.empty()) lost_ = item.spec.name;
    if (due && !lost) {
      if (is_number) item.average.add(sample_[0].x);
      if (item.lags) item.lags->add(sample_);
    }
    if (is_number) ++column;
  }
  return values_;
}

std::vector<Measurement> Measurements::results() const {
  std::vector<Measurement> results;
  for (const Item& item : items_) {
    if (is_function_of_lag(item.spec.kind)) continue;
    const BlockAverage& a = item.average;
    results.push_back({item.spec.name, a.count(), a.mean(), a.error(), std::sqrt(a.variance()), a.minimum(),
                       a.maximum(), a.correlation_time() * step_ * static_cast<double>(item.spec.every), a.converged(),
                       item.spec.histogram, item.counts,
                       a.count() * static_cast<std::int64_t>(molecule_count(item.spec))});
  }
  return results;
}

std::vector<double> Measurements::memory() const {
  std::vector<double> memory;
  for (const Item& item : items_) {
    item.average.save(memory);
    for (const std::int64_t count : item.counts) memory.push_back(static_cast<double>(count));
    if (item.lags) item.lags->save(memory);
  }
  return memory;
}

bool Measurements::restore(std::span<const double> memory) {
  for (Item& item : items_) {
    if (memory.size() < BlockAverage::saved_size + item.counts.size()) return false;
    item.average.restore(memory);
    memory = memory.subspan(BlockAverage::saved_size);
    for (std::int64_t& count : item.counts) {
      count = count_of(memory[0]);
      memory = memory.subspan(1);
    }
    if (item.lags && !item.lags->restore(memory)) return false;
  }
  return memory.empty();
}

}  // namespace taut
