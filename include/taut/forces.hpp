// Forces on a model's particles; each that has a potential reports its energy.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/formula.hpp"
#include "taut/matrix.hpp"
#include "taut/model.hpp"
#include "taut/vec.hpp"

namespace taut {

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

struct ForceSpecs {
  Vec3 gravity = {};
  std::vector<SpringSpec> springs = {};
  std::vector<ConstantForceSpec> constants = {};
  std::vector<FormulaForceSpec> formulas = {};
  std::vector<PotentialSpec> potentials = {};
  std::vector<DragSpec> drags = {};
};

// The same on each of so many copies of a model of so many particles, see Model::repeated.
ForceSpecs repeated(const ForceSpecs& specs, int particles, int copies);

class ForceField {
 public:
  static Expected<ForceField> make(const Model& model, const ForceSpecs& specs);

  bool depends_on_state() const;  // false: gravity and constant forces only, evaluate once
  bool has_damping() const { return !drag_.empty() || !dashpots_.empty(); }
  bool conserves_energy() const;  // no damping, no formula force, no potential with explicit t
  std::size_t scratch_size() const { return scratch_size_; }

  // force = -grad U + ...; without drag and damping, which depend on velocity. scratch: scratch_size() doubles.
  void evaluate(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  double potential_energy(const Vec3* position, double time, double* scratch) const noexcept;
  // Drag and dashpot forces at this state, added to force.
  void add_damping(const Vec3* position, const Vec3* velocity, Vec3* force) const noexcept;

  // The exact flow of the drag and of each dashpot in turn over `duration` at fixed positions.
  enum class Order { forward, backward };
  void damp(const Vec3* position, Vec3* velocity, double duration, Order order) const noexcept;

  // -df/dr and -df/dv as entries, those of fixed particles included; they allocate.
  std::vector<MatrixEntry> stiffness(const Vec3* position, double time) const;
  std::vector<MatrixEntry> resistance(const Vec3* position) const;
  std::vector<double> drags() const;  // coefficients, one a particle
  bool has_dashpots() const { return !dashpots_.empty(); }
  bool has_formula_forces() const { return !formulas_.empty(); }  // whose stiffness need not be symmetric

  struct Energies {
    double gravity = 0.0, springs = 0.0, constants = 0.0, potentials = 0.0;
  };
  Energies energies(const Vec3* position, double time, double* scratch) const noexcept;

 private:
  friend struct ForceAssembly;
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

  void add_springs(const Vec3* position, Vec3* force) const noexcept;
  double spring_energy(const Vec3* position) const noexcept;
  void add_formulas(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  void add_potentials(const Vec3* position, double time, Vec3* force, double* scratch) const noexcept;
  double formula_energy(const Vec3* position, double time, double* scratch) const noexcept;
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
  std::size_t scratch_size_ = 0;
};

}  // namespace taut
