// Whether constraints came from one of their branches to another between two configurations, however they got there:
// det B' W B^T changes its sign where branches meet (see limits.hpp). Where rows are redundant it is always zero, and
// nothing is found.
#pragma once

#include <deque>
#include <span>

#include "solve/branch.hpp"
#include "taut/model.hpp"
#include "taut/state.hpp"

namespace taut {

// Whether some row alone may have several branches: a formula, or a quadric with a saddle.
bool has_branches_of_its_own(const Model& model, std::span<const std::int32_t> rows);

class BranchWatch {
 public:
  // Of the components that may be singular somewhere, or have rows with several branches.
  BranchWatch(const Model& model, const Plan& plan);

  void take(const State& begin, double time);
  // A row of a component that is on another branch at this state; -1: none is.
  std::int32_t changed(const State& end, double time);

 private:
  struct Part {
    Part(const Model& model, const Component& component)
        : first_row(component.rows.front()), rows(model, component), branch(rows) {}
    std::int32_t first_row;
    RowBlock rows;
    Branch branch;
  };
  std::deque<Part> parts_;  // a branch refers to its rows
  std::vector<Vec3> begin_, begin_low_, way_;
};

}  // namespace taut
