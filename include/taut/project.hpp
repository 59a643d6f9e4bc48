// Constraints for programs that own their arrays and their integrator: plan once, then bring positions and velocities
// back on the constraints in place. No scenario, no State, no integrator of ours.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/solve.hpp"

namespace taut {

// Particles i and j at this distance.
struct Distance {
  std::int32_t i, j;
  double length;
};

struct ProjectorOptions {
  SolverMethod method = SolverMethod::automatic;  // automatic batches what it can
  double tolerance = 1e-10;                       // relative length error
  int max_iterations = 0;                         // 0: the method's own limit
  std::array<double, 3> box = {};                 // periods of an orthogonal box, over twice each rod; 0: none there
  int threads = 1;                                // results do not depend on it
  std::string instruction_set = {};               // empty: the widest; results do not depend on it
  bool multipliers = false;                       // keep them, for multipliers() and virial()
};

// Names for ProjectorOptions::instruction_set that this machine runs, the widest last.
std::vector<std::string> instruction_sets();

// Components that are solved alike.
struct ProjectorGroup {
  std::string kind, method, reason;
  std::int64_t count = 0, constraints = 0;  // components; rows of each
};

class Projector {
 public:
  // positions is (N,3), on the constraints or close to them; it serves to plan and is not kept. An inverse mass of zero
  // holds a particle where the caller puts it.
  static Expected<Projector> make(std::span<const double> positions, std::span<const double> inverse_masses,
                                  std::span<const Distance> distances, const ProjectorOptions& options = {});
  // Constraints of any kind that do not depend on time.
  static Expected<Projector> make(const Model& model, const ProjectorOptions& options = {});

  Projector(Projector&&) noexcept;
  Projector& operator=(Projector&&) noexcept;
  ~Projector();

  const std::vector<ProjectorGroup>& groups() const;
  const char* instruction_set() const;  // of the batches
  // An error, and no change, where a rod is longer than half an edge: the nearest image of its end need not be its end.
  [[nodiscard]] std::optional<Error> set_box(const std::array<double, 3>& box);

  // Moves `positions` on the constraints along the gradients at `reference`, as SHAKE does: afterwards
  //   r = r_trial - W B(reference)^T lambda. With velocities, they get displacement * inverse_step.
  // Components that could not be solved are left as they were; the report names the worst row.
  SolveReport positions(const double* reference, double* positions, double* velocities = nullptr,
                        double inverse_step = 0.0);
  // Removes from `velocities` what would violate the constraints at `positions`: v -= W B^T mu.
  SolveReport velocities(const double* positions, double* velocities);

  // Of the last call, one a row in the order given, positive when a rod pulls, zero for redundant rows. After
  // positions() of a step h the rod's mean tension is lambda l / h^2; after velocities() mu l is the impulse along it.
  std::span<const double> multipliers() const;
  // Sum of r (x) f over the rods for the multipliers of the last call: xx, yy, zz, xy, xz, yz, to be divided by the h^2
  // (positions) of the caller. `reference` as in that call. An error where multipliers were not kept, and where there
  // are other constraints than distances, whose r (x) f depends on the origin.
  Expected<std::array<double, 6>> virial(const double* reference) const;

 private:
  struct Impl;
  explicit Projector(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
