#include "forces/joint_coordinate.hpp"

#include <cmath>

namespace taut {
namespace {

// Where the particles of a joint stand in its list, and how they are apart.
struct Arms {
  std::size_t o, b;
  Vec3 u, v, e;  // to a, to b, along the axis; zero where there is none
};

Arms arms_of(JointMotion kind, std::span<const std::int32_t> p, const Vec3* r) {
  if (kind == JointMotion::shift) return {0, 2, {}, r[p[2]] - r[p[0]], r[p[1]] - r[p[0]]};
  const Vec3 o = r[p[1]];
  if (p.size() == 3) return {1, 2, r[p[0]] - o, r[p[2]] - o, {}};
  return {1, 3, r[p[0]] - o, r[p[3]] - o, r[p[2]] - o};
}

Vec3 quarter_turn(const Vec3& v) { return {-v.y, v.x, 0.0}; }

// The matrix of s (a x .)
Block3 product_with(double s, const Vec3& a) {
  return {{{0.0, -s * a.z, s * a.y}, {s * a.z, 0.0, -s * a.x}, {-s * a.y, s * a.x, 0.0}}};
}

Block3 unit(double s) { return {{{s, 0.0, 0.0}, {0.0, s, 0.0}, {0.0, 0.0, s}}}; }

void add(Block3& to, double s, const Block3& block) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) to[i][j] += s * block[i][j];
}

Block3 transposed(const Block3& block) {
  Block3 turned;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) turned[i][j] = block[j][i];
  return turned;
}

// The angle of an arm v about the axis e as far as it depends on v: g = dq/dv, and how far along the axis its foot is.
struct Turn {
  Vec3 n, g;
  double square, foot, length;

  Turn(const Vec3& v, const Vec3& e) : n(cross(e, v)), square(dot(n, n)), foot(dot(v, e) / dot(e, e)), length(norm(e)) {
    g = (length / square) * n;
  }

  Block3 by_arm(const Vec3& e) const {  // dg/dv; dn = e x dv
    Block3 block = product_with(length / square, e);
    add(block, -2.0 * length / (square * square), outer(n, cross(n, e)));
    return block;
  }
  Block3 by_axis(const Vec3& v, const Vec3& e) const {  // dg/de; dn = -v x de
    Block3 block = outer((1.0 / (length * square)) * n, e);
    add(block, -length / square, product_with(1.0, v));
    add(block, 2.0 * length / (square * square), outer(n, cross(n, v)));
    return block;
  }
  // -d(foot g)/de; its antisymmetric part is that of every arm and drops out of a difference of two
  Block3 of_axis(const Vec3& v, const Vec3& e) const {
    const double squared = length * length;
    Block3 block = outer((-1.0 / squared) * g, v - 2.0 * foot * e);
    add(block, -foot, by_axis(v, e));
    return block;
  }
};

struct Filling {
  JointCurvature& all;
  void operator()(std::size_t i, std::size_t j, double s, const Block3& block) const {
    add(all[i][j], s, block);
    if (i != j) add(all[j][i], s, transposed(block));
  }
};

void fill_plane_turn(const Arms& at, const Filling& fill) {
  const auto of = [](const Vec3& v) {
    const double square = dot(v, v), s = 1.0 / (square * square);
    const double xy = 2.0 * s * (v.x * v.y), yy = s * (v.y * v.y - v.x * v.x);
    return Block3{{{xy, yy, 0.0}, {yy, -xy, 0.0}, {0.0, 0.0, 0.0}}};
  };
  fill(2, 2, 1.0, of(at.v));
  fill(0, 0, -1.0, of(at.u));
}

void fill_space_turn(const Arms& at, const Filling& fill) {
  const Turn v(at.v, at.e), u(at.u, at.e);
  fill(3, 3, 1.0, v.by_arm(at.e));
  fill(0, 0, -1.0, u.by_arm(at.e));
  fill(3, 2, 1.0, v.by_axis(at.v, at.e));
  fill(0, 2, -1.0, u.by_axis(at.u, at.e));
  fill(2, 2, 1.0, v.of_axis(at.v, at.e));
  fill(2, 2, -1.0, u.of_axis(at.u, at.e));
}

void fill_shift(const Arms& at, const Filling& fill) {
  const double length = norm(at.e), along = dot(at.v, at.e) / length;
  const Vec3 e = (1.0 / length) * at.e, across = at.v - along * e;
  Block3 plane = unit(1.0 / length);
  add(plane, -1.0 / length, outer(e, e));
  fill(2, 1, 1.0, plane);
  Block3 axis = outer((-1.0 / (length * length)) * across, e);
  add(axis, 1.0, transposed(axis));
  add(axis, -along / length, plane);
  fill(1, 1, 1.0, axis);
}

// Rows and columns of o: minus the sums of the others.
void close(JointCurvature& all, std::size_t o) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      if (i != o && j != o) add(all[i][o], -1.0, all[i][j]);
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = 0; i < 4; ++i)
      if (i != o) add(all[o][j], -1.0, all[i][j]);
}

}  // namespace

JointAt joint_at(JointMotion kind, std::span<const std::int32_t> particles, const Vec3* position) noexcept {
  const Arms at = arms_of(kind, particles, position);
  JointAt joint;
  if (kind == JointMotion::shift) {
    const double length = norm(at.e);
    const Vec3 e = (1.0 / length) * at.e;
    joint.q = dot(at.v, e);
    joint.slope[at.b] = e;
    joint.slope[1] = (1.0 / length) * (at.v - joint.q * e);
  } else if (particles.size() == 3) {
    joint.q = std::atan2(at.u.x * at.v.y - at.u.y * at.v.x, dot(at.u, at.v));
    joint.slope[0] = (-1.0 / dot(at.u, at.u)) * quarter_turn(at.u);
    joint.slope[at.b] = (1.0 / dot(at.v, at.v)) * quarter_turn(at.v);
  } else {
    const Turn u(at.u, at.e), v(at.v, at.e);
    joint.q = std::atan2(v.length * dot(at.e, cross(at.u, at.v)), dot(u.n, v.n));
    joint.slope[0] = -u.g;
    joint.slope[at.b] = v.g;
    joint.slope[2] = u.foot * u.g - v.foot * v.g;
  }
  Vec3 sum;
  for (const Vec3& slope : joint.slope) sum += slope;
  joint.slope[at.o] = -sum;
  return joint;
}

JointCurvature joint_curvature(JointMotion kind, std::span<const std::int32_t> particles,
                               const Vec3* position) noexcept {
  JointCurvature all = {};
  const Arms at = arms_of(kind, particles, position);
  const Filling fill{all};
  if (kind == JointMotion::shift)
    fill_shift(at, fill);
  else if (particles.size() == 3)
    fill_plane_turn(at, fill);
  else
    fill_space_turn(at, fill);
  close(all, at.o);
  return all;
}

}  // namespace taut
