#include "taut/arm_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/direction.hpp"
#include "kinematics/arm/arm_bodies.hpp"

namespace taut {
namespace {

constexpr double marker_part = 0.1;  // distance of points on axes and beside them, by the size of the arm
constexpr double light_part = 0.1;   // of the mass of a body that points without one may have together, at most
constexpr double lightest = 1e-6;    // of the mean body: where no mass can be taken from anywhere

// A point of a rigid body: a particle, and where it is in the frame of the body.
struct BodyPoint {
  int particle;
  Vec3 at;
};
using Frame = std::vector<std::size_t>;  // points that span a body

class Assembly {
 public:
  Assembly(const Arm& arm, std::span<const double> values)
      : arm_(arm),
        bodies_(arm),
        values_(values.begin(), values.end()),
        frames_(joint_frames(arm, values)),
        points_(arm.joints().size()),
        sliders_(arm.joints().size()) {}

  ArmParts make() {
    for (int k = 0; k < joint_count(); ++k) add_joint(k);
    for (const HandSpec& hand : arm_.hands()) parts_.hands.push_back(point(hand.joint, hand.frame.place, "hand"));
    for (const ClosureSpec& loop : arm_.closures()) close(loop);
    add_rods();
    add_masses();
    for (int k = 0; k < joint_count(); ++k)
      if (is_body(k)) complete(k);
    for (int k = 0; k < joint_count(); ++k) parts_.joints.push_back(coordinate(k));
    give_light_masses();
    for (int k = 0; k < joint_count(); ++k)
      if (is_body(k)) make_rigid(k);
    if (arm_.dimension() == 2) flatten();
    for (const DistanceSpec& spec : distances_) parts_.constraints.push_back(spec);
    for (const LinearSpec& spec : linears_) parts_.constraints.push_back(spec);
    for (const ImplicitSpec& spec : products_) parts_.constraints.push_back(spec);
    std::stable_sort(parts_.markers.begin(), parts_.markers.end(),
                     [](const auto& a, const auto& b) { return a.joint < b.joint; });
    return std::move(parts_);
  }

 private:
  int joint_count() const { return static_cast<int>(arm_.joints().size()); }
  const JointSpec& joint(int k) const { return arm_.joints()[static_cast<std::size_t>(k)]; }
  bool is_body(int k) const { return joint(k).kind != JointKind::fixed; }
  int parent_body(int k) const { return bodies_.body_of(joint(k).parent); }
  const Placement& frame(int k) const { return k < 0 ? arm_.base() : frames_[static_cast<std::size_t>(k)]; }
  std::vector<BodyPoint>& points(int body) { return body < 0 ? base_ : points_[static_cast<std::size_t>(body)]; }
  ParticleSpec& particle(int index) { return parts_.particles[static_cast<std::size_t>(index)]; }
  Vec3 in_body(int body, const Vec3& place) const { return inverse(frame(body).turn) * (place - frame(body).place); }
  double marker_length() const { return marker_part * arm_.size(); }

  // Frames of sliders in the plane are turned in space, with rounding.
  void flatten() {
    for (ParticleSpec& spec : parts_.particles) spec.position.z = 0.0;
    for (LinearSpec& spec : linears_) spec.offset.z = 0.0;
  }

  // The particle of a body at this place of the room, made when there is none.
  int particle_of(int body, const Vec3& place, const std::string& name) {
    const Vec3 at = in_body(body, place);
    for (const BodyPoint& known : points(body))
      if (norm(known.at - at) < 1e-9 * arm_.size()) return known.particle;
    parts_.particles.push_back({.name = unique(name), .position = place, .mass = 0.0, .fixed = body < 0});
    const int made = static_cast<int>(parts_.particles.size()) - 1;
    attach(body, made, place);
    return made;
  }
  void attach(int body, int index, const Vec3& place) {
    auto& known = points(body);
    if (std::any_of(known.begin(), known.end(), [&](const BodyPoint& p) { return p.particle == index; })) return;
    known.push_back({index, in_body(body, place)});
    (body < 0 ? parts_.base : parts_.markers).push_back({body, index, known.back().at});
  }
  int point(int k, const Vec3& at, const std::string& name) {
    return particle_of(bodies_.body_of(k), frame(k) * at, name);
  }
  std::string unique(const std::string& name) const {
    for (int k = 1;; ++k) {
      const std::string candidate = k == 1 ? name : name + " " + std::to_string(k);
      if (std::none_of(parts_.particles.begin(), parts_.particles.end(),
                       [&](const ParticleSpec& spec) { return spec.name == candidate; }))
        return candidate;
    }
  }
  // Constraints of a body: its name and a number.
  std::string numbered(const std::string& name) { return name + " " + std::to_string(++numbers_); }

  void add_joint(int k) {
    if (!is_body(k)) return;
    if (joint(k).kind == JointKind::slider) return add_slider(k);
    share(k, frame(k).place);
    if (joint(k).kind == JointKind::hinge && arm_.dimension() == 3)
      share(k, frame(k).place + marker_length() * (frame(k).turn * joint(k).axis));
  }
  void share(int k, const Vec3& place) {
    const int shared = particle_of(parent_body(k), place, arm_.joint_name(k));
    particle(shared).position = place;
    attach(k, shared, place);
  }

  // A point of the slider on the line o-p of what carries it: (b - o).(n - o) = 0 for one or two n across.
  void add_slider(int k) {
    const std::string name = arm_.joint_name(k);
    const int b = particle_of(k, frame(k).place, name), parent = parent_body(k);
    const Placement still = frame(joint(k).parent) * joint(k).frame;
    const int o = particle_of(parent, still.place, name + " from");
    const auto beside = [&](const Vec3& direction, const char* what) {
      return particle_of(parent, still.place + marker_length() * (still.turn * direction), name + what);
    };
    const Vec3& axis = joint(k).axis;
    sliders_[static_cast<std::size_t>(k)] = {{o, beside(axis, " axis"), b}, 0.0};
    if (arm_.dimension() == 2) {
      products_.push_back({.on = {b, o, beside({-axis.y, axis.x, 0.0}, " side")},
                           .equation = "(x1 - x2)*(x3 - x2) + (y1 - y2)*(y3 - y2)",
                           .name = numbered(name)});
      return;
    }
    for (const double turn : {0.0, 0.25})
      products_.push_back({.on = {b, o, beside(across(axis, turn), " side")},
                           .equation = "(x1 - x2)*(x3 - x2) + (y1 - y2)*(y3 - y2) + (z1 - z2)*(z3 - z2)",
                           .name = numbered(name)});
  }

  void close(const ClosureSpec& loop) {
    const int a = point(loop.joint_a, loop.at_a, "loop"), b = point(loop.joint_b, loop.at_b, "loop");
    linears_.push_back(
        {.on = {a, b}, .weights = {1.0, -1.0}, .name = loop.name.empty() ? numbered("loop") : loop.name});
  }

  void add_rods() {
    for (std::size_t k = 0; k < arm_.limbs().size(); ++k) {
      const LimbSpec& limb = arm_.limbs()[k];
      const int body = bodies_.body_of(limb.joint);
      if (body < 0 || !bodies_.is_rod(body)) continue;
      const std::string name = limb.name.empty() ? "limb " + std::to_string(k) : limb.name;
      for (const PointMass& heavy : bodies_.rod(limb)) add_mass(body, heavy, name);
    }
  }
  void add_mass(int body, const PointMass& heavy, const std::string& name) {
    particle(particle_of(body, frame(body) * heavy.at, name)).mass += heavy.mass;
  }

  // Points without a mass get some from a body that they belong to; the body's own masses are what remains.
  void add_masses() {
    const auto n = static_cast<std::size_t>(joint_count());
    std::vector<std::vector<BodyPoint>> light(n);
    std::vector<double> burdens(n, 0.0);
    for (int k = 0; k < static_cast<int>(parts_.particles.size()); ++k) {
      if (particle(k).fixed || particle(k).mass > 0.0) continue;
      const auto [marker, least] = bearer(k);
      if (!marker || !std::isfinite(least)) continue;
      light[static_cast<std::size_t>(marker->joint)].push_back({k, marker->at});
      burdens[static_cast<std::size_t>(marker->joint)] += least;
    }
    for (int body = 0; body < joint_count(); ++body)
      if (is_body(body) && !bodies_.is_rod(body))
        add_masses_of(body, light[static_cast<std::size_t>(body)], burdens[static_cast<std::size_t>(body)]);
  }
  // The body from which a mass at this particle takes least.
  std::pair<const ArmPoints::Marker*, double> bearer(int index) const {
    std::pair<const ArmPoints::Marker*, double> best = {nullptr, 0.0};
    for (const ArmPoints::Marker& marker : parts_.markers) {
      if (marker.particle != index || bodies_.is_rod(marker.joint) || !(bodies_.moments(marker.joint)(3, 3) > 0.0))
        continue;
      const double found = burden(bodies_.moments(marker.joint), marker.at, arm_.size());
      if (!best.first || found < best.second) best = {&marker, found};
    }
    return best;
  }
  void add_masses_of(int body, const std::vector<BodyPoint>& light, double burdens) {
    MassMoments rest = bodies_.moments(body);
    if (!(rest(3, 3) > 0.0)) return;
    if (!light.empty()) {
      const double share = std::min(light_part * rest(3, 3) / static_cast<double>(light.size()), 0.25 / burdens);
      for (const BodyPoint& known : light) {
        particle(known.particle).mass = share;
        rest -= moments_of(PointMass{known.at, share});
      }
    }
    const std::string name = arm_.joint_name(body) + " mass";
    for (const PointMass& heavy : arm_.dimension() == 3 ? point_masses(rest, arm_.size())
                                                        : point_masses_in_plane(rest, arm_.size(), longest_way(body)))
      add_mass(body, heavy, name);
  }
  Vec3 longest_way(int body) {
    Vec3 longest = {};
    for (const BodyPoint& known : points(body))
      if (norm(known.at - points(body).front().at) > norm(longest)) longest = known.at - points(body).front().at;
    return longest;
  }

  void give_light_masses() {
    for (ParticleSpec& spec : parts_.particles)
      if (spec.mass == 0.0) spec.mass = lightest * bodies_.mean_mass();
  }

  bool turns_slider(int body) const {
    for (int k = 0; k < joint_count(); ++k)
      if (joint(k).kind == JointKind::slider && bodies_.turned_by(k) == body) return true;
    return false;
  }
  // Points beside a body that has too few to know how it is turned: one whose masses are a point, or none.
  void complete(int body) {
    if (joint(body).kind == JointKind::slider) return;
    const std::size_t needed = turns_slider(body) ? static_cast<std::size_t>(arm_.dimension()) + 1
                               : arm_.dimension() == 2 || !bodies_.can_twist(body) ? 2
                                                                                   : 3;
    const Vec3 axis = joint(body).axis;
    const std::array<Vec3, 3> ways = arm_.dimension() == 2
                                         ? std::array<Vec3, 3>{Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{}}
                                         : std::array<Vec3, 3>{across(axis, 0.0), across(axis, 0.25), axis};
    for (std::size_t k = 0; k < ways.size() && span(body).size() < needed; ++k)
      (void)particle_of(body, frame(body) * (marker_length() * ways[k]), arm_.joint_name(body) + " side");
  }

  bool has_axis(int body) const { return arm_.dimension() == 3 && joint(body).kind == JointKind::hinge; }

  // Points that span the body: those of its own joint, which come first, then the one farthest from them or their line,
  // then from that plane.
  Frame span(int body) {
    const std::vector<BodyPoint>& known = points(body);
    Frame chosen = {0};
    if (has_axis(body)) chosen.push_back(1);
    const auto height = [&](std::size_t k) {  // over what is spanned so far
      Vec3 d = known[k].at - known[chosen[0]].at;
      std::vector<Vec3> basis;
      for (std::size_t c = 1; c < chosen.size(); ++c) {
        Vec3 e = known[chosen[c]].at - known[chosen[0]].at;
        for (const Vec3& other : basis) e -= dot(e, other) * other;
        basis.push_back((1.0 / norm(e)) * e);
        d -= dot(d, basis.back()) * basis.back();
      }
      return norm(d);
    };
    while (static_cast<int>(chosen.size()) <= arm_.dimension()) {
      std::size_t best = 0;
      const double least = 1e-6 * arm_.size();
      double most = least;
      for (std::size_t k = 0; k < known.size(); ++k)
        if (const double h = height(k); h > most) most = h, best = k;
      if (most == least) break;
      chosen.push_back(best);
    }
    return chosen;
  }

  // The point of a body that is farthest from the axis of a joint; beside the base one is made.
  int off_axis(int body, int k) {
    const Vec3 axis = frame(k).turn * joint(k).axis, place = frame(k).place;
    if (body < 0) {
      const Vec3 side = arm_.dimension() == 2 ? Vec3{1.0, 0.0, 0.0} : across(joint(k).axis, 0.0);
      return particle_of(-1, place + marker_length() * (frame(k).turn * side), arm_.joint_name(k) + " zero");
    }
    int best = -1;
    double most = -1.0;
    for (const BodyPoint& known : points(body)) {
      const double distance = norm(cross(axis, frame(body) * known.at - place));
      if (distance > most) most = distance, best = known.particle;
    }
    return best;
  }
  ArmPoints::Coordinate coordinate(int k) {
    const auto index = static_cast<std::size_t>(k);
    if (joint(k).kind == JointKind::slider) return sliders_[index];
    if (joint(k).kind != JointKind::hinge) return {};
    const int a = off_axis(parent_body(k), k), b = off_axis(k, k), o = points(k)[0].particle;
    const Vec3 axis = frame(k).turn * joint(k).axis, from = particle(a).position - frame(k).place,
               to = particle(b).position - frame(k).place;
    const double value = std::atan2(dot(axis, cross(from, to)), dot(from, to) - dot(from, axis) * dot(to, axis));
    const double zero = value - values_[static_cast<std::size_t>(arm_.first_value(k))];
    if (arm_.dimension() == 2) return {{a, o, b}, zero};
    return {{a, o, points(k)[1].particle, b}, zero};
  }

  void make_rigid(int body) {
    if (joint(body).kind == JointKind::slider) return keep_turned(body);
    const std::vector<BodyPoint>& known = points(body);
    const Frame chosen = span(body);
    const std::string name = arm_.joint_name(body);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!(has_axis(body) && i == 1))  // what carries the axis keeps its two points apart
          keep_distance(known[chosen[j]], known[chosen[i]], name);
    for (std::size_t k = 0; k < known.size(); ++k)
      if (std::find(chosen.begin(), chosen.end(), k) == chosen.end())
        keep_way(known[chosen[0]].particle, known[k].particle, known[k].at - known[chosen[0]].at, body, name);
  }
  // A body on a slider: every point as far from that on the line as what turns it says.
  void keep_turned(int body) {
    const int turner = bodies_.turned_by(body);
    const Rotation turn = inverse(frame(turner).turn) * frame(body).turn;
    const std::vector<BodyPoint>& known = points(body);
    const std::string name = arm_.joint_name(body);
    for (std::size_t k = 1; k < known.size(); ++k)
      keep_way(known[0].particle, known[k].particle, turn * (known[k].at - known[0].at), turner, name);
  }

  void keep_distance(const BodyPoint& a, const BodyPoint& b, const std::string& name) {
    const bool known = std::any_of(distances_.begin(), distances_.end(), [&](const DistanceSpec& d) {
      return (d.i == a.particle && d.j == b.particle) || (d.i == b.particle && d.j == a.particle);
    });
    if (known || (particle(a.particle).fixed && particle(b.particle).fixed)) return;
    distances_.push_back({.i = a.particle, .j = b.particle, .length = norm(b.at - a.at), .name = numbered(name)});
  }

  // From `origin` to `to` it is this way in the frame of a body: to - origin = sum_c u_c (p_c - p_0), with the u that
  // make it so.
  void keep_way(int origin, int to, const Vec3& way, int body, const std::string& name) {
    LinearSpec spec{.on = {to, origin}, .weights = {1.0, -1.0}, .name = numbered(name)};
    if (body < 0) {
      spec.offset = frame(body).turn * way;
      linears_.push_back(std::move(spec));
      return;
    }
    const std::vector<BodyPoint>& known = points(body);
    const Frame chosen = span(body);
    const std::vector<double> weights = parts_of(known, chosen, way);
    const auto add = [&](int index, double weight) {
      const auto at = std::find(spec.on.begin(), spec.on.end(), index);
      if (at != spec.on.end()) {
        spec.weights[static_cast<std::size_t>(at - spec.on.begin())] += weight;
        return;
      }
      spec.on.push_back(index);
      spec.weights.push_back(weight);
    };
    for (std::size_t i = 0; i < weights.size(); ++i) {
      add(known[chosen[0]].particle, weights[i]);
      add(known[chosen[i + 1]].particle, -weights[i]);
    }
    linears_.push_back(std::move(spec));
  }
  // Normal equations of at most three.
  static std::vector<double> parts_of(const std::vector<BodyPoint>& known, const Frame& chosen, const Vec3& way) {
    const Vec3& origin = known[chosen[0]].at;
    const std::size_t n = chosen.size() - 1;
    double matrix[3][4] = {};
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 e = known[chosen[i + 1]].at - origin;
      for (std::size_t j = 0; j < n; ++j) matrix[i][j] = dot(e, known[chosen[j + 1]].at - origin);
      matrix[i][3] = dot(e, way);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t r = 0; r < n; ++r) {
        if (r == i) continue;
        const double factor = matrix[r][i] / matrix[i][i];
        for (std::size_t c = 0; c < 4; ++c) matrix[r][c] -= factor * matrix[i][c];
      }
    std::vector<double> parts;
    for (std::size_t i = 0; i < n; ++i) parts.push_back(matrix[i][3] / matrix[i][i]);
    return parts;
  }

  const Arm& arm_;
  ArmBodies bodies_;
  std::vector<double> values_;
  std::vector<Placement> frames_;
  std::vector<std::vector<BodyPoint>> points_;  // of joints
  std::vector<BodyPoint> base_;
  ArmParts parts_;
  int numbers_ = 0;
  std::vector<DistanceSpec> distances_;
  std::vector<LinearSpec> linears_;
  std::vector<ImplicitSpec> products_;
  std::vector<ArmPoints::Coordinate> sliders_;  // of joints
};

}  // namespace

ArmParts arm_parts(const Arm& arm, std::span<const double> values) { return Assembly(arm, values).make(); }

Expected<ArmModel> make_arm_model(const Arm& arm, std::span<const double> values) {
  ArmParts parts = arm_parts(arm, values);
  ModelBuilder builder(arm.dimension());
  for (ParticleSpec& spec : parts.particles) builder.add(std::move(spec));
  for (auto& constraint : parts.constraints) std::visit([&](auto& spec) { builder.add(std::move(spec)); }, constraint);
  Expected<Model> model = builder.build();
  if (!model) return model.error();
  return ArmModel{std::move(static_cast<ArmPoints&>(parts)), std::move(*model)};
}

}  // namespace taut
