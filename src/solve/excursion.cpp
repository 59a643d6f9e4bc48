#include "solve/excursion.hpp"

#include <algorithm>
#include <cmath>

#include "base/philox.hpp"
#include "model/driven_motion.hpp"
#include "solve/row_fit.hpp"
#include "solve/row_span.hpp"

namespace taut {
namespace {

constexpr double satisfied = 1e-10;

double largest(const ParticleField& field, std::span<const std::int32_t> particles) {
  double square = 0.0;
  for (const std::int32_t p : particles) square = std::max(square, dot(field[p], field[p]));
  return std::sqrt(square);
}

std::vector<std::int32_t> joined(std::vector<std::int32_t> a, const std::vector<std::int32_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}

class Walk {
 public:
  Walk(const Model& model, const std::vector<std::int32_t>& kept, std::vector<std::int32_t> rows,
       const std::vector<std::int32_t>& particles, double size, ParticleFields& fields)
      : model_(model),
        dependent_(rows.size() - kept.size()),
        all_(component_of(std::move(rows), size)),
        particles_(particles),
        start_{model.positions().data(), fields.zero(), 0.0},
        span_(model, component_of(kept, size), start_, particles, fields),
        fields_(fields) {
    for (const DrivenPath& path : model.driven()) everyone_.push_back(path.particle);
    everyone_ = joined(everyone_, particles);
    RowFit here(model, all_, particles, fields);
    bound_ = std::max(satisfied, 10.0 * here.solve(satisfied));  // lengths may have been typed with few digits
  }

  // Both ways along a random motion that the gradients allow: the rows must be met near where it leads, and depend on
  // one another there as they do here.
  bool is_resisted(std::uint64_t stream, double reach) {
    ParticleField motion = fields_.zeros(particles_);
    for (const std::int32_t p : particles_) motion[p] = random(stream, p);
    span_.make_tangent(motion);
    const double length = largest(motion, particles_);
    if (!(length > 1e-6)) return false;  // nothing can move
    return !can_go(motion, reach / length, reach) || !can_go(motion, -reach / length, reach);
  }

  // After a time in which what is driven moves about as far.
  bool is_contradicted_in_time(double reach) {
    for (const double time : {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
      RowFit fit(model_, all_, everyone_, fields_, time);
      ParticleField place = fields_.positions(everyone_);
      const double moved = lead(place, time);
      fit.begin_at(place);
      const double before = fit.solve(1e300), after = fit.solve(satisfied);
      if (moved > reach || (before > 0.1 && time > 1e-4)) continue;
      return !(after <= bound_) && !(after <= 1e-6 * before);
    }
    return false;
  }

 private:
  Vec3 random(std::uint64_t stream, std::int32_t particle) const {
    const auto index = 2 * static_cast<std::uint64_t>(particle);
    const auto a = uniform_pair(0, stream, index), b = uniform_pair(0, stream, index + 1);
    return {2.0 * a[0] - 1.0, 2.0 * a[1] - 1.0, model_.dimension() == 3 ? 2.0 * b[0] - 1.0 : 0.0};
  }

  bool can_go(const ParticleField& motion, double factor, double reach) {
    constexpr double back = 0.5;  // of the way
    ParticleField place = fields_.positions(particles_);
    for (const std::int32_t p : particles_) place[p] += factor * motion[p];
    RowFit fit(model_, all_, particles_, fields_);
    fit.begin_at(place);
    if (!(fit.solve(satisfied) <= bound_)) return false;
    for (const std::int32_t p : particles_) place[p] -= fit.position()[p];
    return largest(place, particles_) < back * reach && fit.dependent_rows() >= dependent_;
  }

  // Places what is driven where it is at that time; returns how far the farthest came.
  double lead(ParticleField& place, double time) {
    DrivenMotion driven(model_);
    double farthest = 0.0;
    for (const DrivenPath& path : model_.driven()) {
      Vec3& at = place[path.particle];
      const Vec3 before = at;
      at = driven.position(path, time);
      farthest = std::max(farthest, norm(at - before));
    }
    return farthest;
  }

  const Model& model_;
  std::size_t dependent_;
  Component all_;
  const std::vector<std::int32_t>& particles_;
  std::vector<std::int32_t> everyone_;
  Configuration start_;
  RowSpan span_;
  ParticleFields& fields_;
  double bound_ = satisfied;
};

bool depends_on_time(const Model& model, const std::vector<std::int32_t>& rows) {
  if (!model.driven().empty()) return true;
  return std::any_of(rows.begin(), rows.end(), [&](std::int32_t k) {
    return model.rows()[static_cast<std::size_t>(k)].kind == RowKind::formula;
  });
}

}  // namespace

Excursion go_out(const Model& model, const std::vector<std::int32_t>& kept, const std::vector<std::int32_t>& others,
                 const std::vector<std::int32_t>& particles, double size, double reach, ParticleFields& fields) {
  Walk walk(model, kept, joined(kept, others), particles, size, fields);
  if (depends_on_time(model, others) && walk.is_contradicted_in_time(reach)) return Excursion::contradicted_in_time;
  for (const std::uint64_t stream : {6, 7, 8})
    if (walk.is_resisted(stream, reach) && walk.is_resisted(stream, 0.3 * reach)) return Excursion::resisted;
  return Excursion::holds;
}

}  // namespace taut
