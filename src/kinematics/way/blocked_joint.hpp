// A proof that no way leads from one posture to another: a joint on the base takes every value between its first and
// its last, and at one of them the limb that it carries is inside an obstacle, wherever the rest of the arm may be.
// Hinges without limits may also turn the other way; `to` is changed where only that is free.
#pragma once

#include <optional>
#include <span>

#include "taut/way.hpp"

namespace taut {

std::optional<BlockedJoint> blocked_joint(const Arm& arm, std::span<const double> from, std::span<double> to,
                                          const Goals& goals);

}  // namespace taut
