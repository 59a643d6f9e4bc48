#include "solve/path_interface.hpp"

#include <algorithm>

namespace taut {
namespace {

constexpr auto lanes = static_cast<std::size_t>(kernel_lanes);
// Eight segments of so many rods stay in the cache of a core.
constexpr std::size_t rods_a_unit = 2048;

// The lane of a segment.
struct Lane {
  const SegmentUnit& unit;
  std::size_t lane;

  Lane(std::span<const SegmentUnit> units, std::size_t segment) : unit(units[segment / lanes]), lane(segment % lanes) {}
  Vec3 rod(std::size_t k) const {
    const BundleRod& here = unit.bundle.rods[k];
    return {here.b[0][lane], here.b[1][lane], here.b[2][lane]};
  }
  std::size_t last() const { return unit.bundle.rods.size() - 1; }
  double inverse_pivot(std::size_t k) const { return unit.bundle.rods[k].inverse_pivot[lane]; }
  double first_in_first() const { return unit.from_first.front().value[lane]; }
  double first_in_last() const { return unit.from_first.back().value[lane]; }
  double last_in_last() const { return unit.from_last.back().value[lane]; }
  double x(std::size_t k) const { return unit.x[k].value[lane]; }
};

void put(BundleLane (&to)[3], std::size_t lane, const Vec3& a) {
  to[0].value[lane] = a.x, to[1].value[lane] = a.y, to[2].value[lane] = a.z;
}

}  // namespace

PathCut::PathCut(std::size_t n) : units(std::max<std::size_t>(1, n / rods_a_unit)), segments(units * lanes) {
  rods = (n - (segments - 1)) / segments;
  left_over = n - (segments - 1) - segments * rods;
}

PathInterface::PathInterface(const PathCut& cut, std::span<const double> weights, std::span<const double> lengths)
    : cut_(cut) {
  for (std::size_t k = 0; k < cut.interface_rods(); ++k) {
    const std::size_t at = cut.interface_rod(k);
    Rod& rod = rods_.emplace_back();
    rod.first_weight = weights[at], rod.second_weight = weights[at + 1];
    rod.measure = LengthDefect(lengths[at]);
  }
}

void PathInterface::linearise(const Vec3* position, const Vec3* position_low) {
  for (std::size_t k = 0; k < size(); ++k) {
    const std::size_t i = cut_.interface_rod(k), j = i + 1;
    const ExactVector b = exact_difference(position[j], position_low[j], position[i], position_low[i]);
    rods_[k].b = b.high;
    rods_[k].defect = rods_[k].measure(b);
  }
}

// The segment between two rods couples them; rods left over touch.
double PathInterface::coupling_to_rod_before(std::size_t k, std::span<const SegmentUnit> units) const {
  if (k == 0) return 0.0;
  const Rod &rod = rods_[k], &before = rods_[k - 1];
  if (!has_segment_before(k)) return rod.first_coupling;
  return -before.second_coupling * Lane(units, k).first_in_last() * rod.first_coupling;
}

void PathInterface::factorise(std::span<const SegmentUnit> units) {
  margin_ = 1.0;
  double inverse_before = 0.0;
  for (std::size_t k = 0; k < size(); ++k) {
    Rod& rod = rods_[k];
    const double diagonal = (rod.first_weight + rod.second_weight) * dot(rod.b, rod.b);
    double pivot = diagonal - take_segment_before(k, units, diagonal) - take_segment_after(k, units);
    const double coupling = coupling_to_rod_before(k, units);
    rod.off = coupling * inverse_before;
    pivot -= coupling * rod.off;
    rod.inverse_pivot = inverse_before = 1.0 / pivot;
    const double usual = has_segment_before(k) ? static_cast<double>(cut_.rods + 1) : 1.0;
    include_in_margin(usual * pivot / diagonal);
  }
}

// What elimination of the segment before takes from the diagonal. In the order along the path, which says how far the
// branches of the solution are apart, the elimination would go on from the segment's last rod through this one to the
// next.
double PathInterface::take_segment_before(std::size_t k, std::span<const SegmentUnit> units, double diagonal) {
  Rod& rod = rods_[k];
  if (!has_segment_before(k)) {
    rod.first_coupling = -rod.first_weight * dot(rods_[k - 1].b, rod.b);
    return 0.0;
  }
  const Lane before(units, k);
  rod.first_coupling = -rod.first_weight * dot(before.rod(before.last()), rod.b);
  const double square = rod.first_coupling * rod.first_coupling;
  rod.pivot_along = diagonal - square * before.inverse_pivot(before.last());
  include_in_margin(rod.pivot_along / diagonal);
  return square * before.last_in_last();
}

double PathInterface::take_segment_after(std::size_t k, std::span<const SegmentUnit> units) {
  if (!has_segment_after(k)) return 0.0;
  Rod& rod = rods_[k];
  const Lane after(units, k + 1);
  rod.second_coupling = -rod.second_weight * dot(rod.b, after.rod(0));
  const double square = rod.second_coupling * rod.second_coupling;
  include_in_margin(1.0 - square / rod.pivot_along * after.inverse_pivot(0));
  return square * after.first_in_first();
}

void PathInterface::include_in_margin(double ratio) {
  margin_ = std::min(margin_, ratio > 0.0 ? ratio : 0.0);  // not a number, too
}

void PathInterface::pull(const double* x, std::span<SegmentUnit> units) const {
  for (std::size_t s = 0; s < cut_.segments; ++s) {
    SegmentUnit& unit = units[s / lanes];
    const std::size_t lane = s % lanes;
    const Vec3 nothing{};
    put(unit.pull_before, lane, s == 0 ? nothing : x[s - 1] * rods_[s - 1].b);
    put(unit.pull_after, lane, s < size() ? x[s] * rods_[s].b : nothing);
  }
}

void PathInterface::solve(double* x, std::span<SegmentUnit> units) const {
  for (std::size_t k = 0; k < size(); ++k) {
    if (has_segment_before(k)) {
      const Lane before(units, k);
      x[k] -= rods_[k].first_coupling * before.x(before.last());
    }
    if (has_segment_after(k)) x[k] -= rods_[k].second_coupling * Lane(units, k + 1).x(0);
    if (k > 0) x[k] -= rods_[k].off * x[k - 1];
  }
  double next = 0.0;
  for (std::size_t k = size(); k-- > 0;)
    x[k] = next = x[k] * rods_[k].inverse_pivot - (k + 1 < size() ? rods_[k + 1].off * next : 0.0);
  for (std::size_t s = 0; s < cut_.segments; ++s) {
    SegmentUnit& unit = units[s / lanes];
    unit.before.value[s % lanes] = s == 0 ? 0.0 : rods_[s - 1].second_coupling * x[s - 1];
    unit.after.value[s % lanes] = s < size() ? rods_[s].first_coupling * x[s] : 0.0;
  }
}

void PathInterface::subtract_impulses(const double* x, Vec3* to) const {
  for (std::size_t k = cut_.segments - 1; k < size(); ++k) {
    const Vec3 here = x[k] * rods_[k].b;
    const Vec3 next = k + 1 < size() ? x[k + 1] * rods_[k + 1].b : Vec3{};
    to[k - (cut_.segments - 1)] += rods_[k].second_weight * (next - here);
  }
}

}  // namespace taut
