// What the parts of the reader of arms share. Each part reads some tables into the problem.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/document/section.hpp"
#include "taut/arm_problem.hpp"

namespace taut::io {

struct ArmReader {
  Section root;
  ArmProblem& problem;
};

// [arm], [[limbs]], [[loops]] and hands of a table, which may be a whole file; `arm` is the table with the keys of
// [arm]. What they allow is checked by the caller where both are one.
struct ReadArm {
  Arm arm;
  std::vector<double> start;       // values of the joints
  std::vector<std::string> notes;  // what a user may want to know when it moves
};
ReadArm read_arm(const Section& root, const std::optional<Section>& arm);
extern const std::vector<std::string> arm_keys;   // of [arm]
extern const std::vector<std::string> limb_keys;  // of what goes with it: limbs, loops, hands

void read_task(ArmReader& reader);   // [target] or [[targets]], [path] or [[paths]]
void read_goals(ArmReader& reader);  // [[obstacles]], [goals]
void read_search(ArmReader& reader);

// The joints, limbs and hand of a URDF file, into the builder; the start of the joints.
std::vector<double> read_urdf_arm(const Section& root, const Section& arm, double thickness, ArmBuilder& builder,
                                  std::vector<std::string>& notes);

// [hand], or [[hands]] with a name each. None where neither is in the file.
std::vector<Section> hand_sections(const Section& root);
// The frame of a hand that a section may change: its offset, and what is x of it.
HandSpec read_hand_frame(const Section* section, int dimension, int joint, const Vec3& place, const Vec3& along);
// What is between the end of a limb and a hand that is elsewhere: a limb without a mass, which can touch.
void add_tool(const HandSpec& hand, const Vec3& end, double radius, ArmBuilder& builder);

double radians(double degrees);
double degrees(double radians);
// Roll, pitch and yaw in degrees; in the plane one angle.
Rotation read_turn(const Section& section, const char* name);
// A vector that is not zero, of length one.
Vec3 read_direction(const Section& section, const char* name);
// A list of points, at least so many.
std::vector<Vec3> read_points(const Section& section, const char* name, std::size_t least);

}  // namespace taut::io
