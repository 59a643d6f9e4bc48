// Forces of the independent rows do the same as those of all rows with A x = B W f, B of all rows and f what the former
// do; the semidefinite solver finds the smallest.
#include "solve/force_sharing.hpp"

#include "solve/components.hpp"
#include "solve/semidefinite_solver.hpp"

namespace taut {

ForceSharing::ForceSharing(const Model& model, const Component& component, ParticleFields& fields)
    : particles_(component.particles),
      independent_(model, component),
      independent_rows_(component.rows),
      all_(make_semidefinite_solver(model, with_dependent(component), {})),
      x_(all_->rows().size()),
      fields_(fields) {}

void ForceSharing::share(const Configuration& at, std::span<double> forces) {
  independent_.linearise(at);
  if (!all_->linearise(at).converged) return;  // not a number, as the given forces are
  ParticleField field = fields_.zeros(particles_);
  for (std::size_t k = 0; k < independent_rows_.size(); ++k) {
    const double force = forces[static_cast<std::size_t>(independent_rows_[k])];
    independent_.subtract_impulse(k, -force / independent_.force_per_multiplier(k), field.data());
  }
  all_->apply_jacobian(field.data(), x_.data());
  static_cast<void>(all_->solve(x_.data(), 1.0));  // consistent: the given forces are a solution
  for (std::size_t k = 0; k < x_.size(); ++k)
    forces[static_cast<std::size_t>(all_->rows()[k])] = x_[k] * all_->force_per_multiplier(k);
}

}  // namespace taut
