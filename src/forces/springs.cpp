// Springs with r = r_j - r_i:  U = k (|r| - L)^2 / 2,  force on i  k (1 - L/|r|) r,  on j the opposite.
// L = 0 needs no square root and is smooth where the ends meet.
#include "taut/forces.hpp"

namespace taut {
namespace {

double relative_stretch(const Vec3& r, double rest_length) {
  if (rest_length == 0.0) return 1.0;
  const double distance = norm(r);
  return distance > 0.0 ? 1.0 - rest_length / distance : 0.0;  // ends that meet have no direction to part in
}

double square(double x) { return x * x; }

}  // namespace

void ForceField::add_springs(const Vec3* position, Vec3* force) const noexcept {
  for (const Spring& spring : springs_) {
    const Vec3 r = position[spring.j] - position[spring.i];
    const Vec3 pull = spring.stiffness * relative_stretch(r, spring.rest_length) * r;
    force[spring.i] += pull;
    force[spring.j] -= pull;
  }
}

double ForceField::spring_energy(const Vec3* position) const noexcept {
  double energy = 0.0;
  for (const Spring& spring : springs_) energy += energy_of(spring, position);
  return energy;
}

double ForceField::energy_of(const Spring& spring, const Vec3* position) noexcept {
  const Vec3 r = position[spring.j] - position[spring.i];
  const double stretch_squared = spring.rest_length == 0.0 ? dot(r, r) : square(norm(r) - spring.rest_length);
  return 0.5 * spring.stiffness * stretch_squared;
}

}  // namespace taut
