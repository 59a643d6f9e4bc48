// From a model to solvers: components of coupled constraints, the method chosen for each and why, and the
// report that every solve returns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taut/error.hpp"
#include "taut/model.hpp"

namespace taut {

enum class SolverMethod {
  automatic,
  gauss_seidel,
  sor,
  m_shake,
  p_shake,
  lincs,
  settle,
  tridiagonal,
  ring,
  tree,
  sparse,
  newton
};

struct SolverInfo {
  SolverMethod method;
  const char* name;
  const char* description;
};
const std::vector<SolverInfo>& built_in_solvers();
const char* solver_name(SolverMethod method);

struct SolverOptions {
  SolverMethod method = SolverMethod::automatic;
  double tolerance = 1e-12;  // relative length error, see docs/guide/accuracy.md
  int max_iterations = 0;    // 0: the method's own limit
  double relaxation = 1.0;   // gauss-seidel: the factor of each correction, between 0 and 2
  int order = 4;             // lincs: the highest power of the expansion
  int iterations = 1;        // lincs: corrections made in any case
};

enum class SolveFailure : std::uint8_t {
  none,
  not_converged,
  singular,
  not_finite,
  turned_too_far,
  jumped,          // a formula, from one value to another
  undecided,       // near a singular configuration, where the way on depends on the step
  no_equilibrium,  // was found
  free_motion      // that neither stiffness nor load resists
};

struct [[nodiscard]] SolveReport {
  bool converged = true;
  SolveFailure failure = SolveFailure::none;
  int iterations = 0;
  double max_violation = 0.0;   // in the measure of the tolerance
  std::int32_t worst_row = -1;  // the row with max_violation, or the one that failed
  // A row that depends on others at, or within a step of, the configuration, although it does not elsewhere; -1: none.
  std::int32_t singular_row = -1;
};

// `total` becomes the worse of the two, with the larger number of iterations.
inline void include(SolveReport& total, const SolveReport& report) {
  const int iterations = report.iterations > total.iterations ? report.iterations : total.iterations;
  const std::int32_t singular = total.singular_row >= 0 ? total.singular_row : report.singular_row;
  if (total.converged && (!report.converged || report.max_violation > total.max_violation)) total = report;
  total.iterations = iterations;
  total.singular_row = singular;
}

// Rows that are coupled through moving particles.
struct Component {
  std::string kind;  // "path", "ring", "tree", "network", "single", "mixed"
  SolverMethod solver;
  std::string reason;                        // in words
  std::vector<std::int32_t> rows;            // path, ring: in order along it; tree: from the leaves
  std::vector<std::int32_t> particles;       // moving ones; path: all, in order along it
  double size = 1.0;                         // extent of its particles at the start
  double tolerance = 0.0;                    // after raising it to the floor
  bool segmented = false;                    // a long path, solved in segments side by side
  std::vector<std::int32_t> dependent = {};  // rows that follow from those above at the start
  bool keeps_all = false;       // they are solved for as well; otherwise they follow wherever the particles go
  bool may_be_singular = true;  // somewhere; false where the graph, or a rigid shape, says that it cannot
};

enum class DependenceKind : std::uint8_t { redundant, contradictory, singular };

// A row that depends on others at the start, see docs/guide/redundancy.md.
struct DependentSet {
  DependenceKind kind;
  std::int32_t row;
  std::vector<std::int32_t> others;  // on which it depends; empty beyond the first few hundred sets
  bool always;                       // wherever the particles are; otherwise with these lengths and places only
};

std::string describe(const Model& model, const DependentSet& set);  // as a sentence, with names

class Plan {
 public:
  static Expected<Plan> make(const Model& model, const SolverOptions& options);

  const SolverOptions& options() const { return options_; }
  const std::vector<Component>& components() const { return components_; }
  // Components that are solved side by side, by index, up to eight together; the others alone.
  const std::vector<std::vector<std::int32_t>>& bundles() const { return bundles_; }
  bool tolerance_raised() const { return tolerance_raised_; }
  double tolerance() const { return tolerance_; }  // the largest in use

  int rank() const;                                  // of all rows, at the start
  int degrees_of_freedom(const Model& model) const;  // dimension x moving particles - rank
  const std::vector<DependentSet>& dependent_sets() const { return dependent_sets_; }
  // Why no run can start: the first contradictory or singular set, in words.
  std::optional<Error> refusal(const Model& model) const;

 private:
  void choose_lanes(const Model& model);

  SolverOptions options_;
  std::vector<Component> components_;
  std::vector<std::vector<std::int32_t>> bundles_;
  std::vector<DependentSet> dependent_sets_;
  bool tolerance_raised_ = false;
  double tolerance_ = 0.0;
};

}  // namespace taut
