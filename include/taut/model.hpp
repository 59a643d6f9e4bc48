// What is simulated: point masses and the equations that must hold. A Model is immutable and valid;
// a ModelBuilder makes one, or says in one sentence why it cannot.
//
// Notation: particle i has position r_i and inverse mass w_i = 1/m_i (0 when fixed or driven). Every
// constraint is one or several scalar rows sigma_k(r, t) = 0:
//   distance   sigma = (|r_j - r_i|^2 - l^2) / 2            gradient r_j - r_i, no square root
//   quadric    sigma = sum_a q_a x_a^2 + p.x + c, x = r_i - center   plane, circle, ellipsoid, ...
//   linear     sigma = sum_i weight_i r_i[axis] - offset
//   formula    sigma = f(r_1, ..., r_m, t)
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "taut/error.hpp"
#include "taut/formula.hpp"
#include "taut/vec.hpp"

namespace taut {

enum class RowKind : std::uint8_t { distance, quadric, linear, formula };

struct Row {
  RowKind kind;
  std::int32_t index;       // in the array of its kind
  std::int32_t constraint;  // the constraint it belongs to
};

struct DistanceRow {
  std::int32_t i, j;
  double length;
};

struct QuadricRow {
  std::int32_t particle;
  Vec3 center, q, p;
  double c;
  double size;  // of the shape, for the tolerance; 0: take the component's
  // Of a hyperboloid or a cone: its gradient can vanish, where it comes near to itself.
  bool has_saddle() const {
    const bool falls = q.x < 0.0 || q.y < 0.0 || q.z<0.0, rises = q.x> 0.0 || q.y > 0.0 || q.z > 0.0;
    return falls && rises;
  }
};

struct LinearRow {
  std::int32_t first, count;  // its terms in Model::linear_terms
  std::int32_t axis;
  double offset;
};

struct LinearTerm {
  std::int32_t particle;
  double weight;
};

struct FormulaRow {
  std::vector<std::int32_t> particles;  // variables 3p, 3p+1, 3p+2 are x, y, z of particles[p]; the last is t
  Formula formula;
  double size;  // as above
};

// A particle that moves along formulas of t (variable 0).
struct DrivenPath {
  std::int32_t particle;
  std::array<Formula, 3> coordinate;
};

// What the user called a constraint; rows [first_row, first_row + rows).
struct ConstraintInfo {
  std::string name;  // may be empty: see Model::constraint_name
  const char* type;  // "distance", "angle", "curve", "surface", "implicit", "linear"
  std::int32_t first_row;
  std::int32_t rows;
  std::int32_t vertex = -1;  // of an angle, whose row only knows the two ends
};

class Model {
 public:
  int dimension() const { return dimension_; }
  int size() const { return static_cast<int>(positions_.size()); }
  int row_count() const { return static_cast<int>(rows_.size()); }
  int free_particles() const;
  int degrees_of_freedom() const { return dimension_ * free_particles() - row_count(); }  // by counting

  const std::vector<Vec3>& positions() const { return positions_; }    // at the start
  const std::vector<Vec3>& velocities() const { return velocities_; }  // at the start
  const std::vector<double>& masses() const { return masses_; }        // infinity when fixed
  const std::vector<double>& inverse_masses() const { return inverse_masses_; }
  const std::vector<DrivenPath>& driven() const { return driven_; }

  // What pair forces go by. A particle without a type has -1; without any type or charge the lists are empty.
  const std::vector<std::int32_t>& types() const { return types_; }
  const std::vector<std::string>& type_names() const { return type_names_; }
  const std::vector<double>& charges() const { return charges_; }
  // Edges of the periodic box; 0 along an axis, and zero altogether: not periodic. Particles keep the coordinates that
  // their motion leads to, so that what joins them needs no images; pair forces act between the nearest images.
  const Vec3& box() const { return box_; }
  bool is_periodic() const { return !(box_ == Vec3{}); }

  const std::vector<ConstraintInfo>& constraints() const { return constraints_; }
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<DistanceRow>& distances() const { return distances_; }
  const std::vector<QuadricRow>& quadrics() const { return quadrics_; }
  const std::vector<LinearRow>& linears() const { return linears_; }
  const std::vector<LinearTerm>& linear_terms() const { return linear_terms_; }
  const std::vector<FormulaRow>& formulas() const { return formulas_; }

  bool has_name(int particle) const { return !names_.empty() && !names_[static_cast<std::size_t>(particle)].empty(); }
  std::string particle_name(int particle) const;      // its name, or "particle 7"
  std::string constraint_name(int constraint) const;  // its name, or 'distance 2 (pivot-bob1)'
  std::string row_name(int row) const { return constraint_name(rows_[static_cast<std::size_t>(row)].constraint); }
  std::vector<std::int32_t> row_particles(int row) const;
  double row_size(int row) const;  // a rod's length, the size of a shape; 0 for rows without a size of their own

  // The same with other masses, positive for particles that are not fixed, and other places; the start of something
  // else, such as a system whose masses are its drags.
  Model with_masses(const std::vector<double>& masses) const;
  Model with_positions(std::vector<Vec3> positions) const;
  // So many copies with nothing between them: particle i of copy c is c size() + i, and rows alike. Nobody has a name.
  Model repeated(int copies) const;

 private:
  friend struct ModelAssembly;
  int dimension_ = 3;
  std::vector<Vec3> positions_, velocities_;
  std::vector<double> masses_, inverse_masses_;
  std::vector<std::string> names_;  // empty, or one a particle
  std::vector<DrivenPath> driven_;
  std::vector<std::int32_t> types_;
  std::vector<std::string> type_names_;
  std::vector<double> charges_;
  Vec3 box_;
  std::vector<ConstraintInfo> constraints_;
  std::vector<Row> rows_;
  std::vector<DistanceRow> distances_;
  std::vector<QuadricRow> quadrics_;
  std::vector<LinearRow> linears_;
  std::vector<LinearTerm> linear_terms_;
  std::vector<FormulaRow> formulas_;
};

// The `origin` of a spec is the prefix of the key in error messages, for example "constraints[2]".
struct ParticleSpec {
  std::string name = {};
  Vec3 position = {};
  Vec3 velocity = {};
  double mass = 1.0;
  bool fixed = false;
  std::array<std::string, 3> path = {};  // formulas of t; with fixed = true; empty: the coordinate of position
  std::string type = {};                 // for pair forces
  double charge = 0.0;
  std::string origin = {};
};

struct DistanceSpec {
  int i, j;
  std::optional<double> length = {};  // the initial distance when absent
  std::string name = {};
  std::string origin = {};
};

struct AngleSpec {
  int a, b, c;  // the angle at b
  double degrees;
  std::string name = {};
  std::string origin = {};
};

enum class ShapeFamily { curve, surface };

struct ShapeSpec {
  ShapeFamily family;
  int on;
  std::string shape;
  Parameters parameters = {};
  Vec3 center = {};
  Vec3 normal = {0.0, 0.0, 1.0};  // plane only
  std::string name = {};
  std::string origin = {};
};

struct ImplicitSpec {
  std::vector<int> on;
  std::string equation;
  Parameters parameters = {};
  std::string name = {};
  std::string origin = {};
};

struct LinearSpec {
  std::vector<int> on;
  std::vector<double> weights;
  Vec3 offset = {};
  std::string name = {};
  std::string origin = {};
};

class ModelBuilder {
 public:
  explicit ModelBuilder(int dimension) : dimension_(dimension) {}

  void set_box(const Vec3& lengths) { box_ = lengths; }
  const Vec3& box() const { return box_; }

  int add(ParticleSpec particle);  // returns its index
  int add(DistanceSpec constraint);
  int add(AngleSpec constraint);
  int add(ShapeSpec constraint);
  int add(ImplicitSpec constraint);
  int add(LinearSpec constraint);
  // Takes out those that are marked, by the numbers that add() returned; the others are numbered anew.
  void remove_constraints(const std::vector<bool>& marked);

  int dimension() const { return dimension_; }
  int size() const { return static_cast<int>(particles_.size()); }
  std::optional<int> find(std::string_view name) const;
  const ParticleSpec& particle(int index) const { return particles_[static_cast<std::size_t>(index)]; }

  Expected<Model> build() const;

 private:
  using Spec = std::variant<DistanceSpec, AngleSpec, ShapeSpec, ImplicitSpec, LinearSpec>;
  friend struct ModelAssembly;
  int dimension_;
  std::deque<ParticleSpec> particles_;  // large and many: a deque grows without moving them
  std::deque<Spec> specs_;
  std::unordered_map<std::string, int> by_name_;
  Vec3 box_;
};

// A built-in curve or surface, for `taut list` and for messages.
struct ShapeInfo {
  ShapeFamily family;
  const char* name;
  std::vector<const char*> parameters;
  const char* equation;
};
const std::vector<ShapeInfo>& built_in_shapes();

}  // namespace taut
