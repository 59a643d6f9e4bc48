// Inverse kinematics: joint values that bring the hand of an arm to a target, within limits; or as near as it gets, and
// whether nearer is impossible.
//
// A Reacher is made once for an arm and then solves without allocating. It minimises the length of the error
// e = target - hand in joint values, by damped Gauss-Newton steps that respect the limits:
//   dq = J_F^T (J_F J_F^T + mu)^-1 e,    mu = k |e|^2 / 2    [sugihara2011]
//   J   change of the hand with the values       F   the values that their limits leave free
// so that it converges quadratically to a target in reach, needs no care at full stretch, and moves the joints little.
// Where it ends elsewhere it starts again, from random postures that depend on the seed alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/arm.hpp"

namespace taut {

struct Target {
  Vec3 position = {};
  std::optional<Vec3> direction = {};     // of the hand's x-axis
  std::optional<Rotation> rotation = {};  // of the hand's frame; instead of a direction
  int hand = 0;
};

// What hands are to do along a path: at every point the same number of targets, one for each hand that has something to
// do. A view; a list of targets is the path of one hand.
class HandPath {
 public:
  HandPath(std::span<const Target> targets, int hands = 1)
      : targets_(targets), hands_(static_cast<std::size_t>(hands)) {}
  HandPath(const std::vector<Target>& targets, int hands = 1) : HandPath(std::span<const Target>(targets), hands) {}
  HandPath(const Target* targets, std::size_t points) : HandPath(std::span<const Target>(targets, points)) {}

  int points() const { return static_cast<int>(targets_.size() / hands_); }
  int hands() const { return static_cast<int>(hands_); }  // that have something to do
  std::span<const Target> at(int point) const {
    return targets_.subspan(static_cast<std::size_t>(point) * hands_, hands_);
  }
  // What one of them is to do.
  std::vector<Target> of_hand(int index) const {
    std::vector<Target> own;
    for (int t = 0; t < points(); ++t) own.push_back(at(t)[static_cast<std::size_t>(index)]);
    return own;
  }
  // Whether a hand turns on its way from this point to the next.
  bool turns_from(int point) const {
    for (std::size_t k = 0; k < hands_; ++k) {
      const Target &a = at(point)[k], &b = at(point + 1)[k];
      if (a.direction != b.direction || a.rotation != b.rotation) return true;
    }
    return false;
  }
  // How far the hands go from this point to the next: that of them which goes farthest.
  double way_from(int point) const {
    double longest = 0.0;
    for (std::size_t k = 0; k < hands_; ++k)
      longest = std::max(longest, norm(at(point + 1)[k].position - at(point)[k].position));
    return longest;
  }

 private:
  std::span<const Target> targets_;
  std::size_t hands_;
};

enum class ReachMethod { automatic, constraints, damped_least_squares, fabrik, ccd };
struct ReachMethodInfo {
  ReachMethod method;
  const char* name;
  const char* what;
};
const std::vector<ReachMethodInfo>& reach_methods();

// Why the method cannot treat this arm and target; empty when it can. Not all can treat several at once.
std::string reach_refusal(const Arm& arm, ReachMethod method, const Target& target);
bool takes_several_hands(ReachMethod method);

struct ReachOptions {
  ReachMethod method = ReachMethod::automatic;
  double tolerance = 1e-9;   // of the position, relative to the size of the arm; of directions, radians
  int max_iterations = 100;  // of an attempt
  int attempts = 100;        // from the posture given, and then from others
  std::uint64_t seed = 1;
};

enum class ReachVerdict {
  reached,       // to the tolerance, within limits
  out_of_reach,  // impossible, by proof, for the lengths of the limbs or the limits; the nearest posture found
  not_found      // by this many attempts; the nearest posture found
};
const char* verdict_name(ReachVerdict verdict);

struct ReachReport {
  ReachVerdict verdict = ReachVerdict::not_found;
  double position_error = 0.0;   // length
  double direction_error = 0.0;  // radians; zero where none was asked for
  // No posture has a smaller error of the position, by the lengths of the limbs.
  double least_position_error = 0.0;
  int iterations = 0;  // of all attempts
  int attempts = 0;
  std::string reason;  // why it was not reached, in words; empty when it was
};

class Reacher {
 public:
  // The method must be one that can treat the arm.
  explicit Reacher(const Arm& arm, const ReachOptions& options = {});
  Reacher(Reacher&&) noexcept;
  Reacher& operator=(Reacher&&) noexcept;
  ~Reacher();

  // From `values` to a posture that reaches the target, or comes nearest of all that were tried.
  [[nodiscard]] ReachReport reach(std::span<double> values, const Target& target);
  [[nodiscard]] ReachReport reach(std::span<double> values, std::span<const Target> targets);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
