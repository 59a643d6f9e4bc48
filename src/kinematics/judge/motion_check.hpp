// The judge of a motion, for searches: the goals alone, without what is only measured on the way between points.
#pragma once

#include "taut/follow.hpp"

namespace taut {

MotionCheck check_goals(const Arm& arm, std::span<const double> values, const HandPath& path, const Goals& goals,
                        double tolerance);

}  // namespace taut
