// Which method can treat which component; where one cannot, why, as a sentence that names a constraint.
#pragma once

#include <optional>
#include <string>

#include "solve/classify.hpp"

namespace taut {

constexpr std::size_t largest_dense = 200;  // rows of a dense matrix; its factor is then some five million operations

// Empty when `method` can treat the component.
std::optional<std::string> refusal(SolverMethod method, const Model& model, const CoupledRows& component,
                                   const Classification& found);

}  // namespace taut
