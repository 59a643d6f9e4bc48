// A failed start or step as a sentence: the time, the constraint, what happened and what would help.
#pragma once

#include <string>

#include "taut/integrate.hpp"

namespace taut {

std::string explain_failure(const Model& model, const IntegratorOptions& options, const SolverOptions& solver,
                            const StepReport& report);
std::string explain_failure(const Model& model, const StartReport& report);
// What to try where the motion overflowed, after a semicolon; empty where no shorter step helps.
std::string overflow_advice(const IntegratorOptions& options);

}  // namespace taut
