// Forces on a model's particles; each that has a potential reports its energy.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "taut/error.hpp"
#include "taut/formula.hpp"
#include "taut/matrix.hpp"
#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

class ForceField;
class PairForces;
struct PairWorkspace;
class ThreadTeam;

struct SpringSpec {
  int i, j;
  double stiffness;
  double rest_length = 0.0;  // 0: a spring that pulls to a point
  double damping = 0.0;      // force -c (relative velocity along the spring)
  std::string name = {};
  std::string origin = {};
};

struct ConstantForceSpec {
  int on;
  Vec3 force;
  std::string origin = {};
};

struct FormulaForceSpec {  // force on one particle, components as formulas of x, y, z, t
  int on;
  std::array<std::string, 3> force;
  Parameters parameters = {};
  std::string origin = {};
};

struct PotentialSpec {  // energy as a formula of the coordinates of some particles and t; named as in ImplicitSpec
  std::vector<int> on;
  std::string energy;
  Parameters parameters = {};
  std::string origin = {};
};

struct DragSpec {  // force -coefficient v; on every free particle when `on` is empty
  std::vector<int> on;
  double coefficient;
  std::string origin = {};
};

struct AngleForceSpec {  // U = stiffness (theta - theta_0)^2 / 2, theta the angle at b
  int a, b, c;
  double stiffness;
  double degrees;
  std::string origin = {};
};

// A polynomial of the cosine of the dihedral a-b-c-d; phi = 180 degrees where a and d are farthest apart.
//   ryckaert_bellemans  U = sum_n C_n cos^n(phi - 180 degrees), n = 0 ... 5
//   opls                U = (K1 (1 + cos phi) + K2 (1 - cos 2 phi) + K3 (1 + cos 3 phi) + K4 (1 - cos 4 phi)) / 2
enum class DihedralForm { ryckaert_bellemans, opls };
struct DihedralSpec {
  int a, b, c, d;
  DihedralForm form;
  std::vector<double> coefficients;
  std::string origin = {};
};

// A generalised force on one coordinate q of a joint: virtual work, so its forces are the torque times dq/dr.
//   turn of a, o, b      in the plane: the angle at o from a to b, counterclockwise
//   turn of a, o, p, b   in space: the angle from a to b about the axis from o to p, right-handed
//   shift of o, p, b     how far b is along the direction from o to p
// q counts from `zero`; a turn is within half a turn of it, in radians. The torque is the sum of what is given:
//   -dU/dq of energy(q, t), torque(q, w, t) with w = dq/dt, a spring -stiffness (q - rest), a damper -damping w
enum class JointMotion { turn, shift };
struct TorqueSpec {
  std::vector<int> between = {};
  JointMotion kind = JointMotion::turn;
  double zero = 0.0;  // this and `rest`: degrees of a turn, the length of a shift
  std::string energy = {};
  std::string torque = {};
  double stiffness = 0.0;
  double rest = 0.0;
  double damping = 0.0;
  Parameters parameters = {};
  std::string origin = {};
};

// Forces between all pairs of particles, see docs/guide/molecules.md. Lennard-Jones goes by the types of particles,
// Coulomb by their charges.
enum class Dispersion { none, lennard_jones, wca };
enum class Truncation { plain, shifted };  // the energy jumps at the cut-off, or is shifted to zero there
enum class Mixing { lorentz_berthelot, geometric };
enum class Electrostatics { none, reaction_field, damped_shifted };
enum class Exclusion {
  none,
  bonds,
  angles,
  dihedrals,
  molecules
};  // pairs up to 1-2, 1-3, 1-4 apart, or whole molecules

struct LennardJones {
  double sigma, epsilon;
};
struct PairTypeSpec {
  std::string type;
  LennardJones parameters;
  std::string origin = {};
};
struct PairOfTypesSpec {  // instead of what mixing gives
  std::string first, second;
  LennardJones parameters;
  std::string origin = {};
};
struct PairForcesSpec {
  double cutoff = 0.0;  // of wca: none; its pairs end at their minimum, 2^(1/6) sigma
  double skin = 0.0;    // of the neighbour list; changes no result
  Dispersion dispersion = Dispersion::none;
  Truncation truncation = Truncation::plain;
  Mixing mixing = Mixing::lorentz_berthelot;
  std::vector<PairTypeSpec> types = {};
  std::vector<PairOfTypesSpec> between = {};
  Electrostatics electrostatics = Electrostatics::none;
  double coulomb_constant = 1.0;  // energy = constant q q / r
  double damping = 0.0;           // damped_shifted: alpha, 1/length
  double dielectric = 0.0;        // reaction_field: of the surroundings; 0: a conductor
  Exclusion exclusion = Exclusion::angles;
  double scale_14 = 1.0;  // of pairs three bonds apart, where these are not excluded
  std::string origin = {};
};

// a(row, column), row the force, column the distance.
struct Tensor {
  std::array<double, 9> entry = {};
  double& operator()(int row, int column) { return entry[static_cast<std::size_t>(3 * row + column)]; }
  double operator()(int row, int column) const { return entry[static_cast<std::size_t>(3 * row + column)]; }
  double trace() const { return entry[0] + entry[4] + entry[8]; }
};

struct ForceSpecs {
  Vec3 gravity = {};
  std::vector<SpringSpec> springs = {};
  std::vector<ConstantForceSpec> constants = {};
  std::vector<FormulaForceSpec> formulas = {};
  std::vector<PotentialSpec> potentials = {};
  std::vector<DragSpec> drags = {};
  std::vector<AngleForceSpec> angles = {};
  std::vector<DihedralSpec> dihedrals = {};
  std::vector<TorqueSpec> torques = {};
  std::optional<PairForcesSpec> pairs = {};
};

// The coordinate of a joint at one configuration, and its derivative by each of its particles.
struct JointAt {
  double q = 0.0;
  std::array<Vec3, 4> slope = {};
};
// The part of a torque that vanishes at rest, and its derivative by the rate; `size` is how large the numbers are that
// it is a difference of, whose rounding it carries.
struct RateTorque {
  double torque = 0.0, slope = 0.0, size = 0.0;
};

// The same on each of so many copies of a model of so many particles, see Model::repeated. Pair forces are not: they
// act between all particles.
ForceSpecs repeated(const ForceSpecs& specs, int particles, int copies);

// What changes while forces are evaluated: memory for formulas and, of pair forces, the box, the neighbour list and
// partial sums. Every caller has its own, made for one ForceField; threads must not share it.
class ForceWorkspace {
 public:
  explicit ForceWorkspace(const ForceField& forces);
  ForceWorkspace(ForceWorkspace&&) noexcept;
  ForceWorkspace& operator=(ForceWorkspace&&) noexcept;
  ~ForceWorkspace();

  // The box whose nearest images pair forces act between from now on; that of the model at first.
  void use_box(const Vec3& box) noexcept;

 private:
  friend class ForceField;
  std::vector<double> scratch_;
  std::unique_ptr<PairWorkspace> pairs_;  // or none
};

// Never changes: threads may use one together, each with a workspace of its own.
class ForceField {
 public:
  static Expected<ForceField> make(const Model& model, const ForceSpecs& specs);

  bool has_any() const;           // besides drag, dashpots and what torques have at rates only
  bool depends_on_state() const;  // false: gravity and constant forces only, evaluate once
  bool has_damping() const { return has_flows() || has_rate_torques(); }
  bool has_sources() const;       // of energy: a formula of a force or a torque, an energy with explicit t
  bool conserves_energy() const;  // no damping, no sources

  // force = -grad U + ...; without drag and damping, which depend on velocity, and torques as at rest. A team shares
  // the pairs; the result depends neither on it nor on what was evaluated before.
  void evaluate(const Vec3* position, double time, Vec3* force, ForceWorkspace& work,
                ThreadTeam* team = nullptr) const noexcept;
  double potential_energy(const Vec3* position, double time, ForceWorkspace& work) const noexcept;
  // What depends on velocity at this state, added to force.
  void add_damping(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                   ForceWorkspace& work) const noexcept;

  // What changes the energy per unit of time at this state, apart from constraints: damping, which takes energy, and
  // sources: formulas of forces and torques, energies with explicit t, and what leads driven particles against the
  // forces on them, those of pairs left out. `force` is memory for a vector per particle.
  struct Power {
    double damping = 0.0, sources = 0.0;
  };
  Power power(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
              ForceWorkspace& work) const noexcept;

  // Particles on which damping acts, or a source of energy.
  std::vector<std::int32_t> disturbed() const;

  // The exact flow of the drag and of each dashpot in turn over `duration` at fixed positions.
  bool has_flows() const { return !drag_.empty() || !dashpots_.empty(); }
  enum class Order { forward, backward };
  void damp(const Vec3* position, Vec3* velocity, double duration, Order order) const noexcept;

  // Torques that depend on the rates of their joints. They have no flow of their own here: it goes by the inertia of
  // all that constraints make a joint move, see dynamics/joint_flow.hpp.
  bool has_torques() const { return !torques_.empty(); }
  bool has_rate_torques() const { return !rated_.empty(); }
  std::size_t rate_torques() const { return rated_.size(); }
  std::span<const std::int32_t> joint_particles(std::size_t k) const { return torques_[rated_[k]].particles(); }
  JointAt joint(std::size_t k, const Vec3* position) const noexcept;
  RateTorque rate_torque(std::size_t k, double q, double w, double time, ForceWorkspace& work) const noexcept;

  // -df/dr and -df/dv at rest as entries, those of fixed particles included; they allocate.
  std::vector<MatrixEntry> stiffness(const Vec3* position, double time) const;  // in the box of the model
  std::vector<MatrixEntry> stiffness(const Vec3* position, double time, ForceWorkspace& work) const;
  std::vector<MatrixEntry> resistance(const Vec3* position, double time = 0.0) const;
  std::vector<double> drags() const;  // coefficients, one a particle
  bool has_dashpots() const { return !dashpots_.empty(); }
  bool has_formula_forces() const;  // or torques: forces without an energy, whose stiffness need not be symmetric

  struct Energies {
    double gravity = 0.0, springs = 0.0, constants = 0.0, potentials = 0.0;
    double angles = 0.0, dihedrals = 0.0, torques = 0.0, dispersion = 0.0, coulomb = 0.0;
    double total() const {
      return gravity + springs + constants + potentials + angles + dihedrals + torques + dispersion + coulomb;
    }
  };
  Energies energies(const Vec3* position, double time, ForceWorkspace& work) const noexcept;
  // The potential energy, every term of it added to the share of one particle, and pairs of moving particles that a
  // term depends on, enough to connect all of them: hmc moves what is not connected on its own.
  void add_energy_shares(const Vec3* position, double time, double* shares, ForceWorkspace& work) const noexcept;
  std::vector<std::pair<std::int32_t, std::int32_t>> ties() const;

  bool has_pairs() const { return pairs_ != nullptr; }
  int useful_threads() const;
  // Whether all forces act between particles that move, so that momentum is conserved.
  bool conserves_momentum() const;
  // Sum of f r^T over the forces between particles: pairs by their nearest images, the others as their particles stand.
  Tensor virial(const Vec3* position, ForceWorkspace& work) const;  // allocates
  // Its trace, and the energy of the pairs that their forces are the slope of: zero at the cut-off, also where the
  // truncation lets the energy jump there.
  struct Sums {
    double energy = 0.0, virial = 0.0;
  };
  Sums sums(const Vec3* position, ForceWorkspace& work, ThreadTeam* team = nullptr) const noexcept;

  // The two particles that act on each other most strongly by a pair force, one that is not a number before all others;
  // nothing where no pair is within its cut-off. It allocates.
  struct StrongPair {
    std::int32_t i, j;
    double distance, force;
  };
  std::optional<StrongPair> strongest_pair(const Vec3* position) const;

  double shortest_edge() const;  // of a box: twice the cut-off
  // Pairs of particles that springs, angles and dihedrals join, enough to connect all that are joined.
  std::vector<std::pair<std::int32_t, std::int32_t>> bonds() const;

 private:
  friend struct ForceAssembly;
  friend class ForceWorkspace;
  struct Spring {
    std::int32_t i, j;
    double stiffness, rest_length;
  };
  struct Dashpot {
    std::int32_t i, j;
    double damping, reduced_mass;
  };  // 1 / (w_i + w_j)
  struct Constant {
    std::int32_t particle;
    Vec3 force;
  };
  struct FormulaForce {
    std::int32_t particle;
    std::array<Formula, 3> component;
  };
  struct Potential {
    std::vector<std::int32_t> particles;
    Formula energy;
  };
  struct Drag {
    std::int32_t particle;
    double coefficient, rate;
  };  // rate = coefficient w

  struct Angle {
    std::int32_t a, b, c;
    double stiffness, rest;
  };
  struct Dihedral {
    std::int32_t a, b, c, d;
    std::array<double, 6> power;  // coefficients of cos^n phi
  };
  struct Torque {
    std::array<std::int32_t, 4> particle;
    std::size_t count;
    JointMotion kind;
    double zero, stiffness, rest, damping;
    std::optional<Formula> energy, torque;  // of q, t and of q, w, t
    std::span<const std::int32_t> particles() const { return {particle.data(), count}; }
  };

  void add_angles(const Vec3* position, Vec3* force) const noexcept;
  void add_dihedrals(const Vec3* position, Vec3* force) const noexcept;
  double angle_energy(const Vec3* position) const noexcept;
  double dihedral_energy(const Vec3* position) const noexcept;
  void add_torques(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  void add_rate_torque(std::size_t k, const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                       double* scratch) const noexcept;
  double torque_energy(const Vec3* position, double time, double* scratch) const noexcept;
  void add_damping_power(const Vec3* position, const Vec3* velocity, Power& power) const noexcept;
  void add_formula_power(const Vec3* position, const Vec3* velocity, double time, double* scratch,
                         Power& power) const noexcept;
  void add_power(const Torque& torque, const Vec3* position, const Vec3* velocity, double time, double* scratch,
                 Power& power) const noexcept;
  bool leads_against_forces(const Vec3* velocity) const noexcept;
  double leading_power(const Vec3* position, const Vec3* velocity, double time, Vec3* force,
                       double* scratch) const noexcept;
  void add_torque_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const;
  void add_torque_resistance(const Vec3* position, double time, std::vector<MatrixEntry>& to) const;
  RateTorque rate_torque(std::size_t k, double q, double w, double time, double* scratch) const noexcept;
  static JointAt joint_of(const Torque& torque, const Vec3* position) noexcept;
  static double torque_at_rest(const Torque& torque, double q, double time, double* scratch) noexcept;
  static double energy_of(const Torque& torque, const Vec3* position, double time, double* scratch) noexcept;
  void add_bonded_stiffness(const Vec3* position, std::vector<MatrixEntry>& to) const;
  void add_springs(const Vec3* position, Vec3* force) const noexcept;
  double spring_energy(const Vec3* position) const noexcept;
  void add_formulas(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  void add_potentials(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  double formula_energy(const Vec3* position, double time, double* scratch) const noexcept;
  static double energy_of(const Spring& spring, const Vec3* position) noexcept;
  static double energy_of(const Angle& angle, const Vec3* position) noexcept;
  static double energy_of(const Dihedral& dihedral, const Vec3* position) noexcept;
  static double energy_of(const Potential& potential, const Vec3* position, double time, double* scratch) noexcept;
  bool moves(std::int32_t particle) const { return inverse_masses_[static_cast<std::size_t>(particle)] > 0.0; }
  // The first one when none moves.
  std::int32_t first_that_moves(std::span<const std::int32_t> particles) const;
  // take(particles, term) for springs, angles and dihedrals.
  template <class Take>
  void for_each_term(Take&& take) const;
  void add_spring_stiffness(const Vec3* position, std::vector<MatrixEntry>& to) const;
  void add_formula_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const;
  void add_potential_stiffness(const Vec3* position, double time, std::vector<MatrixEntry>& to) const;

  std::vector<double> masses_;  // 0 for fixed particles, which feel nothing
  std::vector<double> inverse_masses_;
  std::vector<std::int32_t> fixed_;
  Vec3 gravity_;
  std::vector<Spring> springs_;
  std::vector<Dashpot> dashpots_;
  std::vector<Constant> constants_;
  std::vector<FormulaForce> formulas_;
  std::vector<Potential> potentials_;
  std::vector<Drag> drag_;
  std::vector<Angle> angles_;
  std::vector<Dihedral> dihedrals_;
  std::vector<Torque> torques_;
  std::vector<std::size_t> rated_;  // those that depend on the rate
  std::shared_ptr<const PairForces> pairs_;
  std::size_t scratch_size_ = 0;
};

}  // namespace taut
