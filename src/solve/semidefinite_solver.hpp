// All rows of a component at once, whether or not they depend on one another: redundant rows, and configurations where
// rows depend on one another that are independent elsewhere.
//
//   A = B W B^T  semidefinite,  F = A + epsilon S,  S diagonal: factored in place of A, and never singular
//   A x = b      conjugate gradients with F as preconditioner: of all solutions the one with the least x^T S x, which
//   is
//                the least sum of squared forces, for S is that of forces
//   positions    lambda += F^-1 sigma(lambda) / h, accelerated by the last few corrections [anderson1965]: where A is
//                nearly singular the matrix of the step, B' W B^T, differs from F in a few directions, and those are
//                what the corrections learn
//
// Near a singular configuration a tolerance in sigma says little about positions. So positions are solved until
// rounding ends the progress. Where sigma cannot be made to vanish there, for its gradient does, what remains is
// accepted up to a bound and mended by the next steps, whose gradients are regular again.
#pragma once

#include <memory>

#include "solve/solver.hpp"
#include "taut/model.hpp"

namespace taut {

// All rows of the component are solved for; as many as it lists as dependent are taken to be so wherever it goes.
std::unique_ptr<Solver> make_semidefinite_solver(const Model& model, const Component& component,
                                                 const SolverOptions& options);

}  // namespace taut
