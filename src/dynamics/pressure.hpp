// The pressure tensor of a system in a periodic box: P V = sum m v v^T + W, W the virial of the forces between
// particles and of the constraints. A rod of tension T along u adds -T l u u^T, a linear relation its forces times
// positions.
#pragma once

#include <optional>
#include <span>

#include "taut/integrate.hpp"

namespace taut {

// Nothing where there is no box, or something acts from outside.
std::optional<Tensor> pressure_of(const Model& model, const ForceField& forces, const State& state, const Vec3& box,
                                  ForceWorkspace& workspace, std::span<const double> constraint_forces);

}  // namespace taut
