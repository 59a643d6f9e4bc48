// Where a driven mechanism locks: beyond some time nothing near satisfies its constraints, however short the steps are.
#pragma once

#include <cstdint>
#include <optional>

#include "taut/model.hpp"
#include "taut/state.hpp"

namespace taut {

// The time, from that of the state up to `until`, at which the constraints that are coupled with this row end to have a
// solution; nothing where they go on, do not depend on time, are too many to say or are not numbers. The state must be
// on the constraints.
std::optional<double> locking_time(const Model& model, std::int32_t row, const State& state, double until);

}  // namespace taut
