// Whether rows that depend on one another at the start go on holding together at some distance from it: along motions
// that all gradients allow, and in time. What only touches there, to whatever order, does not.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/particle_fields.hpp"
#include "taut/solve.hpp"

namespace taut {

enum class Excursion : std::uint8_t { holds, resisted, contradicted_in_time };

// `kept` are independent rows, `others` depend on them; `particles` are the moving ones of both. `reach` is the
// distance to go, a small part of the size.
Excursion go_out(const Model& model, const std::vector<std::int32_t>& kept, const std::vector<std::int32_t>& others,
                 const std::vector<std::int32_t>& particles, double size, double reach, ParticleFields& fields);

}  // namespace taut
