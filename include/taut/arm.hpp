// An arm: limbs on joints, from a base to one hand or several. An Arm is immutable and valid; an ArmBuilder makes one,
// or says in one sentence why it cannot.
//
// Joints form a tree, parents before children. The frame of joint k is placed in that of its parent and moved by its
// values:
//   hinge    turns about its axis by q          slider   shifts along its axis by q
//   ball     turns any way, q a rotation vector  fixed    nothing
// What is attached to the joint, its limb, moves with the frame. Plane arms turn about z.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/model.hpp"
#include "taut/rotation.hpp"
#include "taut/vec.hpp"

namespace taut {

enum class JointKind : std::uint8_t { hinge, slider, ball, fixed };
constexpr int value_count(JointKind kind) { return kind == JointKind::fixed ? 0 : kind == JointKind::ball ? 3 : 1; }
const char* joint_kind_name(JointKind kind);

// A rigid motion: v -> place + turn v.
struct Placement {
  Vec3 place = {};
  Rotation turn = {};
};
constexpr Vec3 operator*(const Placement& a, const Vec3& b) { return a.place + a.turn * b; }
constexpr Placement operator*(const Placement& a, const Placement& b) { return {a * b.place, a.turn * b.turn}; }

struct JointSpec {
  JointKind kind = JointKind::hinge;
  int parent = -1;                                          // -1: the base
  Placement frame = {};                                     // in the frame of the parent, with all values zero
  Vec3 axis = {0.0, 0.0, 1.0};                              // of a hinge or slider, in the joint's frame
  double lower = -std::numeric_limits<double>::infinity();  // radians or length
  double upper = std::numeric_limits<double>::infinity();   // of a ball: how far it may swing from its first direction
  double damping = 0.0;                                     // torque or force against its rate, when it moves by itself
  double effort = std::numeric_limits<double>::infinity();  // the largest torque or force of its motor
  std::string name = {};
  std::string origin = {};  // prefix of the key in error messages
};

// A rod with round ends, in the frame of a joint, or a ball if it has no length; for drawing, collisions and masses.
struct LimbSpec {
  int joint;
  Vec3 from = {}, to = {};
  double radius = 0.0;
  double mass = 1.0;  // of a uniform rod; 0: none, or that of a body
  std::string name = {};
  std::string origin = {};
};

// A rigid body that moves with a joint, in its frame: the masses of a limb that is no uniform rod.
struct BodySpec {
  int joint;
  double mass;
  Vec3 center = {};
  std::array<double, 6> inertia = {};  // about the centre, along the axes of the frame: xx, xy, xz, yy, yz, zz
  std::string name = {};
  std::string origin = {};
};
// Why no masses have such moments, in a sentence; empty when some do.
std::string inertia_refusal(const BodySpec& body);
// Puts the nearest moments that masses can have in place of others; by what part of the largest they changed.
double mend_inertia(BodySpec& body);

// What is to be brought somewhere. Its direction is the x-axis of its frame.
struct HandSpec {
  int joint;
  Placement frame = {};
  std::string name = {};
  std::string origin = {};
};

// Two points, of different limbs, that are one: what closes a loop.
struct ClosureSpec {
  int joint_a, joint_b;
  Vec3 at_a, at_b;
  std::string name = {};
  std::string origin = {};
};

class Arm {
 public:
  int dimension() const { return dimension_; }
  const Placement& base() const { return base_; }
  const std::vector<JointSpec>& joints() const { return joints_; }
  const std::vector<LimbSpec>& limbs() const { return limbs_; }
  const std::vector<BodySpec>& bodies() const { return bodies_; }
  const std::vector<HandSpec>& hands() const { return hands_; }
  const std::vector<ClosureSpec>& closures() const { return closures_; }

  int value_count() const { return value_count_; }
  int first_value(int joint) const { return first_value_[static_cast<std::size_t>(joint)]; }
  double lower(int value) const { return lower_[static_cast<std::size_t>(value)]; }
  double upper(int value) const { return upper_[static_cast<std::size_t>(value)]; }
  std::string joint_name(int joint) const;  // its name, or "joint 2"
  std::string value_name(int value) const;  // of its joint; for a ball with x, y or z behind it

  // No point of the hand is farther from `from`, a point of the joint's path that values do not move, than `most`, nor
  // nearer than `least`, whatever the values: sums of lengths, so limits may keep it from either.
  struct Range {
    Vec3 from;
    double least, most;
  };
  Range range(int hand) const;
  double size() const { return size_; }  // a length to measure errors by: the largest reach, see size_to() in arm.cpp

 private:
  friend class ArmBuilder;
  int dimension_ = 3;
  Placement base_;
  std::vector<JointSpec> joints_;
  std::vector<LimbSpec> limbs_;
  std::vector<BodySpec> bodies_;
  std::vector<HandSpec> hands_;
  std::vector<ClosureSpec> closures_;
  int value_count_ = 0;
  std::vector<std::int32_t> first_value_;
  std::vector<double> lower_, upper_;
  double size_ = 0.0;
};

class ArmBuilder {
 public:
  explicit ArmBuilder(int dimension, const Placement& base = {}) : dimension_(dimension), base_(base) {}

  int add(JointSpec joint);  // returns its index
  int add(LimbSpec limb);
  int add(BodySpec body);
  int add(HandSpec hand);
  int add(ClosureSpec closure);
  // A hinge (in the plane) or a ball, and a limb along x of its frame; the next one sits at its end.
  int add_link(double length, double lower, double upper, double radius = 0.0);

  Expected<Arm> build() const;

 private:
  std::optional<Error> check() const;
  int dimension_;
  Placement base_;
  std::vector<JointSpec> joints_;
  std::vector<LimbSpec> limbs_;
  std::vector<BodySpec> bodies_;
  std::vector<HandSpec> hands_;
  std::vector<ClosureSpec> closures_;
};

// The frames of all joints, and of the hands, for these values.
std::vector<Placement> joint_frames(const Arm& arm, std::span<const double> values);
Placement hand_frame(const Arm& arm, std::span<const double> values, int hand = 0);
// The values for frames of the joints; hinges and balls within half a turn.
std::vector<double> joint_values(const Arm& arm, std::span<const Placement> frames);

}  // namespace taut
