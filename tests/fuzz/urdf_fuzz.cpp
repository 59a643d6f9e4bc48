#include <cmath>

#include "fuzz/targets.hpp"
#include "io/arm/urdf_reader.hpp"

void taut::fuzz::read_urdf(std::string_view bytes) {
  reads_or_refuses([&] {
    const io::UrdfArm arm = io::parse_urdf(std::string(bytes), "fuzz.urdf");
    for (std::size_t k = 0; k < arm.joints.size(); ++k) {
      const JointSpec& joint = arm.joints[k];
      require(joint.parent < static_cast<int>(k) && is_finite(joint.frame.place) && is_finite(joint.axis));
      require(joint.lower <= joint.upper);
    }
    for (const BodySpec& body : arm.bodies) require(inertia_refusal(body).empty());
  });
}
