// Angles and dihedrals.
//   angle      U = k (theta - theta_0)^2 / 2 at b, with u = a - b, v = c - b, n = u x v:
//              d theta / da = u x n / (|u|^2 |n|),  d theta / dc = n x v / (|v|^2 |n|)
//   dihedral   U = sum_n p_n c^n, c = cos phi = m.n / (|m| |n|), m = u x v, n = v x w along the bonds u, v, w:
//              dc/dm = (n/|n| - c m/|m|) / |m|, and so on through the products; no angle and no division by sin phi
// An angle of 0 or 180 degrees has no direction to bend in, and a dihedral none to turn in where three of its particles
// are in line: the force there is zero, as that of the symmetric configurations around it. Second derivatives are those
// of the same energies as formulas.
#include <cmath>

#include "forces/matrix_blocks.hpp"
#include "taut/forces.hpp"

namespace taut {
namespace {

struct AngleAt {
  double theta;
  Vec3 along_a, along_c;  // d theta / da, d theta / dc
};

AngleAt angle_at(const Vec3& u, const Vec3& v) {
  const Vec3 normal = cross(u, v);
  const double length = norm(normal);
  AngleAt at{std::atan2(length, dot(u, v)), {}, {}};
  if (!(length > 0.0)) return at;
  at.along_a = (1.0 / (dot(u, u) * length)) * cross(u, normal);
  at.along_c = (1.0 / (dot(v, v) * length)) * cross(normal, v);
  return at;
}

struct DihedralAt {
  Vec3 u, v, w, m, n;
  double cosine = 0.0, m_length, n_length;
  bool in_line = true;

  DihedralAt(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
      : u(b - a), v(c - b), w(d - c), m(cross(u, v)), n(cross(v, w)), m_length(norm(m)), n_length(norm(n)) {
    in_line = !(m_length > 0.0 && n_length > 0.0);
    if (!in_line) cosine = dot(m, n) / (m_length * n_length);
  }
};

double value_of(const std::array<double, 6>& power, double c) {
  double sum = 0.0;
  for (std::size_t k = power.size(); k-- > 0;) sum = sum * c + power[k];
  return sum;
}

double slope_of(const std::array<double, 6>& power, double c) {
  double sum = 0.0;
  for (std::size_t k = power.size(); k-- > 1;) sum = sum * c + static_cast<double>(k) * power[k];
  return sum;
}

// The energies as formulas of x1, y1, z1, ...; parameters k and t, or p0 ... p5.
constexpr const char* angle_formula =
    "0.5*k*(acos(((x1-x2)*(x3-x2)+(y1-y2)*(y3-y2)+(z1-z2)*(z3-z2))"
    "/sqrt(((x1-x2)^2+(y1-y2)^2+(z1-z2)^2)*((x3-x2)^2+(y3-y2)^2+(z3-z2)^2)))-t0)^2";

std::string product(const char* y1, const char* z2, const char* z1, const char* y2) {
  return std::string("(") + y1 + "*" + z2 + "-" + z1 + "*" + y2 + ")";
}

std::string dihedral_formula() {
  const char *ux = "(x2-x1)", *uy = "(y2-y1)", *uz = "(z2-z1)", *vx = "(x3-x2)", *vy = "(y3-y2)", *vz = "(z3-z2)",
             *wx = "(x4-x3)", *wy = "(y4-y3)", *wz = "(z4-z3)";
  const std::string mx = product(uy, vz, uz, vy), my = product(uz, vx, ux, vz), mz = product(ux, vy, uy, vx),
                    nx = product(vy, wz, vz, wy), ny = product(vz, wx, vx, wz), nz = product(vx, wy, vy, wx);
  const std::string dot = "(" + mx + "*" + nx + "+" + my + "*" + ny + "+" + mz + "*" + nz + ")";
  const std::string squares = "((" + mx + "^2+" + my + "^2+" + mz + "^2)*(" + nx + "^2+" + ny + "^2+" + nz + "^2))";
  const std::string c = "(" + dot + "/sqrt" + squares + ")";
  return "p0+" + c + "*(p1+" + c + "*(p2+" + c + "*(p3+" + c + "*(p4+" + c + "*p5))))";
}

void add_hessian(const std::string& text, std::span<const std::int32_t> particles, const Parameters& parameters,
                 const Vec3* position, std::vector<MatrixEntry>& to) {
  std::vector<Variable> names;
  std::vector<double> x;
  for (std::size_t p = 0; p < particles.size(); ++p)
    for (int axis = 0; axis < 3; ++axis) {
      std::string name = std::to_string(p + 1);
      name.insert(name.begin(), "xyz"[axis]);
      names.push_back({std::move(name), static_cast<int>(x.size())});
      x.push_back(position[particles[p]][axis]);
    }
  const Expected<Formula> energy = Formula::parse(text, names, parameters);
  if (!energy) return;  // the formulas above parse; a test sees their derivatives
  std::vector<double> hessian(x.size() * x.size()), scratch(energy->scratch_size());
  energy->hessian(x.data(), hessian.data(), scratch.data());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      if (const double value = hessian[i * x.size() + j]; value != 0.0)
        to.push_back({coordinate(particles[i / 3], i % 3), coordinate(particles[j / 3], j % 3), value});
}

}  // namespace

void ForceField::add_angles(const Vec3* position, Vec3* force) const noexcept {
  for (const auto& [a, b, c, stiffness, rest] : angles_) {
    const AngleAt at = angle_at(position[a] - position[b], position[c] - position[b]);
    const double torque = -stiffness * (at.theta - rest);
    const Vec3 on_a = torque * at.along_a, on_c = torque * at.along_c;
    force[a] += on_a;
    force[b] -= on_a + on_c;
    force[c] += on_c;
  }
}

double ForceField::energy_of(const Angle& angle, const Vec3* position) noexcept {
  const Vec3 vertex = position[angle.b];
  const double bent = angle_at(position[angle.a] - vertex, position[angle.c] - vertex).theta - angle.rest;
  return 0.5 * angle.stiffness * bent * bent;
}

double ForceField::angle_energy(const Vec3* position) const noexcept {
  double energy = 0.0;
  for (const Angle& angle : angles_) energy += energy_of(angle, position);
  return energy;
}

void ForceField::add_dihedrals(const Vec3* position, Vec3* force) const noexcept {
  for (const auto& [a, b, c, d, power] : dihedrals_) {
    const DihedralAt at(position[a], position[b], position[c], position[d]);
    if (at.in_line) continue;
    const double slope = slope_of(power, at.cosine);
    const Vec3 m = (1.0 / at.m_length) * at.m, n = (1.0 / at.n_length) * at.n;
    const Vec3 by_m = (slope / at.m_length) * (n - at.cosine * m), by_n = (slope / at.n_length) * (m - at.cosine * n);
    // m = u x v: dU/du = v x by_m, dU/dv = by_m x u; n = v x w: dU/dv += w x by_n, dU/dw = by_n x v
    const Vec3 by_u = cross(at.v, by_m), by_v = cross(by_m, at.u) + cross(at.w, by_n), by_w = cross(by_n, at.v);
    force[a] += by_u;
    force[b] += by_v - by_u;
    force[c] += by_w - by_v;
    force[d] -= by_w;
  }
}

double ForceField::energy_of(const Dihedral& dihedral, const Vec3* position) noexcept {
  const auto& [a, b, c, d, power] = dihedral;
  return value_of(power, DihedralAt(position[a], position[b], position[c], position[d]).cosine);
}

double ForceField::dihedral_energy(const Vec3* position) const noexcept {
  double energy = 0.0;
  for (const Dihedral& dihedral : dihedrals_) energy += energy_of(dihedral, position);
  return energy;
}

void ForceField::add_bonded_stiffness(const Vec3* position, std::vector<MatrixEntry>& to) const {
  for (const auto& [a, b, c, stiffness, rest] : angles_)
    add_hessian(angle_formula, std::array{a, b, c}, {{"k", stiffness}, {"t0", rest}}, position, to);
  if (dihedrals_.empty()) return;
  const std::string text = dihedral_formula();
  for (const auto& [a, b, c, d, p] : dihedrals_)
    add_hessian(text, std::array{a, b, c, d},
                {{"p0", p[0]}, {"p1", p[1]}, {"p2", p[2]}, {"p3", p[3]}, {"p4", p[4]}, {"p5", p[5]}}, position, to);
}

}  // namespace taut
