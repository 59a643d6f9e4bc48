#include <algorithm>
#include <cmath>
#include <limits>

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
      break;
  }
  return {1, any};
}

// As constraints and potentials name them: x, y, z of one particle, x1, y1, z1, x2, ... of several; t.
std::vector<Variable> variables_of(std::size_t particles, int dimension) {
  std::vector<Variable> variables;
  for (std::size_t p = 0; p < particles; ++p)
    for (int axis = 0; axis < dimension; ++axis) {
      const std::string name(1, "xyz"[axis]);
      const int index = static_cast<int>(3 * p) + axis;
      if (particles == 1) variables.push_back({name, index});
      variables.push_back({name + std::to_string(p + 1), index});
    }
  variables.push_back({"t", static_cast<int>(3 * particles)});
  return variables;
}

std::optional<Error> bad_spec(const MeasureSpec& spec, const Model& model) {
  const Arity arity = arity_of(spec.kind);
  if (spec.on.size() < arity.least || spec.on.size() > arity.most)
    return Error{spec.origin + ".on", "found " + std::to_string(spec.on.size()) + " particles, expected " +
                                          (arity.most == arity.least ? "" : "at least ") + std::to_string(arity.least)};
  for (const int particle : spec.on)
    if (particle < 0 || particle >= model.size())
      return Error{spec.origin + ".on", "found particle " + std::to_string(particle) + ", expected 0 to " +
                                            std::to_string(model.size() - 1)};
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
double gyration_of(const std::vector<int>& on, std::span<const Vec3> r, const std::vector<double>& masses) {
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
  const double bin = std::clamp(std::floor(place), -1.0, static_cast<double>(bins.count));
  ++counts[static_cast<std::size_t>(bin + 1.0)];
}

}  // namespace

Expected<Measurements> Measurements::make(const Model& model, const std::vector<MeasureSpec>& specs) {
  Measurements all;
  for (const double mass : model.masses()) all.masses_.push_back(std::isfinite(mass) ? mass : 1.0);
  for (const MeasureSpec& spec : specs) {
    if (const std::optional<Error> error = bad_spec(spec, model)) return *error;
    Item item{spec, std::nullopt, {}, {}};
    if (spec.kind == MeasureKind::formula) {
      Expected<Formula> parsed =
          Formula::parse(spec.formula, variables_of(spec.on.size(), model.dimension()), spec.parameters);
      if (!parsed) return Error{spec.origin + ".formula", parsed.error().message};
      item.formula = std::move(*parsed);
      all.scratch_.resize(std::max(all.scratch_.size(), item.formula->scratch_size()));
      all.variables_.resize(std::max(all.variables_.size(), 3 * spec.on.size() + 1));
    }
    if (spec.histogram) item.counts.resize(static_cast<std::size_t>(spec.histogram->count) + 2);
    all.items_.push_back(std::move(item));
  }
  all.values_.resize(all.items_.size());
  return all;
}

std::vector<std::string> Measurements::names() const {
  std::vector<std::string> names;
  for (const Item& item : items_) names.push_back(item.spec.name);
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

double Measurements::value(const Item& item, double time, std::span<const Vec3> position) {
  const auto at = [&](std::size_t k) { return position[static_cast<std::size_t>(item.spec.on[k])]; };
  switch (item.spec.kind) {
    case MeasureKind::distance:
      return norm(at(1) - at(0));
    case MeasureKind::squared_distance:
      return dot(at(1) - at(0), at(1) - at(0));
    case MeasureKind::gyration:
      return gyration_of(item.spec.on, position, masses_);
    case MeasureKind::angle:
      return std::acos(cosine_of(at(0) - at(1), at(2) - at(1)));
    case MeasureKind::cosine:
      return cosine_of(at(0) - at(1), at(2) - at(1));
    case MeasureKind::dihedral:
      return dihedral_of(at(0), at(1), at(2), at(3));
    case MeasureKind::formula:
      break;
  }
  for (std::size_t k = 0; k < item.spec.on.size(); ++k)
    for (int axis = 0; axis < 3; ++axis) variables_[3 * k + static_cast<std::size_t>(axis)] = at(k)[axis];
  variables_[3 * item.spec.on.size()] = time;
  return item.formula->value(variables_.data(), scratch_.data());
}

const std::vector<std::optional<double>>& Measurements::take(std::int64_t step, double time,
                                                             std::span<const Vec3> position) {
  for (std::size_t k = 0; k < items_.size(); ++k) {
    Item& item = items_[k];
    values_[k].reset();
    if (step % item.spec.every != 0) continue;
    const double found = value(item, time, position);
    values_[k] = found;
    item.average.add(found);
    if (item.spec.histogram) count_in(*item.spec.histogram, found, item.counts);
  }
  return values_;
}

std::vector<Measurement> Measurements::results(double step) const {
  std::vector<Measurement> results;
  for (const Item& item : items_) {
    const BlockAverage& a = item.average;
    results.push_back({item.spec.name, a.count(), a.mean(), a.error(), std::sqrt(a.variance()), a.minimum(),
                       a.maximum(), a.correlation_time() * step * static_cast<double>(item.spec.every), a.converged(),
                       item.spec.histogram, item.counts});
  }
  return results;
}

std::vector<double> Measurements::memory() const {
  std::vector<double> memory;
  for (const Item& item : items_) {
    item.average.save(memory);
    for (const std::int64_t count : item.counts) memory.push_back(static_cast<double>(count));
  }
  return memory;
}

bool Measurements::restore(std::span<const double> memory) {
  std::size_t size = 0;
  for (const Item& item : items_) size += BlockAverage::saved_size + item.counts.size();
  if (memory.size() != size) return false;
  for (Item& item : items_) {
    item.average.restore(memory);
    memory = memory.subspan(BlockAverage::saved_size);
    for (std::int64_t& count : item.counts) {
      count = static_cast<std::int64_t>(memory[0]);
      memory = memory.subspan(1);
    }
  }
  return true;
}

}  // namespace taut
