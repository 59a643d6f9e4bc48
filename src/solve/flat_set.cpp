#include "solve/flat_set.hpp"

#include <Eigen/Dense>
#include <algorithm>

namespace taut {
namespace {

using Eigen::Index;

constexpr double flat = 1e-6;  // of its size

Eigen::Vector3d place(const Model& model, std::int32_t particle) {
  const Vec3& r = model.positions()[static_cast<std::size_t>(particle)];
  return {r.x, r.y, r.z};
}

// From the first of the base to the others of it.
Eigen::Matrix3Xd edges(const Model& model, const std::vector<std::int32_t>& base) {
  Eigen::Matrix3Xd columns(3, static_cast<Index>(base.size()) - 1);
  for (Index k = 0; k < columns.cols(); ++k)
    columns.col(k) = place(model, base[static_cast<std::size_t>(k) + 1]) - place(model, base[0]);
  return columns;
}

// How far a particle is from the point, line or plane that the base spans.
double distance(const Model& model, const std::vector<std::int32_t>& base, std::int32_t particle) {
  const Eigen::Vector3d from = place(model, particle) - place(model, base[0]);
  if (base.size() == 1) return from.norm();
  const Eigen::Matrix3Xd columns = edges(model, base);
  return (from - columns * columns.colPivHouseholderQr().solve(from)).norm();
}

}  // namespace

FlatSet::FlatSet(const Model& model, std::vector<std::int32_t> particles)
    : model_(&model), particles_(std::move(particles)) {
  std::sort(particles_.begin(), particles_.end());
  particles_.erase(std::unique(particles_.begin(), particles_.end()), particles_.end());
  choose_base();
}

// The particle furthest from the first one, and then always the one furthest from what the base spans.
void FlatSet::choose_base() {
  const auto furthest = [&] {
    return *std::max_element(particles_.begin(), particles_.end(), [&](std::int32_t a, std::int32_t b) {
      return distance(*model_, base_, a) < distance(*model_, base_, b);
    });
  };
  base_ = {particles_.front()};
  base_ = {furthest()};
  const double size = distance(*model_, base_, furthest());
  while (base_.size() < 4) {
    const std::int32_t next = furthest();
    if (!(distance(*model_, base_, next) > flat * size)) break;
    base_.push_back(next);
  }
}

std::vector<std::int32_t> FlatSet::others() const {
  std::vector<std::int32_t> rest;
  for (const std::int32_t p : particles_)
    if (std::find(base_.begin(), base_.end(), p) == base_.end()) rest.push_back(p);
  return rest;
}

bool FlatSet::contains(std::int32_t particle) const {
  return std::binary_search(particles_.begin(), particles_.end(), particle);
}

bool FlatSet::is_tied_to(const FlatSet& other) const {
  std::vector<std::int32_t> shared;
  std::set_intersection(particles_.begin(), particles_.end(), other.particles_.begin(), other.particles_.end(),
                        std::back_inserter(shared));
  if (shared.size() < 2) return false;
  return FlatSet(*model_, shared).dimension() == std::min(dimension(), other.dimension());
}

std::vector<double> FlatSet::weights(std::int32_t particle) const {
  const Eigen::Matrix3Xd columns = edges(*model_, base_);
  const Eigen::VectorXd rest = columns.colPivHouseholderQr().solve(place(*model_, particle) - place(*model_, base_[0]));
  std::vector<double> weights = {1.0 - rest.sum()};
  weights.insert(weights.end(), rest.begin(), rest.end());
  return weights;
}

bool FlatSet::is_rigid(const PointPairs& rods) const {
  const auto number = [&](std::int32_t p) {
    return static_cast<std::int32_t>(std::lower_bound(particles_.begin(), particles_.end(), p) - particles_.begin());
  };
  std::vector<Vec3> points;
  for (const std::int32_t p : particles_) points.push_back(model_->positions()[static_cast<std::size_t>(p)]);
  PointPairs numbered;
  for (const auto& [i, j] : rods) numbered.emplace_back(number(i), number(j));
  return is_rigid_flat(points, dimension(), numbered);
}

}  // namespace taut
