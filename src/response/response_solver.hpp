// One way to answer a force; see taut/response.hpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "response/path_response.hpp"
#include "response/resistance.hpp"
#include "solve/solver.hpp"

namespace taut {

class ResponseSolver {
 public:
  virtual ~ResponseSolver() = default;
  // motion = (R^-1 - ...) force, multipliers of all rows (zero for those that depend on others).
  virtual void apply(const Vec3* force, Vec3* motion, double* multipliers) = 0;
  // The motion for a unit force on one particle; false where apply() must do it.
  virtual bool take_column(int /*particle*/, int /*axis*/, Vec3* /*motion*/) { return false; }
  // The same for several coordinates that can move, 3 particle + axis, one after the other; false: one by one.
  virtual bool take_columns(std::span<const std::int32_t> /*coordinates*/, Vec3* /*motions*/) { return false; }
  virtual std::span<PathResponse> paths() { return {}; }
  virtual const std::vector<std::vector<Vec3>>& free_motions() const = 0;
};

// R is one mass a particle: the constraint solvers of the engine do all the work. Model and plan must outlive it.
Expected<std::unique_ptr<ResponseSolver>> make_diagonal_response(const Model& model, const Plan& plan);
// Any R.
Expected<std::unique_ptr<ResponseSolver>> make_general_response(const Model& model, const Plan& plan,
                                                                const Resistance& resistance, ResponseKind kind);

}  // namespace taut
