// Accelerations without constraints: forces and what depends on velocity over mass; driven particles have those of
// their paths.
#pragma once

#include <vector>

#include "model/driven_motion.hpp"
#include "taut/forces.hpp"
#include "taut/model.hpp"

namespace taut {

class FreeAcceleration {
 public:
  FreeAcceleration(const Model& model, const ForceField& forces, ForceWorkspace& workspace)
      : model_(model), forces_(forces), driven_(model), workspace_(workspace) {}

  void take(const Vec3* position, const Vec3* velocity, double t, std::vector<Vec3>& a) {
    forces_.evaluate(position, t, a.data(), workspace_);
    forces_.add_damping(position, velocity, t, a.data(), workspace_);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] *= model_.inverse_masses()[i];
    for (const DrivenPath& path : model_.driven()) a[path.particle] = driven_.acceleration(path, t);
  }

 private:
  const Model& model_;
  const ForceField& forces_;
  DrivenMotion driven_;
  ForceWorkspace& workspace_;
};

}  // namespace taut
