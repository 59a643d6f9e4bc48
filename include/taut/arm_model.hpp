// An arm as point masses and constraints, so that it can be simulated, and solved for like everything else. A joint's
// limb is a rigid body of a few points:
//   rod of mass m    m/6 at its ends and 2m/3 in the middle: mass, centre and moment of inertia of a uniform rod; in
//   space,
//                    where it can also turn about itself, m/3 on either side of the middle at sqrt(3)/2 of its radius
//   joint            a point that both limbs share; of a hinge in space two, on its axis
// All pairs of two, three or four of the points that span the body keep their distances; every other point is a
// weighted mean of these (a linear relation), which no position makes singular. Nothing is redundant but what a loop
// makes so. Points without the mass of a rod (a hand, an axis) get a thousandth of the mean limb's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "taut/arm.hpp"
#include "taut/model.hpp"

namespace taut {

struct ArmModel {
  Model model;
  // Where each point is in the frame of its joint, joint after joint; a shared point is listed with every one that it
  // belongs to.
  struct Marker {
    int joint, particle;
    Vec3 at;
  };
  std::vector<Marker> markers;
  std::vector<std::int32_t> hands;  // particles
};

// With joints at these values. The base is fixed. Sliders are refused in a sentence.
Expected<ArmModel> make_arm_model(const Arm& arm, std::span<const double> values);

// The joint values for positions of the particles, on from `near`: by whole turns of hinges and balls, and where a rod
// does not show how it is turned about itself.
std::vector<double> joint_values(const Arm& arm, const ArmModel& model, std::span<const Vec3> positions,
                                 std::span<const double> near);

}  // namespace taut
