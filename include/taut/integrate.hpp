// Integrators on the constraint manifold: SHAKE, RATTLE and symmetric compositions of RATTLE; the equations of motion
// in closed form; motion without inertia, against drag or from equilibrium to equilibrium; random motion, which samples
// a stated density.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/forces.hpp"
#include "taut/model.hpp"
#include "taut/solve.hpp"
#include "taut/state.hpp"

namespace taut {

enum class IntegratorMethod {
  verlet,
  shake,
  rattle,
  yoshida4,
  suzuki4,
  yoshida6,
  kahan_li6,
  kahan_li8,
  closed_form,
  overdamped,
  quasistatic,
  random_walk,
  brownian,
  langevin,
  hmc
};

// What closed_form does against the drift of its constraints, see docs/guide/closed-form.md.
enum class Stabilisation { none, baumgarte, projection };

// What random motion samples on the constraints, besides exp(-U/kT), see docs/guide/heat.md.
//   rigid    the density of a system whose constraints are rigid: sqrt(det A), A = B W B^T, in generalised coordinates
//   uniform  that of stiff springs (k/2) sigma^2 in the place of the constraints: even in generalised coordinates
enum class Measure { rigid, uniform };

// Velocities at the start: those of the model, or drawn at the temperature.
enum class StartVelocities { given, thermal };

struct IntegratorInfo {
  IntegratorMethod method;
  const char* name;
  int order;
  int stages;
  const char* description;
  std::vector<int> orders = {};  // to choose from; empty: there is no choice
};
const std::vector<IntegratorInfo>& built_in_integrators();
const IntegratorInfo& integrator_info(IntegratorMethod method);

// A heat bath between the steps, see docs/guide/molecules.md.
enum class ThermostatMethod { none, rescale, andersen, nose_hoover };
struct ThermostatOptions {
  ThermostatMethod method = ThermostatMethod::none;
  double temperature = 0.0;    // times Boltzmann's constant: an energy
  double time_constant = 0.0;  // of the exchange of heat; andersen: mean time between collisions
  std::uint64_t seed = 1;
};

// A box that changes its size with a heat bath beside it, see docs/guide/molecules.md.
enum class BarostatMethod { none, cell_rescaling };
struct BarostatOptions {
  BarostatMethod method = BarostatMethod::none;
  double pressure = 0.0;         // in the plane: force over length
  double compressibility = 0.0;  // 1/pressure; with time_constant it sets how fast the volume changes, not its mean
  double time_constant = 0.0;
  std::int64_t every = 25;  // steps between changes
  std::uint64_t seed = 1;
};

struct IntegratorOptions {
  IntegratorMethod method = IntegratorMethod::rattle;
  double step = 1e-3;
  int max_subdivisions = 10;                          // a step that cannot be solved is halved up to this many times
  int threads = 1;                                    // for systems of many components; results do not depend on it
  int order = 0;                                      // of a method that offers several; 0: its own
  Stabilisation stabilisation = Stabilisation::none;  // closed_form
  double baumgarte = 0.0;                             // its rate, 1/time; 0: 1/(10 step)
  std::uint64_t seed = 1;                             // of all that is random
  double temperature = 0.0;                           // kT, an energy
  double kick = 0.0;                                  // random_walk: standard deviation of a coordinate of unit mass
  int substeps = 0;  // langevin: drifts in each half of a step; hmc: RATTLE steps of a move; 0: 1 and 10
  Measure measure = Measure::rigid;
  StartVelocities velocities = StartVelocities::given;
  ThermostatOptions thermostat = {};
  BarostatOptions barostat = {};
};
int integrator_order(const IntegratorOptions& options);
double baumgarte_rate(const IntegratorOptions& options);
int integrator_substeps(const IntegratorOptions& options);
bool has_inertia(IntegratorMethod method);  // false: there is no velocity, or it follows from the positions
bool is_random(IntegratorMethod method);
// Whether the motion conserves energy: it has inertia and forces with a potential, and nothing is driven, random or
// depends on time.
bool conserves_energy(const Model& model, const ForceField& forces, const IntegratorOptions& options);
bool has_moves(IntegratorMethod method);  // that can be rejected

struct [[nodiscard]] StepReport {
  SolveReport position;
  SolveReport velocity;
  double time = 0.0;           // where it failed, or the end of the step
  double smallest_step = 0.0;  // tried; past a singular configuration also where that is only more exact
  std::int32_t particle =
      -1;                   // whose force or driven path is not a number, or that is free, when that is why it failed
  bool subdivided = false;  // it could only be solved in shorter steps
  bool locked = false;      // driven to where nothing satisfies the constraints any more: `time` says when
  std::int32_t singular_row = -1;  // where the step led through a singular configuration: a row that depended there
  double singular_time = 0.0;      // and when
  bool near_miss = false;          // it was shorter steps that found the way past it
  std::int64_t moves = 0;          // random_walk and hmc: of components, or of what forces tie together; of a barostat
  std::int64_t rejected = 0;       // of them; what they would have moved stays where it was
  std::int64_t too_small = 0;      // of those: boxes that a barostat proposed, too small for the cut-off
  double short_edge = 0.0;         // of a box that a barostat keeps at the smallest for the cut-off, when that is why
  bool ok() const { return position.converged && velocity.converged; }
};

// What a projection took off given velocities: of the particle that lost most, and its speed before.
struct RemovedVelocity {
  std::int32_t particle = -1;  // none lost any
  double size = 0.0, speed = 0.0;
};

// How far the start was from the constraints, and how far it was moved.
struct StartReport {
  SolveReport position;
  SolveReport velocity;
  double position_error = 0.0;  // before projection, in the measure of the tolerance
  double velocity_error = 0.0;
  RemovedVelocity removed = {};
  std::int32_t particle = -1;  // as in StepReport
  bool ok() const { return position.converged && velocity.converged; }
};

// The force of a row on one of its particles. On one that is fixed or driven: what whatever holds it must bear.
struct ConstraintForce {
  std::int32_t row, particle;
  Vec3 force;
};
// Of each row on each of its particles, in the order of rows, for numbers of Integrator::constraint_forces at this
// state.
std::vector<ConstraintForce> constraint_force_vectors(const Model& model, const State& state,
                                                      std::span<const double> forces);

class Integrator {
 public:
  // The model, forces and plan must outlive the integrator.
  static Expected<Integrator> make(const Model& model, const ForceField& forces, const Plan& plan,
                                   const IntegratorOptions& options);
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;
  ~Integrator();

  int threads() const;  // in use: no more than the system has parts that do not touch
  // Projects the state onto the constraints (positions, then velocities) and readies the workspace.
  StartReport start(State& state);
  // Readies the workspace for a state that an integrator left (see memory()), changing nothing.
  SolveReport resume(const State& state, std::span<const double> memory);

  // One step of the method. On failure the state is as before the call.
  StepReport step(State& state);

  // What a continued run needs besides the state, to continue bit for bit.
  std::vector<double> memory() const;

  // Constraint forces at this state, one number a row [science, section 1]: rod tension, positive when it pulls;
  // otherwise the signed force along the unit gradient by all particles that move. The workspace must belong to this
  // state (after start or step).
  SolveReport constraint_forces(const State& state, std::span<double> forces);
  // Largest violations at this state, in the measure of the tolerance, computed from the rounded positions and
  // velocities.
  struct Violations {
    double position = 0.0, velocity = 0.0;
    std::int32_t worst_row = -1;
  };
  Violations violations(const State& state);

  double kinetic_energy(const State& state) const;
  double potential_energy(const State& state);

  // What flows into the energy per unit of time at this state, to which the workspace must belong.
  struct Power {
    double heat = 0.0;  // of drags, dashpots and dampers, which take energy: not above zero
    double work = 0.0;  // of motors, typed forces, energies and constraints with explicit t, and driven particles
  };
  // Not a number where the constraint forces cannot be computed. Of motion with inertia, without a bath; where pair
  // forces act on driven particles, their part is left out.
  Power power(const State& state);

  struct Thermodynamics {
    int degrees_of_freedom = 0;      // true ones, without the motion of the centre of mass where it is conserved
    double temperature = 0.0;        // kinetic, times Boltzmann's constant
    std::optional<Tensor> pressure;  // of a periodic box on which nothing acts from outside
    ForceField::Energies energies;
    double heat = 0.0;  // that a thermostat has given so far
    double work = 0.0;  // that a barostat has done so far
  };
  // At a state with its constraint forces.
  Thermodynamics thermodynamics(const State& state, std::span<const double> constraint_forces);

  // A report as a sentence with constraint, time and remedy.
  std::string explain(const StepReport& report) const;
  std::string explain(const StartReport& report) const;

 private:
  struct Impl;
  explicit Integrator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace taut
