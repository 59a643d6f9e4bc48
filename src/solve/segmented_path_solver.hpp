// One long path in segments, eight at a time in the lanes of segment_kernel.hpp and the eights on threads, joined by an
// exact interface system. How it is cut depends on its length only.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace taut {

struct KernelTable;

// Whether it is worth while: a path of many rods whose particles follow one another in memory.
bool is_long_path(const Component& component);

std::unique_ptr<Solver> make_segmented_path_solver(const Model& model, const Component& component,
                                                   const SolverOptions& options, const KernelTable& kernels);

}  // namespace taut
