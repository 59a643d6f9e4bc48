// The motion as a flow that can be followed over any length of time, with tangent vectors that it carries along: how
// starts nearby move relative to it, exactly to first order, see docs/theory.md.
//
// A tangent vector (dr, dv) lies in the tangent space of the constraint manifold at the state:
//   B dr = 0,   B dv + (v.d2 sigma + dB/dt) dr = 0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/integrate.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut {

struct TangentVector {
  std::vector<Vec3> position, velocity;  // one a particle, zero where it cannot move
};

class Flow {
 public:
  // verlet, rattle and its compositions. The model, forces and plan must outlive the flow; the step of the options
  // serves for messages only. With tangent vectors, what depends on velocities must be drag of single particles.
  static Expected<Flow> make(const Model& model, const ForceField& forces, const Plan& plan,
                             const IntegratorOptions& options, std::size_t tangents = 0);
  Flow(Flow&&) noexcept;
  Flow& operator=(Flow&&) noexcept;
  ~Flow();

  // Readies it for a state on the constraints, as Integrator::start leaves it; the tangent vectors become zero.
  SolveReport place(const State& state);
  // The same where steps of another length follow: nothing of the steps before serves as a guess.
  SolveReport return_to(const State& state);

  // All that a flow carries from step to step, tangent vectors included; with it another flow goes on from the same
  // state bit for bit. Not converged: the memory is that of something else.
  std::vector<double> memory() const;
  SolveReport resume(const State& state, std::span<const double> memory);

  // From the state to one that is h later, at this time: one step of the method, which may be of any length. The
  // tangent vectors move along. On failure the state is as before; the tangent vectors are lost.
  StepReport advance(State& state, double end, double h);
  std::string explain(const StepReport& report) const;

  std::span<TangentVector> tangents();
  // Moves a vector into the tangent space at the state; a sequence of two orthogonal projections, first dr, then dv.
  void project(TangentVector& vector);
  // How the energy changes along a vector: sum m v.dv - f.dr. Forces must have a potential.
  double energy_change(const TangentVector& vector) const;
  // A tangent vector along which the energy does change, unless the state is an equilibrium at rest.
  void take_uphill(TangentVector& vector);

 private:
  struct Impl;
  explicit Flow(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
