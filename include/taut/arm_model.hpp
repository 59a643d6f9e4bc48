// An arm as point masses and constraints, so that it can be simulated, and solved for like everything else. What moves
// with a joint is a rigid body of a few points:
//   masses   points that have together the mass, centre and moments of inertia of the body: of a uniform rod m/6 at its
//            ends and 2m/3 in the middle, otherwise up to four (in the plane two) beside it. Points that are there for
//            other reasons, such as axes and hands, need some mass as well, which the others lack.
//   hinge    a point that both bodies share; in space two, on its axis
//   ball     a point that both bodies share
//   slider   a point of one body that stays on a line of the other: its way there has no part along directions across
// All pairs of two, three or four of the points that span the body keep their distances; every other point is a
// weighted mean of these (a linear relation), which no position makes singular. Points of a body on a slider are means
// of the points that span what turns it. Nothing is redundant but what a loop makes so.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "taut/arm.hpp"
#include "taut/model.hpp"

namespace taut {

// Where the parts of an arm are among particles.
struct ArmPoints {
  // Where each point is in the frame of its joint, joint after joint; a shared point is listed with every one that it
  // belongs to.
  struct Marker {
    int joint, particle;
    Vec3 at;
  };
  std::vector<Marker> markers;
  std::vector<Marker> base;         // points that are fixed, in the frame of the base; their joint is -1
  std::vector<std::int32_t> hands;  // particles
  // The particles whose turn or shift is the value of a joint, and what that is where the value is zero:
  //   hinge    in the plane a, o, b: the angle at o from a to b; in space a, o, p, b: from a to b about the axis o-p
  //   slider   o, p, b: how far b is along the direction from o to p
  // None for balls and fixed joints.
  struct Coordinate {
    std::vector<std::int32_t> particles = {};
    double zero = 0.0;  // radians or length
  };
  std::vector<Coordinate> joints;
};

// Particles and constraints on them, to be added to a model; indices count from the first particle.
struct ArmParts : ArmPoints {
  std::vector<ParticleSpec> particles;
  std::vector<std::variant<DistanceSpec, LinearSpec, ImplicitSpec>> constraints;
};
// With joints at these values. The base is fixed.
ArmParts arm_parts(const Arm& arm, std::span<const double> values);

struct ArmModel : ArmPoints {
  Model model;
};
Expected<ArmModel> make_arm_model(const Arm& arm, std::span<const double> values);

// The joint values for positions of the particles, on from `near`: by whole turns of hinges and balls, and where a rod
// does not show how it is turned about itself. The base may have moved without turning.
std::vector<double> joint_values(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
                                 std::span<const double> near);
// Their rates for velocities of the particles; of a ball its angular velocity in the frame of the joint. A rod does not
// know its turn about itself, which counts as none.
std::vector<double> joint_rates(const Arm& arm, const ArmPoints& points, std::span<const Vec3> positions,
                                std::span<const Vec3> velocities);

}  // namespace taut
