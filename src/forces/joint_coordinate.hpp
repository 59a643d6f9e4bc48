// The coordinate q of a joint, with closed first and second derivatives. From the particle o, with u to a, v to b and E
// to p, L = |E|:
//   turn in the plane   q = angle of v - angle of u;  d angle / dv = (-v_y, v_x) / |v|^2
//   turn in space       q = atan2(L E.(u x v), m.n), m = E x u, n = E x v;
//                       dq/dv = L n / |n|^2, dq/du = -L m / |m|^2; tilting the axis moves its foot below b by s =
//                       v.E/L^2 of what p moves, so that dq/dE = -s_v dq/dv - s_u dq/du
//   shift               q = v.E / L;  dq/dv = E / L, dq/dE = (v - (v.E) E / L^2) / L
// and the derivative by o is minus the sum of the others: no joint coordinate changes when all of it is moved or
// turned. Where an arm of a turn has no length, or lies in the axis, none of this is a number.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "forces/matrix_blocks.hpp"
#include "taut/forces.hpp"

namespace taut {

// Particles in the order of TorqueSpec::between: three, or four for a turn in space.
JointAt joint_at(JointMotion kind, std::span<const std::int32_t> particles, const Vec3* position) noexcept;

// d2q/dr dr between its particles.
using JointCurvature = std::array<std::array<Block3, 4>, 4>;
JointCurvature joint_curvature(JointMotion kind, std::span<const std::int32_t> particles,
                               const Vec3* position) noexcept;

}  // namespace taut
