#include "taut/arm_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/direction.hpp"

namespace taut {
namespace {

// A point of a rigid body: a particle, and where it is in the frame of the body.
struct BodyPoint {
  int particle;
  Vec3 at;
};

class Assembly {
 public:
  Assembly(const Arm& arm, std::span<const double> values)
      : arm_(arm), frames_(joint_frames(arm, values)), bodies_(arm.joints().size()), builder_(arm.dimension()) {}

  Expected<ArmModel> make() {
    for (std::size_t k = 0; k < arm_.joints().size(); ++k)
      if (arm_.joints()[k].kind == JointKind::slider)
        return Error{"", arm_.joint_name(static_cast<int>(k)) +
                             " is a slider; an arm with sliders has no points that its joints share"};
    share_joints();
    add_limbs();
    for (const HandSpec& hand : arm_.hands()) hands_.push_back(point(hand.joint, hand.frame.place, "hand"));
    for (const ClosureSpec& loop : arm_.closures()) close(loop);
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      if (body_of(static_cast<int>(k)) == static_cast<int>(k)) make_rigid(static_cast<int>(k));
    give_light_masses();
    for (Entry& entry : particles_) builder_.add(std::move(entry.spec));
    for (const DistanceSpec& spec : distances_) builder_.add(spec);
    for (const LinearSpec& spec : linears_) builder_.add(spec);
    Expected<Model> model = builder_.build();
    if (!model) return model.error();
    std::stable_sort(markers_.begin(), markers_.end(), [](const auto& a, const auto& b) { return a.joint < b.joint; });
    return ArmModel{std::move(*model), std::move(markers_), std::move(hands_)};
  }

 private:
  struct Entry {
    ParticleSpec spec;
  };

  // Joints that are fixed to their parent belong to its body; -1 is the base.
  int body_of(int joint) const {
    while (joint >= 0 && arm_.joints()[static_cast<std::size_t>(joint)].kind == JointKind::fixed)
      joint = arm_.joints()[static_cast<std::size_t>(joint)].parent;
    return joint;
  }

  Vec3 in_body(int body, const Vec3& place) const {
    const Placement& frame = frames_[static_cast<std::size_t>(body)];
    return inverse(frame.turn) * (place - frame.place);
  }

  double scale() const { return 1e-9 * arm_.size(); }

  // The particle of a body at this place of the room, made when there is none.
  int particle_of(int body, const Vec3& place, const std::string& name) {
    auto& points = body < 0 ? base_ : bodies_[static_cast<std::size_t>(body)];
    const Vec3 at = body < 0 ? place : in_body(body, place);
    for (const BodyPoint& known : points)
      if (norm(known.at - at) < scale()) return known.particle;
    particles_.push_back({ParticleSpec{.name = unique(name), .position = place, .mass = 0.0, .fixed = body < 0}});
    const int particle = static_cast<int>(particles_.size()) - 1;
    attach(body, particle, place);
    return particle;
  }
  void attach(int body, int particle, const Vec3& place) {
    if (body < 0) {
      base_.push_back({particle, place});
      return;
    }
    auto& points = bodies_[static_cast<std::size_t>(body)];
    const Vec3 at = in_body(body, place);
    for (const BodyPoint& known : points)
      if (known.particle == particle) return;
    points.push_back({particle, at});
    markers_.push_back({body, particle, at});
  }
  int point(int joint, const Vec3& at, const std::string& name) {
    return particle_of(body_of(joint), frames_[static_cast<std::size_t>(joint)] * at, name);
  }
  std::string unique(const std::string& name) {
    for (int k = 1;; ++k) {
      const std::string candidate = k == 1 ? name : name + " " + std::to_string(k);
      if (std::none_of(particles_.begin(), particles_.end(), [&](const Entry& e) { return e.spec.name == candidate; }))
        return candidate;
    }
  }

  // Constraints of a body: its name and a number.
  std::string numbered(const std::string& name) { return name + " " + std::to_string(++constraints_); }

  void share_joints() {
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      const JointSpec& joint = arm_.joints()[k];
      if (joint.kind == JointKind::fixed) continue;
      const int index = static_cast<int>(k), parent = body_of(joint.parent);
      const Placement& frame = frames_[k];
      share(parent, index, frame.place);
      if (joint.kind == JointKind::hinge && arm_.dimension() == 3)
        share(parent, index, frame.place + 0.1 * arm_.size() * (frame.turn * joint.axis));
    }
  }
  void share(int parent, int joint, const Vec3& place) {
    const int particle = particle_of(parent, place, arm_.joint_name(joint));
    particles_[static_cast<std::size_t>(particle)].spec.position = place;
    attach(joint, particle, place);
  }

  void add_mass(int particle, double mass) { particles_[static_cast<std::size_t>(particle)].spec.mass += mass; }

  void add_limbs() {
    for (std::size_t k = 0; k < arm_.limbs().size(); ++k) {
      const LimbSpec& limb = arm_.limbs()[k];
      const std::string name = limb.name.empty() ? "limb " + std::to_string(k) : limb.name;
      const Vec3 along = limb.to - limb.from, middle = limb.from + 0.5 * along;
      add_mass(point(limb.joint, limb.from, name + " from"), limb.mass / 6.0);
      add_mass(point(limb.joint, limb.to, name + " to"), limb.mass / 6.0);
      if (arm_.dimension() == 2 || !can_twist(body_of(limb.joint))) {
        add_mass(point(limb.joint, middle, name + " middle"), limb.mass * (2.0 / 3.0));
        continue;
      }
      const double length = norm(along), radius = limb.radius > 0.0 ? limb.radius : 0.05 * length;
      const Vec3 out = (0.5 * std::numbers::sqrt3 * radius) * across((1.0 / length) * along, 0.0);
      add_mass(point(limb.joint, middle + out, name + " side"), limb.mass / 3.0);
      add_mass(point(limb.joint, middle - out, name + " side"), limb.mass / 3.0);
    }
  }

  // Points that no rod has its mass at, such as hands and axes: a thousandth of a limb.
  void give_light_masses() {
    double sum = 0.0;
    for (const LimbSpec& limb : arm_.limbs()) sum += limb.mass;
    const double light = 1e-3 * (arm_.limbs().empty() ? 1.0 : sum / static_cast<double>(arm_.limbs().size()));
    for (Entry& entry : particles_)
      if (entry.spec.mass == 0.0) entry.spec.mass = light;
  }

  // Whether a turn about its limb matters: it has a hinge of its own or of a limb that it carries.
  bool can_twist(int body) const {
    for (std::size_t k = 0; k < arm_.joints().size(); ++k) {
      const JointSpec& joint = arm_.joints()[k];
      if (joint.kind == JointKind::hinge && (static_cast<int>(k) == body || body_of(joint.parent) == body)) return true;
    }
    return false;
  }

  void close(const ClosureSpec& loop) {
    const int a = point(loop.joint_a, loop.at_a, "loop"), b = point(loop.joint_b, loop.at_b, "loop");
    linears_.push_back({.on = {a, b}, .weights = {1.0, -1.0}, .name = loop.name});
  }

  bool has_axis(int body) const {
    return arm_.dimension() == 3 && arm_.joints()[static_cast<std::size_t>(body)].kind == JointKind::hinge;
  }

  // Points that span the body: those of its own joint, which come first, then the one farthest from them or their line,
  // then from that plane.
  std::vector<std::size_t> span(int body) const {
    const std::vector<BodyPoint>& points = bodies_[static_cast<std::size_t>(body)];
    std::vector<std::size_t> chosen = {0};
    if (has_axis(body)) chosen.push_back(1);
    const auto height = [&](std::size_t k) {  // over what is spanned so far
      Vec3 d = points[k].at - points[chosen[0]].at;
      std::vector<Vec3> basis;
      for (std::size_t c = 1; c < chosen.size(); ++c) {
        Vec3 e = points[chosen[c]].at - points[chosen[0]].at;
        for (const Vec3& known : basis) e -= dot(e, known) * known;
        basis.push_back((1.0 / norm(e)) * e);
        d -= dot(d, basis.back()) * basis.back();
      }
      return norm(d);
    };
    while (static_cast<int>(chosen.size()) <= arm_.dimension()) {
      std::size_t best = 0;
      double most = 1e-6 * arm_.size();
      for (std::size_t k = 0; k < points.size(); ++k)
        if (const double h = height(k); h > most) most = h, best = k;
      if (most == 1e-6 * arm_.size()) break;
      chosen.push_back(best);
    }
    return chosen;
  }

  // A body whose points are all on one line, and that can turn about it, gets one beside it.
  void make_rigid(int body) {
    const std::vector<BodyPoint>& points = bodies_[static_cast<std::size_t>(body)];
    if (arm_.dimension() == 3 && can_twist(body) && span(body).size() < 3) {
      const JointSpec& joint = arm_.joints()[static_cast<std::size_t>(body)];
      (void)point(body, 0.1 * arm_.size() * across(joint.axis, 0.0), arm_.joint_name(body) + " side");
    }
    const std::vector<std::size_t> frame = span(body);
    const std::string name = arm_.joint_name(body);
    for (std::size_t i = 0; i < frame.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!(has_axis(body) && i == 1))  // what carries the axis keeps its two points apart
          keep_distance(points[frame[j]], points[frame[i]], name);
    for (std::size_t k = 0; k < points.size(); ++k)
      if (std::find(frame.begin(), frame.end(), k) == frame.end()) keep_mean(points, frame, k, name);
  }

  void keep_distance(const BodyPoint& a, const BodyPoint& b, const std::string& name) {
    const bool known = std::any_of(distances_.begin(), distances_.end(), [&](const DistanceSpec& d) {
      return (d.i == a.particle && d.j == b.particle) || (d.i == b.particle && d.j == a.particle);
    });
    const auto is_fixed = [&](int p) { return particles_[static_cast<std::size_t>(p)].spec.fixed; };
    if (known || (is_fixed(a.particle) && is_fixed(b.particle))) return;
    distances_.push_back({.i = a.particle, .j = b.particle, .length = norm(b.at - a.at), .name = numbered(name)});
  }

  // p = p_0 + sum_c u_c (p_c - p_0), with the u that make it so in the frame of the body: normal equations of at most
  // three.
  void keep_mean(const std::vector<BodyPoint>& points, const std::vector<std::size_t>& frame, std::size_t k,
                 const std::string& name) {
    const Vec3& origin = points[frame[0]].at;
    const std::size_t n = frame.size() - 1;
    double matrix[3][4] = {};
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 e = points[frame[i + 1]].at - origin;
      for (std::size_t j = 0; j < n; ++j) matrix[i][j] = dot(e, points[frame[j + 1]].at - origin);
      matrix[i][3] = dot(e, points[k].at - origin);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t r = 0; r < n; ++r) {
        if (r == i) continue;
        const double factor = matrix[r][i] / matrix[i][i];
        for (std::size_t c = 0; c < 4; ++c) matrix[r][c] -= factor * matrix[i][c];
      }
    LinearSpec spec{
        .on = {points[k].particle, points[frame[0]].particle}, .weights = {1.0, -1.0}, .name = numbered(name)};
    for (std::size_t i = 0; i < n; ++i) {
      const double weight = matrix[i][3] / matrix[i][i];
      spec.weights[1] += weight;
      spec.on.push_back(points[frame[i + 1]].particle);
      spec.weights.push_back(-weight);
    }
    linears_.push_back(std::move(spec));
  }

  const Arm& arm_;
  std::vector<Placement> frames_;
  std::vector<std::vector<BodyPoint>> bodies_;  // of joints
  std::vector<BodyPoint> base_;
  ModelBuilder builder_;
  std::vector<Entry> particles_;
  int constraints_ = 0;
  std::vector<DistanceSpec> distances_;
  std::vector<LinearSpec> linears_;
  std::vector<ArmModel::Marker> markers_;
  std::vector<std::int32_t> hands_;
};

}  // namespace

Expected<ArmModel> make_arm_model(const Arm& arm, std::span<const double> values) {
  return Assembly(arm, values).make();
}

namespace {

// The rotation that takes vectors of a body to those of the room: from two of them, the longest and the one most across
// it. What they leave open is as in near().
template <class Near>
Rotation fitted(const std::vector<Vec3>& in_body, const std::vector<Vec3>& in_room, Near&& near) {
  if (in_body.empty()) return near();
  std::size_t first = 0;
  for (std::size_t k = 1; k < in_body.size(); ++k)
    if (norm(in_body[k]) > norm(in_body[first])) first = k;
  std::size_t second = first;
  double most = 0.0;
  for (std::size_t k = 0; k < in_body.size(); ++k)
    if (const double area = norm(cross(in_body[first], in_body[k])); area > most) most = area, second = k;
  const auto axes = [&](const std::vector<Vec3>& v) {
    const Vec3 x = (1.0 / norm(v[first])) * v[first];
    const Vec3 c = cross(x, v[second]);
    const Vec3 z = (1.0 / norm(c)) * c;
    return Rotation{x, cross(z, x), z};
  };
  if (most > 1e-9 * dot(in_body[first], in_body[first])) return axes(in_room) * inverse(axes(in_body));
  const Rotation turn = near();  // a rod
  const Vec3 from = (1.0 / norm(in_body[first])) * in_body[first], to = (1.0 / norm(in_room[first])) * in_room[first];
  return rotation_between(turn * from, to) * turn;
}

// By how much a joint is turned.
Rotation turn_of(const Arm& arm, std::size_t joint, std::span<const double> values) {
  const JointSpec& spec = arm.joints()[joint];
  const double* value = values.data() + arm.first_value(static_cast<int>(joint));
  if (spec.kind == JointKind::hinge) return rotation_about(spec.axis, *value);
  return spec.kind == JointKind::ball ? rotation_by({value[0], value[1], value[2]}) : Rotation{};
}

// By whole turns, to what is nearest.
void unwrap(const Arm& arm, std::size_t joint, std::span<const double> near, std::vector<double>& values) {
  constexpr double whole = 2.0 * std::numbers::pi;
  const JointKind kind = arm.joints()[joint].kind;
  const auto v = static_cast<std::size_t>(arm.first_value(static_cast<int>(joint)));
  if (kind == JointKind::hinge) values[v] += whole * std::round((near[v] - values[v]) / whole);
  if (kind != JointKind::ball) return;
  const Vec3 vector = {values[v], values[v + 1], values[v + 2]}, before = {near[v], near[v + 1], near[v + 2]};
  const double angle = norm(vector);
  if (angle == 0.0) return;
  const double along = dot(before, vector) / angle, factor = 1.0 + whole * std::round((along - angle) / whole) / angle;
  for (int axis = 0; axis < 3; ++axis) values[v + static_cast<std::size_t>(axis)] = factor * vector[axis];
}

}  // namespace

std::vector<double> joint_values(const Arm& arm, const ArmModel& model, std::span<const Vec3> positions,
                                 std::span<const double> near) {
  std::vector<Placement> frames(arm.joints().size());
  std::vector<Vec3> in_body, in_room;
  auto marker = model.markers.begin();
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const JointSpec& joint = arm.joints()[k];
    const Placement still =
        (joint.parent < 0 ? arm.base() : frames[static_cast<std::size_t>(joint.parent)]) * joint.frame;
    frames[k] = still;
    if (joint.kind == JointKind::fixed) continue;
    in_body.clear();
    in_room.clear();
    Vec3 origin;
    while (marker != model.markers.end() && marker->joint < static_cast<int>(k)) ++marker;
    for (; marker != model.markers.end() && marker->joint == static_cast<int>(k); ++marker) {
      const Vec3& at = positions[static_cast<std::size_t>(marker->particle)];
      if (in_body.empty() && norm(marker->at) < 1e-9 * arm.size()) {
        origin = at;
        continue;
      }
      in_body.push_back(marker->at);
      in_room.push_back(at - origin);
    }
    frames[k].place = origin;
    if (arm.dimension() == 2) {  // the plane's own normal makes a rod a body
      in_body.push_back({0.0, 0.0, arm.size()});
      in_room.push_back({0.0, 0.0, arm.size()});
    }
    frames[k].turn = fitted(in_body, in_room, [&] { return still.turn * turn_of(arm, k, near); });
  }
  std::vector<double> values = joint_values(arm, frames);
  for (std::size_t k = 0; k < arm.joints().size(); ++k) unwrap(arm, k, near, values);
  return values;
}

}  // namespace taut
