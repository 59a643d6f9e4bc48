// Chaos on the constraint manifold: Lyapunov exponents, what the state does at a section, and how starts nearby part.
// The guide is docs/guide/chaos.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/flow.hpp"

namespace taut {

// Distances between states and lengths of tangent vectors: sqrt(sum m (|dr|^2 + |dv|^2)), in the units of the scenario.
// Exponents do not depend on the choice.
double length(const Model& model, const TangentVector& vector);
double distance(const Model& model, const State& a, const State& b);

// A unit vector in the tangent space at the state that the flow, which has one, was placed at. It depends on seed and
// stream only.
TangentVector random_direction(const Model& model, Flow& flow, std::uint64_t seed, std::uint64_t stream);
// The state moved along the vector; an Integrator's start brings it back onto the constraints.
State moved_along(const State& state, const TangentVector& direction, double distance);

struct LyapunovOptions {
  int exponents = 1;               // the largest ones, of at most twice the degrees of freedom
  bool on_energy_surface = false;  // vectors that change the energy are left out: one exponent less
  int steps_between = 10;          // two orthonormalisations
  std::uint64_t seed = 1, stream = 0;
};

// The growth of tangent vectors along one trajectory [benettin1980]: they are moved by the flow, and now and then made
// orthonormal; the logarithms of what that takes off add up.
class Lyapunov {
 public:
  static Expected<Lyapunov> make(const Model& model, const ForceField& forces, const Plan& plan,
                                 const IntegratorOptions& integrator, const LyapunovOptions& options);

  SolveReport start(const State& state);  // on the constraints
  // So many steps; empty, or why one failed.
  std::string advance(std::int64_t steps);
  // Enough to go on bit for bit where a block of steps ended; false: it is the memory of something else.
  std::vector<double> memory() const;
  bool resume(std::span<const double> memory);

  const State& state() const { return state_; }
  double time() const { return state_.time - start_time_; }   // since the start
  std::span<const double> growth() const { return growth_; }  // sum of logarithms; over time(): the exponents
  std::span<const TangentVector> vectors() { return flow_.tangents(); }

 private:
  Lyapunov(const Model& model, Flow flow, double step, const LyapunovOptions& options);
  void orthonormalise();
  void leave_out_energy();

  const Model* model_;
  Flow flow_;
  double step_;
  LyapunovOptions options_;
  State state_;
  double start_time_ = 0.0;
  std::vector<double> growth_;
  TangentVector uphill_;
};

// How two starts part: the slope of ln(distance) between ten times the first distance and a thirtieth of the largest,
// and when a tenth of the largest is reached, from where on one says nothing about the other. Nothing, where the
// distance did not grow a thousandfold.
struct DivergenceFit {
  double rate = 0.0;
  double at_zero = 0.0;         // ln(distance) of the line at time 0
  double from = 0.0, to = 0.0;  // times that were fitted
  double memory = 0.0;          // time until a tenth of the largest distance
};
std::optional<DivergenceFit> fit_divergence(std::span<const double> times, std::span<const double> distances);

}  // namespace taut
