// Where everything of an arm is for given joint values, and how that changes with them.
//   F_k = F_parent S_k M(q_k)      S_k the frame at rest, M a turn about z or a shift along z of the joint
// Inside, every axis is z: the frames of the arm are turned by Q_k, with Q_k z the axis, which leaves a hinge the sine
// and cosine of its angle and eight products.
//   hinge   dp = z x (p - o)      slider   dp = z      ball   dp = e_a x (p - o), a = x, y, z of the room
#pragma once

#include <span>
#include <vector>

#include "taut/arm.hpp"

namespace taut {

class Posture {
 public:
  explicit Posture(const Arm& arm);

  const Arm& arm() const { return *arm_; }
  std::span<const double> values() const { return values_; }
  void set(std::span<const double> values);
  // The values of `from` moved by a step, not beyond limits. Steps of a ball turn about the axes of the room.
  void move(const Posture& from, std::span<const double> step);

  // The step that leads to these values, over the scale of each value.
  void way_to(std::span<const double> values, std::span<const double> scales, std::span<double> step) const;

  Placement joint_frame(int joint) const;
  Rotation rest_frame(int joint) const;  // before the values of the joint turn it
  double swing(int joint) const;         // of a ball, from there
  Placement hand_frame(int hand) const;
  Vec3 hand_place(int hand) const { return place(hands_[static_cast<std::size_t>(hand)]); }
  Vec3 origin(int joint) const { return frames_[static_cast<std::size_t>(joint)].place; }
  Vec3 point(int joint, const Vec3& at) const;  // at: in the joint's own frame, as given to the builder
  // Ends of a limb.
  Vec3 from(int limb) const;
  Vec3 to(int limb) const;

  // Calls f(value, velocity of the point, angular velocity) for every value that moves the joint's limb.
  template <class F>
  void each_motion(int joint, const Vec3& at, F&& f) const {
    for (int k = joint; k >= 0; k = links_[static_cast<std::size_t>(k)].parent) {
      const Link& link = links_[static_cast<std::size_t>(k)];
      const Placement& frame = frames_[static_cast<std::size_t>(k)];
      switch (link.kind) {
        case JointKind::hinge:
          f(link.value, cross(frame.turn.z, at - frame.place), frame.turn.z);
          break;
        case JointKind::slider:
          f(link.value, frame.turn.z, Vec3{});
          break;
        case JointKind::ball: {
          const Vec3 d = at - frame.place;
          f(link.value, Vec3{0.0, -d.z, d.y}, Vec3{1.0, 0.0, 0.0});
          f(link.value + 1, Vec3{d.z, 0.0, -d.x}, Vec3{0.0, 1.0, 0.0});
          f(link.value + 2, Vec3{-d.y, d.x, 0.0}, Vec3{0.0, 0.0, 1.0});
          break;
        }
        case JointKind::fixed:
          break;
      }
    }
  }

 private:
  struct Link {
    Placement still;   // in the frame of the parent
    Rotation to_axis;  // Q
    int parent, value;
    JointKind kind;
    bool is_turned;  // still.turn is not the identity
  };
  struct Place {
    int joint;
    Vec3 at;
  };
  void update();
  Rotation rest_frame(const Link& link) const;  // turned to its axis
  Vec3 place(const Place& p) const { return frames_[static_cast<std::size_t>(p.joint)] * p.at; }
  void move_ball(const Link& link, double swing, const Posture& from, std::span<const double> step);

  const Arm* arm_;
  std::vector<Link> links_;
  std::vector<Place> from_, to_, hands_;
  std::vector<double> values_, sines_, cosines_;
  std::vector<Placement> frames_;
};

}  // namespace taut
