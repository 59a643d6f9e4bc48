// First and second derivatives of constraints as entries of sparse matrices.
#pragma once

#include <span>
#include <vector>

#include "solve/solver.hpp"
#include "taut/matrix.hpp"

namespace taut {

// B at this configuration: entry.row counts the rows given, entry.column is a coordinate.
std::vector<MatrixEntry> jacobian(const Model& model, std::span<const std::int32_t> rows, const Configuration& at);

// sum_k lambda_k d2 sigma_k, one multiplier a row of the model: the stiffness of constraints under load.
std::vector<MatrixEntry> curvature(const Model& model, std::span<const double> multipliers, const Configuration& at);

}  // namespace taut
